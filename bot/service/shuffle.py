"""The only dice: a shuffle that anyone can check afterwards, and the codes of tables and tournaments.

When a lobby opens, two secrets of 32 bytes are drawn, the seed and the veil. The commitment is shown before anyone has
joined: the SHA-256 of the SHA-256 of the seed followed by the SHA-256 of the veil. Every join, leave, removal, added
computer, word, rematch press and start adds a line of entropy. Whatever is shuffled is shuffled by Fisher and Yates
with numbers from HMAC-SHA-256: the seed is the key, the message is the ASCII line
`2/digest/round/randomness/purpose/deal/counter`. Without a beacon, the round and its randomness are two hyphens.

To write it again elsewhere:

- *digest*: the HMAC-SHA-256, in lower-case hexadecimal, of the entropy lines, each ended by a line feed, in their
  order; the key is the veil. A line is `kind user-id`, and where a word was given ` word` or ` drawn word`, in UTF-8,
  percent-encoded but for `a-z`, `0-9` and `-`. Where a player has had their data erased, the digest is kept in place of
  the lines, and the SHA-256 of the veil in place of the veil.
- *counter*: 0, 1, 2, … Each HMAC gives 32 bytes: eight numbers of 4 bytes, the most significant byte first.
- For i from the last index down to 1: take the next number x until x < 2³² − 2³² mod (i + 1), then swap the items
  at i and at x mod (i + 1). Rejecting the few x above makes every order equally likely.
- Purposes and what is shuffled: `toss`, the 52 cards clubs, diamonds, spades, hearts, each ace to king; the players
  get the first cards in the order they joined. `dealer`, the seats 0, 1, 2, …; the first is the dealer. `packs`,
  the packs one after another, each the 52 cards as above and then its printed jokers, dealt from the first on; in
  the western game all jokers come after the last pack.
  `reshuffle-1`, `reshuffle-2`, …, the open deck but its top card, from the bottom; the first card is drawn next.
- *deal*: 1 for the first deal of the match.
- *round* and *randomness*: the number of the beacon's round that the deal waited for, in digits, and the SHA-256 of its
  signature, in lower-case hexadecimal. The toss and the dealer belong to the first deal, a reshuffle to its own. The
  record names each round by an action of the dealer, `round number chain`, notes the id of the message that told it,
  and has the signature. `bot/rummy/beacon.py` says when a round comes, `bot/service/beacon.py` who has signed it.

Version 1, of tables that opened before version 2 came, has no veil. Its commitment is the SHA-256 of the seed, its
lines are `kind user-id interaction-id`, and the message is `entropy-sha256/purpose/deal/counter`, with their SHA-256.

A tournament has secrets, a commitment and entropy of its own: signing up, checking in, leaving and starting. By purpose
`seeding`, deal 0, its entrants are shuffled in the order they signed up. The seed of each of its tables is the HMAC of
`2/digest/-/-/table/number/0`, and its veil that of `2/digest/-/-/veil/number/0`, so that all of them were promised
before anybody had signed up.

A deal of the day has a seed of its own, whose commitment is shown a day ahead, by version 1. Its only line of entropy
is `daily` and the date, `daily 2026-11-23`: nobody can add to it, so that everybody gets the same cards. With a beacon,
a second line names its first round after 00:00 UTC: `round`, its number, the chain and the signature in lower-case
hexadecimal.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from string import ascii_lowercase
from typing import NamedTuple, TypeVar

from bot.rummy.actions import DEALER, DealCards, Draw, PickDealer, Reshuffle, Source, Toss
from bot.rummy.entropy import NO_BEACON, Secrets
from bot.rummy.errors import ErrorText, RummyError
from bot.rummy.record import Entry, Record, Shuffle
from bot.rummy.table import Chance, Table
from bot.service.beacon import can_check, is_signed
from bot.service.seating_proof import daily_fault_of, fault_of, is_daily

T = TypeVar("T")

SEED_BYTES = 32

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of codes, without those that look alike: people type them."""
CODE_LENGTH = 6


class UnprovenError(RummyError):
    """A record that breaks its promise; its text says where."""


class Shuffled(NamedTuple):
    """A shuffle of a record, found to be as promised."""

    purpose: str
    """One of the purposes in `Chance`: `packs`, `reshuffle-1`."""
    deal: int
    """Number of the deal; 1 is the first."""


def new_secrets(version: int = 2) -> Secrets:
    """Return random secrets for a shuffle of that version."""
    seed = secrets.token_bytes(SEED_BYTES)
    return Secrets(seed, secrets.token_bytes(SEED_BYTES) if version > 1 else None)


def new_code() -> str:
    """Return a code for a table or a tournament."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_rules_id() -> str:
    """Return an id for a rule set of a server."""
    return "h-" + "".join(secrets.choice(ascii_lowercase) for _ in range(CODE_LENGTH))


@dataclass(frozen=True, slots=True)
class Dice:
    """The shuffles of one table."""

    seed: bytes = field(repr=False)
    mixed: str
    """The beginning of what is hashed for each shuffle: it depends on all lines of entropy."""

    @classmethod
    def of(cls, secrets: Secrets, digest: str) -> "Dice":
        """Return the dice that follow from these secrets and the digest of the lines of entropy."""
        return cls(secrets.seed, secrets.mixed(digest))

    def answer(self, chance: Chance) -> Entry:
        """Return the dealer's entry for that shuffle."""
        dice = self
        if chance.beacon:
            dice = replace(self, mixed=self.mixed.removesuffix(NO_BEACON) + chance.beacon)
        return Entry(DEALER, chance.action(dice.shuffled(chance.purpose, chance.deal, chance.items)))

    def shuffled(self, purpose: str, deal: int, items: Sequence[T]) -> list[T]:
        """Return the items in the order that seed and entropy give them."""
        order = list(items)
        numbers = self._numbers(purpose, deal)
        for i in range(len(order) - 1, 0, -1):
            limit = 2**32 - 2**32 % (i + 1)
            number = next(x for x in numbers if x < limit)
            j = number % (i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def secrets_of(self, table: int, version: int) -> Secrets:
        """Return the secrets of a table of the tournament that these dice belong to."""
        return Secrets(self._block("table", table, 0), self._block("veil", table, 0) if version > 1 else None)

    def _numbers(self, purpose: str, deal: int) -> Iterator[int]:
        for counter in count():
            block = self._block(purpose, deal, counter)
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))

    def _block(self, purpose: str, deal: int, counter: int) -> bytes:
        message = f"{self.mixed}/{purpose}/{deal}/{counter}".encode("ascii")
        return hmac.digest(self.seed, message, "sha256")


def verify(record: Record) -> tuple[Shuffled, ...]:
    """Return the shuffles of a finished record, each found to be as promised.

    Raises:
        UnprovenError: the record has no seed or not the promised one, players are not those who joined, cards differ
            from the shuffle, or the actions stop before the end; its text says which.
        ParseError: the rules refuse an action of the record, or a figure is not what the actions make.
    """
    proof = record.shuffle
    if proof is None:
        raise UnprovenError(ErrorText("this record holds no seed: the table was still running"))
    if proof.promised != proof.commitment:
        fault = ErrorText("the seed is not the one promised: its SHA-256 differs from the commitment")
        raise UnprovenError(fault)
    dice = Dice(proof.seed, proof.mixed)
    checked = []
    before = record.opening()
    for number, (entry, after) in enumerate(zip(record.entries, record.tables(), strict=True), start=1):
        chance = before.chance() or before.chance_before(Draw(Source.CLOSED))
        if isinstance(entry.action, Toss | PickDealer | DealCards | Reshuffle):
            if chance is None:
                raise UnprovenError(ErrorText("action {number}: nothing was to be shuffled then", number=number))
            if dice.answer(chance) != entry:
                raise UnprovenError(
                    ErrorText(
                        "action {number}: the cards of '{purpose}' are not the shuffled ones",
                        number=number,
                        purpose=chance.purpose,
                    )
                )
            checked.append(Shuffled(chance.purpose, chance.deal))
        before = after
    if not before.is_over:
        fault = ErrorText("the actions stop before the match is over, and the seed is published only then")
        raise UnprovenError(fault)
    if wrong := _fault_of(record, proof) or _round_fault(before, proof):
        raise UnprovenError(wrong)
    record.check_figures()
    return tuple(checked)


def _round_fault(table: Table, proof: Shuffle) -> ErrorText | None:
    """Return what is wrong with the rounds of a beacon. Return None if all are signed, or if that cannot be checked
    here.
    """
    signed = [one for one in table.rounds if one.signature is not None]
    if signed and proof.version == 1:
        return ErrorText("version 1 of the shuffle knows no beacon")
    for one in signed if can_check() else ():
        if not is_signed(one.chain, one.number, one.signature or b""):
            return ErrorText("deal {deal}: the beacon has not signed round {number}", deal=one.deal, number=one.number)
    return None


def _fault_of(record: Record, proof: Shuffle) -> ErrorText | None:
    """Return why the players are not those that the lines of entropy name.

    Return None if they are, or if the lines were removed.
    """
    if is_daily(record):
        return daily_fault_of(record)
    if proof.removed is not None:
        return None
    return fault_of(record.players, record.rules.max_players, proof.entropy, proof.version)
