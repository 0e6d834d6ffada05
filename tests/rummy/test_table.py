"""A table: toss and seats, chance, the end of a match, votes."""

import random
from dataclasses import replace

import pytest

from bot.games.indian.codes import IndianEnding
from bot.rummy.actions import (
    DEALER,
    CallEnd,
    DealCards,
    Discard,
    Draw,
    Drop,
    End,
    EndCause,
    Lapse,
    Leave,
    PickDealer,
    Source,
    Toss,
    Vote,
    VoteOver,
)
from bot.rummy.cards import CARDS, JOKER, Card, Seat, packs, parse_cards
from bot.rummy.deal_view import EventKind, OpenCard
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import Player
from bot.rummy.match.match import Terms
from bot.rummy.outcome import Ending
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from tests.known import shipped
from tests.playing import opened, played, players

A, B, C, D = map(Seat, range(4))


def begun(people: int = 3, computers: int = 0, rules: Rules | str = "circle") -> Table:
    rules = shipped(rules) if isinstance(rules, str) else rules
    table = Table.open(rules, Terms(), players(people, computers))
    dice = random.Random(1)
    while chance := table.chance():
        order = list(chance.items)
        dice.shuffle(order)
        table = table.play(DEALER, chance.action(order))
    return table


def test_the_toss_seats_highest_to_lowest_and_the_last_deals() -> None:
    table = Table.open(shipped("circle"), Terms(), players(4))
    table = table.play(DEALER, Toss(parse_cards("9H KD 2S AC")))
    assert [player.id for player in table.players] == [104, 102, 101, 103]
    assert table.toss == parse_cards("AC KD 9H 2S")
    table = table.play(DEALER, DealCards(packs(2, 1)))
    assert table.deal is not None
    assert (table.deal.first, table.deal.dealer) == (A, D)


def test_a_random_dealer_keeps_the_seats_and_plays_last() -> None:
    table = Table.open(shipped("winzo"), Terms(), players(4))
    chance = table.chance()
    assert chance is not None
    assert (chance.purpose, chance.items) == ("dealer", (0, 1, 2, 3))
    table = table.play(DEALER, PickDealer(B)).play(DEALER, DealCards(packs(2, 2)))
    assert table.deal is not None
    assert (table.deal.first, table.deal.dealer, table.players) == (C, B, players(4))


@pytest.mark.parametrize("cards", ["9H KD", "9H 9H KD", "9H KD JK"])
def test_a_toss_has_one_different_card_for_each(cards: str) -> None:
    table = Table.open(shipped("circle"), Terms(), players(3))
    assert table.refusal(DEALER, Toss(parse_cards(cards))) is Refusal.CARDS_DIFFER


def test_only_the_rule_set_s_packs_are_dealt() -> None:
    table = Table.open(shipped("winzo"), Terms(), players(2)).play(DEALER, PickDealer(A))
    assert table.refusal(DEALER, DealCards(packs(2, 1))) is Refusal.CARDS_DIFFER
    assert table.refusal(A, DealCards(packs(2, 2))) is Refusal.NOT_NOW
    assert table.refusal(DEALER, DealCards(packs(2, 2))) is None


@pytest.mark.parametrize("count", [1, 7])
def test_a_table_needs_as_many_players_as_its_rules(count: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        Table.open(shipped("circle"), Terms(), [Player(i) for i in range(count)])


def test_nothing_happens_after_the_end() -> None:
    *_, (table, _) = played(shipped("toking"), 2, random.Random(3))
    assert table.is_over
    for action in (Draw(Source.CLOSED), Drop(), Leave(), CallEnd()):
        assert table.refusal(A, action) is Refusal.TABLE_OVER
    assert table.refusal(DEALER, End(EndCause.STAFF)) is Refusal.TABLE_OVER


def test_totals_are_the_points_of_the_deal() -> None:
    for seed in range(10):
        *_, (table, _) = played(shipped("circle"), 3, random.Random(seed))
        if table.stage is Stage.FINISHED:
            view = table.view(None)
            assert view.totals == tuple(map(sum, zip(*(o.points for o in view.outcomes), strict=True)))
            assert view.winner is not None
            assert view.totals[view.winner] == 0


def test_a_step_grows_with_turn_and_phase_and_not_with_groups() -> None:
    *_, (_, entries) = played(shipped("circle"), 3, random.Random(11))
    table = Table.open(shipped("circle"), Terms(), players(3))
    for entry in entries:
        before, table = table, table.play(entry.seat, entry.action)
        private = str(entry.action).split()[0] in ("group", "sort", "bank", "vote", "call-end")
        if private and not table.is_over:
            assert table.step == before.step
        if str(entry.action).split()[0] in ("draw", "discard", "finish", "drop", "lapse", "declare"):
            assert table.step == before.step + 1 or before.deal is None or before.deal.phase == "show"


def test_a_void_deal_is_dealt_again() -> None:
    table = begun(2)
    deal = table.deal
    assert deal is not None
    same = replace(deal.hands[0])
    tied = replace(deal, hands=(same, replace(same)), closed=(), open=deal.open)
    table = replace(table, deal=tied).play(A, Draw(Source.CLOSED))
    assert (table.stage, table.match.outcomes[0].ending) == (Stage.DEALING, IndianEnding.TIE)
    chance = table.chance()
    assert chance is not None
    assert (chance.purpose, chance.deal) == ("packs", 2)
    table = table.play(DEALER, chance.action(chance.items))
    assert (table.view(None).deal_number, table.view(None).totals) == (2, (0, 0))


def test_the_others_decide_by_majority_whether_a_table_ends() -> None:
    table = begun(4).play(B, CallEnd())
    assert table.refusal(B, Vote(True)) is Refusal.NO_VOTE
    assert table.refusal(A, CallEnd()) is Refusal.VOTE_RUNNING
    table = table.play(A, Vote(True))
    assert table.refusal(A, Vote(False)) is Refusal.ALREADY_VOTED
    assert table.stage is Stage.PLAYING
    assert table.play(C, Vote(True)).stage is Stage.VOID
    refused = table.play(C, Vote(False)).play(D, Vote(False))
    assert (refused.stage, refused.vote) == (Stage.PLAYING, None)
    assert refused.refusal(B, CallEnd()) is Refusal.ASKED_ALREADY
    for _ in range(4):
        assert refused.deal is not None
        refused = refused.play(refused.deal.turn, Lapse())
    assert refused.refusal(B, CallEnd()) is None


def test_a_vote_ends_with_its_time() -> None:
    table = begun(3).play(A, CallEnd())
    assert table.play(DEALER, VoteOver()).vote is None
    assert begun(3).refusal(DEALER, VoteOver()) is Refusal.NO_VOTE


def test_alone_among_computers_one_ends_the_table_at_once() -> None:
    table = begun(1, 2)
    seat = table.persons[0]
    assert table.play(seat, CallEnd()).stage is Stage.VOID


def test_who_left_is_out_for_good() -> None:
    table = begun(3).play(B, Leave())
    assert table.refusal(B, Draw(Source.CLOSED)) is Refusal.NOT_SEATED
    with pytest.raises(IllegalAction):
        table.play(B, Leave())
    assert table.deal is not None
    assert table.deal.hands[B].points == 20


def test_chance_is_asked_for_before_a_draw_from_an_empty_closed_deck() -> None:
    table, _ = opened(shipped("circle"), 3, random.Random(2))
    assert table.deal is not None
    assert table.chance_before(Draw(Source.CLOSED)) is None
    under = tuple(OpenCard(Card.parse(card), A) for card in ("2C", "3C", "4C"))
    table = replace(table, deal=replace(table.deal, closed=(), open=under))
    chance = table.chance_before(Draw(Source.CLOSED))
    assert chance is not None
    assert (chance.purpose, chance.items) == ("reshuffle-1", parse_cards("2C 3C"))
    assert table.chance_before(Draw(Source.OPEN)) is None
    assert table.view(A).allows(Draw(Source.CLOSED))


def test_what_is_shuffled_is_used_from_its_first_item_on() -> None:
    """Cards are used in the order that is published for people who check a shuffle."""
    tossed = Table.open(shipped("circle"), Terms(), players(3)).chance()
    assert tossed is not None
    assert tossed.items == CARDS
    assert tossed.action(CARDS[::-1]) == Toss((CARDS[51], CARDS[50], CARDS[49]))
    table = Table.open(shipped("winzo"), Terms(), players(3))
    picked = table.chance()
    assert picked is not None
    assert picked.items == (0, 1, 2)
    assert picked.action([1, 2, 0]) == PickDealer(Seat(1))
    dealing = table.play(DEALER, picked.action([1, 2, 0])).chance()
    assert dealing is not None
    pack = (*CARDS, JOKER, JOKER)
    assert (dealing.purpose, dealing.deal, dealing.items) == ("packs", 1, (*pack, *pack))
    assert dealing.action(dealing.items[::-1]) == DealCards(dealing.items[::-1])


# -- deals without people ---------------------------------------------------------------------------


def passed_around(table: Table, rounds: int) -> Table:
    """Return the table after that many rounds in which each draws a closed card and throws it, or until the deal is
    over.
    """
    outcomes = len(table.match.outcomes)
    assert table.deal is not None
    for _ in range(rounds * len(table.deal.still_in)):
        if len(table.match.outcomes) > outcomes:
            break
        deal = table.deal
        assert deal is not None
        if chance := table.chance_before(Draw(Source.CLOSED)):
            table = table.play(DEALER, chance.action(chance.items))
        table = table.play(deal.turn, Draw(Source.CLOSED))
        assert table.deal is not None
        assert table.deal.drawn is not None
        table = table.play(deal.turn, Discard(table.deal.drawn))
    return table


def test_a_deal_ends_a_hundred_rounds_after_its_last_person_has_gone() -> None:
    table = passed_around(begun(1, 2), 110)
    assert table.stage is Stage.PLAYING
    person = next(Seat(i) for i, player in enumerate(table.players) if not player.is_computer)
    table = passed_around(table.play(person, Leave()), 99)
    assert table.stage is Stage.PLAYING
    over = passed_around(table, 2)
    assert [outcome.ending for outcome in over.match.outcomes] in ([Ending.UNATTENDED], [IndianEnding.TIE])
    assert over.deal is not None
    assert over.deal.events[-1].kind is EventKind.UNATTENDED


def test_a_person_in_the_deal_keeps_it_going_and_so_do_rules_from_before() -> None:
    assert passed_around(begun(2, 1), 150).stage is Stage.PLAYING
    rules = shipped("circle")
    before = replace(rules, turns=replace(rules.turns, max_reshuffles=1000, quiet_rounds=0))
    assert passed_around(begun(0, 2, before), 150).stage is Stage.PLAYING
