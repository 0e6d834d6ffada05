"""Melds of gin: every answer of the helper is that of a search which tries everything."""

import random

import pytest

from bot.games.gin import melds
from bot.games.gin.codes import GinEnding
from bot.games.gin.rules import GinRules, own
from bot.games.gin.showdown import showdown
from bot.rummy.cards import CARDS, Card, parse_cards, parse_groups
from tests.games.gin import brute
from tests.known import shipped


@pytest.fixture(scope="module")
def values() -> GinRules:
    return own(shipped("gin"))


def rich_hand(dice: random.Random, size: int) -> list[Card]:
    """Return a hand of few ranks and suits, in which many melds overlap."""
    low = dice.randint(1, 9)
    near = [card for card in CARDS if low <= card.rank <= low + dice.randint(3, 5)]
    return dice.sample(near, min(size, len(near)))


def two_hands(dice: random.Random, size: int = 10) -> tuple[list[Card], list[Card]]:
    """Return hands that a knock may compare: the first as good as a few discards make it."""
    pack = list(CARDS)
    dice.shuffle(pack)
    if dice.random() < 0.5:
        low = dice.randint(1, 8)
        pack.sort(key=lambda card: (not low <= card.rank <= low + 6, dice.random()))
    first, second, rest = pack[:size], pack[size : size + 10], pack[size + 10 :]
    for card in rest:
        if brute_free(first) <= 10:
            break
        first = better(first, card)
    return first, second


def better(hand: list[Card], card: Card) -> list[Card]:
    return list(melds_kept((*hand, card)))


def melds_kept(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    thrown, _ = melds.best_discard(cards)
    return tuple(card for card in cards if card != thrown)


def brute_free(hand: list[Card]) -> int:
    return melds.best(hand).raw


@pytest.mark.parametrize("seed", range(4))
def test_the_least_deadwood_is_that_of_trying_everything(seed: int) -> None:
    dice = random.Random(seed)
    for number in range(250):
        size = dice.choice((10, 11))
        hand = rich_hand(dice, size) if number % 2 else dice.sample(CARDS, size)
        found = melds.best(hand)
        assert found.raw == brute.deadwood(hand) == sum(map(melds.card_points, found.deadwood))
        assert found.declarable == (not found.deadwood)
        assert sorted(
            (*found.deadwood, *(c for group in found.groups for c in group)), key=lambda c: c.index
        ) == sorted(hand, key=lambda c: c.index)
        assert all(brute.is_meld(frozenset(group)) for group in found.groups)


def test_the_best_discard_is_that_of_trying_every_card() -> None:
    dice = random.Random(5)
    for number in range(60):
        hand = rich_hand(dice, 11) if number % 2 else dice.sample(CARDS, 11)
        kept = dice.choice((None, hand[0]))
        least = min(brute.deadwood([c for c in hand if c != card]) for card in hand if card != kept)
        thrown, found = melds.best_discard(hand, kept)
        assert thrown != kept
        assert found.raw == least


@pytest.mark.parametrize("seed", range(3))
def test_a_knock_comes_to_what_trying_everything_finds(seed: int, values: GinRules) -> None:
    dice = random.Random(100 + seed)
    seen = set()
    for _ in range(120):
        knocker, opponent = two_hands(dice)
        if melds.best(knocker).raw > 10:
            continue
        shown = showdown(tuple(knocker), tuple(opponent), values, 10)
        worth = shown.points if shown.knocker_wins else -shown.points
        assert worth == brute.result(knocker, opponent), (knocker, opponent)
        assert shown.knocker.raw <= 10
        laid = [*shown.laid_off, *shown.opponent.deadwood, *(c for group in shown.opponent.groups for c in group)]
        assert set(laid) == set(opponent)
        assert len(laid) == 10
        seen.add((shown.ending, bool(shown.laid_off)))
    assert {(GinEnding.KNOCK, True), (GinEnding.KNOCK, False), (GinEnding.UNDERCUT, True)} <= seen


@pytest.mark.parametrize(
    ("knocker", "opponent", "laid_off", "left"),
    [
        # Both ends of a sequence, and a card after the one that fits.
        ("5H 6H 7H 9C 9D 9S AC AD AS 2S", "3H 4H 8H 9H KC KD QS JC TD 2C", "3H 4H 8H 9H", 52),
        # The ten of a set stays in an own sequence, where it is worth more.
        ("TC TD TH 2C 2D 2S 4C 4D 4S AC", "8S 9S TS KC QD JH 5C 6D 7H 3D", "", 51),
        # A card that fits two melds is laid off once.
        ("2H 3H 4H 6H 7H 8H KC KD KS AC", "5H 9C 9D JC QD 8C 7C AD TS 5D", "5H", 45),
    ],
)
def test_what_is_laid_off(knocker: str, opponent: str, laid_off: str, left: int, values: GinRules) -> None:
    shown = showdown(parse_cards(knocker), parse_cards(opponent), values, 10)
    assert (set(shown.laid_off), shown.opponent.raw) == (set(parse_cards(laid_off)), left)


def test_the_knocker_keeps_a_card_out_of_a_meld_where_that_stops_lay_offs(values: GinRules) -> None:
    """The six of hearts left out costs six, and keeps the seven and the eight from the sequence."""
    knocker = parse_cards("3H 4H 5H 6H 9C 9D 9S AC AD AS")
    assert showdown(knocker, parse_cards("7H 8H KC KD QS JC TD 2C 4D 3S"), values, 10).ending is GinEnding.GIN
    knocker = parse_cards("3H 4H 5H 6H 9C 9D 9S AC AD 2S")
    shown = showdown(knocker, parse_cards("7H 8H KC KD QS JC TD 2C 4D 3S"), values, 10)
    assert shown.knocker.groups == parse_groups("3H 4H 5H | 9C 9D 9S")
    assert (shown.knocker.raw, shown.opponent.raw, shown.laid_off) == (10, 74, ())
    assert shown.points == 64


def test_an_ace_is_low_only() -> None:
    assert melds.best(parse_cards("QS KS AS")).raw == 21
    assert melds.best(parse_cards("AS 2S 3S")).raw == 0
    assert melds.best(parse_cards("KH AC 2C")).raw == 13
