"""The computers with hands whose best move anyone sees."""

import random
from dataclasses import replace

import pytest

from bot.games.indian.actions import Finish, Group, Show
from bot.games.western.actions import Place, Undo
from bot.games.western.deal import WesternDeal
from bot.games.western.melds import Meld
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card, Groups, parse_cards, parse_groups
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.rules import Start
from bot.rummy.view import View
from tests.known import INDIAN, WESTERN, shipped
from tests.playing import indian, opened
from tests.vector_romme import P1, P2
from tests.vector_romme import dealt as western
from tests.vector_romme import turn as western_turn

CLOSED, OPEN = Draw(Source.CLOSED), Draw(Source.OPEN)
THREE_SHORT = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC | 8S 3D"
"""Two cards in no meld, and two kings, with queens wild."""
COMPLETE = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD 8S"


def look(hand: str, *, top: str = "", drawn: str = "", groups: Groups = (), phase: Phase = Phase.DRAW) -> View:
    """Return the view of the first player with that hand, queens being wild."""
    table, _ = opened(replace(shipped("circle"), start=Start.TOSS), 2, random.Random(1))
    deal = indian(table)
    cards = parse_cards(f"{hand.replace('|', ' ')} {drawn}")
    hands = (replace(deal.hands[P1], cards=cards, groups=groups, has_drawn=bool(drawn)), *deal.hands[1:])
    pile = tuple(OpenCard(card, P2) for card in parse_cards(top))
    last = Card.parse(drawn) if drawn else None
    deal = replace(deal, hands=hands, cut=Card.parse("QS"), open=pile, phase=phase, drawn=last)
    return replace(table, deal=deal).view(P1)


@pytest.mark.parametrize(
    ("top", "drawn"),
    [
        ("KD", OPEN),  # the third king
        ("5H", OPEN),  # longer, and the eight can go
        ("8D", OPEN),
        ("8S", OPEN),  # cheaper than a king
        ("AS", CLOSED),  # as dear as a king
        ("TS", CLOSED),
        ("QD", CLOSED),  # a joker, which nobody may pick
        ("", CLOSED),
    ],
)
def test_the_open_card_is_drawn_where_it_saves_points_at_once(top: str, drawn: Action) -> None:
    assert INDIAN.choose(look(THREE_SHORT, top=top)) == drawn


def test_the_card_that_costs_most_is_thrown() -> None:
    assert INDIAN.choose(look(THREE_SHORT, drawn="2C", phase=Phase.DISCARD)) in [
        Discard(Card.parse("KS")),
        Discard(Card.parse("KC")),
    ]
    assert INDIAN.choose(look(THREE_SHORT, drawn="KD", phase=Phase.DISCARD)) == Discard(Card.parse("8S"))


def test_a_complete_hand_is_declared_and_a_loser_shows_the_best_groups() -> None:
    assert INDIAN.choose(look(COMPLETE, drawn="KH", phase=Phase.DISCARD)) == Finish(Card.parse("8S"))
    asked = INDIAN.choose(look(THREE_SHORT, phase=Phase.SHOW))
    assert isinstance(asked, Group)
    assert {frozenset(group) for group in asked.groups} >= {
        frozenset(group) for group in parse_groups("2H 3H 4H | 5C 6C 7C | 9D TD JD")
    }
    assert INDIAN.choose(look(THREE_SHORT, phase=Phase.SHOW, groups=asked.groups)) == Show()


# -- the western game -------------------------------------------------------------------------------


def western_look(hand: str, *melds: Meld, top: str = "") -> WesternDeal:
    """Return a deal in which P1 holds these cards and is to draw."""
    deal = western()
    hands = (replace(deal.hands[P1], cards=parse_cards(hand)), *deal.hands[1:])
    return replace(deal, hands=hands, melds=melds, open=tuple(OpenCard(card, P2) for card in parse_cards(top)))


def does(deal: WesternDeal) -> Action:
    """Return the move of a computer in the place of P1."""
    table, _ = opened(shipped("romme"), 2, random.Random(1))
    return WESTERN.choose(replace(table, deal=deal).view(P1))


SIXES = Meld(P2, parse_cards("6C 6D 6S"), 0)
OWN = Meld(P1, parse_cards("3C 3H 3S"), 0)


@pytest.mark.parametrize(
    ("top", "drawn"),
    [
        ("7H", OPEN),  # a meld at once
        ("JK", OPEN),  # the same, with a joker
        ("JH", CLOSED),  # goes with nothing
        ("2C", CLOSED),  # a pair is no meld
        ("", CLOSED),
    ],
)
def test_the_open_card_is_drawn_where_more_can_be_put_down(top: str, drawn: Action) -> None:
    assert does(western_look("8H 9H KC 2D QS", top=top)) == drawn


def test_a_card_that_ends_the_deal_is_drawn() -> None:
    assert does(western_look("KC", OWN, SIXES, top="6H")) == OPEN
    assert does(western_look("KC QD", OWN, SIXES, top="AS")) == CLOSED


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("2C 7D KH", "KH"),  # it costs most
        ("2C KH JK", "KH"),  # and no joker, though that costs more
        ("KH KD 8S", "8S"),  # a pair is worth its points
        ("QH KH 3S", "3S"),  # neighbours are, nearly
        ("TH QH 7S", "7S"),  # a gap of one is half of that
        ("TH QH 5S", "TH QH"),
        ("8H JH 9S", "JH"),  # a gap of two is nothing
        ("AH 2H 9S", "9S"),  # an ace goes with the two
        ("AH KH 9S", "9S"),  # and with the king
        ("5H 5H 4S", "5H"),  # one card twice goes with nothing
        ("KC KC 9D", "KC"),
        ("JK", "JK"),
    ],
)
def test_the_card_that_costs_much_and_goes_with_little_is_thrown(hand: str, thrown: str) -> None:
    cards = parse_cards(hand)
    found = does(western_turn(cards, OWN)) if hand == "JK" else does(western_turn(cards))
    assert isinstance(found, Discard)
    assert str(found.card) in thrown.split()


def test_all_that_can_be_is_put_down_and_a_joker_that_finds_no_place_goes_back() -> None:
    assert does(western_turn(parse_cards("7H 8H 9H KC 2D"))) == Place(parse_cards("7H 8H 9H"))
    full = Meld(P1, parse_cards("3C 3S 3H 3D"), 0)
    assert does(replace(western_turn(parse_cards("JK KS QD"), full), owed=1)) == Undo()


def western_view(hand: str, *melds: Meld, top: str = "") -> View:
    table, _ = opened(shipped("romme"), 2, random.Random(1))
    return replace(table, deal=western_look(hand, *melds, top=top)).view(P1)


def test_a_beginner_of_the_western_game_sees_its_own_hand_alone() -> None:
    table, _ = opened(shipped("romme"), 2, random.Random(1))

    def beginner(deal: WesternDeal) -> Action:
        return WESTERN.choose(replace(table, deal=deal).view(P1), 1)

    assert beginner(western_look("8H 9H KC 2D QS", top="7H")) == CLOSED
    assert beginner(western_turn(parse_cards("7H 8H 9H KC 2D"))) == Place(parse_cards("7H 8H 9H"))
    assert beginner(western_turn(parse_cards("6H KC 2D"), OWN, SIXES)) == Discard(Card.parse("2D"))
    assert beginner(western_turn(parse_cards("2C 2D KH"))) == Discard(Card.parse("KH"))


def test_the_higher_levels_of_the_western_game_play_alike() -> None:
    for view in (western_view("8H 9H KC 2D QS", top="7H"), western_view("8H 9H KC 2D QS", OWN, top="JH")):
        assert {WESTERN.choose(view, level) for level in (2, 3, 4)} == {WESTERN.choose(view)}
