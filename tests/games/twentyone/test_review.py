"""Reviews of twenty-one-card rummy: certain findings in turns made by hand."""

from dataclasses import replace

import pytest

from bot.games.indian.actions import Declare
from bot.games.twentyone.view import twentyone_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import Phase
from bot.rummy.review import Deed, Finding, Reviewed, SeenMove
from bot.rummy.view import View
from tests.games.twentyone.views import look
from tests.known import TWENTYONE

READY = "2C 3C 4C 6D 7D 8D TH JH QH QS KS AS 9C TC JK 2H 2S 2D 3H 4H 5H"
"""A hand that can be declared, with fives, 4S and 6S as jokers."""
NEARLY = READY.replace("TH", "6C")
CLOSED, OPEN = Draw(Source.CLOSED), Draw(Source.OPEN)


def reviewed(*moves: tuple[View, Action]) -> tuple[Reviewed, ...]:
    found = TWENTYONE.review([SeenMove(view, action) for view, action in moves], moves[-1][0])
    assert found is not None
    assert not found.has_chances
    return found.decisions


def in_slot(hand: str, card: str) -> View:
    """Return the view with the card in the finish slot."""
    view = look(hand)
    return replace(view, deal=replace(twentyone_deal(view.deal), phase=Phase.DECLARE, finishing=Card.parse(card)))


def best_of(view: View) -> Groups:
    deal = twentyone_deal(view.deal)
    return deal.laws.best(deal.hand).groups


@pytest.mark.parametrize("thrown", ["KD", "JH"])
def test_a_declaration_that_was_not_seen_is_found(thrown: str) -> None:
    (one,) = reviewed((look(f"{READY} KD"), Discard(Card.parse(thrown))))
    assert (one.finding, one.best.deed, one.best.card) == (Finding.MISSED, Deed.OUT, Card.parse("KD"))


def test_an_open_card_for_a_declaration_is_missed_unless_the_turn_ends_with_one() -> None:
    there = look(NEARLY, top="TH")
    (one,) = reviewed((there, CLOSED))
    assert (one.finding, one.best.deed, one.best.card) == (Finding.MISSED, Deed.OPEN, Card.parse("TH"))
    (dropped,) = reviewed((there, Drop()))
    assert (dropped.finding, dropped.taken.deed, dropped.points) == (Finding.MISSED, Deed.DROP, 30)
    assert reviewed((there, OPEN))[0].finding is Finding.FINE
    assert reviewed((look(NEARLY, top="9H"), CLOSED))[0].finding is Finding.FINE
    slot = in_slot(READY, "6C")
    draw, out = reviewed((there, CLOSED), (slot, Declare(best_of(slot))))
    assert (draw.finding, out.finding, out.taken) == (Finding.FINE, Finding.FINE, out.best)
    assert (out.taken.deed, out.taken.card) == (Deed.OUT, Card.parse("6C"))


def test_a_wrong_declaration_costs_the_full_count() -> None:
    slot = in_slot(READY, "KD")
    (one,) = reviewed((slot, Declare(best_of(slot)[1:])))
    assert (one.finding, one.points, one.best.deed, one.best.card) == (Finding.WRONG, 120, Deed.OUT, Card.parse("KD"))
    (other,) = reviewed((in_slot(NEARLY, "KD"), Declare(())))
    assert (other.finding, other.points, other.best.deed) == (Finding.WRONG, 120, Deed.THROW)
    assert other.best.card == Card.parse("KD")


def test_a_pure_sequence_taken_apart_is_worse_and_other_throws_are_fine() -> None:
    """There are three pure sequences and much else; without a queen in one of them there are two."""
    hand = "2C 3C 4C 6D 7D 8D TH JH QH QS 9C 2H 2S KD 3H JK AC KC 8S 4D 9H TC"
    (worse,) = reviewed((look(hand), Discard(Card.parse("7D"))))
    assert worse.finding is Finding.BROKEN
    assert worse.best.deed is Deed.THROW
    assert worse.best.card not in (*map(Card.parse, ["2C", "3C", "4C", "6D", "7D", "8D", "TH", "JH", "QH", "JK"]),)
    assert worse.points > 0
    for thrown in ("QS", "KD", "4D"):
        assert reviewed((look(hand), Discard(Card.parse(thrown))))[0].finding is Finding.FINE
