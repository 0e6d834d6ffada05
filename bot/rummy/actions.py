"""All that can happen at a table, and its one-line text.

Players act by their seat. What comes from outside the players (shuffled cards, the end by vote or staff) is
played by `DEALER`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.cards import (
    Card,
    Groups,
    Seat,
    card_texts,
    group_texts,
    parse_cards,
    parse_groups,
)
from bot.rummy.errors import CardTextError, ParseError

DEALER = Seat(-1)
"""Acts for chance, clock and staff: whatever no seat decides."""


class Source(StrEnum):
    """Where a card is drawn from."""

    CLOSED = "closed"
    OPEN = "open"


class EndCause(StrEnum):
    """Why a table ended without a result."""

    HOST = "host"
    STAFF = "staff"
    FAULT = "fault"
    ROUND_OVER = "round_over"
    """The time of its tournament's round was over."""
    DECIDED = "decided"
    """The staff of its tournament decided it by hand."""
    CANCELLED = "cancelled"
    """Its tournament was called off."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a card."""

    source: Source

    def __str__(self) -> str:
        return f"draw {self.source}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card on the open deck; the turn is over."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Side(StrEnum):
    """At which end of a sequence a card goes that fits at both."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a meld on the table. In the order of a sequence, jokers stand for the cards they lie between."""

    cards: tuple[Card, ...]
    as_set: bool = False
    """As a set, though they make a sequence too: one card with jokers, where a meld may have more of these."""

    def __str__(self) -> str:
        return f"place {'set ' if self.as_set else ''}{card_texts(self.cards)}".rstrip()

    @classmethod
    def parse(cls, rest: str) -> "Place":
        """The inverse of `str`, without its first word."""
        word, _, cards = rest.partition(" ")
        return cls(parse_cards(cards), as_set=True) if word.lower() == "set" else cls(parse_cards(rest))


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add cards to a meld on the table; melds count from 0."""

    meld: int
    cards: tuple[Card, ...]
    side: Side = Side.HIGH
    """Where jokers go that fit at both ends."""

    def __str__(self) -> str:
        low = "low " if self.side is Side.LOW else ""
        return f"lay-off {self.meld} {low}{card_texts(self.cards)}".rstrip()

    @classmethod
    def parse(cls, rest: str) -> "LayOff":
        """The inverse of `str`, without its first word."""
        meld, _, cards = rest.partition(" ")
        low = cards.split(" ", 1)[0] == Side.LOW
        side = Side.LOW if low else Side.HIGH
        return cls(_count(meld), parse_cards(cards.removeprefix(Side.LOW) if low else cards), side)


@dataclass(frozen=True, slots=True)
class Swap:
    """Take a joker from a meld on the table for the card it stands for."""

    meld: int
    card: Card

    def __str__(self) -> str:
        return f"swap {self.meld} {self.card}"

    @classmethod
    def parse(cls, rest: str) -> "Swap":
        """The inverse of `str`, without its first word."""
        meld, _, card = rest.partition(" ")
        return cls(_count(meld), Card.parse(card))


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step of one's turn that showed nothing new: placing, laying off, swapping."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Finish:
    """Put a card in the finish slot; a declaration must follow."""

    card: Card

    def __str__(self) -> str:
        return f"finish {self.card}"


@dataclass(frozen=True, slots=True)
class Declare:
    """Claim to be out with these groups; they are judged as they are."""

    groups: Groups

    def __str__(self) -> str:
        return f"declare {group_texts(self.groups)}".rstrip()


@dataclass(frozen=True, slots=True)
class Group:
    """Save one's groups; they replace those saved before. Seen by nobody else."""

    groups: Groups

    def __str__(self) -> str:
        return f"group {group_texts(self.groups)}".rstrip()


@dataclass(frozen=True, slots=True)
class Sort:
    """Put one's hand in the order of suits; groups stay."""

    def __str__(self) -> str:
        return "sort"


@dataclass(frozen=True, slots=True)
class Show:
    """A loser is done: the saved groups are what counts."""

    def __str__(self) -> str:
        return "show"


@dataclass(frozen=True, slots=True)
class Drop:
    """Leave this deal for the drop penalty."""

    def __str__(self) -> str:
        return "drop"


@dataclass(frozen=True, slots=True)
class Lapse:
    """The time of the seat ran out."""

    def __str__(self) -> str:
        return "lapse"


@dataclass(frozen=True, slots=True)
class UseBank:
    """The seat's move took this much of its extra time; comes right before the move."""

    seconds: int

    def __str__(self) -> str:
        return f"bank {self.seconds}"


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good."""

    def __str__(self) -> str:
        return "leave"


@dataclass(frozen=True, slots=True)
class Next:
    """Go on to the next deal: a seat is ready, or declines to rejoin; by `DEALER`, the time for it is over."""

    def __str__(self) -> str:
        return "next"


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Buy back into a pool, right after being eliminated."""

    def __str__(self) -> str:
        return "rejoin"


@dataclass(frozen=True, slots=True)
class CallSplit:
    """Ask the others who are left to share the pool."""

    def __str__(self) -> str:
        return "call-split"


@dataclass(frozen=True, slots=True)
class CallEnd:
    """Ask the others to end the table without a result."""

    def __str__(self) -> str:
        return "call-end"


@dataclass(frozen=True, slots=True)
class Vote:
    """Answer whoever asked to end the table, or to share the pool."""

    agree: bool

    def __str__(self) -> str:
        return f"vote {'yes' if self.agree else 'no'}"


@dataclass(frozen=True, slots=True)
class VoteOver:
    """The time to vote ran out (by `DEALER`)."""

    def __str__(self) -> str:
        return "vote-over"


@dataclass(frozen=True, slots=True)
class End:
    """The table ends without a result (by `DEALER`)."""

    cause: EndCause

    def __str__(self) -> str:
        return f"end {self.cause}"


@dataclass(frozen=True, slots=True)
class Toss:
    """One card for each player, in the order they joined (by `DEALER`)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"toss {card_texts(self.cards)}"


@dataclass(frozen=True, slots=True)
class PickDealer:
    """The seat that deals, where no toss decides (by `DEALER`)."""

    seat: Seat

    def __str__(self) -> str:
        return f"dealer {self.seat}"


@dataclass(frozen=True, slots=True)
class DealCards:
    """The packs as dealt, first card first (by `DEALER`)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {card_texts(self.cards)}"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The new closed deck, next card first (by `DEALER`)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"reshuffle {card_texts(self.cards)}"


Step = Place | LayOff | Swap | Undo
"""What one may do between drawing and discarding in the western game."""

Move = Draw | Discard | Step | Finish | Declare | Group | Sort | Show | Drop | Lapse | UseBank | Leave | Reshuffle
"""What a deal plays."""

Action = Move | Next | Rejoin | CallSplit | CallEnd | Vote | VoteOver | End | Toss | PickDealer | DealCards
"""What a table plays."""


def _flag(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ValueError(text)
    return int(text)


_PARSERS: dict[str, Callable[[str], Action]] = {
    "draw": lambda rest: Draw(Source(rest)),
    "discard": lambda rest: Discard(Card.parse(rest)),
    "place": Place.parse,
    "lay-off": LayOff.parse,
    "swap": Swap.parse,
    "finish": lambda rest: Finish(Card.parse(rest)),
    "declare": lambda rest: Declare(parse_groups(rest)),
    "group": lambda rest: Group(parse_groups(rest)),
    "bank": lambda rest: UseBank(_count(rest)),
    "vote": lambda rest: Vote(_flag(rest)),
    "end": lambda rest: End(EndCause(rest)),
    "toss": lambda rest: Toss(parse_cards(rest)),
    "dealer": lambda rest: PickDealer(Seat(_count(rest))),
    "deal": lambda rest: DealCards(parse_cards(rest)),
    "reshuffle": lambda rest: Reshuffle(parse_cards(rest)),
}
_WORDLIKE = (Undo(), Sort(), Show(), Drop(), Lapse(), Leave(), Next(), Rejoin(), CallSplit(), CallEnd(), VoteOver())
_WORDS: dict[str, Action] = {str(action): action for action in _WORDLIKE}


def parse_action(text: str) -> Action:
    """The action that a line names; the inverse of `str`.

    Raises:
        ParseError: the line names no action, or names it wrongly.
    """
    if text in _WORDS:
        return _WORDS[text]
    word, _, rest = text.partition(" ")
    if word not in _PARSERS:
        raise ParseError(f"no action: {text[:80]!r}")
    try:
        return _PARSERS[word](rest)
    except (ValueError, KeyError, CardTextError) as error:
        raise ParseError(f"{word}: {error}") from None
