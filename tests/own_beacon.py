"""A beacon of the tests' own: it signs rounds with a key that everybody knows."""

from hashlib import sha256

from pyblst import BlstP1Element, BlstP2Element

from bot.rummy.beacon import Chain
from bot.service import beacon

KEY = int.from_bytes(sha256(b"a key of the tests").digest(), "big") >> 2


def chain_of(key: int = KEY, genesis: int = 1_600_000_000, period: int = 3) -> Chain:
    """Return the chain that a private key signs."""
    return Chain(BlstP2Element.uncompress(beacon._G2).scalar_mul(key).compress(), genesis, period)


def signed(number: int, key: int = KEY) -> bytes:
    """Return the signature of a round by that private key."""
    message = sha256(number.to_bytes(8, "big")).digest()
    return bytes(BlstP1Element.hash_to_group(message, beacon._SUITE).scalar_mul(key).compress())


class OwnBeacon:
    """A beacon that answers at once, or never while it is out of reach."""

    def __init__(self) -> None:
        self.chain = chain_of()
        self.is_away = False
        self.unanswered = 0
        """The requests that it will not have answered when it is asked again."""
        self.asked: list[int] = []

    def signature(self, number: int) -> bytes | None:
        self.asked.append(number)
        self.unanswered -= 1
        return None if self.is_away or self.unanswered >= 0 else signed(number)
