"""Tournaments by chance, from the first round to the winner."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.rummy.errors import ParseError
from bot.rummy.ids import Player
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.draw import next_round
from bot.rummy.tournament.events import (
    Advance,
    DecideByTotal,
    IllegalEvent,
    PlayerResult,
    Replay,
    Result,
    SeatRound,
    TournamentEvent,
    TournamentRefusal,
    Withdraw,
    parse_event,
)
from bot.rummy.tournament.fixtures import fixtures
from bot.rummy.tournament.order import former_champions, placings, points_table
from bot.rummy.tournament.plan import BracketPlan, TournamentKind
from bot.rummy.tournament.rounds import By, Purpose, RoundTable

KNOCK_OUTS = st.integers(2, 6).flatmap(
    lambda seats: st.builds(BracketPlan, st.just(TournamentKind.KNOCK_OUT), st.just(seats), st.integers(1, seats - 1))
)
LEAGUES = st.builds(BracketPlan.league, st.integers(2, 6), st.integers(1, 6))
SEEDS = st.integers(0, 1 << 30)


def entrants(count: int) -> tuple[Player, ...]:
    return tuple(Player(100 + number) for number in range(count))


def people(*ids: int) -> tuple[Player, ...]:
    return tuple(map(Player, ids))


def result(table: RoundTable, dice: random.Random) -> Result:
    """Return a result with few different totals, so that many tie."""
    totals = [dice.choice((0, 10, 20, 30)) for _ in table.players]
    return Result(
        table.number,
        tuple(
            PlayerResult(p, 1 + sum(other < t for other in totals), t)
            for p, t in zip(table.players, totals, strict=True)
        ),
    )


def some_event(bracket: Bracket, dice: random.Random, trouble: float) -> TournamentEvent:
    """Return the next round, a result, or with that chance a withdrawal or a decision."""
    tables = bracket.open_tables
    if dice.random() < trouble:
        withdraw = Withdraw(dice.choice(bracket.entrants))
        if bracket.refusal(withdraw) is None:
            return withdraw
    if not tables:
        following = next_round(bracket)
        assert following is not None
        return following
    table = dice.choice(tables)
    present = table.present(bracket.withdrawn)
    if dice.random() < trouble:
        most = table.line or len(present)
        return Advance(table.number, tuple(dice.sample(present, dice.randint(1, most))))
    if dice.random() < trouble:
        return DecideByTotal(table.number, tuple((player, dice.choice((0, 10, 20))) for player in present))
    return result(table, dice)


def course(bracket: Bracket, dice: random.Random, trouble: float = 0.0) -> Iterator[Bracket]:
    """Yield a tournament after each of its events."""
    yield bracket
    while not bracket.is_over:
        bracket = bracket.play(some_event(bracket, dice, trouble))
        yield bracket


def finished(bracket: Bracket, seed: int, trouble: float = 0.0) -> Bracket:
    *_, last = course(bracket, random.Random(seed), trouble)
    return last


def check_rounds(bracket: Bracket) -> None:
    """Check that everybody sits once in a round or has a bye, and that nobody plays after being out."""
    still = set(bracket.entrants)
    last = {gone.player: gone.reached - 1 for gone in bracket.gone} | bracket.lost
    for round in bracket.rounds:
        tables = [table for table in round.tables if table.purpose in (Purpose.ROUND, Purpose.FINAL)]
        seated = [player for table in tables for player in table.players]
        still = {player for player in still if last.get(player, 1 << 20) >= round.number}
        assert len(seated) == len(set(seated))
        assert {*seated, *round.byes} == still
        assert not set(seated) & set(round.byes)
        sizes = [len(table.players) for table in tables]
        assert 2 <= min(sizes) <= max(sizes) <= min(bracket.plan.seats, min(sizes) + 1)
        assert len(round.byes) <= len(tables)


@settings(max_examples=60)
@given(KNOCK_OUTS, st.integers(2, 200) | st.integers(2, 20), SEEDS, st.sampled_from([0, 0.05, 0.3]))
def test_a_knock_out_has_one_champion(plan: BracketPlan, count: int, seed: int, trouble: float) -> None:
    bracket = finished(Bracket.start(plan, entrants(count)), seed, trouble)
    assert bracket.champion is not None
    assert bracket.left == (bracket.champion,)
    assert bracket.champion not in bracket.withdrawn
    assert next_round(bracket) is None
    check_rounds(bracket)
    order = placings(bracket)
    assert (order[0].player, order[0].place, order[0].sharing) == (bracket.champion, 1, 1)
    assert {one.player for one in order} == set(bracket.entrants)
    for number, one in enumerate(order):
        assert one.place == 1 + sum(other.place < one.place for other in order)
        assert one.place <= number + 1 < one.place + one.sharing
    lost = [bracket.lost.get(one.player) for one in order[1:] if one.player not in bracket.withdrawn]
    assert lost == sorted(lost, key=lambda number: -(number or 0))


def most_rounds(plan: BracketPlan, count: int) -> int:
    """Return the most rounds there can be: each table knocks out at least one player, and there is one bye a round at
    most.
    """
    rounds = 1
    while count > plan.seats:
        tables = -(-count // (plan.seats + 1))
        count -= max(tables, 1)
        rounds += 1
    return rounds


@settings(max_examples=30)
@given(KNOCK_OUTS, st.integers(2, 512), SEEDS)
def test_the_number_of_rounds_is_bounded(plan: BracketPlan, count: int, seed: int) -> None:
    bracket = finished(Bracket.start(plan, entrants(count)), seed)
    assert len(bracket.rounds) <= most_rounds(plan, count)
    if plan.advance == 1:
        assert plan.seats ** (len(bracket.rounds) - 1) < count or plan.seats > 2
        assert len(bracket.rounds) <= (count - 1).bit_length()


@settings(max_examples=60)
@given(LEAGUES, st.integers(2, 40), SEEDS, st.sampled_from([0, 0.02, 0.2]))
def test_in_a_league_everybody_plays_as_often(plan: BracketPlan, count: int, seed: int, trouble: float) -> None:
    bracket = finished(Bracket.start(plan, entrants(count)), seed, trouble)
    lines = points_table(bracket)
    stayed = [line for line in lines if not line.withdrawn]
    short = [line for line in stayed if line.matches != plan.matches]
    if len(stayed) > 1:
        assert [line.matches for line in short] in ([], [plan.matches - 1])
        assert plan.seats == 2 or not short
    assert [line.withdrawn for line in lines] == sorted(line.withdrawn for line in lines)
    assert [line.points for line in stayed] == sorted((line.points for line in stayed), reverse=True)
    assert sum(line.points for line in lines) == 60 * sum(
        1 + len(table.players) * (len(table.players) - 1) // 2 for round in bracket.rounds for table in round.tables
    )
    assert tuple(line.placing for line in lines) == placings(bracket)


@settings(max_examples=50)
@given(KNOCK_OUTS | LEAGUES, st.integers(2, 40), SEEDS)
def test_a_tournament_is_its_text_at_every_moment(plan: BracketPlan, count: int, seed: int) -> None:
    *_, last = moments = list(course(Bracket.start(plan, entrants(count)), random.Random(seed), 0.1))
    for bracket in (*moments[:: 1 + len(moments) // 5], last):
        assert Bracket.parse(str(bracket)) == bracket
    assert BracketPlan.parse(str(plan)) == plan
    assert all(parse_event(str(event)) == event for event in last.events)


@given(st.text(max_size=80), st.sampled_from(["seat", "result 1", "total 1", "advance 1", "withdraw", "advance"]))
@example("1", "advance")
def test_any_text_is_an_event_or_a_parse_error(text: str, word: str) -> None:
    for line in (text, f"{word} {text}"):
        try:
            event = parse_event(line)
        except ParseError:
            continue
        assert parse_event(str(event)) == event


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("bracket 1", "bracket 2", "no tournament"),
        ("advance 1", "advance 2", "1 to 1 expected"),
        ("entrants 100", "entrants 101", "line 3: entered_twice"),
        ("seat 100 103", "seat 100 100", "line 4: seated_wrongly"),
        ("result 1", "result 3", "line 5: no_open_table"),
        ("100:1:0", "100:0:0", "line 5: no number"),
    ],
)
def test_a_spoiled_text_says_where(old: str, new: str, says: str) -> None:
    bracket = Bracket.start(BracketPlan(seats=2), entrants(4)).play(SeatRound((people(100, 103), people(101, 102))))
    text = str(bracket.play(Result(1, (PlayerResult(Player(100), 1, 0), PlayerResult(Player(103), 2, 50)))))
    assert old in text
    with pytest.raises(ParseError, match=says):
        Bracket.parse(text.replace(old, new, 1))


# -- worked examples --------------------------------------------------------------------------------


def played(bracket: Bracket, *lines: str) -> Bracket:
    for line in lines:
        bracket = bracket.play(parse_event(line))
    return bracket


def seated(bracket: Bracket) -> Bracket:
    following = next_round(bracket)
    assert following is not None
    return bracket.play(following)


def test_a_final_and_a_match_for_third_place() -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=2), entrants(4)))
    bracket = seated(played(bracket, "result 1 103:1:0 100:2:30", "result 2 101:1:0 102:2:20"))
    assert [(table.purpose, table.players) for table in bracket.open_tables] == [
        (Purpose.FINAL, people(101, 103)),
        (Purpose.THIRD_PLACE, people(100, 102)),
    ]
    bracket = played(bracket, "result 3 101:1:0 103:2:60")
    assert bracket.champion == Player(101)
    assert not bracket.is_over
    assert bracket.refusal(Withdraw(Player(101))) is TournamentRefusal.TOURNAMENT_OVER
    bracket = played(bracket, "result 4 100:1:0 102:2:20")
    assert bracket.is_over
    assert [(one.player.id, one.place) for one in placings(bracket)] == [(101, 1), (103, 2), (100, 3), (102, 4)]


def test_nobody_rests_twice_before_all_others_have() -> None:
    bracket = Bracket.start(BracketPlan(TournamentKind.KNOCK_OUT, 2, 1, 0), [Player(number) for number in range(1, 34)])
    rested: list[Player] = []
    while (seating := next_round(bracket)) is not None:
        bracket = bracket.play(seating)
        rested += bracket.rounds[-1].byes
        for table in bracket.open_tables:
            finishes = tuple(PlayerResult(player, place) for place, player in enumerate(table.players, start=1))
            bracket = bracket.play(Result(table.number, finishes))
    assert [player.id for player in rested] == [1, 2, 3, 4, 1]


def test_a_tie_at_the_line_is_one_extra_deal_and_another() -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=5, advance=2), entrants(10)))
    first = bracket.open_tables[0]
    a, b, c, d, e = first.players
    bracket = played(bracket, f"result 1 {a}:1:0 {b}:2:20 {c}:2:20 {d}:2:20 {e}:5:80")
    extra = bracket.open_tables[-1]
    assert (extra.purpose, extra.line, extra.players) == (Purpose.TIE, 1, (b, c, d))
    bracket = played(bracket, f"result 3 {b}:1:5 {d}:1:5 {c}:3:9")
    again = bracket.open_tables[-1]
    assert (again.number, again.players) == (4, (b, d))
    bracket = played(bracket, f"result 4 {d}:1:0 {b}:2:9")
    assert {a, d} <= set(bracket.left)
    assert {b, c, e}.isdisjoint(bracket.left)
    order = [one.player for one in placings(bracket) if one.player in (b, c, e)]
    assert order == [b, c, e]


def test_the_deadline_takes_the_lowest_total_and_the_staff_are_seen() -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=3), entrants(9)))
    a, b, c = bracket.open_tables[0].players
    bracket = played(bracket, f"total 1 {a}:40 {b}:12 {c}:12")
    bracket = played(bracket, f"total 4 {b}:0 {c}:0")  # the extra deal did not end either: the better rank
    second = bracket.open_tables[0].players
    bracket = played(bracket, f"advance 2 {second[2]}")
    assert bracket.left[:1] != (a,)
    assert {b, second[2]} < set(bracket.left)
    verdicts = [table.verdict and table.verdict.by for table in bracket.rounds[0].tables]
    assert verdicts == [By.TOTAL, By.STAFF, None, By.TOTAL]


def test_a_table_is_decided_when_the_others_are_gone() -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=2), entrants(4)))
    one, other = bracket.open_tables[0].players
    bracket = bracket.play(Withdraw(one))
    verdict = bracket.rounds[0].tables[0].verdict
    assert verdict is not None
    assert (verdict.by, verdict.advanced) == (By.WALKOVER, (other,))
    assert bracket.refusal(Withdraw(one)) is TournamentRefusal.NOT_IN
    bracket = bracket.play(Withdraw(other))
    left = bracket.open_tables[0].players
    bracket = played(bracket, f"result 2 {left[1]}:1:0 {left[0]}:2:9")
    assert bracket.champion == left[1]
    assert [one.player for one in placings(bracket)] == [left[1], other, left[0], one]


def test_a_league_with_a_shared_table() -> None:
    bracket = seated(Bracket.start(BracketPlan.league(3, 1), entrants(3)))
    bracket = played(bracket, "result 1 100:2:20 101:1:0 102:2:20")
    assert bracket.is_over
    assert [(line.placing.place, Fraction(line.points, 60)) for line in points_table(bracket)] == [
        (1, 3),
        (2, Fraction(1, 2)),
        (2, Fraction(1, 2)),
    ]
    assert [line.points // 60 for line in points_table(bracket, (10, 6))] == [10, 3, 3]


@pytest.mark.parametrize(
    ("event", "objection"),
    [
        ("seat 100 101", TournamentRefusal.ROUND_RUNNING),
        ("result 9 100:1:0 103:2:9", TournamentRefusal.NO_OPEN_TABLE),
        ("result 1 100:1:0", TournamentRefusal.OTHER_PLAYERS),
        ("result 1 100:1:0 103:2:1 101:3:5", TournamentRefusal.OTHER_PLAYERS),
        ("result 1 100:1:0 100:2:1 103:3:5", TournamentRefusal.OTHER_PLAYERS),
        ("total 1 100:0", TournamentRefusal.OTHER_PLAYERS),
        ("advance 1 101", TournamentRefusal.OTHER_PLAYERS),
        ("advance 1 100 103", TournamentRefusal.TOO_MANY_ADVANCE),
        ("withdraw 7", TournamentRefusal.NOT_IN),
    ],
)
def test_what_cannot_happen_changes_nothing(event: str, objection: TournamentRefusal) -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=2), entrants(4)))
    with pytest.raises(IllegalEvent, match=objection):
        bracket.play(parse_event(event))


@pytest.mark.parametrize(
    ("count", "names", "objection"),
    [(3, 3, TournamentRefusal.TOO_FEW), (9, 9, TournamentRefusal.TOO_MANY), (5, 4, TournamentRefusal.ENTERED_TWICE)],
)
def test_who_cannot_start(count: int, names: int, objection: TournamentRefusal) -> None:
    with pytest.raises(IllegalEvent, match=objection):
        Bracket.start(BracketPlan(fewest=4, most=8), [Player(number % names) for number in range(count)])


@pytest.mark.parametrize(
    "numbers",
    [
        (TournamentKind.KNOCK_OUT, 7, 1),
        (TournamentKind.KNOCK_OUT, 4, 4),
        (TournamentKind.KNOCK_OUT, 4, 0),
        (TournamentKind.LEAGUE, 4, 1, 3),
        (TournamentKind.LEAGUE, 4, 0),
    ],
)
def test_what_is_no_plan(numbers: tuple[TournamentKind, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        BracketPlan(*numbers)


def test_512_entrants_play_to_the_end() -> None:
    for plan in (BracketPlan(seats=2), BracketPlan(seats=4, advance=2), BracketPlan(seats=6, advance=5)):
        bracket = finished(Bracket.start(plan, entrants(512)), seed=1)
        check_rounds(bracket)
        assert Bracket.parse(str(bracket)) == bracket


@pytest.mark.parametrize(
    ("plan", "count"), [(BracketPlan(seats=3), 4), (BracketPlan(seats=4), 8), (BracketPlan(seats=2), 3)]
)
def test_nobody_plays_for_third_place(plan: BracketPlan, count: int) -> None:
    """A bracket with more than two seats a table, or with one loser of the semi-final."""
    bracket = seated(Bracket.start(plan, entrants(count)))
    for table in bracket.open_tables:
        bracket = bracket.play(result_in_order(table))
    assert len(bracket.left) == 2
    assert bracket.third_place == ()
    assert [table.purpose for table in seated(bracket).open_tables] == [Purpose.FINAL]


def test_the_losers_before_the_semi_finals_do_not_play_for_third_place() -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=2), entrants(5)))
    for table in bracket.open_tables:
        bracket = bracket.play(result_in_order(table))
    assert (len(bracket.left), len(bracket.lost)) == (3, 2)
    assert bracket.third_place == ()


def test_of_eight_the_losers_of_the_semi_finals_play_for_third_place() -> None:
    bracket = Bracket.start(BracketPlan(seats=2), entrants(8))
    for _ in range(2):
        bracket = seated(bracket)
        for table in bracket.open_tables:
            bracket = bracket.play(result_in_order(table))
    losers = [table.players[1] for table in bracket.rounds[-1].tables]
    assert len(bracket.lost) == 6
    assert sorted(map(str, bracket.third_place)) == sorted(map(str, losers))


def test_a_loser_who_has_withdrawn_does_not_play_for_third_place() -> None:
    bracket = seated(Bracket.start(BracketPlan(seats=2), entrants(4)))
    first, second = bracket.open_tables
    bracket = bracket.play(Withdraw(first.players[1])).play(result_in_order(second))
    assert bracket.third_place == ()


def result_in_order(table: RoundTable) -> Result:
    """Return the result in which the better ranked win."""
    return Result(table.number, tuple(PlayerResult(player, 1 + at, 10 * at) for at, player in enumerate(table.players)))


def test_the_points_table_counts_what_is_decided_while_other_tables_play() -> None:
    bracket = seated(Bracket.start(BracketPlan.league(2, 3), entrants(4)))
    assert [(line.points, line.matches) for line in points_table(bracket)] == [(0, 0)] * 4
    decided, running = bracket.open_tables
    lines = {line.placing.player: line for line in points_table(bracket.play(result_in_order(decided)))}
    assert [(lines[player].matches, lines[player].won) for player in decided.players] == [(1, 1), (1, 0)]
    assert [lines[player].matches for player in running.players] == [0, 0]


def test_those_of_one_table_do_not_meet_in_the_next_round_though_an_extra_deal_was_played() -> None:
    for tied in range(1, 5):
        bracket = seated(Bracket.start(BracketPlan(seats=4, advance=2), entrants(16)))
        before = bracket.open_tables
        for table in before:
            first, *others = (str(player) for player in table.players)
            places = (2, 2, 4) if table.number <= tied else (2, 3, 4)
            rest = " ".join(f"{player}:{place}:{place}" for player, place in zip(others, places, strict=True))
            bracket = played(bracket, f"result {table.number} {first}:1:0 {rest}")
        for extra in bracket.open_tables:
            assert extra.purpose is Purpose.TIE
            bracket = bracket.play(result_in_order(extra))
        following = next_round(bracket)
        assert following is not None
        assert [len(players) for players in following.tables] == [4, 4]
        for players in following.tables:
            assert all(len({*players} & {*table.players}) == 1 for table in before)


@pytest.mark.parametrize(("count", "gone"), [(6, 4), (7, 2), (9, 0)])
def test_a_league_is_planned_for_those_who_are_there_when_it_begins(count: int, gone: int) -> None:
    """This holds with a bye in the first round, too: everybody meets everybody else once."""
    bracket = Bracket.start(BracketPlan.league(2, count - 2), entrants(count)).play(Withdraw(Player(100 + gone)))
    there = [player for player in bracket.entrants if player != Player(100 + gone)]
    rounds = []
    while (following := next_round(bracket)) is not None:
        rounds.append([{there.index(player) for player in table} for table in following.tables])
        bracket = bracket.play(following)
        for table in bracket.open_tables:
            bracket = bracket.play(result_in_order(table))
    planned = fixtures(count - 1, 2, count - 2)
    assert rounds == [[set(table) for table in tables] for tables in planned if tables]


# -- playing again what does not hold ---------------------------------------------------------------


def played_to_the_end(bracket: Bracket, dice: random.Random) -> Bracket:
    while not bracket.is_over:
        following = next_round(bracket)
        bracket = bracket.play(following or result(bracket.open_tables[0], dice))
    return bracket


@settings(max_examples=50)
@given(KNOCK_OUTS, st.integers(2, 30), SEEDS)
def test_any_table_of_a_knock_out_can_be_played_again_and_takes_what_followed_with_it(
    plan: BracketPlan, count: int, seed: int
) -> None:
    dice = random.Random(seed)
    bracket = played_to_the_end(Bracket.start(plan, entrants(count)), dice)
    given = {table.number for table in bracket.tables}
    for _ in range(3):
        table = dice.choice(list(bracket.tables))
        round = next(round for round in bracket.rounds if table in round.tables)
        again = bracket.play(Replay(table.number))
        assert bracket.champion in former_champions(again)  # who may have a role to give back
        (new,) = again.open_tables
        assert (new.players, new.line, new.purpose) == (table.players, table.line, table.purpose)
        assert new.number not in given  # its cards are others, though the old ones are known
        assert len(again.rounds) == round.number
        others = [one for one in round.tables if one != table and not one.breaks_tie_of(table)]
        assert [one for one in again.rounds[-1].tables if one != new] == others
        assert again.refusal(Replay(table.number)) is TournamentRefusal.NOT_DECIDED
        assert Bracket.parse(str(again)) == again
        bracket = played_to_the_end(again, dice)
        given |= {one.number for one in bracket.tables}
        assert len(given) == bracket.numbers
        assert sorted(placing.player.id for placing in placings(bracket)) == [one.id for one in entrants(count)]
        assert bracket.champion is not None


@given(LEAGUES, st.integers(2, 12), SEEDS)
def test_a_table_of_a_league_is_played_again_alone(plan: BracketPlan, count: int, seed: int) -> None:
    dice = random.Random(seed)
    bracket = played_to_the_end(Bracket.start(plan, entrants(count)), dice)
    table = dice.choice(list(bracket.tables))
    again = bracket.play(Replay(table.number))
    assert [one.players for one in again.open_tables] == [table.players]
    assert [len(round.tables) for round in again.rounds] == [len(round.tables) for round in bracket.rounds]
    over = again.play(result(again.open_tables[0], dice))
    assert over.is_over
    assert {line.placing.player: line.matches for line in points_table(over)} == {
        line.placing.player: line.matches for line in points_table(bracket)
    }


def test_a_table_whose_players_have_gone_is_not_played_again() -> None:
    bracket = Bracket.start(BracketPlan(seats=2), entrants(4)).play(SeatRound((people(100, 103), people(101, 102))))
    bracket = bracket.play(parse_event("advance 1 100")).play(parse_event("advance 2 101"))
    following = next_round(bracket)
    assert following is not None
    bracket = bracket.play(following).play(Withdraw(Player(100)))
    again = bracket.play(Replay(1))
    assert again.open_tables == ()
    assert again.left == people(101, 103)
