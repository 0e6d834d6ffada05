"""The worth of a hand: the exact numbers beside a slow search, and the chance to win beside the results."""

import random
from dataclasses import replace
from operator import mul
from statistics import fmean

import pytest

from bot.games.indian import solver
from bot.games.indian.computer import chances
from bot.games.indian.computer.chances import Prospects
from bot.games.indian.computer.unseen import unseen
from bot.games.indian.distance import KINDS, distance
from bot.games.indian.view import indian_deal
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Card, parse_cards
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View
from tests.bench._positions import positions
from tests.bench.chance_weights import Observed, fitted
from tests.games.indian.missing_cards import missing_cards
from tests.games.indian.test_levels import HOPELESS, look, table_with
from tests.known import shipped
from tests.playing import indian
from tests.vector_romme import P1, P2

ONE_SHORT = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD | 8S"
TWO_SHORT = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC | 8S 3D"
COMPLETE = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD KH"


def chance(hand: str, *, draws: bool = False, top: str = "", count: int = 2) -> float:
    """Return the chance that players read for a hand at the start of a deal."""
    view = table_with(HOPELESS, top=top, count=count).view(P1)
    return Prospects(view).of(parse_cards(hand.replace("|", " ")), draws=draws).chance


# -- what is exact ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 3, 11])
def test_missing_and_helping_cards_are_exact(number: int) -> None:
    rules = shipped("circle")
    view, hand, draws, _ = random.Random(number).choice(positions(rules, number))
    deal = indian_deal(view.deal)
    found = Prospects(view).of(hand, draws=draws)
    counts = unseen(view, deal)
    assert found.missing == missing_cards(hand, deal.wild, rules)
    nearer = [card for card in KINDS if distance((*hand, card), deal.wild, rules) < found.missing]
    assert found.helping == sum(counts[card.index] for card in nearer)
    assert found.unseen == sum(counts)
    assert found.points == solver.best(hand, deal.wild, rules).raw


def test_every_card_that_the_seat_cannot_see_is_counted() -> None:
    view = look(HOPELESS, top="KC")
    assert Prospects(view).of(parse_cards(HOPELESS), draws=True).unseen == 106 - 13 - 1 - 1


# -- what the model must say ------------------------------------------------------------------------


def test_a_hand_that_ends_the_deal_with_its_draw_wins() -> None:
    assert chance(COMPLETE, draws=True) == 1
    assert chance(ONE_SHORT, draws=True, top="KH") == 1
    assert chance(ONE_SHORT, draws=True, top="2C") < 1
    assert chance(ONE_SHORT, draws=False, top="KH") < chance(COMPLETE) < 1


def test_what_brings_nearer_is_worth_more() -> None:
    falling = [COMPLETE, ONE_SHORT, TWO_SHORT, HOPELESS]
    for draws in (False, True):
        said = [chance(hand, draws=draws) for hand in falling[draws:]]
        assert said == sorted(said, reverse=True)
    assert chance(TWO_SHORT, draws=True) > chance(TWO_SHORT)
    assert chance(TWO_SHORT, draws=True, top="KD") > chance(TWO_SHORT, draws=True, top="7H")


@pytest.mark.parametrize("hand", [ONE_SHORT, TWO_SHORT, HOPELESS])
def test_more_opponents_leave_less(hand: str) -> None:
    said = [chance(hand, count=count) for count in range(2, 7)]
    assert said == sorted(said, reverse=True)
    assert len(set(said)) == 5


def test_who_dropped_is_no_opponent() -> None:
    table = table_with(TWO_SHORT.replace("|", " "), count=3)
    hands = indian(table).hands
    dropped = replace(
        table, deal=replace(indian(table), hands=(*hands[:2], replace(hands[2], status=SeatStatus.DROPPED)))
    )
    alone = replace(hands[1], status=SeatStatus.DROPPED), replace(hands[2], status=SeatStatus.DROPPED)
    hand = parse_cards(TWO_SHORT.replace("|", " "))
    said = [Prospects(one.view(P1)).of(hand, draws=False).chance for one in (table, dropped)]
    assert said[0] < said[1]
    last = replace(table, deal=replace(indian(table), hands=(hands[0], *alone)))
    assert Prospects(last.view(P1)).of(hand, draws=False).chance == 1


def test_more_jokers_work_for_the_others() -> None:
    table = table_with(TWO_SHORT)
    rules = indian(table).rules
    packs = replace(rules.packs, printed_jokers=rules.packs.printed_jokers + 1)
    other = replace(table, deal=replace(indian(table), rules=replace(rules, packs=packs)))
    hand = parse_cards(TWO_SHORT.replace("|", " "))
    few, many = [Prospects(one.view(P1)).of(hand, draws=False) for one in (table, other)]
    assert many.chance < few.chance
    assert many.helping > few.helping


def test_time_works_for_the_others() -> None:
    hand = parse_cards(TWO_SHORT.replace("|", " "))

    def later(turns: int) -> View:
        table = table_with(TWO_SHORT)
        for turn in range(2 * turns):
            seat = (P1, P2)[turn % 2]
            table = table.play(seat, Draw(Source.CLOSED))
            drawn = indian(table).drawn
            assert isinstance(drawn, Card)
            table = table.play(seat, Discard(drawn))
        return table.view(P1)

    said = [Prospects(later(turns)).of(hand, draws=True).chance for turns in (0, 3, 8)]
    assert said == sorted(said, reverse=True)


# -- what comes -------------------------------------------------------------------------------------


def test_what_is_said_comes() -> None:
    """A few deals; `python -m tests.bench chances` looks at thousands."""
    rules = shipped("circle")
    found = [position for number in range(2_000_000, 2_000_012) for position in positions(rules, number)]
    said = [(Prospects(one.view).of(one.hand, draws=one.draws).chance, one.won) for one in found[::2]]
    low, high = [pair for pair in said if pair[0] < 0.4], [pair for pair in said if pair[0] >= 0.4]
    for part in (low, high):
        assert fmean(chance for chance, _ in part) == pytest.approx(fmean(won for _, won in part), abs=0.15)
    assert fmean(won for _, won in low) + 0.2 < fmean(won for _, won in high)


def test_weights_are_found_again_where_they_are_known() -> None:
    dice = random.Random(5)
    known = (1.5, -2.0, 0.7)
    rows = [tuple(dice.uniform(-1, 1) for _ in known) for _ in range(4000)]
    made = [Observed(row, dice.random() < chances.logistic(sum(map(mul, known, row))), 1.0) for row in rows]
    assert fitted(made) == pytest.approx(known, abs=0.2)
