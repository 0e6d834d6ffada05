"""The advice of the coach of the western game: the move of the computer, in exact points."""

import random
from dataclasses import replace

import pytest

from bot.games.western.coach import DrawStep, PutDownStep, TakeBackStep, counsel
from bot.games.western.computer import level_4
from bot.games.western.deal import WesternDeal
from bot.games.western.face import coach
from bot.games.western.melds import hand_points
from bot.games.western.view import western_deal
from bot.rummy.actions import DEALER, Discard, Draw, Source
from bot.rummy.cards import Card, parse_cards
from bot.rummy.deal_view import OpenCard, Phase, without
from bot.rummy.table import Table
from bot.rummy.view import View
from tests.advice import told as in_full
from tests.known import shipped
from tests.playing import answer, opened


def said(view: View) -> str:
    """Return the coach's advice in full."""
    return in_full(coach.answer(view))


SEEDS = range(4)


def western(table: Table) -> WesternDeal:
    assert isinstance(table.deal, WesternDeal)
    return table.deal


def look(hand: str, *, top: str = "2C", drawn: str = "") -> View:
    """Return the view of the player to move, who holds that hand."""
    table, _ = opened(shipped("romme"), 2, random.Random(1))
    deal, seat = western(table), western(table).turn
    cards = parse_cards(f"{hand} {drawn}")
    hands = [replace(one, cards=cards) if at == seat else one for at, one in enumerate(deal.hands)]
    last = Card.parse(drawn) if drawn else None
    phase = Phase.DISCARD if drawn else Phase.DRAW
    pile = (OpenCard(Card.parse(top), None),)
    return replace(table, deal=replace(deal, hands=tuple(hands), open=pile, phase=phase, drawn=last)).view(seat)


def turns(seed: int) -> list[View]:
    """Return the views of players in the turns of a deal between computers."""
    dice = random.Random(seed)
    table, _ = opened(shipped("romme"), 2, dice)
    seen: list[View] = []
    while western(table).outcome is None and len(seen) < 40:
        if chance := table.chance():
            table = table.play(DEALER, answer(chance, dice))
            continue
        seat = western(table).turn
        view = table.view(seat)
        seen.append(view)
        action = level_4(view)
        if before := table.chance_before(action):
            table = table.play(DEALER, answer(before, dice))
        table = table.play(seat, action)
    return seen


@pytest.mark.parametrize("seed", SEEDS)
def test_the_coach_says_what_the_computer_does(seed: int) -> None:
    for view in turns(seed):
        found, action = counsel(view), level_4(view)
        match found:
            case DrawStep():
                assert found.action == action
            case PutDownStep(steps) if steps:
                assert steps[0] == action
            case PutDownStep(_, _, _, partings):
                assert Discard(partings[0].card) == action
                deal = western_deal(view.deal)
                for parting in partings:
                    assert parting.points == hand_points(without(deal.hand, (parting.card,)), deal.own)
            case TakeBackStep():
                raise AssertionError("a computer never needs to")
        assert said(view).startswith("🧭 **")


def test_melds_are_put_down_and_the_card_that_goes_with_nothing_is_thrown() -> None:
    view = look("TS JS QS KS TD TH TC 2D 3D 5H", drawn="9C")
    found = counsel(view)
    assert isinstance(found, PutDownStep)
    assert found.points == 70
    first, second, third, *_ = said(view).splitlines()
    assert first.startswith("🧭 **Put down ")
    assert first.endswith(", then throw 9♣.**")
    assert second == "**Place best** puts them down: 70 points less in hand."
    assert third == "Throw 9♣: 10 points stay in hand. It goes with no other card."
    assert coach.answer(view).throw is None, "cards are put down first"


def test_the_open_card_is_drawn_for_what_it_lets_go() -> None:
    hand = "TS JS QS TD TH TC 2D 3D 5H 7C"
    found, told = counsel(look(hand, top="KS")), said(look(hand, top="KS"))
    assert isinstance(found, DrawStep)
    assert found.action == Draw(Source.OPEN)
    assert told.splitlines()[:2] == ["🧭 **Draw the open K♠.**", "With the open K♠ you can put down 10 points more."]
    assert said(look(hand, top="8H")).startswith("🧭 **Draw from the closed deck.**")
