"""The rounds of a public beacon: numbers that nobody knows before their time, and that anybody can check afterwards.

A beacon signs the number of a round every few seconds, at times that are known for ever. The randomness of a round is
the SHA-256 of its signature. Many operators sign together, so that none of them knows it before.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from bot.rummy.cards import Seat
from bot.rummy.errors import ErrorText, ParseError

LEAD = 10
"""The seconds that must lie at least between the moment at which a round is named and its time."""
SIGNATURE_BYTES = 48
DISCORD_EPOCH_MS = 1_420_070_400_000
"""The moment from which Discord counts the time in its ids, in unix milliseconds."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The rounds that one key signs, by the scheme `bls-unchained-g1-rfc9380` of drand.

    >>> str(QUICKNET), Chain.parse("quicknet") == QUICKNET
    ('quicknet', True)
    >>> QUICKNET.time_of(1), QUICKNET.time_of(1000)
    (1692803367, 1692806364)
    >>> QUICKNET.first_from(1692806361.5)
    1000
    """

    key: bytes
    """The public key: a point of the group G2 of BLS12-381, compressed to 96 bytes."""
    genesis: int
    """The time of round 1, in unix seconds."""
    period: int
    """The seconds between two rounds."""

    def __str__(self) -> str:
        return "quicknet" if self == QUICKNET else f"{self.key.hex()}:{self.genesis}:{self.period}"

    @classmethod
    def parse(cls, text: str) -> "Chain":
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no chain.
        """
        if text == "quicknet":
            return QUICKNET
        found = re.fullmatch("([0-9a-f]{192}):([0-9]{1,11}):([1-9][0-9]?)", text)
        if found is None:
            raise ParseError(ErrorText("no chain of a beacon: {typed}", typed=repr(text[:40])))
        return cls(bytes.fromhex(found[1]), int(found[2]), int(found[3]))

    def time_of(self, number: int) -> int:
        """Return the time of a round, in unix seconds."""
        return self.genesis + (number - 1) * self.period

    def first_from(self, moment: float) -> int:
        """Return the first round whose time is not before that moment, in unix seconds."""
        return max(1, -int((self.genesis - moment) // self.period) + 1)


# https://drand.love/blog/2023/10/16/quicknet-is-live/
QUICKNET = Chain(
    bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1_692_803_367,
    period=3,
)
"""The chain of the League of Entropy with a round every three seconds."""


@dataclass(frozen=True, slots=True)
class BeaconRound:
    """The round that a deal waits for or was shuffled with."""

    deal: int
    number: int
    chain: Chain
    message: int | None = None
    """The id of the message in Discord that named it; None if there is none yet."""
    signature: bytes | None = None
    """None while the deal waits for it."""
    is_missing: bool = False
    """Whether the table has said that the round has not come."""
    without: frozenset[Seat] = frozenset()
    """The seats that want to end the table without it."""

    @property
    def time(self) -> int:
        """Return its time, in unix seconds."""
        return self.chain.time_of(self.number)

    @property
    def is_late(self) -> bool:
        """Return whether its message came too late to prove that nobody knew the round."""
        return self.message is not None and sent_at(self.message) >= self.time

    @property
    def mixed(self) -> str:
        """Return what it adds to a shuffle: its number and its randomness in hexadecimal."""
        return f"{self.number}/{sha256(self.signature or b'').hexdigest()}"


def sent_at(message: int) -> float:
    """Return the time of a message in Discord, in unix seconds, from its id."""
    return ((message >> 22) + DISCORD_EPOCH_MS) / 1000


def round_of(rounds: Iterable[BeaconRound], deal: int) -> BeaconRound | None:
    """Return the round of that deal. Return None if it has none."""
    return next((one for one in rounds if one.deal == deal), None)
