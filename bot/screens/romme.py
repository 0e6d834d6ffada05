"""The private hand of the western game: what its player can put down, and where."""

from collections.abc import Iterable, Iterator, Sequence

from bot import text
from bot.games.western import placing
from bot.games.western.melds import Meld, extended, in_order, readings
from bot.games.western.placing import Placement
from bot.layout import MAX_CHOICES, Accent, Choice, Menu, Row, Screen, Style, row, screen
from bot.rummy.actions import Discard, Draw, LayOff, Place, Side, Sort, Source, Swap, Undo
from bot.rummy.cards import Card
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.view import Phase, View, WesternView
from bot.screens.base import button, deadline, my_view, names, select
from bot.screens.ids import card_values, cards_word
from bot.service.state import TableState

MOST_PLACES = 4
"""Buttons for the ways to place the same cards; one goes back."""


def words(deal: WesternView) -> str:
    """The hand in words."""
    lines = [text.romme.held(in_order(deal.hand), deal.points)]
    if deal.drawn in deal.hand:
        lines.append(text.romme.drawn(deal.drawn))
    if deal.phase is not Phase.OVER:
        lines.append(text.romme.opening(deal.has_opened, deal.romme.first_meld))
    return "\n".join(lines)


def details(state: TableState, deal: WesternView) -> str:
    """What is owed, what could be put down; decks and melds."""
    if deal.phase is Phase.OVER:
        return ""
    used_up = [text.romme.USED_UP] if _must_draw(deal) and deal.is_used_up else []
    return "\n".join([*used_up, *_advice(state, deal), text.romme.decks(deal.top, deal.closed), on_table(state, deal)])


def on_table(state: TableState, deal: WesternView) -> str:
    """The melds on the table, in words."""
    called = names(state)
    return text.romme.on_table(deal.melds, [called[meld.owner] for meld in deal.melds])


def _advice(state: TableState, deal: WesternView) -> Iterator[str]:
    """What the player has to know before the discard."""
    if not _can_place(deal):
        return
    if deal.owed:
        yield text.romme.OWED
    own = [meld.points for meld in deal.melds if meld.owner == deal.seat]
    if own and not deal.has_opened:
        yield text.romme.too_low(sum(own), deal.romme.first_meld)
    if not state.lobby.help:
        return
    plan = placing.best(deal)
    if plan is None:
        yield text.romme.STUCK
    elif plan.steps:
        yield text.romme.best(plan.steps, plan.points, goes_out=plan.goes_out)


def best_plan(deal: WesternView) -> Placement | None:
    """What the solver would put down now; None: nothing."""
    plan = placing.best(deal) if _can_place(deal) else None
    return plan if plan is not None and plan.steps else None


def _can_place(deal: WesternView) -> bool:
    return deal.is_my_turn and deal.phase is Phase.DISCARD


def _must_draw(deal: WesternView) -> bool:
    return deal.is_my_turn and deal.phase is Phase.DRAW


# -- controls ---------------------------------------------------------------------------------------


def controls(state: TableState, view: View, deal: WesternView) -> list[Row | Menu | None]:
    """What one who is in the deal can do now."""
    if _can_place(deal):
        return [
            select(state, "pick", text.romme.PICK, _every_card(deal), most=len(deal.hand)),
            select(state, "swap", text.romme.SWAP, _swaps(deal)),
            select(state, "discard", "Discard…", _discards(deal)),
            _last_row(state, view, deal),
        ]
    return [_draw_row(state, view, deal) if deal.is_my_turn else None, _last_row(state, view, deal)]


def _draw_row(state: TableState, view: View, deal: WesternView) -> Row | None:
    top = f"Open {text.card(deal.top)}" if deal.top else "Open"
    may_open = view.allows(Draw(Source.OPEN))
    closed, style = "Closed", Style.SUCCESS
    if deal.is_used_up:
        closed, style = text.romme.CLOSED_ENDS, Style.DANGER
    return row(
        button(state, "draw closed", closed, style),
        button(state, "draw open", top, Style.PRIMARY, disabled=not may_open),
    )


def _last_row(state: TableState, view: View, deal: WesternView) -> Row | None:
    plan = best_plan(deal) if state.lobby.help else None
    return row(
        button(state, "place-best", "Place best", Style.SUCCESS) if plan is not None else None,
        button(state, "undo", "Undo") if view.allows(Undo()) else None,
        button(state, "sort", "Sort") if view.allows(Sort()) else None,
        button(state, "refresh", "Refresh"),
    )


def _every_card(deal: WesternView) -> list[Choice]:
    """Every card of the hand, also equal ones."""
    values = card_values(deal.hand)
    return [Choice(label=text.card(card), value=value) for card, value in zip(deal.hand, values, strict=True)]


def _discards(deal: WesternView) -> list[Choice]:
    """Each different card of the hand once, the drawn one first; no joker that has to stay."""
    return [
        Choice(
            label=text.card(card),
            value=str(card),
            about=text.hand.JUST_DRAWN if card == deal.drawn else None,
        )
        for card in sorted(dict.fromkeys(deal.hand), key=lambda card: card != deal.drawn)
        if deal.refusal(Discard(card)) is not Refusal.JOKER_DISCARD
    ]


def _swaps(deal: WesternView) -> list[Choice]:
    """The cards that can be given for a joker."""
    found = []
    for at, meld in enumerate(deal.melds):
        for card in dict.fromkeys(deal.hand) if meld.jokers else ():
            if deal.refusal(Swap(at, card)) is None:
                label, about = text.romme.swap(at + 1, card, meld)
                found.append(Choice(label, f"{at + 1} {card}", about))
    return found[:MAX_CHOICES]


# -- where chosen cards go --------------------------------------------------------------------------


def chosen(state: TableState, me: PlayerId, cards: Sequence[Card]) -> Screen:
    """What can be done with the chosen cards: each way to place them, each meld that takes them.

    Raises:
        ServiceError: the person does not sit here.
        IllegalAction: nothing can be put down now.
    """
    deal = my_view(state, me).romme
    if deal is None:
        raise IllegalAction(Refusal.OTHER_GAME)
    if not _can_place(deal):
        raise IllegalAction(deal.refusal(Place(tuple(cards))) or Refusal.NOT_NOW)
    places, melds = _places(deal, cards), _onto(state, deal, tuple(cards))
    refusal = deal.refusal(Place(tuple(cards)))
    why = text.REFUSALS[refusal] if refusal is not None and not places and not melds else ""
    alone = len(places) == 1
    return screen(
        Accent.GREEN,
        f"{text.romme.chosen(cards, why)} {deadline(state)}",
        text.romme.MORE_MELDS if len(melds) > MAX_CHOICES else None,
        select(state, f"lay-off {cards_word(cards)}", text.romme.LAY_OFF, melds[:MAX_CHOICES]),
        row(
            *(
                button(state, _place_word(meld, deal), text.romme.place(meld, alone=alone), Style.SUCCESS)
                for meld in places
            ),
            button(state, "hand", "Back"),
        ),
    )


def _place_word(meld: Meld, deal: WesternView) -> str:
    step = placing.placed_as(meld, deal.romme)
    return f"{'place-set' if step.as_set else 'place'} {cards_word(step.cards)}"


def _places(deal: WesternView, cards: Sequence[Card]) -> list[Meld]:
    """The ways to place the cards, jokers where they may lie."""
    assert deal.seat is not None
    if deal.refusal(Place(tuple(cards))) is not None:
        return []
    ways = readings(cards, deal.seat, deal.romme)
    sets = [meld for meld in ways if not meld.low]
    return [*[meld for meld in ways if meld.low][: MOST_PLACES - len(sets)], *sets]


def _onto(state: TableState, deal: WesternView, cards: tuple[Card, ...]) -> list[Choice]:
    """The melds that take the cards."""
    found = []
    for at, meld in enumerate(deal.melds):
        sides = list(sides_of(deal, at, cards))
        for side in sides:
            label = text.romme.onto(at + 1, state.names[meld.owner], meld, side if len(sides) > 1 else None)
            found.append(Choice(label=label, value=f"{at + 1} {side}"))
    return found


def sides_of(deal: WesternView, at: int, cards: tuple[Card, ...]) -> Iterable[Side]:
    """At which ends the meld takes the cards; one where both come to the same."""
    grown: dict[Meld | Refusal, Side] = {}
    for side in Side:
        if deal.refusal(LayOff(at, cards, side)) is None:
            grown.setdefault(extended(deal.melds[at], cards, side is Side.LOW, deal.romme), side)
    return grown.values()
