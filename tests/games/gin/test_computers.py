"""The computers of gin, and the coach, with hands whose best move anyone sees."""

import random
from dataclasses import replace

import pytest

from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.chances import Chances, Revealed, partners, revealed, unseen
from bot.games.gin.codes import GinEventKind
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
def test_the_first_open_card_of_oklahoma_limits_every_level(level: int) -> None:
    hand = "QC QD QS 5H 6H 7H 9C 9D 9S 5S KC"
    assert choice(look(hand, top="5C", rules="oklahoma"), level) == Knock(Card.parse("KC"))
    assert isinstance(choice(look(hand, top="4C", rules="oklahoma"), level), Discard)


@pytest.mark.parametrize("level", LEVELS)
def test_the_open_card_is_taken_for_a_meld_and_left_where_it_does_nothing(level: int) -> None:
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="QH"), level) == OPEN
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH"), level) == CLOSED
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="QH", offered=True), level) == OPEN
    assert choice(look("QC QD 3S 5H 6H 9C 8D KC 2S 4C", top="KH", offered=True), level) == Pass()


def test_only_the_strongest_waits_for_gin_where_points_decide() -> None:
    """Several cards give gin, and others less deadwood."""
    many = "5H 6H 7H 9C 9D 9S QC QD QS 8D TC"
    for level in LEVELS:
        assert choice(look(many), level) == Knock(Card.parse("TC"))
    for level in (1, 2, 3):
        assert choice(look(many, terms="limit_100"), level) == Knock(Card.parse("TC"))
    assert isinstance(choice(look(many, terms="limit_100"), 4), Discard)


def test_what_the_other_player_has_shown_is_read_from_the_events() -> None:
    view = gin_deal(look("QC QD QS 5H 6H 9C 8D KC 2S 4C JH", top="3C").deal)
    assert unseen(view).bit_count() == 52 - 11 - 1
    events = (
        Event(GinEventKind.PASSED, P2),
        Event(EventKind.DREW_CLOSED, P1),
        Event(EventKind.DISCARDED, P1, Card.parse("7D")),
        Event(EventKind.DREW_OPEN, P2, Card.parse("7D")),
        Event(EventKind.DISCARDED, P2, Card.parse("KD")),
    )
    seen = revealed(replace(view, events=events))
    assert seen == Revealed((Card.parse("KD"),), bits(parse_cards("3C")), bits(parse_cards("7D")), 1)
    again = (*events, Event(EventKind.DISCARDED, P2, Card.parse("7D")))
    assert not revealed(replace(view, events=again)).held


def test_chances_follow_what_was_shown() -> None:
    eight, king = (bits(parse_cards(text)) for text in ("8D", "KS"))
    assert len(partners(eight)) == 3 + 3
    assert len(partners(bits(parse_cards("AS")))) == 3 + 1
    left = bits(CARDS) & ~bits(parse_cards("QC QD QS 5H 6H 9C 2S 4C JH 7D KD"))
    nothing = Chances(left, Revealed((), 0, 0, 0))
    took = Chances(left, Revealed(parse_cards("KD"), 0, bits(parse_cards("7D")), 1))
    assert sum(nothing.held.values()) == pytest.approx(10, abs=0.01)
    assert sum(took.held.values()) == pytest.approx(10, abs=0.01)
    assert sum(took.drawn.values()) == pytest.approx(1)
    assert took.held[eight] > nothing.held[eight]
    assert took.held[king] < nothing.held[king]
    assert took.wanted(eight) > nothing.wanted(eight)


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
    assert "With K♥: chance to win about " in passed
    waiting = look("5H 6H 7H 9C 9D 9S QC QD QS 8D TC", terms="limit_100")
    assert "Don't knock yet" in told(coach.answer(waiting))


def test_the_coach_names_the_chance_of_an_undercut() -> None:
    said = told(coach.answer(look("5H 6H 7H 9C 9D 9S QC QD QS 8D TC")))
    assert "**Knock 8:** throw 10♣ face down." in said
    assert "That leaves 8 deadwood. Chance of an undercut: " in said


def test_the_coach_compares_discards() -> None:
    said = told(coach.answer(look("QC QD QS 5H 6H 9C 8D KC 2S 4C JH")))
    assert "Throw K♣: 44 deadwood; chance to win about " in said
    assert "; helps the other player: about " in said
    in_match = told(coach.answer(look("QC QD QS 5H 6H 9C 8D KC 2S 4C JH", terms="limit_100")))
    assert " points on average; helps the other player: " in in_match


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
