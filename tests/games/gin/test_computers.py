"""The computers of gin, and the coach, with hands whose best move anyone sees."""

import random
from dataclasses import replace

import pytest

from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.chances import danger, gin_cards, helping, known, partners, unseen
from bot.games.gin.face import coach
from bot.games.gin.melds import bits
from bot.games.gin.view import GinView, gin_deal
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import CARDS, Card, parse_cards
from bot.rummy.deal_view import Event, EventKind, OpenCard, Phase
from bot.rummy.game import game_of
from bot.rummy.match.match import Terms
from bot.rummy.view import View
from tests.advice import told
from tests.games.gin import simple
from tests.known import GIN, shipped
from tests.playing import opened
from tests.vector_gin import P1, P2, turn

OPEN, CLOSED = Draw(Source.OPEN), Draw(Source.CLOSED)
LEVELS = range(1, 5)


def look(hand: str, *, top: str = "", offered: bool = False, terms: str = "points", rules: str = "gin") -> View:
    """Return the view of P1, who is to throw one of eleven cards, or to draw with ten."""
    table, _ = opened(shipped(rules), 2, random.Random(1), Terms.parse(terms))
    cards = parse_cards(hand)
    spare = next(card for card in CARDS if card not in cards and str(card) != top)
    deal = turn(shipped(rules), (*cards, spare)[:11], first_open=top or None)
    if len(cards) == 10:
        held = replace(deal.hands[P1], cards=cards, has_drawn=False)
        deal = replace(deal, hands=(held, deal.hands[P2]), phase=Phase.DRAW, drawn=None)
    deal = replace(deal, turns=0 if offered else 4)
    return replace(table, deal=deal).view(P1)


def choice(view: View, level: int) -> Action:
    return game_of(view.rules).choose(view, level)


@pytest.mark.parametrize("level", LEVELS)
def test_what_ends_the_deal_is_seen_at_every_level(level: int) -> None:
    assert choice(look("QC QD QS 5H 6H 7H KC KD KS KH AD"), level) == Knock(Card.parse("AD"))
    assert choice(look("QC QD QS 5H 6H 7H 8H KC KD KS KH"), level) == BigGin()
    far = choice(look("QC QD QS 5H 6H 9C 8D KC 2S 4C JH"), level)
    assert isinstance(far, Discard)


@pytest.mark.parametrize("level", LEVELS)
def test_the_open_card_is_taken_for_a_meld_and_left_where_it_does_nothing(level: int) -> None:
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="QH"), level) == OPEN
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH"), level) == CLOSED
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="QH", offered=True), level) == OPEN
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH", offered=True), level) == Pass()


def test_only_the_strongest_waits_where_gin_is_near() -> None:
    """A four or a seven of hearts, a nine or a queen: all of them give gin."""
    near = "5H 6H 8H 9C 9D 9S QC QD QS AS TC"
    many = "5H 6H 7H 9C 9D 9S QC QD QS 2S TC"
    for level in (1, 2, 3):
        assert choice(look(many), level) == Knock(Card.parse("TC"))
    assert isinstance(choice(look(many), 4), Discard)
    assert isinstance(choice(look(near), 4), Discard)
    few = "5H 6H 7H 9C 9D 9S 9H QC 2D AS TC"
    assert gin_cards(bits(parse_cards("AC 2C 3C TC TD TH KC KD KS 6S")), bits(parse_cards("7S"))) == 0
    assert isinstance(choice(look(few, terms="limit_100"), 4), Discard)


def test_cards_are_counted_by_what_was_seen() -> None:
    view = gin_deal(look("QC QD QS 5H 6H 9C 8D KC 2S 4C JH", top="3C").deal)
    assert unseen(view).bit_count() == 52 - 11 - 1
    taken = Event(EventKind.DREW_OPEN, P2, Card.parse("7D"))
    thrown = Event(EventKind.DISCARDED, P2, Card.parse("7D"))
    assert known(replace(view, events=(taken,))) == bits(parse_cards("7D"))
    assert known(replace(view, events=(taken, thrown))) == 0
    assert unseen(replace(view, events=(taken,))).bit_count() == 39


def test_what_helps_and_what_is_dangerous() -> None:
    seven = Card.parse("7H")
    assert len(partners(seven)) == 3 + 3
    assert len(partners(Card.parse("AS"))) == 3 + 1
    everything = bits(CARDS)
    assert helping(seven, bits(parse_cards("8H")), everything) == 2  # six and nine
    assert helping(seven, bits(parse_cards("9H")), everything) == 1
    assert helping(seven, bits(parse_cards("7S")), bits(parse_cards("7C 8H"))) == 1
    assert helping(seven, bits(parse_cards("2C")), everything) == 0
    left = bits(parse_cards("6H 7C 7S TD 2C 3C 4C 5C 6C 8C"))
    held = bits(parse_cards("8H 9H"))
    assert danger(seven, left, 0) < danger(seven, left, held)
    assert danger(seven, 0, held) == 1.0
    assert danger(seven, 0, 0) == 0.0


def test_level_three_keeps_a_pair_alive_and_throws_what_is_dead() -> None:
    """Both other jacks lie open, so the pair of jacks can become no set any more."""
    view = look("JC JD TH 9S 5H 6H 7H 2C 2D 2S KS", top="KH")
    deal = gin_deal(view.deal)
    gone = tuple(OpenCard(card, P2) for card in parse_cards("JH JS QC TC QD TD"))
    thrown = choice(replace(view, deal=replace(deal, open=(*gone, *deal.open))), 3)
    assert isinstance(thrown, Discard)
    assert thrown.card.rank.letter in "JK"


@pytest.mark.parametrize("hand", ["QC QD QS 5H 6H 7H KC KD KS KH AD", "QC QD QS 5H 6H 9C 8D KC 2S 4C JH"])
def test_the_coach_says_what_the_strongest_computer_would_do(hand: str) -> None:
    view = look(hand)
    said = told(coach.answer(view))
    move = choice(view, 4)
    assert isinstance(move, Knock | Discard)
    assert "Gin:**" in said if isinstance(move, Knock) else "Throw " in said
    assert coach.EXACT() in said


def test_the_coach_on_the_first_open_card() -> None:
    assert "Take the open Q♥." in told(coach.answer(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="QH", offered=True)))
    passed = told(coach.answer(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH", offered=True)))
    assert "**Pass.**" in passed
    assert "Your deadwood with K♥: " in passed
    waiting = told(coach.answer(look("5H 6H 7H 9C 9D 9S QC QD QS 2S TC")))
    assert "Don't knock yet" in waiting


def test_every_level_is_offered() -> None:
    assert tuple(GIN.levels) == (1, 2, 3, 4)
    assert isinstance(look("QC QD QS 5H 6H 9C 8D KC 2S 4C JH").deal, GinView)


def test_the_simple_strategy_plays_by_its_words() -> None:
    assert simple.choose(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="QH")) == OPEN
    assert simple.choose(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH")) == CLOSED
    assert simple.choose(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH", offered=True)) == Pass()
    assert simple.choose(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C JH")) == Discard(Card.parse("KC"))
    assert simple.choose(look("QC QD QS 5H 6H 7H KC KD KS 9C 4D")) == Knock(Card.parse("9C"))
    assert simple.choose(look("QC QD QS 5H 6H 7H 8H KC KD KS KH")) == BigGin()
