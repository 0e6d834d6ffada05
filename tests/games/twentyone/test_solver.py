"""The exact helpers: every answer is that of a search which tries everything."""

import random
from collections import Counter

import pytest

from bot.games.twentyone import melds, solver
from bot.games.twentyone.rules import TwentyOneRules
from bot.games.twentyone.search.hands import copies, read
from bot.games.twentyone.search.search import most_spared
from bot.games.twentyone.wild import Wilds, wild_of
from bot.rummy.cards import CARDS, JOKER, Card, Suit, is_joker, packs, parse_cards
from bot.rummy.judge import Arrangement
from tests.games.twentyone.brute import fewest

PACKS = packs(3, 1)
RULES = TwentyOneRules(True, 30, 75, 2, True, (10, 30, 50), (100, 300, 500))
Hand = tuple[Card, ...]


def dealt(dice: random.Random, size: int, kind: int) -> tuple[Hand, Wilds]:
    """Return a hand as it is dealt, with many jokers, of few suits, or of neighbouring ranks."""
    pack = dice.sample(PACKS, len(PACKS))
    wild = wild_of(pack.pop())
    suits, low = dice.sample(list(Suit), dice.choice((1, 2))), dice.randrange(1, 12)

    def wanted(card: Card) -> float:
        joker = is_joker(card, wild.jokers) * dice.random()
        more = {1: 1.3 * joker, 2: float(card.suit in suits), 3: (low <= card.rank < low + 4) + joker / 2}
        return more.get(kind, 0) + dice.random()

    return tuple(sorted(pack, key=wanted, reverse=True)[:size]), wild


def holds(hand: Hand, wild: Wilds, found: Arrangement) -> None:
    """Check that the arrangement is one of this hand, and that its points are right."""
    laid = Counter(card for group in found.groups for card in group)
    assert laid + Counter(found.deadwood) == Counter(hand)
    if found.declarable:
        assert melds.judge(found.groups, wild, hand).valid
    else:
        assert melds.raw_points(found.groups, found.deadwood, wild, RULES) == found.raw


@pytest.mark.parametrize("kind", range(4))
def test_small_hands_spare_what_trying_everything_finds(kind: int) -> None:
    dice = random.Random(kind)
    for _ in range(80):
        hand, wild = dealt(dice, dice.choice((5, 7, 9, 11)), kind)
        numbers = read(hand, wild)
        for pure in range(4):
            found = most_spared(numbers, wild, pure)
            assert (None if found is None else numbers.total - found.spared) == fewest(hand, wild.jokers, pure)


@pytest.mark.parametrize("kind", range(4))
def test_whole_hands_cost_what_trying_everything_finds(kind: int) -> None:
    dice = random.Random(10 + kind)
    for _ in range(20):
        hand, wild = dealt(dice, 21, kind)
        least = fewest(hand, wild.jokers, 3)
        found = solver.fewest(hand, wild, RULES)
        cheap = RULES.six_dublees if len(copies(hand, 2)) >= 6 else 1000
        assert found.raw == min(cheap, wild.points(hand) if least is None else least)


@pytest.mark.parametrize("kind", range(4))
def test_arrangements_are_what_they_say(kind: int) -> None:
    dice = random.Random(20 + kind)
    for _ in range(40):
        hand, wild = dealt(dice, 21, kind)
        holds(hand, wild, solver.best(hand, wild, RULES))
        holds(hand, wild, solver.fewest(hand, wild, RULES))


@pytest.mark.parametrize("kind", range(4))
def test_the_best_discard_is_that_of_trying_every_card(kind: int) -> None:
    dice = random.Random(30 + kind)
    for _ in range(6):
        hand, wild = dealt(dice, 22, kind)
        thrown, kept = solver.best_discard(hand, wild, RULES)
        rest = [*hand]
        rest.remove(thrown)
        holds(tuple(rest), wild, kept)
        every = []
        for card in set(hand):
            others = [*hand]
            others.remove(card)
            every.append(solver.best(others, wild, RULES))
        assert (not kept.declarable, kept.raw) == min((not one.declarable, one.raw) for one in every)


FOUR_WAYS = {
    "three pure sequences": "2C 3C 4C 6D 7D 8D 9H TH JH QS KS AS 4D 5D JK 8C 8D 8H 2S 2H 2D",
    "three tunnelas": "2C 2C 2C 9D 9D 9D KH KH KH AC 3D 5S 7H 9C JD KS 2S 4H 6C 8D TS",
    "eight dublees": "2C 2C 9D 9D KH KH 4S 4S 7H 7H JC JC AD AD 3S 3S 5H 6C 8D TS QH",
    "eight jokers": "JK JK JK 5C 5D 5S 5H 5C 2C 3D 4S 7H 9C JD KS 2S 4H 8C 8D TS QH",
}


@pytest.mark.parametrize("way", FOUR_WAYS)
def test_each_way_to_declare_is_found(way: str) -> None:
    hand, wild = parse_cards(FOUR_WAYS[way]), wild_of(Card.parse("5D"))
    assert solver.best(hand, wild, RULES).declarable
    holds(hand, wild, solver.best(hand, wild, RULES))


@pytest.mark.parametrize("way", FOUR_WAYS)
def test_each_way_to_declare_is_found_with_a_card_more(way: str) -> None:
    hand, wild = parse_cards(FOUR_WAYS[way]), wild_of(Card.parse("5D"))
    _, kept = solver.best_discard((*hand, Card.parse("QD")), wild, RULES)
    assert kept.declarable


def test_a_tunnela_of_the_suit_keeps_its_card_from_a_sequence() -> None:
    wild = wild_of(Card.parse("2D"))
    hand = parse_cards("6S 8S JK 7S 7S 7S")
    found = most_spared(read(hand, wild), wild, 1)
    assert found is not None
    assert found.spared == 35


def test_twenty_jokers_are_a_declaration() -> None:
    wild = wild_of(JOKER)
    jokers = [card for card in PACKS if card in wild.jokers][:20]
    assert solver.best([*jokers, CARDS[0]], wild, RULES).declarable
    assert solver.best_discard([*jokers, CARDS[0], CARDS[20]], wild, RULES)[1].declarable
