"""The private hand of the western game: what its player can put down, and where."""

from collections.abc import Iterable, Iterator, Sequence

from bot import text
from bot.games.western import placing
from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.games.western.codes import WesternRefusal
from bot.games.western.face import words as western_words
from bot.games.western.melds import Meld, extended, in_order, readings
from bot.games.western.placing import Placement
from bot.games.western.view import WesternView, western_view
from bot.layout import MAX_CHOICES, Accent, Choice, Menu, Row, Screen, Style, row, screen
from bot.rummy.actions import Discard, Draw, Sort, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import Phase
from bot.rummy.errors import IllegalAction, Refusal, RefusalCode
from bot.rummy.ids import PlayerId
from bot.rummy.view import View
from bot.screens.base import button, deadline, my_view, names, select
from bot.screens.ids import card_values, cards_word
from bot.service.state import TableState

MOST_PLACES = 4
"""Buttons for the ways to place the same cards; one goes back."""


def words(deal: WesternView) -> str:
    """The hand in words."""
    lines = [western_words.held(in_order(deal.hand), deal.points)]
    if deal.drawn in deal.hand:
        lines.append(western_words.drawn(deal.drawn))
    if deal.phase is not Phase.OVER:
        lines.append(western_words.opening(deal.has_opened, deal.own.first_meld))
    return "\n".join(lines)


def details(state: TableState, deal: WesternView) -> str:
    """What is owed, what could be put down; decks and melds."""
    if deal.phase is Phase.OVER:
        return ""
    used_up = [western_words.USED_UP] if _must_draw(deal) and deal.is_used_up else []
    return "\n".join(
        [*used_up, *_advice(state, deal), western_words.decks(deal.top, deal.closed), on_table(state, deal)]
    )


def on_table(state: TableState, deal: WesternView) -> str:
    """The melds on the table, in words."""
    called = names(state)
    return western_words.on_table(deal.melds, [called[meld.owner] for meld in deal.melds])


def _advice(state: TableState, deal: WesternView) -> Iterator[str]:
    """What the player has to know before the discard."""
    if not _can_place(deal):
        return
    if deal.owed:
        yield western_words.OWED
    own = [meld.points for meld in deal.melds if meld.owner == deal.seat]
    if own and not deal.has_opened:
        yield western_words.too_low(sum(own), deal.own.first_meld)
    if not state.lobby.help:
        return
    plan = placing.best(deal)
    if plan is None:
        yield western_words.STUCK
    elif plan.steps:
        yield western_words.best(plan.steps, plan.points, goes_out=plan.goes_out)


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
            select(state, "pick", western_words.PICK, _every_card(deal), most=len(deal.hand)),
            select(state, "swap", western_words.SWAP, _swaps(deal)),
            select(state, "discard", "Discard…", _discards(deal)),
            _last_row(state, view, deal),
        ]
    return [_draw_row(state, view, deal) if deal.is_my_turn else None, _last_row(state, view, deal)]


def _draw_row(state: TableState, view: View, deal: WesternView) -> Row | None:
    top = f"Open {text.card(deal.top)}" if deal.top else "Open"
    may_open = view.allows(Draw(Source.OPEN))
    closed, style = "Closed", Style.SUCCESS
    if deal.is_used_up:
        closed, style = western_words.CLOSED_ENDS, Style.DANGER
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
        if deal.refusal(Discard(card)) is not WesternRefusal.JOKER_DISCARD
    ]


def _swaps(deal: WesternView) -> list[Choice]:
    """The cards that can be given for a joker."""
    found = []
    for at, meld in enumerate(deal.melds):
        for card in dict.fromkeys(deal.hand) if meld.jokers else ():
            if deal.refusal(Swap(at, card)) is None:
                label, about = western_words.swap(at + 1, card, meld)
                found.append(Choice(label, f"{at + 1} {card}", about))
    return found[:MAX_CHOICES]


# -- where chosen cards go --------------------------------------------------------------------------


def chosen(state: TableState, me: PlayerId, cards: Sequence[Card]) -> Screen:
    """What can be done with the chosen cards: each way to place them, each meld that takes them.

    Raises:
        ServiceError: the person does not sit here.
        IllegalAction: nothing can be put down now.
    """
    deal = western_view(my_view(state, me))
    if deal is None:
        raise IllegalAction(Refusal.OTHER_GAME)
    if not _can_place(deal):
        raise IllegalAction(deal.refusal(Place(tuple(cards))) or Refusal.NOT_NOW)
    places, melds = _places(deal, cards), _onto(state, deal, tuple(cards))
    refusal = deal.refusal(Place(tuple(cards)))
    why = "" if refusal is None or places or melds else text.refusals.refusal(refusal, [deal.rules.game])
    alone = len(places) == 1
    return screen(
        Accent.GREEN,
        f"{western_words.chosen(cards, why)} {deadline(state)}",
        western_words.MORE_MELDS if len(melds) > MAX_CHOICES else None,
        select(state, f"lay-off {cards_word(cards)}", western_words.LAY_OFF, melds[:MAX_CHOICES]),
        row(
            *(
                button(state, _place_word(meld, deal), western_words.place(meld, alone=alone), Style.SUCCESS)
                for meld in places
            ),
            button(state, "hand", "Back"),
        ),
    )


def _place_word(meld: Meld, deal: WesternView) -> str:
    step = placing.placed_as(meld, deal.own)
    return f"{'place-set' if step.as_set else 'place'} {cards_word(step.cards)}"


def _places(deal: WesternView, cards: Sequence[Card]) -> list[Meld]:
    """The ways to place the cards, jokers where they may lie."""
    assert deal.seat is not None
    if deal.refusal(Place(tuple(cards))) is not None:
        return []
    ways = readings(cards, deal.seat, deal.own)
    sets = [meld for meld in ways if not meld.low]
    return [*[meld for meld in ways if meld.low][: MOST_PLACES - len(sets)], *sets]


def _onto(state: TableState, deal: WesternView, cards: tuple[Card, ...]) -> list[Choice]:
    """The melds that take the cards."""
    found = []
    for at, meld in enumerate(deal.melds):
        sides = list(sides_of(deal, at, cards))
        for side in sides:
            label = western_words.onto(at + 1, state.names[meld.owner], meld, side if len(sides) > 1 else None)
            found.append(Choice(label=label, value=f"{at + 1} {side}"))
    return found


def sides_of(deal: WesternView, at: int, cards: tuple[Card, ...]) -> Iterable[Side]:
    """At which ends the meld takes the cards; one where both come to the same."""
    grown: dict[Meld | RefusalCode, Side] = {}
    for side in Side:
        if deal.refusal(LayOff(at, cards, side)) is None:
            grown.setdefault(extended(deal.melds[at], cards, side is Side.LOW, deal.own), side)
    return grown.values()
