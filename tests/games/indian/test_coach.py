"""The advice of the coach of the Indian game, in exact numbers, and that it knows no more than the player who asks."""

import random
import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.coach import (
    DrawAdvice,
    FinishAdvice,
    SlotAdvice,
    ThrowAdvice,
    advise,
)
from bot.games.indian.computer import level_4
from bot.games.indian.declaration import Reason
from bot.games.indian.face.coach import answer
from bot.games.indian.scoring import loser_points
from bot.games.indian.view import indian_deal
from bot.rummy.actions import Discard, Draw, Drop, Source
from bot.rummy.cards import Card, Seat, parse_cards, parse_groups
from bot.rummy.deal_view import Phase, without
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.table import Table
from bot.rummy.view import View
from tests.advice import told as in_full
from tests.games.indian.missing_cards import missing_cards
from tests.games.indian.test_levels import COMPLETE, HOPELESS, SECOND_NEAR, look, peeked, table_with
from tests.known import shipped
from tests.playing import indian, opened


def said(view: View) -> str:
    """Return the coach's advice in full."""
    return in_full(answer(view))


ONE_MISSING = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD | 8S"
RULES = ("circle", "winzo", "toking")


def thrown(view: View) -> ThrowAdvice:
    found = advise(view)
    assert isinstance(found, ThrowAdvice)
    return found


def drawing(view: View) -> DrawAdvice:
    found = advise(view)
    assert isinstance(found, DrawAdvice)
    return found


# -- hands that anyone can judge --------------------------------------------------------------------


def test_the_dearer_of_two_useless_cards_goes() -> None:
    """Aces are wild and a printed joker lies open: 5H, 4C, 8C, 8D, QD and KH twice each, 8 aces and a joker help."""
    view = look(ONE_MISSING, drawn="4S")
    found = thrown(view)
    told = [(str(one.card), one.then.missing, one.then.helping, one.pays) for one in found.throws[:2]]
    assert told == [("8S", 1, 21, 4), ("4S", 1, 21, 8)]
    assert found.throws[0].then.unseen == 106 - 14 - 1
    first, second, third, *_ = said(view).splitlines()
    assert first == "🧭 **Throw 8♠.**"
    assert second == "Throw 8♠: 1 card missing, 21 of the 91 unseen cards help, 4 points."
    assert third == "Throw 4♠: same number help, 8 points."
    assert answer(view).throw == Card.parse("8S")


def test_a_throw_after_which_more_cards_help_now_says_what_speaks_against_it() -> None:
    table, _ = opened(shipped("circle"), 2, random.Random(19))
    seat = indian(table).turn
    told = said(table.play(seat, level_4(table.view(seat))).view(seat)).splitlines()
    assert told[1] == "Throw 10♣: 2 cards missing, 26 of the 91 unseen cards help, 70 points."
    assert told[2] == "Throw 9♠: 28 help now, but fewer after that, 71 points."
    assert told[3] == "Throw 8♥: 28 help now, but more points to pay, 72 points."


def test_cards_that_are_gone_help_nobody() -> None:
    view = look(ONE_MISSING, drawn="4S", top="5H 4C 4C 8C 8D QD QD")
    assert thrown(view).throws[0].then.helping == 21 - 7
    assert thrown(view).throws[0].then.unseen == 91 - 7


def test_a_pair_of_which_the_third_is_gone_goes_first() -> None:
    """Sevens still come, but all eights except those in hand lie open."""
    view = look("2H 3H 4H | 5C 6C 7C | 9D TD JD | 8S 8D | 7H 7S", drawn="2C", top="8C 8H 8C 8H 8S 8D 3C")
    best, *others = thrown(view).throws
    assert best.card in parse_cards("8S 8D 2C")
    assert all(other.rank >= best.rank for other in others)


def test_the_open_card_that_completes_the_hand() -> None:
    view = look(ONE_MISSING, top="KH")
    found = drawing(view)
    assert (found.action, found.now.missing, found.top) == (Draw(Source.OPEN), 1, Card.parse("KH"))
    assert found.taken is not None
    assert found.taken.then.missing == 0
    told = said(view)
    assert "chance to win this deal is more than 95 %" in told
    assert "**Draw the open K♥.**" in told
    assert "With the open K♥ you can declare." in told


def test_an_open_card_that_only_spares_points() -> None:
    found = drawing(look(SECOND_NEAR, top="4H"))
    assert (found.action, found.now.missing) == (Draw(Source.OPEN), 2)
    assert found.taken is not None
    assert found.taken.then.missing == 2
    assert found.taken.pays < 80


def test_an_open_card_that_brings_nothing() -> None:
    view = look(ONE_MISSING, top="2S")
    assert drawing(view).action == Draw(Source.CLOSED)
    assert "The open 2♠ brings you no closer." in said(view)


def test_a_hopeless_hand_is_dropped_and_a_good_one_is_not() -> None:
    bad, good = look(HOPELESS, top="KC"), look(ONE_MISSING, top="2S")
    assert drawing(bad).action == Drop()
    leaving = drawing(bad).leaving
    assert leaving is not None
    assert leaving.cost == 20 < leaving.playing_on
    assert re.search(
        r"\*\*Drop\.\*\*(.|\n)*A drop costs 20 points\. Playing on costs about \d\d points on average\.", said(bad)
    )
    other = drawing(good).leaving
    assert other is not None
    assert other.playing_on < 0
    assert re.search(r"Playing on wins about \d+ points on average\.", said(good))
    assert "estimate" in said(good)


def test_a_hand_without_a_chance_is_dropped_later_too_where_that_costs_less() -> None:
    table = table_with(HOPELESS, top="KC", count=4)
    first, *others = indian(table).hands
    later = replace(table, deal=replace(indian(table), hands=(replace(first, has_drawn=True), *others))).view(Seat(0))
    found = drawing(later)
    assert found.action == Drop()
    assert found.leaving is not None
    assert found.leaving.cost == 40 < found.leaving.playing_on
    good = replace(table_with(ONE_MISSING, top="2S", count=4))
    assert drawing(good.view(Seat(0))).action == Draw(Source.CLOSED)


def test_a_drop_that_puts_the_player_out_of_a_pool_is_called_so() -> None:
    pool = table_with(HOPELESS, top="KC", terms=Terms(Format.POOL_101))
    near_the_end = replace(pool, match=replace(pool.match, totals=(90, 0))).view(Seat(0))
    assert drawing(near_the_end).action != Drop()
    assert "and puts you out" in said(near_the_end)


def test_nothing_is_said_of_drops_where_there_are_none() -> None:
    best_of = table_with(HOPELESS, top="KC", terms=Terms(Format.BEST_OF_3)).view(Seat(0))
    assert drawing(best_of).leaving is None
    assert "drop" not in said(best_of).lower()


# -- declaring --------------------------------------------------------------------------------------


def grouped(view: View, groups: str) -> View:
    return replace(view, deal=replace(indian_deal(view.deal), groups=parse_groups(groups)))


def test_a_hand_that_can_be_declared_and_how_its_groups_lie() -> None:
    view = look(COMPLETE.replace("8S", "KH"), drawn="8S")
    assert advise(view) == FinishAdvice(Card.parse("8S"), Reason.CARD_COUNT)
    assert said(view).startswith("🧭 **You can declare: throw 8♠.**\nYour groups as they are now would be wrong")
    ready = grouped(view, "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD KH")
    assert advise(ready) == FinishAdvice(Card.parse("8S"), None)
    assert said(ready) == "🧭 **You can declare: throw 8♠.**\nYour groups are valid then."


def test_a_card_in_the_finish_slot() -> None:
    hand = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD KH"
    view = look(hand)
    view = replace(view, deal=replace(indian_deal(view.deal), phase=Phase.DECLARE, finishing=Card.parse("8S")))
    assert advise(view) == SlotAdvice(Reason.CARD_COUNT, can_be_valid=True, cost=80)
    assert "Press Best, then declare" in said(view)
    assert said(grouped(view, hand)) == "🧭 **Declare now.** Your groups are valid."
    lost = replace(view, deal=replace(indian_deal(view.deal), hand=parse_cards(HOPELESS)))
    assert said(lost) == "🧭 No groups of these cards are valid, so this declaration costs you 80 points."


# -- any hand ---------------------------------------------------------------------------------------


def some_turn(dice: random.Random) -> Table | None:
    """Return a table in the middle of a deal; None: it is over already."""
    table, _ = opened(shipped(dice.choice(RULES)), dice.choice((2, 3, 4)), dice)
    for _ in range(dice.randrange(24)):
        deal = indian(table)
        if deal.outcome is not None or deal.phase not in (Phase.DRAW, Phase.DISCARD):
            return None
        action = level_4(table.view(deal.turn))
        wants = Draw(Source.CLOSED) if isinstance(action, Drop) else action
        table = table.play(deal.turn, wants)
    deal = indian(table)
    return table if deal.outcome is None and deal.phase is not Phase.SHOW else None


@given(st.integers(0, 2**32))
@settings(max_examples=8)
def test_the_coach_knows_what_its_player_may_know(seed: int) -> None:
    dice = random.Random(seed)
    if (table := some_turn(dice)) is not None:
        deal = indian(table)
        other = replace(table, deal=peeked(deal, dice))
        assert said(table.view(deal.turn)) == said(other.view(deal.turn))


@given(st.integers(0, 2**32))
@settings(max_examples=8)
def test_the_first_move_is_that_of_the_strongest_computer(seed: int) -> None:
    """But of several cards to declare with, the groups as they lie decide."""
    table = some_turn(random.Random(seed))
    if table is None:
        return
    view = table.view(indian(table).turn)
    found, action = advise(view), level_4(view)
    match found:
        case DrawAdvice():
            assert found.action == action
        case ThrowAdvice(throws):
            assert Discard(throws[0].card) == action
            assert 2 <= len(throws) <= 3
            assert len({throw.card for throw in throws}) == len(throws)
        case FinishAdvice():
            assert isinstance(action, Finish)


@given(st.integers(0, 2**32))
@settings(max_examples=4)
def test_what_is_said_of_each_throw_is_exact(seed: int) -> None:
    """Missing cards by a slow search; `test_chances` holds the cards that help against one."""
    table = some_turn(random.Random(seed))
    found = advise(table.view(indian(table).turn)) if table is not None else None
    if table is None or not isinstance(found, ThrowAdvice):
        return
    deal = indian(table)
    for throw in found.throws:
        hand = without(deal.hands[deal.turn].cards, (throw.card,))
        assert throw.then.missing == missing_cards(hand, deal.wild, deal.rules)
        laid = solver.best(hand, deal.wild, deal.rules)
        assert throw.pays == loser_points(laid.groups, laid.deadwood, deal.wild, deal.rules)
