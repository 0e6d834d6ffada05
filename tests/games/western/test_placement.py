"""The solver of placements beside every possible order of steps, and the promises of a plan."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.games.western import placement
from bot.games.western.actions import Place
from bot.games.western.deal import WesternDeal
from bot.games.western.melds import Meld, hand_points, laid
from bot.games.western.rules import WesternRules, own
from bot.rummy.actions import Discard
from bot.rummy.cards import CARDS, JOKER, Card, Seat, parse_cards
from bot.rummy.deal import SeatState
from bot.rummy.deal_view import Phase
from tests.games.western import brute_placement as brute_placing
from tests.known import shipped
from tests.vector_romme import P1, P2, dealt

FREE = own(shipped("romme"))
VARIANTS = [
    FREE,
    replace(FREE, first_meld=30),
    replace(FREE, adjacent_jokers=False),
    replace(FREE, more_jokers=True),
    replace(FREE, first_meld=20, adjacent_jokers=False),
]


def turn(hand: tuple[Card, ...], melds: tuple[Meld, ...], romme: WesternRules, owed: int = 0) -> WesternDeal:
    """Return a turn in which P1 holds these cards after drawing."""
    deal = dealt()
    deal = replace(deal, rules=replace(deal.rules, own=romme), melds=melds, owed=owed, phase=Phase.DISCARD)
    return replace(deal, hands=(SeatState(hand, has_drawn=True, had_turn=True), *deal.hands[1:]), drawn=hand[-1])


def some_meld(dice: random.Random, owner: Seat, romme: WesternRules) -> Meld:
    """Return a meld with a joker at times."""
    while True:
        start, length = dice.randrange(52), dice.choice((3, 3, 4, 5))
        if dice.random() < 0.5:
            cards = [CARDS[start - start % 13 + (start + i) % 13] for i in range(length)]
        else:
            cards = [CARDS[(start + 13 * i) % 52] for i in range(min(length, 4))]
        if dice.random() < 0.5:
            cards[dice.randrange(len(cards))] = JOKER
        found = laid(cards, owner, romme)
        if isinstance(found, Meld):
            return found


def some_turn(dice: random.Random, romme: WesternRules, size: int) -> WesternDeal:
    """Return a small hand of few suits and ranks, up to two jokers, up to three melds, opened or not."""
    suits, low = dice.sample(range(4), dice.choice((1, 2, 3))), dice.randrange(1, 10)
    pool = [card for card in CARDS * 2 if card.suit in suits and low <= card.rank < low + dice.choice((4, 6))]
    melds = [some_meld(dice, dice.choice((P1, P2, P2)), romme) for _ in range(dice.randrange(4))]
    near = [card for meld in melds for cards in meld.stands_for for card in cards]
    near += [meld.at(min(14, meld.high + 1)) for meld in melds if meld.low]
    hand = [JOKER] * dice.choice((0, 0, 1, 1, 2)) + dice.sample(pool, min(4, len(pool)))
    hand += [dice.choice(near or pool) for _ in range(size)]
    return turn(tuple(hand[:size]), tuple(melds), romme)


def lying(meld: Meld) -> brute_placing.Lying:
    """Return the meld in the form of the slow search."""
    if not meld.low:
        return tuple((card, card) for card in meld.cards)
    return tuple((stands[0], card) for stands, card in zip(meld.stands_for, meld.cards, strict=True))


def slow(deal: WesternDeal) -> tuple[bool, int] | None:
    placed = [meld for meld in deal.melds if meld.owner == P1]
    hand = tuple(sorted(deal.hands[P1].cards, key=lambda card: card.index))
    points = sum(meld.points for meld in placed)
    start = brute_placing.Turn(hand, tuple(map(lying, deal.melds)), points, bool(placed), deal.owed)
    return brute_placing.least(start, deal.own)


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_the_solver_finds_what_the_slow_search_finds(number: int) -> None:
    dice, romme = random.Random(number), VARIANTS[number]
    ends = Counter[str]()
    for _ in range(40):
        deal = some_turn(dice, romme, dice.choice((4, 5, 5)))
        plan = placement.best(deal.view(P1))
        found = None if plan is None else (not plan.goes_out, hand_points(plan.left, romme))
        assert found == slow(deal), (deal.hands[P1].cards, deal.melds)
        ends["none" if plan is None else "out" if plan.goes_out else "some" if plan.steps else "nothing"] += 1
    assert ends["out"] > 1
    assert ends["some"] > 2


def test_a_plan_can_be_played_and_leaves_what_it_says() -> None:
    for seed in range(300):
        dice = random.Random(seed)
        deal = some_turn(dice, dice.choice(VARIANTS), dice.randint(4, 14))
        plan = placement.best(deal.view(P1))
        if plan is None:
            continue
        before = hand_points(deal.hands[P1].cards, deal.own)
        for step in plan.steps:
            deal = deal.play(P1, step)
        assert Counter(deal.hands[P1].cards) == Counter(plan.left)
        assert plan.points == before - hand_points(plan.left, deal.own)
        naturals = [card for card in plan.left if card != JOKER] or [JOKER]
        over = deal.play(P1, Discard(naturals[0]))
        assert (over.outcome is not None) == plan.goes_out


def test_a_swapped_joker_is_put_down_with_what_is_placed_first() -> None:
    """Nothing can be placed without the joker that lies on the table, and that can be had only after placement."""
    table = (Meld(P2, parse_cards("5H JK 7H"), 5),)
    held = turn(parse_cards("6H TS JS 2C"), table, VARIANTS[0])
    plan = placement.best(held.view(P1))
    assert plan is not None
    assert plan.steps == ()
    opened = turn(parse_cards("6H TS JS 2C"), (*table, Meld(P1, parse_cards("3C 3S 3H"), 0)), VARIANTS[0])
    plan = placement.best(opened.view(P1))
    assert plan is not None
    assert plan.goes_out
    assert str(plan.steps[0]) == "swap 0 6H"


def test_what_is_placed_first_may_be_worth_less_and_go_on_further() -> None:
    """Ten, jack and queen cost more with the joker at the high end, but then the seven finds no place."""
    table = (Meld(P2, parse_cards("TH JK QH JK"), 10),)
    plan = placement.best(turn(parse_cards("JK 7H TH JH JH 2C"), table, VARIANTS[0]).view(P1))
    assert plan is not None
    assert plan.goes_out
    assert plan.left == parse_cards("2C")
    assert str(plan.steps[0]) == "place JK TH JH"


def test_a_set_that_makes_a_sequence_too_is_placed_as_what_is_worth_more() -> None:
    strict = replace(VARIANTS[0], more_jokers=True, first_meld=33)
    deal = turn(parse_cards("AH JK JK 9D"), (), strict)
    plan = placement.best(deal.view(P1))
    assert plan is not None
    assert plan.steps == (Place(parse_cards("AH JK JK"), as_set=True),)
    assert deal.play(P1, plan.steps[0]).view(P1).has_opened


def test_one_who_cannot_end_the_turn_has_no_plan() -> None:
    full = Meld(P1, parse_cards("3C 3S 3H 3D"), 0)
    assert placement.best(turn(parse_cards("JK KS QD"), (full,), VARIANTS[0], owed=1).view(P1)) is None


def test_one_look_is_one_search() -> None:
    deal = turn(parse_cards("7S 8S 9S 2C 2D 2H KD"), (), VARIANTS[0])
    found = placement.best(deal.view(P1))
    assert placement.best(deal.view(P1)) is found
    assert placement.best(deal.play(P1, Place(parse_cards("7S 8S 9S"))).view(P1)) is not found


@pytest.mark.parametrize("lying", ["JK 9C 9S", "9C JK 9S"])
def test_a_set_takes_a_card_of_its_rank_wherever_its_joker_lies(lying: str) -> None:
    """A joker that lies first says nothing of the rank."""
    table = (Meld(P2, parse_cards(lying), 0), Meld(P1, parse_cards("3C 3S 3H"), 0))
    plan = placement.best(turn(parse_cards("KD 9H"), table, VARIANTS[0]).view(P1))
    assert plan is not None
    assert plan.goes_out
    assert list(map(str, plan.steps)) == ["lay-off 0 9H"]
