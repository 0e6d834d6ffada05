"""Deals of twenty-one-card rummy: worked cases, random matches, computers, settlements."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.codes import IndianEnding
from bot.games.twentyone.codes import TwentyOneBonus
from bot.games.twentyone.view import TwentyOneHand
from bot.render.pictures import pictures_of
from bot.render.words import sheet_words
from bot.rummy.actions import DEALER, Draw, Drop, Lapse, Leave, Source
from bot.rummy.cards import JOKER, Card, Seat, parse_cards
from bot.rummy.errors import Refusal, RulesError
from bot.rummy.game import choice
from bot.rummy.ids import Player
from bot.rummy.match.match import Match, Terms
from bot.rummy.match.stakes import buy_in, paid, payouts
from bot.rummy.outcome import Bonus, Ending, Outcome, SeatStatus, SharedBonus
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.text.rules import course_short
from tests import vectors
from tests.cli.calls import call
from tests.games.twentyone.chance import holds
from tests.known import GAMES, shipped, with_own
from tests.playing import answer, opened
from tests.random_matches import checked
from tests.vector_twentyone import P1, P2, cards, check_points, deal_of, shown

FILE = Path(__file__).parent / "vectors.json"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return shipped("twentyone")


def test_all_worked_cases_hold() -> None:
    outcome = vectors.run(json.loads(FILE.read_text(encoding="utf-8"))["vectors"])
    assert outcome.mismatches == []
    assert not outcome.not_run
    assert outcome.passed["t21_value"] >= 14
    assert outcome.passed["t21_declaration"] >= 18
    assert outcome.passed["t21_points"] >= 8
    assert outcome.passed["deal_show"] == 5


@pytest.mark.parametrize("number", range(4))
def test_matches_by_chance_hold(number: int, rules: Rules) -> None:
    assert checked(rules, number, holds) > 20


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_computers_play_to_the_end(level: int, rules: Rules) -> None:
    dice = random.Random(level)
    table = Table.open(rules, Terms(), [Player(i, is_computer=True, level=level) for i in range(3)])
    for _ in range(2000):
        if table.is_over:
            break
        if chance := table.chance():
            table = table.play(DEALER, answer(chance, dice))
            continue
        seat = table.computer
        assert seat is not None
        action = choice(table.view(seat))
        if chance := table.chance_before(action):
            table = table.play(DEALER, answer(chance, dice))
        table = table.play(seat, action)
    assert table.is_over
    holds(table)


def test_159_cards_and_21_in_each_hand(rules: Rules) -> None:
    table, _ = opened(rules, 6, random.Random(1))
    assert len(rules.cards(6)) == 159
    assert table.deal is not None
    assert {len(hand.cards) for hand in table.deal.hands} == {21}
    assert len(table.deal.closed) == 159 - 6 * 21 - 2


def test_drops_cost_30_and_75(rules: Rules) -> None:
    table, _ = opened(rules, 3, random.Random(2))
    first = table.view(P1)
    assert first.deal is not None
    assert first.deal.drop_points == 30
    dropped = table.play(P1, Drop())
    assert dropped.deal is not None
    assert dropped.view(None).deal.seats[P1].points == -30  # type: ignore[union-attr]
    drawn = table.play(P1, Draw(Source.CLOSED))
    left = drawn.play(P1, Leave())
    assert left.view(None).deal.seats[P1].points == -75  # type: ignore[union-attr]


def test_without_drops_leaving_costs_the_full_count(rules: Rules) -> None:
    table, _ = opened(with_own(rules, drops=False), 3, random.Random(2))
    assert table.refusal(P1, Drop()) is Refusal.NO_DROPS
    left = table.play(P1, Leave())
    assert left.view(None).deal.seats[P1].points == -120  # type: ignore[union-attr]


def test_the_last_one_in_gets_what_the_drops_cost_and_settles_nothing(rules: Rules) -> None:
    table, _ = opened(rules, 2, random.Random(3))
    over = table.play(P1, Drop())
    assert over.is_over
    assert over.match.outcomes[-1].ending is Ending.LAST_IN
    assert over.match.totals == (-30, 30)
    assert over.match.bonuses == ()


def test_the_upper_and_the_lower_joker_cannot_be_taken_from_the_open_deck(rules: Rules) -> None:
    deal = deal_of(rules, "7S", [cards(["2C"]), cards(["3C"])])
    for top, may in (("8S", False), ("6S", False), ("7H", False), ("JK", False), ("8H", True)):
        lying = replace(deal, open=(replace(deal.open[-1], card=Card.parse(top), seat=P2),))
        assert lying.view(P1).may_pick_top is may


def test_the_finishing_card_of_the_winner_counts(rules: Rules) -> None:
    hand = parse_cards("2C 2C 2C 9D 9D 9D KH KH KH AC 3D 6S 7H 9C JD KS 2S 4H 6C 8D TS")
    groups = (hand[:3], hand[3:6], hand[6:9])
    deal = deal_of(rules, "5S", [(*hand, Card.parse("4S")), cards(["2D"])])
    deal = deal.play(P1, Finish(Card.parse("4S"))).play(P1, Declare(groups)).play(P2, Show())
    assert deal.outcome is not None
    match = Match.start(rules, Terms(), 2).after(deal.outcome)
    # The six of spades in the hand, and the four in the finish slot.
    assert match.bonuses == (Bonus(TwentyOneBonus.VALUE, (20, -20)),)
    assert match.totals == (22, -22)


def test_a_deal_show_halves_the_points_and_says_so(rules: Rules) -> None:
    hands = {"P1": (), "P2": cards(["9C", "TC", "6D"])}
    text = rules.text()
    stored = Rules.parse(text.replace("deal_show = true\n", ""), "twentyone", GAMES)
    assert "deal_show = true\n" in text
    for told, had_turn, cost in ((rules, False, 13), (rules, True, 25), (stored, False, 25)):
        deal = shown(told, "AS", hands, had_turn=had_turn)
        assert deal.outcome is not None
        assert deal.outcome.points == (cost, -cost)
        (hand,) = (one for one in deal.outcome.shown if one.seat == P2)
        halved = "halved: no turn yet"
        assert (halved in pictures_of(told).shown_note(hand, deal.outcome, told)) is (cost == 13)


def test_the_clock_declares_saved_groups_out_of_the_finish_slot(rules: Rules) -> None:
    hand = parse_cards("2C 2C 2C 9D 9D 9D KH KH KH AC 3D 6S 7H 9C JD KS 2S 4H 6C 8D TS")
    tunnelas = (hand[:3], hand[3:6], hand[6:9])
    deal = deal_of(rules, "5S", [(*hand, Card.parse("4S")), cards(["2D"])]).play(P1, Group(tunnelas))
    assert deal.overdue() == Lapse()
    finished = deal.play(P1, Finish(Card.parse("4S")))
    assert finished.overdue() == Declare(tunnelas)
    assert finished.play(P1, Group(tunnelas[1:])).overdue() == Lapse()


def test_without_value_points_nothing_is_settled(rules: Rules) -> None:
    plain = with_own(rules, value_points=False)
    deal = shown(plain, "7S", {"P1": cards(["7S", "8S"]), "P2": cards(["2D"])})
    assert deal.outcome is not None
    assert Match.start(plain, Terms(), 2).after(deal.outcome).bonuses == ()
    assert buy_in(plain, Terms(stake=10)) == 1200
    # Nothing that is said or drawn counts them, and they still are jokers.
    (hand,) = (one for one in deal.outcome.shown if one.seat == P1)
    assert pictures_of(plain).shown_note(hand, deal.outcome, plain) == ""
    view = deal_of(plain, "7S", [cards(["7S", "8S"]), cards(["2D"])]).view(P1)
    assert "value" not in "".join(pictures_of(plain).hand_words(view, help=True))
    assert pictures_of(plain).board_words(view) == "Jokers: every 7 (the cut card is 7♠), and 6♠ 8♠"


def test_who_wins_the_deal_can_lose_the_settlement(rules: Rules) -> None:
    deal = shown(rules, "7S", {"P1": (), "P2": cards(["6S", "7S", "8S", "2D"])})
    assert deal.outcome is not None
    match = Match.start(rules, Terms(stake=10), 2).after(deal.outcome)
    assert match.totals == (2 - 100, 100 - 2)
    assert payouts(match) == (6200 - 980, 6200 + 980)
    # Places follow the chips.
    assert deal.outcome.winners == (P1,)
    assert match.winners == (P2,)
    assert match.places == (2, 1)
    assert course_short(rules, Terms()) == "One deal; the most points win."


@pytest.mark.parametrize(
    ("values", "points", "places"),
    [((0, 0, 10), (20, -10, -10), (1, 3, 2)), ((0, 10, 10), (10, -5, -5), (3, 1, 1))],
)
def test_of_equal_players_the_winner_of_the_deal_comes_first(
    values: tuple[int, ...], points: tuple[int, ...], places: tuple[int, ...], rules: Rules
) -> None:
    hands = [TwentyOneHand(Seat(i), (), (), 0, i == P1, (), False, (), value) for i, value in enumerate(values)]
    outcome = Outcome(IndianEnding.DECLARED, (P1,), points, tuple(hands), (SeatStatus.IN,) * 3)
    assert Match.start(rules, Terms(), 3).after(outcome).places == places


def test_what_a_settlement_cannot_cover_is_cut_in_proportion(rules: Rules) -> None:
    statuses = (SeatStatus.IN,) * 3
    outcome = Outcome(Ending.STALEMATE, (P1,), (800, 400, -1200), (), statuses)
    match = Match.start(rules, Terms(stake=3), 3).after(outcome)
    assert payouts(match) == (1860 + 1240, 1860 + 620, 0)


def voided(left: dict[int, int], seats: int) -> Outcome:
    """Return a void deal that those seats left, each at that cost."""
    statuses = tuple(SeatStatus.LEFT if seat in left else SeatStatus.IN for seat in range(seats))
    return Outcome(IndianEnding.TIE, (), tuple(-left.get(seat, 0) for seat in range(seats)), (), statuses)


def test_the_points_of_who_left_a_void_deal_go_to_the_winner_of_the_match(rules: Rules) -> None:
    match = Match.start(rules, Terms(stake=100), 3).after(voided({0: 75}, 3)).leave(Seat(0), 1)
    assert match.totals == (-75, 0, 0)
    statuses = (SeatStatus.ABSENT, SeatStatus.IN, SeatStatus.DROPPED)
    over = match.after(Outcome(Ending.LAST_IN, (Seat(1),), (0, 30, -30), (), statuses))
    assert over.totals == (-75, 105, -30)
    assert over.winners == (Seat(1),)
    assert over.bonuses == (Bonus(SharedBonus.LEAVERS, (0, 75, 0)),)
    assert [got - 62000 for got in payouts(over)] == [-7500, 10500, -3000]
    uneven = replace(over, totals=(-75, 30, -30), bonuses=())
    assert payouts(uneven) == payouts(over), "only seats above 0 share"
    names = {Seat(seat): name for seat, name in enumerate(("Asha", "Ben", "Cara"))}
    told = sheet_words(replace(opened(rules, 3, random.Random(1))[0], match=over).view(None), names)
    assert any("Leavers 75" in line for line in told)


@given(st.data(), st.integers(2, 6), st.integers(0, 50), st.integers(1, 300))
def test_whatever_happens_points_sum_to_zero_and_no_chip_is_lost(
    data: st.DataObject, seats: int, percent: int, stake: int
) -> None:
    rules = shipped("twentyone")
    rules = replace(rules, scoring=replace(rules.scoring, rake_percent=percent))
    match, present = Match.start(rules, Terms(stake=stake), seats), list(range(seats))
    while len(present) > 2 and data.draw(st.booleans()):
        gone = data.draw(st.sets(st.sampled_from(present), max_size=len(present) - 2))
        match = match.after(voided({seat: data.draw(st.sampled_from((30, 75, 120))) for seat in gone}, seats))
        for seat in gone:
            match = match.leave(Seat(seat), len(match.outcomes))
            present.remove(seat)
    assert not match.is_over
    winner = data.draw(st.sampled_from(present))
    costs = {seat: data.draw(st.integers(0, 120)) for seat in present if seat != winner}
    points = tuple(sum(costs.values()) if seat == winner else -costs.get(seat, 0) for seat in range(seats))
    hands = tuple(
        TwentyOneHand(
            Seat(seat), (), (), 0, seat == winner, (), False, (), data.draw(st.sampled_from((0, 10, 100, 500)))
        )
        for seat in present
    )
    statuses = tuple(SeatStatus.IN if seat in present else SeatStatus.ABSENT for seat in range(seats))
    match = match.after(Outcome(IndianEnding.DECLARED, (Seat(winner),), points, hands, statuses))
    assert match.is_over
    assert sum(match.totals) == 0
    lost = sum(min(-total * stake, 620 * stake) for total in match.totals if total < 0)
    assert sum(payouts(match)) == sum(paid(match)) - lost * percent // 100
    for total, put_in, got in zip(match.totals, paid(match), payouts(match), strict=True):
        assert got <= put_in if total <= 0 else got >= put_in
        assert total >= 0 or got == max(0, put_in + total * stake), "nobody below 0 receives"


@pytest.mark.parametrize(("cut", "lower", "upper"), [("KH", "QH", "AH"), ("AC", "KC", "2C"), ("JK", "KS", "2S")])
def test_the_neighbours_of_the_cut_card(cut: str, lower: str, upper: str, rules: Rules) -> None:
    wilds = deal_of(rules, cut, [(), ()]).wilds
    assert (str(wilds.lower), str(wilds.upper)) == (lower, upper)
    assert JOKER in wilds.jokers
    played = [card for card in rules.cards(2) if card in wilds.jokers]
    assert len(played) - 1 == 20


def house(own: str) -> Rules:
    """Return a house rule as a host writes it: a file that names only what differs."""
    return Rules.parse(f'base = "twentyone"\nname = "Mine"\n[twentyone]\n{own}\n', "mine", GAMES, GAMES.texts)


@pytest.mark.parametrize(
    ("own", "cost"),
    [("", 2), ("six_dublees = 0", 120), ("six_dublees = 25", 25), ("six_dublees = 200", 120)],
)
def test_six_dublees_cost_what_a_house_rule_says(own: str, cost: int) -> None:
    (vector,) = (one for one in json.loads(FILE.read_text(encoding="utf-8"))["vectors"] if one["id"] == "six dublees")
    assert check_points(vector, house(own)) == cost


@pytest.mark.parametrize("own", ["value_points = false\nsix_dublees = 0\ndrops = false", "first_drop = 0"])
def test_whole_matches_by_house_rules_hold(own: str) -> None:
    assert checked(house(own), 1, holds) > 20


def test_a_house_rule_prices_drops_and_value_cards() -> None:
    mine = house("first_drop = 5\nmiddle_drop = 15\nvalue_of_kind = [1, 2, 3]\nvalue_of_marriages = [7, 8, 9]")
    table, _ = opened(mine, 2, random.Random(3))
    assert table.play(P1, Drop()).match.totals == (-5, 5)
    assert table.play(P1, Draw(Source.CLOSED)).play(P1, Leave()).match.totals == (-15, 15)
    deal = shown(mine, "7S", {"P1": cards(["7S"]), "P2": cards(["6S", "7S", "8S", "8S"])})
    assert deal.outcome is not None
    assert Match.start(mine, Terms(), 2).after(deal.outcome).bonuses == (Bonus(TwentyOneBonus.VALUE, (-7, 7)),)
    assert mine.game.most(mine) == 120 + 9


def test_house_rules_are_switches(rules: Rules) -> None:
    text = 'base = "twentyone"\nname = "Mine"\n[twentyone]\nvalue_points = false\nsix_dublees = 0\ndrops = false\n'
    mine = Rules.parse(text, "mine", GAMES, GAMES.texts)
    assert Rules.parse(mine.text(), "mine", GAMES) == mine
    assert mine.drops(Terms().format) is None
    with pytest.raises(RulesError, match="three packs"):
        Rules.parse(f"{text}[packs]\nby_players = [4, 4, 4, 4, 4]\n", "mine", GAMES, GAMES.texts)


def test_the_command_line_solves_and_judges_by_the_cut_card(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "2C 3C 4C 6D 7D 8D TH JH QH QS KS AS 9C TC JK 2H 2S 2D 3H 4H 5H"
    status, out, _ = call(capsys, "solve", "--rules", "twentyone", "--wild", "5S", f"{hand} KD")
    assert status == 0
    assert "Throw KD." in out
    assert "This hand can be declared." in out
    _, out, _ = call(capsys, "score", "--rules", "twentyone", "--wild", "5S", "2C 2C 2C | 9D 9D 9D | KH KH KH")
    assert "A valid declaration." in out
    assert "tunnela" in out
    status, _, err = call(capsys, "solve", "--rules", "twentyone", "--wild", "5", hand)
    assert status == 2
    assert "the cut card" in err
    status, _, err = call(capsys, "solve", "--rules", "twentyone", "--wild", "5S", f"{hand.replace('3C', '2C')} 2C 2C")
    assert status == 2
