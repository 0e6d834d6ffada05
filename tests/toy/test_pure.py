"""The game by itself: its rule set, its move, its deals and matches, and its records."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import pytest

from bot.cli.rule_sets import InputError, RuleSets
from bot.cli.rules import rules_lines
from bot.languages.sentence import Sentence
from bot.render.sheet import lay_out
from bot.render.words import sheet_words
from bot.rummy.actions import (
    DEALER,
    DealCards,
    Discard,
    Draw,
    Drop,
    Lapse,
    Leave,
    Next,
    PickDealer,
    Source,
    parse_action,
)
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.deal_view import without
from bot.rummy.errors import IllegalAction, ParseError, Refusal, RulesError
from bot.rummy.game import game_of
from bot.rummy.ids import TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.outcome import Bonus, BonusCode, Ending, Outcome, SeatStatus
from bot.rummy.record import Entry, Record
from bot.rummy.rules import Games, Rules, StakeUnit
from bot.rummy.table import Table
from bot.rummy.view import Stage
from tests.known import INDIAN, WESTERN
from tests.playing import answer, players
from tests.toy.actions import Out
from tests.toy.codes import ToyEnding, ToyRefusal
from tests.toy.deal import ToyDeal
from tests.toy.face.face import ToyFace
from tests.toy.game import ToyGame

A, B, C = Seat(0), Seat(1), Seat(2)
HANDS = ("7S 7H 2C 3C 4C", "9S 9H 5D 6D 8D", "TS JS QS KS AS")
"""The hands of three players, in the order of play."""
STACK = "2D 7D"
"""The open card, and the card that the first player draws."""


def dealt(rules: Rules, hands: Sequence[str] = HANDS, stack: str = STACK, terms: str = "points") -> Table:
    """Return a table whose first deal is this one; the first player sits on seat 0."""
    table = Table.open(rules, Terms.parse(terms), players(len(hands)))
    table = table.play(DEALER, PickDealer(Seat(len(hands) - 1)))
    return next_deal(table, hands, stack)


def next_deal(table: Table, hands: Sequence[str] = HANDS, stack: str = STACK) -> Table:
    """Return the table with these cards dealt; `hands` in the order of play."""
    held = [parse_cards(hand) for hand in hands]
    first = [hand[place] for place in range(5) for hand in held] + list(parse_cards(stack))
    rest = without(table.rules.cards(len(hands)), first)
    return table.play(DEALER, DealCards((*first, *rest)))


def out(cards: str) -> Out:
    return Out(parse_cards(cards))


# -- the rule set and the moves ---------------------------------------------------------------------


def test_the_rule_set_is_found_read_and_written(games: Games, rules: Rules) -> None:
    assert isinstance(rules.game, ToyGame)
    assert Rules.parse(rules.text(), "toy", games) == rules
    assert games.load()["toy"] == rules
    assert {"circle", "romme"} < set(games.texts)
    assert [rules.numbers(format) for format in rules.formats] == [(0,), (0,), (9, 15)]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"limit"]', '"pool_101"]', "formats"),
        ("out_points = 5", "out_points = 0", "toy.out_points"),
        ("out_points = 5", "out = 5", "toy.out"),
        ('"entry"', '"point_value"', "scoring.points_stake"),
    ],
)
def test_a_rule_set_that_cannot_be_played_is_refused(games: Games, rules: Rules, old: str, new: str, key: str) -> None:
    with pytest.raises(RulesError, match=rf"^mine\.toml: {key}: "):
        Rules.parse(rules.text().replace(old, new), "mine", games)


def test_games_that_all_have_a_table_refuse_a_rule_set_without_one(rules: Rules) -> None:
    alone = Games(ToyGame())
    assert alone.shipped("toy").own == rules.own
    with pytest.raises(RulesError, match=r"mine\.toml: one of the tables \[toy\]"):
        Rules.parse('name = "Mine"', "mine", alone)


def test_its_move_is_its_text_in_this_game_alone(rules: Rules) -> None:
    assert parse_action("out 7S 7H 7D", game_of(rules)) == out("7S 7H 7D")
    assert str(out("7S 7H 7D")) == "out 7S 7H 7D"
    for game in (INDIAN, WESTERN):
        with pytest.raises(ParseError):
            parse_action("out 7S 7H 7D", game)
    for theirs in ("place 7S 7H 7D", "declare", "group 7S 7H"):
        with pytest.raises(ParseError):
            parse_action(theirs, game_of(rules))


# -- one deal ---------------------------------------------------------------------------------------


def test_three_of_a_kind_end_the_deal_and_pairs_are_worth_something(rules: Rules) -> None:
    table = dealt(rules)
    assert table.refusal(A, out("7S 7H 7D")) is Refusal.DRAW_FIRST
    assert table.refusal(B, Draw(Source.CLOSED)) is Refusal.NOT_YOUR_TURN
    table = table.play(A, Draw(Source.CLOSED))
    assert table.refusal(A, out("7S 7H 2C")) is ToyRefusal.NOT_THREE
    assert table.refusal(A, out("7S 7H 7C")) is Refusal.NOT_IN_HAND
    assert table.refusal(A, Drop()) is Refusal.NO_DROPS
    table = table.play(A, out("7S 7H 7D"))
    (outcome,) = table.match.outcomes
    assert (outcome.ending, outcome.winners, outcome.points) == (ToyEnding.OUT, (A,), (5, 1, 0))
    assert (table.stage, table.match.winners, table.match.places) == (Stage.FINISHED, (A,), (1, 2, 3))


def test_who_leaves_or_lapses_out_gets_nothing_and_the_last_one_in_wins(rules: Rules) -> None:
    table = dealt(rules).play(B, Leave())
    for _ in range(3):
        table = table.play(A, Lapse())
        assert table.deal is not None
        table = table if table.is_over else table.play(C, Draw(Source.CLOSED))
        table = table if table.is_over else table.play(C, Discard(_thrown(table)))
    (outcome,) = table.match.outcomes
    assert (outcome.ending, outcome.winners, outcome.points) == (Ending.LAST_IN, (C,), (0, 0, 5))
    assert outcome.statuses == (SeatStatus.LAPSED, SeatStatus.LEFT, SeatStatus.IN)


def _thrown(table: Table) -> Card:
    assert table.deal is not None
    assert table.deal.drawn is not None
    return table.deal.drawn


def test_without_cards_the_most_pairs_win_and_equal_ones_share(rules: Rules) -> None:
    for hands, ending, winners, points in (
        (HANDS, ToyEnding.SHARED, (A, B), (5, 5, 0)),
        (("7S 8H 2C 3C 4C", *HANDS[1:]), Ending.STALEMATE, (B,), (0, 5, 0)),
    ):
        table = dealt(replace(rules, turns=replace(rules.turns, max_reshuffles=0)), hands)
        assert table.deal is not None
        table = replace(table, deal=replace(table.deal, closed=())).play(A, Draw(Source.CLOSED))
        (outcome,) = table.match.outcomes
        assert (outcome.ending, outcome.winners, outcome.points) == (ending, winners, points)
        assert table.match.winners == winners


# -- matches: the most points win -------------------------------------------------------------------


def test_to_a_limit_who_reaches_it_has_won(rules: Rules) -> None:
    table = dealt(rules, terms="limit_9").play(A, Draw(Source.CLOSED)).play(A, out("7S 7H 7D"))
    assert (table.stage, table.match.totals, table.match.places) == (Stage.BETWEEN, (5, 1, 0), (1, 2, 3))
    # The next one clockwise begins, so the first hand is that of seat 1.
    table = next_deal(table.play(DEALER, Next()), ("TS JS QS KS AS", "9S 9H 5D 6D 8D", "7S 7H 2C 3C 4C"), "2D 3H 4H 7D")
    for seat, cards in ((B, "3H"), (C, "4H")):
        table = table.play(seat, Draw(Source.CLOSED)).play(seat, Discard(Card.parse(cards)))
    table = table.play(A, Draw(Source.CLOSED)).play(A, out("7S 7H 7D"))
    assert (table.match.totals, table.match.winners, table.match.end) == ((10, 1, 1), (A,), MatchEnd.WON)
    assert table.match.places == (1, 2, 2)


def test_best_of_three_is_won_by_the_most_points_and_level_ones_play_on(rules: Rules) -> None:
    match = dealt(rules, terms="best_of_3").match
    outcome = dealt(rules).play(A, Draw(Source.CLOSED)).play(A, out("7S 7H 7D")).match.outcomes[0]
    for points in ((5, 1, 0), (0, 5, 1), (1, 0, 5)):
        winner = Seat(points.index(5))
        match = match.after(replace(outcome, points=points, winners=(winner,)))
    assert (match.totals, match.is_over, match.next_seats) == ((6, 6, 6), False, (A, B, C))
    match = match.after(replace(outcome, points=(0, 5, 0), winners=(B,)))
    assert (match.winners, match.places) == ((B,), (2, 1, 2))


def test_its_direction_is_the_games_answer(games: Games, rules: Rules) -> None:
    assert all(rules.more_is_better(format) for format in rules.formats)
    circle = games.shipped("circle")
    assert [format for format in circle.formats if circle.more_is_better(format)] == [Format.DEALS]
    assert (rules.game.cost(5), circle.game.cost(5)) == (-5, 5)
    assert rules.scoring.points_stake is StakeUnit.ENTRY


# -- records ----------------------------------------------------------------------------------------


def played(rules: Rules, terms: Terms, count: int, seed: int) -> tuple[Table, list[Entry]]:
    """Return a whole match by chance: mostly sensible, with lapses."""
    dice = random.Random(seed)
    table, entries = Table.open(rules, terms, players(count)), []
    while not table.is_over:
        if chance := table.chance():
            entry = Entry(DEALER, answer(chance, dice))
        elif table.stage is Stage.BETWEEN:
            entry = Entry(DEALER, Next())
        else:
            assert table.deal is not None
            view = table.view(table.deal.turn)
            lapses = dice.random() < 0.05
            action = Lapse() if lapses else game_of(rules).choose(view)
            before = table.chance_before(action)
            entry = Entry(DEALER, answer(before, dice)) if before else Entry(table.deal.turn, action)
        table = table.play(entry.seat, entry.action)
        entries.append(entry)
    return table, entries


@pytest.mark.parametrize("seed", range(8))
def test_a_record_is_its_text_and_replays(games: Games, rules: Rules, seed: int) -> None:
    terms = Terms.parse(("points", "best_of_3", "limit_9", "limit_15")[seed % 4])
    table, entries = played(rules, terms, 2 + seed % 3, seed)
    record = Record(TableId("toytoy"), rules, terms, players(2 + seed % 3), tuple(entries)).counted()
    again = Record.parse(str(record), games)
    assert (again, str(again)) == (record, str(record))
    assert again.replay() == table
    assert any(line.startswith("totals") for line in again.figures)
    best = max(table.match.totals)
    assert all(table.match.totals[seat] == best for seat in table.match.winners)
    outs = sum(isinstance(entry.action, Out) for entry in entries)
    assert outs == sum(outcome.ending is ToyEnding.OUT for outcome in table.match.outcomes)


@pytest.mark.parametrize("seed", range(6))
def test_cards_are_never_lost(rules: Rules, seed: int) -> None:
    table, entries = played(rules, Terms.parse("points"), 4, seed)
    again = Table.open(rules, Terms(), players(4))
    pack = sorted(rules.cards(4), key=lambda card: card.index)
    for entry in entries:
        again = again.play(entry.seat, entry.action)
        if (deal := again.deal) is not None:
            held = [card for hand in deal.hands for card in (*hand.cards, *(c for group in hand.groups for c in group))]
            there = [*held, *deal.closed, *(under.card for under in deal.open)]
            assert sorted(there, key=lambda card: card.index) == pack
    assert again == table


# -- what a game may ask of its matches ---------------------------------------------------------------


class BonusCodes(BonusCode):
    OUTS = "outs"


class BonusFace(ToyFace):
    bonuses: ClassVar = {BonusCodes.OUTS: Sentence("Outs")}

    def match_note(self, match: Match, seat: Seat) -> str:
        return f"{len(match.counted)} played"


class BonusGame(ToyGame):
    """Ten more for each deal won, once the match is over; the winner of a deal plays first in the next."""

    def bonuses(
        self, rules: Rules, format: Format, outcomes: Sequence[Outcome], winners: Sequence[Seat]
    ) -> tuple[Bonus, ...]:
        won = [sum(seat in outcome.winners for outcome in outcomes) for seat in range(2)]
        return (Bonus(BonusCodes.OUTS, tuple(10 * count for count in won)),) if format is Format.LIMIT else ()

    def decides(self, outcome: Outcome) -> bool:
        return SeatStatus.LAPSED in outcome.statuses

    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> ToyDeal:
        return WinnerFirst.start(match.rules, first, present, cards)


class WinnerFirst(ToyDeal):
    @property
    def next_first(self) -> Seat:
        assert self.outcome is not None
        return self.outcome.winners[0]


@pytest.fixture
def bonus_rules(rules: Rules) -> Rules:
    return replace(rules, game=BonusGame(BonusFace()))


def test_a_game_adds_points_at_the_end_of_a_match(bonus_rules: Rules) -> None:
    table = dealt(bonus_rules, HANDS[:2], terms="limit_9").play(A, Draw(Source.CLOSED)).play(A, out("7S 7H 7D"))
    assert (table.match.is_over, table.match.bonuses) == (False, ())
    assert sheet_words(table.view(None), {A: "Ann", B: "Ben"})[1:] == [
        "Ann: 5 points, 1 played, last deal 5",
        "Ben: 1 point, 1 played, last deal 1",
    ]
    table = next_deal(table.play(DEALER, Next()), HANDS[:2])
    table = table.play(A, Draw(Source.CLOSED)).play(A, out("7S 7H 7D"))
    assert (table.match.winners, table.match.totals) == ((A,), (30, 2))
    assert [bonus.points for bonus in table.match.bonuses] == [(20, 0)]
    view = table.view(None)
    assert sheet_words(view, {A: "Ann", B: "Ben"})[2].endswith("deals 5, 5, Outs 20")
    sheet = lay_out(view, {A: "Ann", B: "Ben"})
    assert [(column.head, [cell.number for cell in column.cells]) for column in sheet.columns] == [
        ("1", ["5", "1"]),
        ("2", ["5", "1"]),
        ("Outs", ["20", "0"]),
    ]
    assert table.view(None).after_deal(1).totals == (5, 1)


def test_a_deal_may_decide_the_whole_match(bonus_rules: Rules) -> None:
    table = dealt(bonus_rules, HANDS[:2], terms="limit_15")
    while not table.is_over:
        assert table.deal is not None
        turn = table.deal.turn
        table = table.play(turn, Lapse() if turn == B else Draw(Source.CLOSED))
        if turn == A:
            assert table.deal is not None
            table = table.play(A, Discard(table.deal.hands[A].cards[0]))
    assert table.match.winners == (A,)
    assert len(table.match.outcomes) == 1


def test_a_game_says_who_plays_first_in_the_next_deal(bonus_rules: Rules, rules: Rules) -> None:
    for played_by, first in ((bonus_rules, A), (rules, B)):
        table = dealt(played_by, HANDS[:2], terms="limit_15").play(A, Draw(Source.CLOSED)).play(A, out("7S 7H 7D"))
        table = next_deal(table.play(DEALER, Next()), HANDS[:2])
        assert table.deal is not None
        assert table.deal.turn == first


def test_refused_moves_change_nothing(rules: Rules) -> None:
    table = dealt(rules)
    with pytest.raises(IllegalAction):
        table.play(A, out("7S 7H 7D"))


@pytest.mark.parametrize(("id", "trait"), [("toy", ""), ("romme", " Melds go on the table.")])
def test_the_command_line_says_of_a_game_only_what_that_game_says(games: Games, id: str, trait: str) -> None:
    sets = RuleSets(games)
    assert list(rules_lines(id, sets))[-1] == f"Another game than circle.{trait}"
    with pytest.raises(InputError) as caught:
        sets.judge(id)
    assert str(caught.value) == f"{id}: hands of its game are not judged"
