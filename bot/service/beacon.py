"""The beacon of a process, and the check of what it says."""

from datetime import UTC, date, datetime, time
from hashlib import sha256
from typing import Protocol

from bot.rummy.beacon import Chain

_SUITE = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The way in which drand's scheme `bls-unchained-g1-rfc9380` hashes to the curve."""
_G2 = bytes.fromhex(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
"""The generator of the group G2 of BLS12-381, compressed."""
ANSWER_SECONDS = 6.0
"""The time in which a beacon answers, or fails to. A process that begins after an outage gives it that time too."""


class Beacon(Protocol):
    """Asks a public beacon for its rounds. Nothing waits for it."""

    chain: Chain

    def signature(self, number: int) -> bytes | None:
        """Return the signature of that round, which has been checked. Return None if it is not known yet: it is asked
        for now.
        """


def first_of(chain: Chain, day: date) -> int:
    """Return the first round of a chain after 00:00 UTC of that day."""
    return chain.first_from(datetime.combine(day, time(), UTC).timestamp() + 1)


def can_check() -> bool:
    """Return whether the library is installed that checks signatures."""
    try:
        import pyblst  # noqa: F401
    except ImportError:
        return False
    return True


def is_signed(chain: Chain, number: int, signature: bytes) -> bool:
    """Return whether the key of that chain has signed the round.

    It has if e(signature, g2) = e(H(round), key). The library refuses points outside their groups.

    Raises:
        ImportError: the library that checks it is not installed.
    """
    from pyblst import BlstP1Element, BlstP2Element, final_verify, miller_loop

    message = sha256(number.to_bytes(8, "big")).digest()
    try:
        signed, key = BlstP1Element.uncompress(signature), BlstP2Element.uncompress(chain.key)
    except ValueError:
        return False
    hashed = BlstP1Element.hash_to_group(message, _SUITE)
    return bool(final_verify(miller_loop(signed, BlstP2Element.uncompress(_G2)), miller_loop(hashed, key)))
