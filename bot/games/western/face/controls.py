"""The controls of the western game: drawing, placing, laying off, swapping; and the answers to its requests."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from bot.codes import Problem
from bot.faces.controls import (
    MAX_TYPED,
    Act,
    Asked,
    Command,
    Parameter,
    Reply,
    Scene,
    ShowHand,
    ShowScreen,
    card_of_value,
    card_values,
)
from bot.faces.zones import Zone
from bot.games.western import placement
from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.games.western.codes import WesternRefusal
from bot.games.western.face import words
from bot.games.western.face.alt import planned_hand
from bot.games.western.melds import Meld, card_points, extended, in_order, readings
from bot.games.western.placement import Placement
from bot.games.western.view import WesternView, western_deal
from bot.languages.sentence import sentence_in
from bot.layout import MAX_CHOICES, Accent, Button, Choice, Menu, Row, Style, row, screen
from bot.rummy.actions import Discard
from bot.rummy.cards import JOKER, Card, parse_cards
from bot.rummy.deal_view import Phase
from bot.rummy.errors import IllegalAction, Refusal, RefusalCode
from bot.rummy.view import View
from bot.text.buttons import BACK
from bot.text.choices import (
    card_parameter,
    coach_button,
    draw_buttons,
    has_card_buttons,
    more_button,
    sort_button,
    throw_rows,
)
from bot.text.hand import JUST_DRAWN
from bot.text.refusals import NO_HELP, PROBLEMS, REFUSALS, UserError
from bot.text.words import card, cards

MOST_PLACES = 4
"""Buttons for the ways to place the same cards; one more button goes back."""
MOST_OTHERS = 2
"""Buttons for other steps on the hand; all others stand behind ⋯."""


def controls(scene: Scene) -> Iterator[Row | Menu | None]:
    """Yield the controls of a player who is in the deal."""
    deal = western_deal(scene.view.deal)
    if deal.is_my_turn and not can_place(deal):
        yield row(*draw_buttons(scene))
    elif deal.is_my_turn and not scene.moves_cards:
        yield from throw_rows(scene, _as_shown(deal, help=scene.help), *_thrown_first(scene, deal))
        yield scene.menu("pick", words.PICK(), _every_card(deal), most=len(deal.hand))
        if not has_card_buttons(scene):
            yield scene.menu("discard", words.DISCARD(), _discards(deal))
    plan = best_plan(deal) if scene.help else None
    yield row(
        scene.button("best", words.PLACE_BEST(), Style.SUCCESS) if plan is not None else None,
        *list(_others(scene, deal))[:MOST_OTHERS],
        coach_button(scene),
        more_button(scene),
    )


def more(scene: Scene) -> Iterator[Button | None]:
    """Yield the controls behind ⋯."""
    yield from list(_others(scene, western_deal(scene.view.deal)))[MOST_OTHERS:]
    yield sort_button(scene)


def _others(scene: Scene, deal: WesternView) -> Iterator[Button]:
    """Yield the buttons of all other steps that can be done now."""
    if scene.view.allows(Undo()):
        yield scene.button("undo", words.UNDO())
    if can_place(deal) and any(_swaps(deal)):
        yield scene.button("ask-swap", words.ASK_SWAP())
    if can_place(deal) and any(_layoffs(scene, deal)):
        yield scene.button("ask-lay-off", words.LAY_OFF())


def _as_shown(deal: WesternView, *, help: bool) -> list[Card]:
    """Return the cards as the picture shows them: those that could be put down now, then the others."""
    now = planned_hand(deal, help=help)
    return [*chain.from_iterable(laid for _, _, laid in now.steps), *now.rest]


def _thrown_first(scene: Scene, deal: WesternView) -> Iterator[Card | None]:
    """Yield the drawn card and, with help, the dearest card that the best plan leaves in hand."""
    yield deal.drawn
    plan = placement.best(deal) if scene.help else None
    left = [one for one in plan.left if one != JOKER] if plan is not None else []
    yield max(left, key=lambda one: (card_points(one, deal.own), -one.index), default=None)


def _every_card(deal: WesternView) -> list[Choice]:
    """Return a choice for every card of the hand, also for equal ones."""
    hand = in_order(deal.hand)
    return [Choice(card(one), value) for one, value in zip(hand, card_values(hand), strict=True)]


def _discards(deal: WesternView) -> list[Choice]:
    """Return a choice for each different card of the hand, the drawn one first, without jokers that must stay."""
    return [
        Choice(card(one), str(one), JUST_DRAWN() if one == deal.drawn else None)
        for one in sorted(dict.fromkeys(in_order(deal.hand)), key=lambda one: one != deal.drawn)
        if deal.refusal(Discard(one)) is not WesternRefusal.JOKER_DISCARD
    ]


def _swaps(deal: WesternView) -> Iterator[Choice]:
    """Yield choices for the cards that can be swapped for a joker."""
    for at, meld in enumerate(deal.melds):
        for one in _given(deal, at):
            label, about = words.swap(at + 1, one, meld)
            yield Choice(label, f"{at} {one}", about)


def _given(deal: WesternView, at: int) -> tuple[Card, ...]:
    """Return the different cards of the hand that can be given for a joker of that meld."""
    hand = dict.fromkeys(deal.hand if deal.melds[at].jokers else ())
    return tuple(one for one in hand if deal.refusal(Swap(at, one)) is None)


def _layoffs(scene: Scene, deal: WesternView) -> Iterator[Choice]:
    """Yield choices for the single cards that a meld on the table takes."""
    for one in dict.fromkeys(in_order(deal.hand)) if deal.has_opened else ():
        for choice in _onto(scene, deal, (one,)):
            yield replace(choice, label=card(one), about=choice.label)


def meld_zones(view: View) -> Iterator[Zone]:
    """Yield a place for new melds, and each meld on the table."""
    deal = western_deal(view.deal)
    may = can_place(deal)
    yield Zone("new", words.NEW_MELD(), put="pick" if may else "", asks=True, takes_many=True)
    for at, meld in enumerate(deal.melds):
        puts = f"lay-off {at}" if may and deal.has_opened else ""
        given = _given(deal, at) if may else ()
        swap = f"swap {at}" if given else ""
        yield Zone(f"meld {at}", str(at + 1), meld.cards, put=puts, takes_many=True, swap=swap, swaps=given)


def can_place(deal: WesternView) -> bool:
    """Return whether the player may put cards down now."""
    return deal.is_my_turn and deal.phase is Phase.DISCARD


def best_plan(deal: WesternView) -> Placement | None:
    """Return the plan of the solver; None if it can put nothing down now."""
    plan = placement.best(deal) if can_place(deal) else None
    return plan if plan is not None and plan.steps else None


# -- what to know before the discard ----------------------------------------------------------------


def details(scene: Scene) -> Iterator[str]:
    """Yield what the player still owes and could put down, then the decks and the melds."""
    deal = western_deal(scene.view.deal)
    if deal.phase is Phase.OVER:
        return
    if can_place(deal):
        yield from _advice(deal, help=scene.help and scene.advice is None, in_words=scene.in_words)
    yield words.on_table(deal)


def _advice(deal: WesternView, *, help: bool, in_words: bool) -> Iterator[str]:
    """Yield what the player owes, and the plan if it ends the deal; `in_words`: also if no picture shows it."""
    if deal.owed:
        yield words.owed()
    own = [meld.points for meld in deal.melds if meld.owner == deal.seat]
    if own and not deal.has_opened:
        yield words.too_low(sum(own), deal.own.first_meld)
    plan = placement.best(deal) if help else None
    if help and plan is None:
        yield words.stuck()
    elif plan is not None and plan.goes_out:
        yield f"✅ {words.go_out(plan.steps, *plan.left)}"
    elif plan is not None and plan.steps and in_words:
        yield words.best(plan.steps, plan.points)


# -- where chosen cards go --------------------------------------------------------------------------


def _pick(scene: Scene, asked: Asked) -> Reply:
    """Show the uses of the chosen cards: each way to place them, and each meld that takes them."""
    deal = western_deal(scene.view.deal)
    if not asked.is_current:
        raise UserError(PROBLEMS[Problem.STALE]())
    chosen = tuple(map(card_of_value, asked.values))
    refusal = deal.refusal(Place(chosen))
    if not can_place(deal):
        raise IllegalAction(refusal or Refusal.NOT_NOW)
    places, melds = _places(deal, chosen), list(_onto(scene, deal, chosen))
    why = sentence(refusal) if refusal is not None and not places and not melds else ""
    alone = len(places) == 1
    return ShowScreen(
        screen(
            Accent.GREEN,
            f"{words.chosen(chosen, why)} {scene.deadline}",
            words.MORE_MELDS() if len(melds) > MAX_CHOICES else None,
            scene.menu("lay-off", words.LAY_OFF(), melds[:MAX_CHOICES]),
            row(
                *(
                    scene.button(_place_text(meld, deal), words.place(meld, alone=alone), Style.SUCCESS)
                    for meld in places
                ),
                scene.button("hand", BACK()),
            ),
        )
    )


def sentence(refusal: RefusalCode) -> str:
    """Return why something is not allowed now."""
    return (words.REFUSALS.get(refusal) or REFUSALS[refusal])()


def _place_text(meld: Meld, deal: WesternView) -> str:
    return str(placement.placed_as(meld, deal.own))


def _places(deal: WesternView, chosen: Sequence[Card]) -> list[Meld]:
    """Return the ways to place the cards, with jokers wherever they may lie."""
    assert deal.seat is not None
    if deal.refusal(Place(tuple(chosen))) is not None:
        return []
    ways = readings(chosen, deal.seat, deal.own)
    sets = [meld for meld in ways if not meld.low]
    return [*[meld for meld in ways if meld.low][: MOST_PLACES - len(sets)], *sets]


def _onto(scene: Scene, deal: WesternView, chosen: tuple[Card, ...]) -> Iterator[Choice]:
    """Yield choices for the melds that take the cards."""
    for at, meld in enumerate(deal.melds):
        sides = list(sides_of(deal, at, chosen))
        for side in sides:
            label = words.onto(at + 1, scene.names[meld.owner], meld, side if len(sides) > 1 else None)
            yield Choice(label, str(LayOff(at, chosen, side)).removeprefix("lay-off "))


def sides_of(deal: WesternView, at: int, chosen: tuple[Card, ...]) -> Iterable[Side]:
    """Return the ends at which the meld takes the cards; only one if both lead to the same meld."""
    grown: dict[Meld | RefusalCode, Side] = {}
    for side in Side:
        if deal.refusal(LayOff(at, chosen, side)) is None:
            grown.setdefault(extended(deal.melds[at], chosen, side is Side.LOW, deal.own), side)
    return grown.values()


def _ask_swap(scene: Scene, asked: Asked) -> Reply:
    """Ask which card to give for which joker."""
    return _choosing(scene, "swap", words.SWAP(), _swaps(western_deal(scene.view.deal)))


def _ask_lay_off(scene: Scene, asked: Asked) -> Reply:
    """Ask which card to add to which meld."""
    return _choosing(scene, "lay-off", words.LAY_OFF(), _layoffs(scene, western_deal(scene.view.deal)))


def _choosing(scene: Scene, action: str, hint: str, choices: Iterator[Choice]) -> Reply:
    """Show the hand with these choices of an action. Without any, show the hand as it is."""
    menu = scene.menu(action, hint, islice(choices, MAX_CHOICES)) if can_place(western_deal(scene.view.deal)) else None
    if menu is None:
        return ShowHand()
    back = row(scene.button("hand", BACK()))
    return ShowScreen(screen(Accent.GREEN, scene.hand(scene.view), scene.deadline, menu, back))


# -- requests and commands --------------------------------------------------------------------------


def _best(scene: Scene, asked: Asked) -> Reply:
    """Put down the cards that the solver would."""
    deal = western_deal(scene.view.deal)
    if not scene.help:
        raise UserError(NO_HELP())
    plan = best_plan(deal)
    if plan is None:
        refusal = deal.refusal(Place(deal.hand[:1]))
        soon = refusal in (Refusal.DRAW_FIRST, Refusal.NOT_YOUR_TURN)
        raise UserError(REFUSALS[refusal]() if refusal is not None and soon else words.NOTHING_BEST())
    return Act(plan.steps)


def _place(scene: Scene, asked: Asked) -> Reply:
    """Place the melds that were typed, `7S 8S 9S | set 4H JK JK`; without any, those of the solver."""
    if "cards" not in asked.typed:
        return _best(scene, asked)
    typed = asked.typed["cards"][:MAX_TYPED]
    melds = tuple(Place.parse(part.strip()) for part in typed.split("|") if part.strip())
    if not melds:
        raise IllegalAction(WesternRefusal.NO_CARDS)
    return Act(melds)


def _lay_off(scene: Scene, asked: Asked) -> Reply:
    """Add the typed cards to a meld."""
    at, side = meld_named(asked.typed["meld"])
    return Act((LayOff(at, parse_cards(asked.typed["card"]), side),))


def _swap(scene: Scene, asked: Asked) -> Reply:
    """Give the typed card for the joker of a meld."""
    return Act((Swap(meld_named(asked.typed["meld"])[0], Card.parse(asked.typed["card"].strip())),))


def _undo(scene: Scene, asked: Asked) -> Reply:
    """Take back the last step."""
    return Act((Undo(),))


def meld_named(where: str) -> tuple[int, Side]:
    """Return the index of a meld on the table, from 0, and one of its ends: `3`, `3 low`.

    Raises:
        UserError: the text names no meld.
    """
    number, _, side = where.strip().lower().partition(" ")
    if not (number.isascii() and number.isdecimal() and 0 < len(number) < 4 and side in ("", *Side)):
        raise UserError(words.NO_MELD_NAMED())
    return int(number) - 1, Side(side or Side.HIGH)


def _best_melds(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the melds that the solver would place now, if it may help."""
    deal = western_deal(scene.view.deal)
    plan = best_plan(deal) if scene.help else None
    for step in plan.steps if plan is not None else ():
        # A meld that needs a joker from the table cannot be placed before the swap.
        if isinstance(step, Place) and deal.refusal(step) is None:
            yield cards(step.cards), str(step).removeprefix("place ")


def _melds(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the melds on the table, by number."""
    for number, meld in enumerate(western_deal(scene.view.deal).melds, start=1):
        yield words.onto(number, scene.names[meld.owner], meld, None), str(number)


REQUESTS = {"best": _best, "pick": _pick, "ask-swap": _ask_swap, "ask-lay-off": _ask_lay_off}

_MELD = Parameter(sentence_in("an option", "meld"), words.MELD_NUMBER, 10, is_needed=True, complete=_melds)
COMMANDS = (
    Command(
        sentence_in("a command", "place"),
        words.PLACE_COMMAND,
        _place,
        (Parameter(sentence_in("an option", "cards"), words.PLACE_CARDS, MAX_TYPED, complete=_best_melds),),
    ),
    Command(
        sentence_in("a command", "layoff"),
        words.LAY_OFF_COMMAND,
        _lay_off,
        (card_parameter(words.LAY_OFF_CARD, 100), _MELD),
    ),
    Command(sentence_in("a command", "swap"), words.SWAP_COMMAND, _swap, (card_parameter(words.SWAP_CARD), _MELD)),
    Command(sentence_in("a command", "undo"), words.UNDO_COMMAND, _undo),
)
