"""Words that only the western game needs for its pictures: melds on the table, and cards that a hand could put down."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.games.western import placement
from bot.games.western.actions import LayOff, Place, Step, Swap
from bot.games.western.codes import WesternEnding
from bot.games.western.face.words import meld_cards
from bot.games.western.melds import hand_points, in_order
from bot.games.western.rules import WesternRules
from bot.games.western.view import WesternView
from bot.languages.formats import with_commas
from bot.languages.sentence import say, say_in, say_many
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import Phase, without
from bot.rummy.outcome import UNDECIDED, Outcome, ShownHand
from bot.text.words import card, cards, points

# -- the table --------------------------------------------------------------------------------------


def meld_words(seat: Seat, deal: WesternView) -> str:
    """Return the melds of a seat, with their numbers on the table from 1; empty if it has none."""
    own = [f"#{i} {meld_cards(meld)}" for i, meld in enumerate(deal.melds, start=1) if meld.owner == seat]
    return "; " + say("melds {melds}", melds=with_commas(own)) if own else ""


def opening_word(deal: WesternView) -> str:
    """Return `Opens with 30 · 7 melds`."""
    least = say("Opens with {number}", number=deal.own.first_meld) if deal.own.first_meld else ""
    lie = say_many(len(deal.melds), "{number} meld", "{number} melds") if deal.melds else say("No melds yet")
    return " · ".join(filter(None, (least, lie)))


# -- the own hand -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedHand:
    """The own hand, and the cards of it that could be put down now."""

    steps: tuple[tuple[str, Step, tuple[Card, ...]], ...]
    """The steps of the best plan, in words and as a step, with the cards of the hand that go into each."""
    rest: tuple[Card, ...]
    """All other cards, in order."""
    points: int
    """The points by which the hand costs less after the whole plan."""
    goes_out: bool
    """Whether the plan and one discard end the deal."""


def planned_hand(deal: WesternView, *, help: bool = True) -> PlannedHand:
    """Return the own hand; with a plan only in the player's turn, after the draw, and if the solver may help."""
    ready = help and deal.phase is Phase.DISCARD and deal.is_my_turn
    plan = placement.best(deal) if ready else None
    if plan is None:
        return PlannedHand((), in_order(deal.hand), 0, False)
    steps: list[tuple[str, Step, tuple[Card, ...]]] = []
    waiting: list[int] = []  # swaps whose joker is not used yet
    rest = deal.hand
    for step in plan.steps:
        taken = _taken(step)
        # The joker of a swap is not in hand yet.
        coming = max(0, taken.count(JOKER) - rest.count(JOKER))
        laid = without(taken, (JOKER,) * coming)
        if laid:
            waiting += [len(steps)] if isinstance(step, Swap) else []
            steps.append((_with_joker(step) if coming else step_word(step), step, laid))
        else:
            # A step that takes only a swapped joker is named beside the swap that brings the joker.
            place = waiting.pop()
            word, swap, given = steps[place]
            steps[place] = (f"{word} · {step_word(step)}", swap, given)
        rest = without(rest, laid)
    return PlannedHand(tuple(steps), in_order(rest), plan.points, bool(plan.steps) and plan.goes_out)


def _taken(step: Step) -> tuple[Card, ...]:
    """Return the cards that a step takes out of the hand."""
    match step:
        case Place(laid) | LayOff(_, laid):
            return laid
        case Swap(_, given):
            return (given,)
    return ()


def step_word(step: Step) -> str:
    """Return `Place`, `To meld #3`, `For the joker of #3`."""
    match step:
        case Place():
            return say_in("a heading", "Place")
        case LayOff(meld):
            return say("To meld #{number}", number=meld + 1)
        case Swap(meld):
            return say("For the joker of #{number}", number=meld + 1)
    return say_in("a heading", "Take back")


def _with_joker(step: Step) -> str:
    """Return the same words for a step that also takes a swapped joker."""
    match step:
        case LayOff(meld):
            return say("To meld #{number} + joker", number=meld + 1)
    return say("Place + joker")


def hand_words(deal: WesternView, *, help: bool = True) -> Iterator[str]:
    """Yield the own hand: the cards that could be put down, the others, and their points."""
    now = planned_hand(deal, help=help)
    yield from (f"{word}: {cards(laid)}" for word, _, laid in now.steps)
    if now.rest:
        yield say("in hand: {cards}", cards=cards(now.rest))
    if deal.drawn in deal.hand:
        yield say("just drawn: {card}", card=card(deal.drawn))
    if deal.owed:
        yield say_many(
            deal.owed,
            "{number} swapped joker must be used in this turn",
            "{number} swapped jokers must be used in this turn",
        )
    yield points(deal.points)
    yield plan_word(now, deal)


def plan_word(now: PlannedHand, deal: WesternView) -> str:
    """Return what the player could do now, or whether the seat has opened."""
    if now.goes_out:
        return say_in("a player", "can go out")
    if now.points:
        return say_many(now.points, "{number} point can be placed", "{number} points can be placed")
    if deal.has_opened:
        return say_in("a player", "opened")
    least = deal.own.first_meld
    if not least:
        return say("nothing placed yet")
    return say_many(least, "opens with {number} point", "opens with {number} points")


# -- after a deal -----------------------------------------------------------------------------------


def places(outcome: Outcome, own: WesternRules) -> dict[Seat, int]:
    """Return the place of each seat, 1 for the lowest hand; empty if a player ended the deal (C-43)."""
    if outcome.ending not in UNDECIDED | {WesternEnding.SHARED}:
        return {}
    values = {hand.seat: hand_points(hand.deadwood, own) for hand in outcome.shown}
    return {seat: 1 + sum(other < value for other in values.values()) for seat, value in values.items()}


def held_note(hand: ShownHand, outcome: Outcome, own: WesternRules) -> str:
    """Return how a hand ended: its place if nobody went out, a Rummy, or the points that the winner did not pay."""
    place = places(outcome, own).get(hand.seat)
    if place is not None:
        if hand.is_winner:
            return say("lowest hand: {points}", points=hand_points(hand.deadwood, own))
        return say("place {number}", number=place)
    if not hand.is_winner:
        return ""
    if outcome.ending is WesternEnding.RUMMY:
        return say_many(own.rummy_bonus, "Rummy: {number} point off", "Rummy: {number} points off")
    return say_in("a player", "winner")
