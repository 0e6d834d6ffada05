"""The distance of a hand beside a slow search, and by its definition: the right card brings it one nearer."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian import solver
from bot.games.indian.distance import KINDS, distance, search_of
from bot.games.indian.search import fillers
from bot.games.indian.search.digits import ONE_SUIT
from bot.rummy.cards import JOKER, Card, Rank, packs, parse_cards
from bot.rummy.deal_view import without
from bot.rummy.rules import Rules
from tests.games.indian.missing_cards import missing_cards
from tests.known import shipped
from tests.rummy.hands import hard_hand, near_hand, some_wild, variants

CIRCLE = shipped("circle")
VARIANTS = variants()
Case = tuple[tuple[Card, ...], Rank | None, Rules]


def some_case(seed: int) -> Case:
    """Return a hand of thirteen: dealt, hard, or with most of its cards in groups; some without a joker."""
    dice = random.Random(seed)
    dealt = tuple(dice.sample(packs(2, dice.choice((0, 1))), 13))
    hand = dice.choice((dealt, hard_hand(dice, 13), near_hand(dice)))
    wild = None if dice.random() < 0.2 else some_wild(dice, hand)
    return hand, wild, dice.choice(VARIANTS)


cases = st.builds(some_case, st.integers(0, 2**32))


@given(cases)
@settings(max_examples=40)
def test_the_right_card_brings_a_hand_one_nearer_and_none_brings_it_two(case: Case) -> None:
    """The distance is defined like this: a hand that cannot be declared is one further than its best neighbour."""
    hand, wild, rules = case
    missing = distance(hand, wild, rules)
    assert (missing == 0) == solver.best(hand, wild, rules).declarable
    after = {card: distance((*hand, card), wild, rules) for card in KINDS}
    assert min(after.values()) == max(0, missing - 1)
    search = search_of(wild, rules)
    helpful = set(search.helpful(search.read(hand), missing))
    assert helpful == {card.index for card, then in after.items() if then < missing}


@given(cases, st.sampled_from(KINDS))
@settings(max_examples=40)
def test_fourteen_cards_are_as_near_as_the_best_thirteen_of_them(case: Case, card: Card) -> None:
    hand, wild, rules = case
    more = (*hand, card)
    assert distance(more, wild, rules) == min(distance(without(more, (one,)), wild, rules) for one in set(more))


@pytest.mark.parametrize("seed", range(20))
def test_the_slow_search_finds_the_same(seed: int) -> None:
    for case in map(some_case, range(2 * seed, 2 * seed + 2)):
        assert distance(*case) == missing_cards(*case), case


@pytest.mark.parametrize(
    ("hand", "wild", "missing"),
    [
        ("2H 3H 4H 5C 6C 7C 9D TD JD KS KC KD KH", None, 0),
        ("2H 3H 4H 5C 6C 7C 9D TD JD KS KC KD 8S", None, 1),
        ("2H 3H 4H 5C 6C 7C 9D TD JD KS KC 8S 2D", None, 2),
        ("2H 4H 6H 8H TH QH 2C 4C 6C 8C TC QC AS", None, 5),  # every gap of one must be filled
        ("2H 3H JK JK JK JK JK JK JK JK JK JK JK", None, 2),  # no joker makes a sequence pure
        ("2H 3H 4H JK JK JK JK JK JK JK JK JK JK", None, 1),  # jokers alone are no second sequence
        ("JK JK JK JK JK JK JK JK JK JK JK JK JK", None, 4),
        ("5H 6H 7H 5C 6C 6D 9D TD JD KS KC KD KH", Rank.SIX, 0),  # a wild card in its own place
    ],
)
def test_hands_whose_distance_anyone_sees(hand: str, wild: Rank | None, missing: int) -> None:
    assert distance(parse_cards(hand), wild, CIRCLE) == missing
    if missing < 3 or JOKER in parse_cards(hand):
        assert missing_cards(parse_cards(hand), wild, CIRCLE) == missing


def test_memories_start_again_when_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    suits = [search_of(None, CIRCLE).read(some_case(seed)[0]).cards & ONE_SUIT for seed in range(40)]
    filled = fillers.Filled(12)
    pure = fillers.PureFilled(filled, 0, 0)
    known = [(filled[suit], pure[suit]) for suit in suits]
    monkeypatch.setattr(fillers, "REMEMBERED", 3)
    monkeypatch.setattr(fillers, "PURE_REMEMBERED", 3)
    filled = fillers.Filled(12)
    pure = fillers.PureFilled(filled, 0, 0)
    assert [(filled[suit], pure[suit]) for suit in suits] == known
