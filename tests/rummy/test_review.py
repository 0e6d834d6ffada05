"""Grades and their intervals, and the counts of a review."""

import random
from dataclasses import replace

import pytest

from bot.rummy.cards import Seat
from bot.rummy.decisions import review
from bot.rummy.review import FEWEST, Finding, Grade, Review, estimate
from tests.known import shipped
from tests.reviewed import by_chance, level, played, seat_of

SCALE = ((0.01, Grade.SHARP), (0.02, Grade.STRONG), (0.03, Grade.SOLID), (0.04, Grade.LEARNING))


def found() -> Review:
    record = played(shipped("circle"), [level(2), level(2)], 7)
    one = review(record, Seat(seat_of(record, 0)))
    assert one is not None
    return one


def costing(one: Review, costs: list[float]) -> Review:
    """Return a review of turns that cost that much."""
    choice = replace(one.decisions[0], finding=Finding.WORSE)
    turns = enumerate(costs, 1)
    return replace(one, scale=SCALE, decisions=tuple(replace(choice, turn=turn, cost=cost) for turn, cost in turns))


def test_an_interval_is_wider_the_fewer_turns_there_are() -> None:
    few, many = estimate([0.0, 0.1] * 4), estimate([0.0, 0.1] * 40)
    assert [few.mean, many.mean] == pytest.approx([0.05, 0.05])
    assert few.reach > 3 * many.reach > 0
    assert few.low >= 0


def test_a_grade_names_all_that_the_interval_leaves_possible() -> None:
    one = found()
    sure = costing(one, [0.015] * 30)
    assert (sure.grade, sure.grades()) == (Grade.STRONG, (Grade.STRONG,))
    unsure = costing(one, [0.0, 0.05] * 8)
    assert unsure.grade is Grade.SOLID
    assert unsure.grades() == (Grade.STRONG, Grade.SOLID, Grade.LEARNING)
    assert costing(one, [0.9] * 20).grades() == (Grade.GUESSING,)
    assert costing(one, [0.0] * 20).grade is Grade.SHARP


def test_too_few_turns_have_no_grade() -> None:
    few = costing(found(), [0.02] * (FEWEST - 1))
    assert (few.lost, few.grade, few.grades()) == (None, None, ())


def test_a_turn_costs_what_its_draw_and_its_discard_cost() -> None:
    one = costing(found(), [0.02, 0.0, 0.1])
    twice = replace(one, decisions=(*one.decisions, replace(one.decisions[0], cost=0.05)))
    assert twice.turn_costs == pytest.approx((0.07, 0.0, 0.1))


def test_turning_points_are_the_dearest_choices_and_what_costs_nothing_is_none() -> None:
    one = costing(found(), [0.02, 0.0, 0.3, 0.005, 0.1, 0.04])
    assert [point.cost for point in one.turning_points()] == [0.3, 0.1, 0.04]
    assert costing(one, [0.005] * 9).turning_points() == ()


def test_who_plays_by_chance_loses_more_than_a_strong_computer() -> None:
    lost = {}
    for name, player in (("chance", by_chance(random.Random(4))), ("strong", level(3))):
        record = played(shipped("circle"), [player, level(3)], 4)
        one = review(record, Seat(seat_of(record, 0)))
        assert one is not None
        lost[name] = sum(one.turn_costs) / len(one.turn_costs)
    assert lost["chance"] > lost["strong"] + 0.01
