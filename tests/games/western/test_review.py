"""Reviews of the western game: certain findings in turns made by hand."""

import random
from dataclasses import replace

from bot.games.western.deal import WesternDeal
from bot.games.western.melds import Meld
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card, parse_cards
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.review import Deed, Finding, Review, SeenMove
from bot.rummy.view import View
from tests.known import WESTERN, shipped
from tests.playing import opened
from tests.vector_romme import P1, P2, dealt

SIXES = Meld(P2, parse_cards("6C 6D 6S"), 0)
OWN = (
    Meld(P1, parse_cards("3C 3H 3S"), 0),
    Meld(P1, parse_cards("TC TH TS"), 0),
    Meld(P1, parse_cards("KC KH KS"), 0),
)
CLOSED = Draw(Source.CLOSED)


def deal(hand: str, *, top: str = "", drawn: str = "") -> WesternDeal:
    """Return a deal in which P1 has opened and is to play that hand."""
    found = dealt()
    hands = (replace(found.hands[P1], cards=parse_cards(f"{hand} {drawn}")), *found.hands[1:])
    phase, last = (Phase.DISCARD, Card.parse(drawn)) if drawn else (Phase.DRAW, None)
    pile = tuple(OpenCard(card, P2) for card in parse_cards(top))
    return replace(found, hands=hands, melds=(SIXES, *OWN), open=pile, phase=phase, drawn=last)


def view(found: WesternDeal) -> View:
    table, _ = opened(shipped("romme"), 2, random.Random(1))
    return replace(table, deal=found).view(P1)


def reviewed(*moves: tuple[WesternDeal, Action]) -> Review:
    end, _ = opened(shipped("romme"), 2, random.Random(1))
    found = WESTERN.review([SeenMove(view(deal), action) for deal, action in moves], end.view(P1))
    assert found is not None
    assert not found.has_chances
    return found


def test_a_missed_chance_to_go_out_is_found() -> None:
    (one,) = reviewed((deal("6H 9D", drawn="2C"), Discard(Card.parse("9D")))).decisions
    assert one.finding is Finding.HELD  # two cards stay whatever is done
    (one,) = reviewed((deal("6H", drawn="3D"), Discard(Card.parse("6H")))).decisions
    assert (one.finding, one.best.deed) == (Finding.MISSED, Deed.OUT)


def test_points_that_could_have_been_put_down_are_counted() -> None:
    (one,) = reviewed((deal("6H 2D 4S", drawn="9C"), Discard(Card.parse("9C")))).decisions
    assert (one.finding, one.points) == (Finding.HELD, 6)
    (one,) = reviewed((deal("5H 2D 4S", drawn="9C"), Discard(Card.parse("9C")))).decisions
    assert one.finding is Finding.FINE


def test_an_open_card_that_would_have_ended_the_deal_is_missed_unless_it_ended_all_the_same() -> None:
    drawing = deal("6H 2C", top="3D"), CLOSED
    missed = reviewed(drawing, (deal("6H 2C", drawn="9D"), Discard(Card.parse("9D"))))
    assert [one.best.deed for one in missed.found(Finding.MISSED)] == [Deed.OPEN]
    assert reviewed(drawing, (deal("", drawn="2C"), Discard(Card.parse("2C")))).found(Finding.MISSED) == ()


def test_turning_points_are_those_with_the_most_points() -> None:
    moves = [(deal(f"{low} 2D 8S", drawn="9C"), Discard(Card.parse("9C"))) for low in ("6H", "KD", "3D")]
    found = reviewed(*moves)
    assert [one.points for one in found.turning_points()] == [10, 6, 3]
