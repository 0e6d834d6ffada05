"""Actions at a table of any game, and their one-line texts.

A game adds its own moves and their parsers.

Players act by their seat. `DEALER` plays what comes from outside: shuffled cards, an end by vote or staff.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol

from bot.rummy.beacon import SIGNATURE_BYTES, Chain
from bot.rummy.cards import Card, Seat, card_texts, parse_cards
from bot.rummy.errors import CardTextError, ErrorText, ParseError

DEALER = Seat(-1)
"""The seat of actions by chance, the clock and the staff."""


class Action:
    """Something that happens at a table; `str` gives its line in records."""

    __slots__ = ()

    is_stepless: ClassVar[bool] = False
    """Whether a player may take it with a control of an earlier step, whatever has happened since."""
    ends_wait: ClassVar[bool] = False
    """Whether the table waits for it on a clock, so that it may use extra time."""


class Move(Action):
    """An action in a deal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Word(Action):
    """An action that is written as one word."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


class Source(StrEnum):
    """The deck from which a card is drawn."""

    CLOSED = "closed"
    OPEN = "open"


class ChanceKind(StrEnum):
    """The kind of a shuffle."""

    TOSS = "toss"
    DEALER = "dealer"
    PACKS = "packs"
    RESHUFFLE = "reshuffle"


class EndCause(StrEnum):
    """The reason why a table ended without a result."""

    HOST = "host"
    STAFF = "staff"
    FAULT = "fault"
    ROUND_OVER = "round_over"
    """The time of its tournament's round was over."""
    DECIDED = "decided"
    """The staff of its tournament decided it by hand."""
    CANCELLED = "cancelled"
    """Its tournament was called off."""
    IDLE = "idle"
    """It has no clock, and nobody played for days."""
    PLACE = "place"
    """It had lost its place, and had no other for days."""
    PUT_BACK = "put_back"
    """The database was put back to a copy: people have seen cards that would come again."""
    BEACON = "beacon"
    """The beacon did not answer before the first deal."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Take a card."""

    ends_wait: ClassVar[bool] = True

    source: Source

    def __str__(self) -> str:
        return f"draw {self.source}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Throw a card on the open deck; the turn is over."""

    ends_wait: ClassVar[bool] = True

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Sort(Word, Move):
    """Sort one's hand by suits; groups stay."""

    is_stepless: ClassVar[bool] = True

    word = "sort"


class Drop(Word, Move):
    """Leave this deal for the drop penalty."""

    word = "drop"


class Lapse(Word, Move):
    """End a turn whose time ran out."""

    word = "lapse"


@dataclass(frozen=True, slots=True)
class UseBank(Move):
    """Note the extra time that the seat's next action takes; comes right before it."""

    seconds: int

    def __str__(self) -> str:
        return f"bank {self.seconds}"


class Leave(Word, Move):
    """Leave the table for good."""

    is_stepless: ClassVar[bool] = True

    word = "leave"


class Next(Word):
    """Go on to the next deal: a seat is ready, or declines to rejoin. From `DEALER`: the time for it is over."""

    word = "next"


class Rejoin(Word):
    """Buy back into a pool, right after being eliminated."""

    word = "rejoin"


class CallSplit(Word):
    """Ask the other players who are left to share the pool."""

    word = "call-split"


class CallEnd(Word):
    """Ask the others to end the table without a result."""

    word = "call-end"


class CallBreak(Word):
    """Ask the others in the deal for a break, in which no clock runs."""

    is_stepless: ClassVar[bool] = True

    word = "call-break"


class Resume(Word):
    """End the break. From `DEALER`: its time is over."""

    is_stepless: ClassVar[bool] = True

    word = "resume"


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """Answer the player who asked to end the table, to share the pool or for a break."""

    agree: bool

    def __str__(self) -> str:
        return f"vote {'yes' if self.agree else 'no'}"


class VoteOver(Word):
    """End the vote: its time ran out (by `DEALER`)."""

    word = "vote-over"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the table without a result (by `DEALER`)."""

    cause: EndCause

    def __str__(self) -> str:
        return f"end {self.cause}"


@dataclass(frozen=True, slots=True)
class NameRound(Action):
    """Name the round of a beacon that the next deal waits for (by `DEALER`)."""

    number: int
    chain: Chain

    def __str__(self) -> str:
        return f"round {self.number} {self.chain}"


@dataclass(frozen=True, slots=True)
class NoteNamed(Action):
    """Note the message in Discord that named the round of a deal (by `DEALER`)."""

    deal: int
    message: int

    def __str__(self) -> str:
        return f"named {self.deal} {self.message}"


@dataclass(frozen=True, slots=True)
class SignRound(Action):
    """Take the signature of the round that the deal waits for (by `DEALER`)."""

    signature: bytes

    def __str__(self) -> str:
        return f"signed {self.signature.hex()}"


class MissRound(Word):
    """Say that the round has not come (by `DEALER`)."""

    word = "missed"


class EndWithout(Word):
    """Agree to end the table without the missing round. From `DEALER`: it has been missing for too long."""

    word = "without"


@dataclass(frozen=True, slots=True)
class Toss(Action):
    """Deal one card to each player, in the order they joined (by `DEALER`)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"toss {card_texts(self.cards)}"


@dataclass(frozen=True, slots=True)
class PickDealer(Action):
    """Name the seat that deals, if no toss decides (by `DEALER`)."""

    seat: Seat

    def __str__(self) -> str:
        return f"dealer {self.seat}"


@dataclass(frozen=True, slots=True)
class DealCards(Action):
    """Deal the packs, first card first (by `DEALER`)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {card_texts(self.cards)}"


@dataclass(frozen=True, slots=True)
class Reshuffle(Move):
    """Make the new closed deck, next card first (by `DEALER`)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"reshuffle {card_texts(self.cards)}"


PRESSABLE: frozenset[type[Action]] = frozenset(
    (Draw, Discard, Sort, Drop, Leave, Next, Rejoin, CallSplit, CallEnd, CallBreak, Resume, Vote, EndWithout)
)
"""The actions that a control may carry, in any game that has them. Time, chance and staff act without one."""


class Vocabulary(Protocol):
    """The part of a game that is needed to read an action."""

    @property
    def words(self) -> Mapping[str, Move]:
        """Return the game's own moves of one word, by their text."""

    @property
    def parsers(self) -> Mapping[str, Callable[[str], Move]]:
        """Return the parsers of the game's other moves, by first word. They read the rest of the line."""


def parse_flag(text: str) -> bool:
    """Return True for `yes`, False for `no`. Raise a KeyError for anything else."""
    return {"yes": True, "no": False}[text]


def parse_count(text: str) -> int:
    """Return a whole number of at most six digits. Raise a ValueError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ValueError(text)
    return int(text)


def _parse_id(text: str) -> int:
    """Return a whole number of at most nineteen digits. Raise a ValueError for anything else."""
    if not re.fullmatch("0|[1-9][0-9]{0,18}", text):
        raise ValueError(text)
    return int(text)


LAST_TIME = 1 << 36
"""No round of a beacon comes at that time or later, in unix seconds: far from now, and a date that can be written."""


def _parse_round(text: str) -> Action:
    number, _, chain = text.partition(" ")
    named = NameRound(_parse_id(number), Chain.parse(chain))
    if named.chain.time_of(named.number) >= LAST_TIME:
        raise ValueError(text)
    return named


def _parse_named(text: str) -> Action:
    deal, _, message = text.partition(" ")
    return NoteNamed(parse_count(deal), _parse_id(message))


def _parse_signed(text: str) -> Action:
    if not re.fullmatch(f"[0-9a-f]{{{2 * SIGNATURE_BYTES}}}", text):
        raise ValueError(text)
    return SignRound(bytes.fromhex(text))


_PARSERS: Mapping[str, Callable[[str], Action]] = {
    "draw": lambda rest: Draw(Source(rest)),
    "discard": lambda rest: Discard(Card.parse(rest)),
    "bank": lambda rest: UseBank(parse_count(rest)),
    "vote": lambda rest: Vote(parse_flag(rest)),
    "end": lambda rest: End(EndCause(rest)),
    "round": _parse_round,
    "named": _parse_named,
    "signed": _parse_signed,
    "toss": lambda rest: Toss(parse_cards(rest)),
    "dealer": lambda rest: PickDealer(Seat(parse_count(rest))),
    "deal": lambda rest: DealCards(parse_cards(rest)),
    "reshuffle": lambda rest: Reshuffle(parse_cards(rest)),
}
_WORDS: Mapping[str, Action] = {
    str(action): action
    for action in (
        *(Sort(), Drop(), Lapse(), Leave(), Next(), Rejoin()),
        *(CallSplit(), CallEnd(), CallBreak(), Resume(), VoteOver(), MissRound(), EndWithout()),
    )
}


def parse_action(text: str, game: Vocabulary) -> Action:
    """Return the action of a game that a line names; the inverse of `str`.

    >>> from bot.games.indian.game import IndianGame
    >>> parse_action("draw closed", IndianGame())
    Draw(source=<Source.CLOSED: 'closed'>)
    >>> str(parse_action("discard 7S", IndianGame()))
    'discard 7S'

    Raises:
        ParseError: the line names no action, or names it wrongly.
    """
    if found := _WORDS.get(text) or game.words.get(text):
        return found
    word, _, rest = text.partition(" ")
    parser = game.parsers.get(word) or _PARSERS.get(word)
    if parser is None:
        raise _no_action(text)
    try:
        return parser(rest)
    except CardTextError as error:
        raise ParseError(*error.args) from None
    except (ValueError, KeyError):
        raise _no_action(text) from None


def _no_action(text: str) -> ParseError:
    return ParseError(ErrorText("no action: {typed}", typed=repr(text[:80])))
