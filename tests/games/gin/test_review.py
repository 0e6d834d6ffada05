"""Reviews of gin: certain findings in turns made by hand."""

import random
from dataclasses import replace

import pytest

from bot.games.gin.actions import Knock
from bot.games.gin.deal import GinDeal
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.decisions import review
from bot.rummy.match.match import Terms
from bot.rummy.review import Deed, Finding, Reviewed, SeenMove
from bot.rummy.view import View
from tests.known import GIN, shipped
from tests.playing import opened
from tests.reviewed import level, played, seat_of
from tests.vector_gin import P1, P2, turn

GIN_HAND = "QC QD QS 5H 6H 7H KC KD KS KH 4D"
NINE = "QC QD QS 5H 6H 7H KC KD KS 9C 4D"
CLOSED, OPEN = Draw(Source.CLOSED), Draw(Source.OPEN)


def deal(hand: str, *, top: str = "") -> GinDeal:
    """Return a deal in which P1 is to throw one of these cards; with `top`, to draw, with that card open."""
    found = turn(shipped("gin"), parse_cards(hand))
    if not top:
        return found
    held = replace(found.hands[P1], cards=parse_cards(hand)[:10], has_drawn=False)
    pile = (OpenCard(Card.parse(top), P2),)
    return replace(found, hands=(held, found.hands[P2]), open=pile, phase=Phase.DRAW, drawn=None)


def view(found: GinDeal) -> View:
    table, _ = opened(shipped("gin"), 2, random.Random(1))
    return replace(table, deal=found).view(P1)


def reviewed(*moves: tuple[GinDeal, Action]) -> tuple[Reviewed, ...]:
    end, _ = opened(shipped("gin"), 2, random.Random(1))
    found = GIN.review([SeenMove(view(there), action) for there, action in moves], end.view(P1))
    assert found is not None
    assert not found.has_chances
    return found.decisions


@pytest.mark.parametrize(
    ("hand", "action", "gin"),
    [
        (GIN_HAND, Discard(Card.parse("4D")), "4D"),
        (GIN_HAND, Discard(Card.parse("KH")), "4D"),
        ("QC QD QS 5H 6H 7H 8H AC AD AS 2D", Knock(Card.parse("8H")), "2D"),
    ],
)
def test_gin_that_was_not_seen_is_found(hand: str, action: Action, gin: str) -> None:
    (one,) = reviewed((deal(hand), action))
    assert (one.finding, one.best.deed, one.best.card) == (Finding.MISSED, Deed.OUT, Card.parse(gin))


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        (NINE, Discard(Card.parse("9C"))),
        (NINE, Knock(Card.parse("9C"))),
        (GIN_HAND, Knock(Card.parse("4D"))),
    ],
)
def test_a_discard_without_gin_and_gin_itself_are_fine(hand: str, action: Action) -> None:
    (one,) = reviewed((deal(hand), action))
    assert one.finding is Finding.FINE


def test_a_missed_knock_and_a_broken_meld_are_found() -> None:
    """Two melds of three are broken for nothing; a knock with little deadwood is not made, and a pair is kept."""
    ready = deal("QC QD QS 5H 6H 7H 9C 9D 9S 2D TC")
    (missed,) = reviewed((ready, Discard(Card.parse("9C"))))
    assert (missed.finding, missed.best.deed, missed.best.card) == (Finding.WORSE, Deed.KNOCK, Card.parse("TC"))
    assert missed.cost >= 0.1
    (broken,) = reviewed((deal("QC QD QS 5H 6H 7H KC 9D 8S 4C 2D"), Discard(Card.parse("QC"))))
    assert (broken.finding, broken.best.deed) == (Finding.WORSE, Deed.THROW)


def test_estimates_are_no_part_of_what_is_certain() -> None:
    there = view(deal("QC QD QS 5H 6H 7H 9C 9D 9S 2D TC"))
    found = GIN.certain_review([SeenMove(there, Discard(Card.parse("9C")))], there)
    assert found is not None
    assert [one.finding for one in found.decisions] == [Finding.FINE]


def test_a_knock_with_more_deadwood_than_needed_is_found() -> None:
    (one,) = reviewed((deal("QC QD QS 5H 6H 7H 9C 9D 9S 2D 8C"), Knock(Card.parse("2D"))))
    assert (one.finding, one.best.deed, one.best.card, one.points) == (Finding.WORSE, Deed.KNOCK, Card.parse("8C"), 6)


@pytest.mark.parametrize("seed", range(3))
def test_the_strongest_computer_is_never_blamed(seed: int) -> None:
    record = played(shipped("gin"), (level(4), level(1)), seed, Terms.parse("limit_100"))
    seat = Seat(seat_of(record, 0))
    found = review(record, seat)
    assert found is not None
    assert {one.finding for one in found.decisions} == {Finding.FINE}


def test_a_knock_is_no_plain_discard() -> None:
    (one,) = reviewed((deal(NINE), Knock(Card.parse("9C"))))
    assert one.taken.deed is Deed.KNOCK


def test_an_open_card_that_was_gin_is_missed_unless_the_turn_ends_with_gin() -> None:
    ready = "QC QD QS 5H 6H 7H KC KD KS 4D"
    there = deal(f"{ready} 2S", top="8H")
    (one,) = reviewed((there, CLOSED))
    assert (one.finding, one.best.deed, one.best.card) == (Finding.MISSED, Deed.OPEN, Card.parse("8H"))
    assert reviewed((there, OPEN))[0].finding is Finding.FINE
    assert reviewed((deal(f"{ready} 2S", top="2C"), CLOSED))[0].finding is Finding.FINE
    draw, out = reviewed((there, CLOSED), (deal(GIN_HAND), Knock(Card.parse("4D"))))
    assert (draw.finding, out.finding) == (Finding.FINE, Finding.FINE)
