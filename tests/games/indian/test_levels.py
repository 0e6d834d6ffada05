"""The levels of the Indian game with hands that anyone can judge, and that none of them peeks."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian.actions import Finish
from bot.games.indian.computer.chances import Prospects
from bot.games.indian.computer.levels import LEVELS
from bot.games.indian.computer.unseen import taken, unseen
from bot.games.indian.deal import IndianDeal
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, CallSplit, Discard, Draw, Drop, Next, Rejoin, Source
from bot.rummy.cards import JOKER, Card, parse_cards
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms, courses
from bot.rummy.rules import Start
from bot.rummy.table import Table
from bot.rummy.view import Stage, View
from tests.bench.whole_matches import played
from tests.known import INDIAN, shipped
from tests.playing import indian, opened
from tests.vector_romme import P1, P2

choose = INDIAN.choose

OPEN = Draw(Source.OPEN)
RULES = ("circle", "winzo", "toking")
COMPLETE = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD 8S"
HOPELESS = "KH JD 9C 7S 5H 3D AC QS TH 8D 6C 4S 2H"


def table_with(hand: str, *, top: str = "", drawn: str = "", count: int = 2, terms: Terms | None = None) -> Table:
    """Return a table on which the first player is to play that hand; the cut card is an ace of spades."""
    rules = replace(shipped("circle"), start=Start.TOSS)
    table, _ = opened(rules, count, random.Random(1), terms or Terms())
    deal = indian(table)
    cards = parse_cards(f"{hand.replace('|', ' ')} {drawn}")
    hands = (replace(deal.hands[P1], cards=cards, has_drawn=bool(drawn)), *deal.hands[1:])
    pile = tuple(OpenCard(card, P2) for card in parse_cards(top))
    last = Card.parse(drawn) if drawn else None
    phase = Phase.DISCARD if drawn else Phase.DRAW
    return replace(table, deal=replace(deal, hands=hands, cut=JOKER, open=pile, phase=phase, drawn=last))


def look(hand: str, *, top: str = "", drawn: str = "") -> View:
    return table_with(hand, top=top, drawn=drawn).view(P1)


def test_the_usual_level_is_the_second() -> None:
    for view in (look(COMPLETE, drawn="KH"), look(HOPELESS, drawn="KH"), look(COMPLETE, top="KH")):
        assert choose(view) == choose(view, 2) == LEVELS[1](view)


@pytest.mark.parametrize("level", range(1, 5))
def test_every_level_declares_a_complete_hand(level: int) -> None:
    assert choose(look(COMPLETE, drawn="KH"), level) == Finish(Card.parse("8S"))


@pytest.mark.parametrize("level", range(2, 5))
def test_the_card_that_completes_the_hand_is_drawn(level: int) -> None:
    assert choose(look("2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC 8S 3D", top="KD"), level) == OPEN


def test_a_beginner_holds_on_to_high_cards_and_pairs() -> None:
    view = look("2H 3H 4H | KD KS | QC 9S 7D JS TC 8C 6S 5D", drawn="9H")
    assert choose(view, 1) == Discard(Card.parse("5D"))
    greedy = choose(view, 2)
    assert isinstance(greedy, Discard)
    assert greedy.card.points == 10
    assert choose(look("2H 3H 4H | KD | QC 9S 7D JS TC 4S 8C 6D 5D", top="KS"), 1) == OPEN


@pytest.mark.parametrize("level", [3, 4])
def test_stronger_levels_keep_what_is_near_a_meld(level: int) -> None:
    """Every card counts without a pure sequence: the fewest points now would throw a king of the three."""
    view = look("KS KC KD | 5H 6H | 8C 9C | 2D 3D 4S 4C 9S JH", drawn="7S")
    assert choose(view, 2) == Discard(Card.parse("KC"))
    assert choose(view, level) not in [Discard(Card.parse(f"K{suit}")) for suit in "SCD"]


SECOND_NEAR = "8D 9D TD | 5H 6H | 5S 6S | 4D 5D | 6C TC QC JS"


def test_the_strongest_level_draws_the_open_card_for_many_points() -> None:
    """Two cards are missing with the second sequence or without; without it all cards count."""
    view = look(SECOND_NEAR, top="4H")
    assert choose(view, 3) == Draw(Source.CLOSED)
    assert choose(view, 4) == OPEN
    assert choose(look(SECOND_NEAR, top="2C"), 4) == Draw(Source.CLOSED)
    kept = choose(look(SECOND_NEAR, drawn="4H"), 4)
    assert isinstance(kept, Discard)
    assert kept.card not in parse_cards("8D 9D TD 4H 5H 6H")


def test_the_strongest_level_counts_the_cards_that_are_gone() -> None:
    """Both pairs miss a card; those of the one lie in the open deck."""
    hand = "2H 3H 4H | 5C 6C 7C | 9D TD JD | 8S 8D | 7H 7S"
    gone = look(hand, drawn="2C", top="8C 8H 8C 8H 8S 8D 3C")
    assert choose(gone, 4) in [Discard(Card.parse("8S")), Discard(Card.parse("8D")), Discard(Card.parse("2C"))]
    cards = unseen(gone, indian_view(gone))
    assert cards[Card.parse("8C").index] == 0
    assert cards[Card.parse("7H").index] == 1
    assert cards[Card.parse("7D").index] == 2


def indian_view(view: View) -> IndianView:
    return indian_deal(view.deal)


# -- drops ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [3, 4])
def test_a_hopeless_hand_is_dropped_before_the_first_draw(level: int) -> None:
    assert choose(look(HOPELESS, top="KC"), level) == Drop()
    assert choose(look(COMPLETE, top="2S"), level) != Drop()
    assert not isinstance(choose(look(HOPELESS, top="KC"), 2), Drop)


@pytest.mark.parametrize("level", [3, 4])
def test_a_hand_that_stays_hopeless_is_dropped_later(level: int) -> None:
    """Against five a middle drop, for 40 points, costs less than to go on without hope."""
    for hand, action in ((HOPELESS, Drop()), ("2H 3H 4H JD 9C 9S 9D 3D KC QS 8D 8C 4S", Draw(Source.CLOSED))):
        table = table_with(hand, top="KC", count=6)
        deal = indian(table)
        drew = replace(table, deal=replace(deal, hands=(replace(deal.hands[P1], has_drawn=True), *deal.hands[1:])))
        assert choose(drew.view(P1), level) == action


@pytest.mark.parametrize("level", [3, 4])
def test_nobody_drops_where_that_is_not_possible_or_ends_a_pool(level: int) -> None:
    best_of = table_with(HOPELESS, top="KC", terms=Terms(Format.BEST_OF_3))
    assert isinstance(choose(best_of.view(P1), level), Draw)
    pool = table_with(HOPELESS, top="KC", terms=Terms(Format.POOL_101))
    assert choose(pool.view(P1), level) == Drop()
    near_the_end = replace(pool, match=replace(pool.match, totals=(81, 0)))
    assert isinstance(choose(near_the_end.view(P1), level), Draw)


# -- between deals ----------------------------------------------------------------------------------


def after_elimination(totals: tuple[int, ...]) -> View:
    """Return the view of the first player, who has just been eliminated from a pool."""
    table = table_with(HOPELESS, top="KC", count=len(totals), terms=Terms(Format.POOL_101))
    match = replace(table.match, totals=totals, out=(0, *[None] * (len(totals) - 1)))
    return replace(table, stage=Stage.BETWEEN, match=match).view(P1)


def test_a_pool_is_rejoined_where_the_share_is_worth_the_entry() -> None:
    early, late = after_elimination((110, 20, 30, 10)), after_elimination((110, 10, 78, 5))
    for level in (1, 3, 4):
        assert choose(early, level) == Rejoin()
        assert choose(late, level) == Next()
    assert choose(early, 2) == Next()


def two_left(totals: tuple[int, int]) -> View:
    """Return the view of the first player between two deals, with one opponent left."""
    table = table_with(HOPELESS, top="KC", count=3, terms=Terms(Format.POOL_101))
    computers = tuple(replace(player, is_computer=True, level=4) for player in table.players)
    match = replace(table.match, totals=(*totals, 120), out=(None, None, 1))
    return replace(table, players=computers, stage=Stage.BETWEEN, match=match).view(P1)


def test_who_is_far_behind_asks_once_to_share_the_pool() -> None:
    behind = two_left((85, 40))
    for level in range(1, 5):
        assert choose(behind, level) == (CallSplit() if level > 2 else Next())
        for totals in ((60, 60), (40, 85), (60, 50)):
            assert choose(two_left(totals), level) == Next(), "a share is worth no more than to play on"
        assert choose(replace(behind, split_asked=True), level) == Next()


# -- secrets, and whole matches ---------------------------------------------------------------------


def peeked(deal: IndianDeal, dice: random.Random) -> IndianDeal:
    """Return the deal with all cards shuffled that the seat whose turn it is cannot see."""
    others = [seat for seat in deal.still_in if seat != deal.turn]
    hidden = [*deal.closed, *(card for seat in others for card in deal.hands[seat].cards)]
    dice.shuffle(hidden)
    hands = list(deal.hands)
    for seat in others:
        count = len(hands[seat].cards)
        hands[seat] = replace(hands[seat], cards=tuple(hidden[:count]), groups=())
        del hidden[:count]
    return replace(deal, hands=tuple(hands), closed=tuple(hidden))


@given(st.integers(0, 2**32))
@settings(max_examples=10)
def test_no_level_and_no_chance_knows_what_the_seat_cannot_see(seed: int) -> None:
    dice = random.Random(seed)
    table, _ = opened(shipped(dice.choice(RULES)), dice.choice((2, 3)), dice)
    for _ in range(dice.randrange(20)):
        deal = indian(table)
        if deal.outcome is not None or deal.phase is Phase.SHOW:
            return
        table = table.play(deal.turn, choose(table.view(deal.turn), 3))
    deal = indian(table)
    if deal.outcome is None and deal.phase in (Phase.DRAW, Phase.DISCARD):
        other = replace(table, deal=peeked(deal, dice))
        for level in range(1, 5):
            assert choose(table.view(deal.turn), level) == choose(other.view(deal.turn), level)
        hand = deal.hands[deal.turn].cards[:13]
        said = [Prospects(one.view(deal.turn)).of(hand, draws=True) for one in (table, other)]
        assert said[0] == said[1]


MATCHES = [(id, terms.course) for id in RULES for terms in courses(shipped(id))]


@pytest.mark.parametrize(("id", "course"), MATCHES)
def test_all_levels_play_whole_matches(id: str, course: str) -> None:
    """One match of each format; `python -m tests.bench whole_matches` plays thousands."""
    for count in (2, 4) if course == "points" else (3,):
        dice = random.Random(f"{id} {course}")

        def some_level(view: View, dice: random.Random = dice) -> Action:
            assert view.seat is not None
            return choose(view, 4 - (view.seat + dice.randrange(2)) % 4)

        assert played(shipped(id), Terms.parse(course), count, dice, some_level).stage is Stage.FINISHED


def test_what_others_took_is_known_until_they_throw_it() -> None:
    dice = random.Random(3)
    table, _ = opened(shipped("circle"), 2, dice)
    first = indian(table).turn
    top = indian(table).open[-1].card
    table = table.play(first, Draw(Source.OPEN))
    other = next(seat for seat in indian(table).still_in if seat != first)
    view = table.view(other)
    assert taken(indian_view(view)) == {first: {top: 1}}
    before = unseen(view, indian_view(view))
    table = table.play(first, Discard(top))
    after = table.view(other)
    assert unseen(after, indian_view(after)) == before
    assert sum(before) == 106 - 13 - 1 - 1
