"""What only the western game has to tell: melds on the table, and what a hand could put down."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.games.western import placing
from bot.games.western.actions import LayOff, Place, Step, Swap
from bot.games.western.codes import WesternEnding
from bot.games.western.face.words import meld_cards
from bot.games.western.melds import hand_points, in_order
from bot.games.western.rules import WesternRules
from bot.games.western.view import WesternView
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import Phase, without
from bot.rummy.outcome import UNDECIDED, Outcome, ShownHand
from bot.text.words import card, cards, count, lowered, points

# -- the table --------------------------------------------------------------------------------------


def meld_words(seat: Seat, deal: WesternView) -> str:
    """The melds of a seat, with their numbers on the table from 1; empty where it has none."""
    own = [f"#{i} {meld_cards(meld)}" for i, meld in enumerate(deal.melds, start=1) if meld.owner == seat]
    return f"; melds {', '.join(own)}" if own else ""


def opening_word(deal: WesternView) -> str:
    """`Opens with 30 · 7 melds`."""
    least = f"Opens with {deal.own.first_meld}" if deal.own.first_meld else ""
    lie = count(len(deal.melds), "meld") if deal.melds else "No melds yet"
    return " · ".join(filter(None, (least, lie)))


# -- the own hand -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedHand:
    """The own hand, and what of it could be put down now."""

    steps: tuple[tuple[str, Step, tuple[Card, ...]], ...]
    """What the best plan does, in words and as a step, with the cards of the hand that go into it."""
    rest: tuple[Card, ...]
    """All other cards, in order."""
    points: int
    """By how much less the hand costs after the whole plan."""
    goes_out: bool
    """Whether the plan and one discard end the deal."""


def planned_hand(deal: WesternView, *, help: bool = True) -> PlannedHand:
    """The own hand; with a plan only in one's turn, after the draw, and where the solver may help."""
    ready = help and deal.phase is Phase.DISCARD and deal.is_my_turn
    plan = placing.best(deal) if ready else None
    if plan is None:
        return PlannedHand((), in_order(deal.hand), 0, False)
    steps: list[tuple[str, Step, tuple[Card, ...]]] = []
    waiting: list[int] = []  # swaps whose joker goes nowhere yet
    rest = deal.hand
    for step in plan.steps:
        taken = _taken(step)
        # What a swap brings is not in hand yet.
        coming = max(0, taken.count(JOKER) - rest.count(JOKER))
        laid = without(taken, (JOKER,) * coming)
        if laid:
            waiting += [len(steps)] if isinstance(step, Swap) else []
            steps.append((step_word(step) + " + joker" * bool(coming), step, laid))
        else:
            # A step that takes nothing but a swapped joker is told beside the swap that brings it.
            place = waiting.pop()
            word, swap, given = steps[place]
            steps[place] = (f"{word}, {lowered(step_word(step))}", swap, given)
        rest = without(rest, laid)
    return PlannedHand(tuple(steps), in_order(rest), plan.points, bool(plan.steps) and plan.goes_out)


def _taken(step: Step) -> tuple[Card, ...]:
    """What a step takes out of the hand."""
    match step:
        case Place(laid) | LayOff(_, laid):
            return laid
        case Swap(_, given):
            return (given,)
    return ()


def step_word(step: Step) -> str:
    """`Place`, `To meld #3`, `For the joker of #3`."""
    match step:
        case Place():
            return "Place"
        case LayOff(meld):
            return f"To meld #{meld + 1}"
        case Swap(meld):
            return f"For the joker of #{meld + 1}"
    return "Take back"


def hand_words(deal: WesternView, *, help: bool = True) -> Iterator[str]:
    """The own hand: what could be put down, the other cards, what it costs."""
    now = planned_hand(deal, help=help)
    yield from (f"{word}: {cards(laid)}" for word, _, laid in now.steps)
    if now.rest:
        yield f"in hand: {cards(now.rest)}"
    if deal.drawn in deal.hand:
        yield f"just drawn: {card(deal.drawn)}"
    if deal.owed:
        yield f"{count(deal.owed, 'swapped joker')} must be used in this turn"
    yield points(deal.points)
    yield plan_word(now, deal)


def plan_word(now: PlannedHand, deal: WesternView) -> str:
    """What could be done now, or whether the seat has opened."""
    if now.goes_out:
        return "can go out"
    if now.points:
        return f"{points(now.points)} can be placed"
    if deal.has_opened:
        return "opened"
    least = deal.own.first_meld
    return f"opens with {points(least)}" if least else "nothing placed yet"


# -- after a deal -----------------------------------------------------------------------------------


def places(outcome: Outcome, own: WesternRules) -> dict[Seat, int]:
    """By seat, 1 for the lowest hand; empty where a player brought the deal to its end (C-43)."""
    if outcome.ending not in UNDECIDED | {WesternEnding.SHARED}:
        return {}
    values = {hand.seat: hand_points(hand.deadwood, own) for hand in outcome.shown}
    return {seat: 1 + sum(other < value for other in values.values()) for seat, value in values.items()}


def held_note(hand: ShownHand, outcome: Outcome, own: WesternRules) -> str:
    """How a hand ended: the place where nobody went out, a Rummy, the value that winning spares."""
    place = places(outcome, own).get(hand.seat)
    if place is not None:
        return f"lowest hand: {hand_points(hand.deadwood, own)}" if hand.is_winner else f"place {place}"
    if not hand.is_winner:
        return ""
    return f"Rummy: {points(own.rummy_bonus)} off" if outcome.ending is WesternEnding.RUMMY else "winner"
