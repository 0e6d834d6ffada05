"""A hand and a table as plain data, for front ends that draw them themselves: what lies where and may go where."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.languages.sentence import say_in
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import Phase
from bot.rummy.view import View

THROW = "throw"
"""The request that throws the card named after it, or first asks about it."""
THROWN_SHOWN = 3
"""The cards of the open deck that are shown, the last ones."""


@dataclass(frozen=True, slots=True)
class HandGroup:
    """Cards of a hand that lie together."""

    cards: tuple[Card, ...]
    kind: str = ""
    """The kind of group that they make, in a word or two."""
    band: str = ""
    """The name of the colour of its band in pictures."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table. Controls are named by their text; an empty text: not now."""

    name: str
    label: str
    cards: tuple[Card, ...] = ()
    """Cards that lie open there, the top one last."""
    hidden: int = 0
    """The number of cards that lie face down there."""
    take: str = ""
    """The control that takes the top card."""
    put: str = ""
    """The control that puts cards of the hand here. Their texts follow its own."""
    asks: bool = False
    """Whether the cards are not part of the control's text but chosen with it, as in a menu."""
    takes_many: bool = False
    """Whether several cards can be put here at once."""
    swap: str = ""
    """The control that gives a card of the hand for a joker here. The text of the card follows its own."""
    swaps: tuple[Card, ...] = ()
    """The cards of the hand that can be given so."""


@dataclass(frozen=True, slots=True)
class Zones:
    """A hand and the places on the table."""

    groups: tuple[HandGroup, ...]
    loose: tuple[Card, ...]
    """The cards outside all groups."""
    zones: tuple[Zone, ...]
    worth: str = ""
    """The points of the hand as it lies."""
    can_save: bool = False
    """Whether groups can be saved now, by the action `group`."""


def decks(view: View) -> Iterator[Zone]:
    """Yield the closed and the open deck, which all games have."""
    deal = view.deal
    assert deal is not None
    may_draw = view.allows(Draw(Source.CLOSED))
    yield Zone(
        "closed", say_in("a button", "Closed"), hidden=deal.closed, take=str(Draw(Source.CLOSED)) if may_draw else ""
    )
    is_covered = deal.covered_by is not None
    shown = tuple(thrown.card for thrown in deal.open[-THROWN_SHOWN:])
    throws = deal.is_my_turn and deal.phase is Phase.DISCARD and any(view.allows(Discard(one)) for one in deal.hand)
    yield Zone(
        "open",
        say_in("a button", "Open"),
        shown[:-1] if is_covered else shown,
        hidden=int(is_covered),
        take=str(Draw(Source.OPEN)) if view.allows(Draw(Source.OPEN)) else "",
        put=THROW if throws else "",
    )
