"""Messages of tournaments: within the limits of Discord, however large and whatever people are called."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from typing import Any

import pytest

from bot.codes import Cancellation, Day, TournamentStatus
from bot.languages.sentence import Reader, reading
from bot.layout import Picture, Screen
from bot.render.computers import computer_portrait
from bot.render.drawing.portraits import PORTRAIT_OF, Portrait
from bot.rummy.ids import DisplayName, Player, PlayerId, TableId, TournamentId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.draw import next_round
from bot.rummy.tournament.events import PlayerResult, Result, Withdraw
from bot.rummy.tournament.plan import TournamentKind
from bot.screens.tournaments.brackets import TournamentView, standing, table_title
from bot.screens.tournaments.cards import (
    ask_cancel_tournament,
    ask_leave_tournament,
    check_in_call,
    dice_file,
    round_card,
    tournament_cancelled,
    tournament_card,
    tournament_reminder,
    tournament_result,
)
from bot.screens.tournaments.cards import tournament as tournament_screen
from bot.screens.tournaments.ids import TournamentButton, TournamentButtonId
from bot.screens.tournaments.lists import Onlooker, TournamentChoices, tournaments_here
from bot.screens.tournaments.series import all_series, ask_end_series, ask_how_often
from bot.screens.tournaments.series import repeated as repeated_screen
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Entrant, Progress
from bot.service.tournaments.rhythm import Hourly, Rhythm, Weekly
from bot.service.tournaments.series import OneSeries
from bot.service.tournaments.state import TournamentState
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.tournaments import SeriesRow, TournamentRow
from bot.text import chips, tournaments, words
from tests.ids import parse
from tests.known import shipped
from tests.screens.limits import check, labelled, menus, pictures
from tests.screens.samples import NAMES, NOW, opened, people, playing, written
from tests.screens.test_standings import WORST

ID = TournamentId("abc234")
START = NOW + timedelta(hours=2)
PLAN = TournamentPlan(
    "W*" * 30, START, START, table_size=4, advance=2, entry=50_00, prizes=(60, 40), check_in_minutes=30
)
CALLED = (*NAMES, *WORST)


def entrants(count: int, *, checked_in: bool = False) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(PlayerId((1 << 62) + i), DisplayName(CALLED[i % len(CALLED)]), checked_in) for i in range(count)
    )


def tournament(
    count: int = 5,
    status: TournamentStatus = TournamentStatus.SIGN_UP,
    plan: TournamentPlan = PLAN,
    bracket: Bracket | None = None,
    **changes: object,
) -> TournamentState:
    """Return a tournament with that many entrants."""
    rules = shipped("circle")
    state = replace(Progress(entrants(count), bracket), **changes)  # type: ignore[arg-type]
    row = TournamentRow(
        id=ID,
        guild=5,
        channel=(1 << 62),
        name=plan.name,
        status=status,
        version=3,
        host=PlayerId(9),
        rules_id=rules.id,
        rules=rules.text(),
        plan=str(plan),
        state=str(state),
        seed=bytes(range(32)),
        commitment="ab" * 32,
        created_at=NOW,
        changed_at=NOW,
    )
    alarm = Alarm(START, ID, AlarmKind.SIGN_UP)
    return TournamentState(row, plan, state, shipped(plan.rules_id), alarms=(alarm,) if status.is_before else ())


def played(plan: TournamentPlan, count: int, rounds: int | None = None, dice: random.Random | None = None) -> Bracket:
    """Return a bracket after that many rounds, else at its end; one more round has begun if it is not over."""
    dice = dice or random.Random(1)
    bracket = Bracket.start(plan.for_bracket, [Player(entrant.id) for entrant in entrants(count)])
    while (seating := next_round(bracket)) is not None:
        bracket = bracket.play(seating)
        if rounds is not None and len(bracket.rounds) > rounds:
            return bracket
        while bracket.open_tables:
            table = bracket.open_tables[0]
            order = dice.sample(table.players, len(table.players))
            finishes = tuple(PlayerResult(player, i + 1, 20 * i) for i, player in enumerate(order))
            bracket = bracket.play(Result(table.number, finishes))
    return bracket


@cache
def running(count: int, plan: TournamentPlan = PLAN, rounds: int = 1) -> TournamentView:
    bracket = played(plan, count, rounds)
    codes = {table.number: TableId(f"{table.number:06}") for table in bracket.open_tables}
    state = tournament(count, TournamentStatus.RUNNING, plan, bracket, codes=codes, by_hand={1: PlayerId(9)})
    return TournamentView(state)


@cache
def over(count: int, plan: TournamentPlan = PLAN) -> TournamentView:
    return TournamentView(tournament(count, TournamentStatus.FINISHED, plan, played(plan, count)))


Make = Callable[[], TournamentView]
"""Makes the tournament of a test when that begins: large ones take long to play."""
ASHA = Onlooker(PlayerId(101))


def repeated(rhythm: Rhythm, code: str = ID) -> OneSeries:
    row = SeriesRow(TournamentId(code), 5, str(rhythm), TournamentId("next11"), START, NOW)
    return OneSeries(row, rhythm, tournament(plan=LARGE))


LEAGUE = replace(PLAN, kind=TournamentKind.LEAGUE, matches=3, advance=1, most=512)
LARGE = replace(PLAN, most=512, champion_role=1 << 62, counted=False, help=False, round_minutes=44_640)
SERIES = repeated(Weekly(frozenset({Day.MON, Day.WED, Day.SUN}), "Asia/Kolkata"))
PAIRS = replace(PLAN, table_size=2, advance=1, terms=Terms(Format.DEALS, deals=3))


# -- limits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", TournamentStatus)
@pytest.mark.parametrize("count", [0, 1, 5, 512])
def test_cards_fit(count: int, status: TournamentStatus) -> None:
    card = tournament_card(TournamentView(tournament(count, status, LARGE, ending=Cancellation.TOO_FEW)))
    check(card)
    assert "@everyone" not in written(card).replace("@\u200beveryone", "")


def test_a_card_tells_the_times_of_its_pace() -> None:
    state = tournament()
    card = written(tournament_card(TournamentView(state)))
    assert f"Pace Standard: {words.times(state.rules)}" in card


@pytest.mark.parametrize("build", [check_in_call, tournament_reminder])
@pytest.mark.parametrize("count", [1, 80])
def test_calls_fit(build: Callable[..., Screen], count: int) -> None:
    called = [entrant.id for entrant in entrants(count)]
    screen = build(tournament(count, TournamentStatus.CHECK_IN), called, "check_in-0-99")
    check(screen)
    assert written(screen).count("<@") == count
    assert "…" not in written(screen)


@pytest.mark.parametrize(
    "make",
    [
        partial(running, 2, PAIRS, 0),
        partial(running, 16),
        partial(running, 64, PAIRS, 0),
        partial(running, 512, LARGE, 0),
        partial(running, 100, LEAGUE, 2),
    ],
    ids=["two", "sixteen", "pairs", "large", "league"],
)
def test_rounds_fit(make: Make) -> None:
    view = make()
    assert view.bracket is not None
    tables = {t.number: playing(opened("circle", people(2), random.Random(3))) for t in view.bracket.open_tables}
    live = replace(view, tables=tables)
    for shown in (view, live):
        for round in view.bracket.rounds:
            check(round_card(shown, round, "round-99-0"))
        check(tournament_card(shown))


@pytest.mark.parametrize("in_words", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        partial(over, 2, PAIRS),
        partial(over, 16),
        partial(over, 64, PAIRS),
        partial(over, 512, LARGE),
        partial(over, 60, LEAGUE),
        partial(running, 512, LARGE, 0),
    ],
    ids=["two", "sixteen", "pairs", "large", "league", "running"],
)
def test_all_pages_fit(make: Make, in_words: bool) -> None:
    view = make()
    seen, page = set(), 0
    while page not in seen:
        seen.add(page)
        screen = tournament_screen(view, page, "note", by=ASHA, in_words=in_words)
        check(screen)
        assert bool(pictures(screen)) is not in_words
        turn = labelled(screen).get("▶")
        found = TournamentButtonId.parse(turn.id) if turn else None
        page = found.page if found else page
    check(tournament_screen(view, 99_999, by=ASHA))
    assert len(seen) <= 12


@pytest.mark.parametrize(
    "make", [partial(over, 2, PAIRS), partial(over, 16), partial(over, 512, LARGE), partial(over, 60, LEAGUE)]
)
def test_results_fit(make: Make) -> None:
    view = make()
    screen = tournament_result(view, "result-0-0")
    check(screen)
    checked = dice_file(view.state, "dice")
    check(checked)
    for value in (bytes(range(32)).hex(), "ab" * 32):
        assert value not in written(screen)
        assert value in written(checked)


def alts(view: TournamentView) -> list[str]:
    return [part.alt for part in tournament_result(view).parts if isinstance(part, Picture)]


def test_the_champion_of_a_knock_out_stands_above_the_whole_tree() -> None:
    view = over(16, PAIRS)
    assert alts(view)[0].count("champion") == 1
    shown = standing(view, 1, in_words=True)
    assert shown is not None
    lines, bracket = str(shown.part).split("\n"), view.bracket
    assert bracket is not None
    others = [table_title(table) for table in bracket.tables if table.number != view.last_table]
    assert lines[0].startswith("Final: ")
    assert sorted(line.split(":")[0] for line in lines[1:]) == sorted(others)


def test_the_tree_has_the_face_of_the_champion_if_it_is_known() -> None:
    view = over(4, PAIRS)
    assert view.bracket is not None
    asked: list[int] = []

    def find(person: int) -> Portrait:
        asked.append(person)
        return computer_portrait(1)

    before = pictures(tournament_result(view))[0].data
    token = PORTRAIT_OF.set(find)
    try:
        assert pictures(tournament_result(view))[0].data != before
        with reading(Reader(portraits=False)):
            assert pictures(tournament_result(view))[0].data == before
    finally:
        PORTRAIT_OF.reset(token)
    assert asked == [champion.id for champion in view.champions]


@pytest.mark.parametrize(
    "make", [partial(over, 12, LEAGUE), partial(over, 65, replace(PAIRS, most=65)), partial(over, 64)]
)
def test_a_tournament_that_is_no_tree_shows_its_places(make: Make) -> None:
    assert not any("Final: " in alt for alt in alts(make()))


def posted(view: TournamentView) -> str:
    """Return the post of a tournament's newest round, or of its end, in words."""
    if view.state.status is TournamentStatus.CANCELLED:
        return written(tournament_cancelled(view))
    if view.state.status is TournamentStatus.FINISHED:
        return written(tournament_result(view))
    assert view.round is not None
    return written(round_card(view, view.round))


@pytest.mark.parametrize("view", [running(8), over(8), TournamentView(tournament(5, TournamentStatus.CANCELLED))])
def test_rounds_and_ends_of_a_series_name_number_and_date(view: TournamentView) -> None:
    named = f" · no. 7, <t:{int(view.state.starts_at.timestamp())}:f>"
    assert named in posted(replace(view, place_in_series=7))
    assert "no. 7" not in posted(view)


def test_questions_and_lists_fit() -> None:
    state = tournament(512, plan=LARGE)
    check(ask_cancel_tournament(state))
    check(ask_leave_tournament(state))
    cancelled = tournament(5, TournamentStatus.CANCELLED, ending=Cancellation.STAFF)
    check(tournament_cancelled(TournamentView(cancelled), "cancelled-0-0"))
    none = TournamentChoices(ASHA.player, [], [])
    check(tournaments_here(none))
    assert tournaments.NONE_OPEN() in written(tournaments_here(none))
    assert "Staff can announce one" in tournaments.NONE_OPEN()
    many = [TournamentView(replace(state, row=replace(state.row, id=TournamentId(f"abc{n:03}")))) for n in range(10)]
    full = TournamentChoices(ASHA.player, many, [over(16)] * 5, [SERIES] * 5, frozenset({ID}), steers=True)
    check(tournaments_here(full))
    check(all_series([]))
    check(all_series([repeated(Hourly(6)), repeated(Weekly(frozenset(Day), "Asia/Kolkata"), "zzzzzz")]))
    check(ask_end_series(SERIES))
    check(ask_how_often(state, "America/Argentina/ComodRivadavia"))


# -- what they say ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "there"),
    [
        (TournamentStatus.SIGN_UP, {"Join", "Leave"}),
        (TournamentStatus.CHECK_IN, {"Join", "Leave", "Check in"}),
        (TournamentStatus.CANCELLED, set()),
    ],
)
def test_a_card_offers_what_is_of_use(status: TournamentStatus, there: set[str]) -> None:
    card = tournament_card(TournamentView(tournament(5, status)))
    assert {label for label, button in labelled(card).items() if not button.disabled} == there


def test_a_running_card_leads_to_table_and_bracket() -> None:
    view = running(16)
    assert list(labelled(tournament_card(view))) == ["My table", "Bracket", "Leave"]
    assert list(labelled(tournament_card(over(16)))) == ["Bracket", "Verify"]
    assert list(labelled(tournament_card(running(16, LEAGUE)))) == ["My table", "Points table", "Leave"]


def test_times_are_in_the_readers_own_zone() -> None:
    told = written(tournament_card(TournamentView(tournament())))
    for when in (START, START - timedelta(minutes=30)):
        assert f"<t:{int(when.timestamp())}:" in told


def test_a_start_that_was_missed_is_told_as_it_is_now() -> None:
    state, later = tournament(), START + timedelta(hours=1)
    moved = tuple(Alarm(later, ID, kind) for kind in (AlarmKind.SIGN_UP, AlarmKind.START))
    view = TournamentView(replace(state, alarms=moved))
    for screen in (tournament_card(view), check_in_call(view.state, ())):
        assert f"<t:{int(later.timestamp())}:" in written(screen)
        assert f"<t:{int(START.timestamp())}:" not in written(screen)


def test_what_the_deadline_of_a_round_means_depends_on_the_kind() -> None:
    for kind, plan in ((TournamentKind.LEAGUE, LEAGUE), (TournamentKind.KNOCK_OUT, PLAN)):
        told = written(tournament_card(TournamentView(tournament(plan=replace(plan, round_minutes=30)))))
        assert tournaments.round_limit(kind, 30, most=False) in told
        assert ("advance" in tournaments.round_limit(kind, 30, most=False)) is (kind is TournamentKind.KNOCK_OUT)


def test_only_what_was_paid_is_said_to_be_returned() -> None:
    for plan, paid in ((PLAN, True), (replace(PLAN, entry=0), False)):
        view = TournamentView(tournament(5, TournamentStatus.CANCELLED, plan, ending=Cancellation.STAFF))
        told = written(tournament_card(view))
        assert ("All entries were returned." in told) is paid
        assert ("pot 0.00" in told) is paid


def test_chips_are_play_money_and_prizes_are_paid_by_place() -> None:
    view = over(16)
    told = written(tournament_result(view))
    assert chips.PLAY_MONEY() in told
    assert "Prize 480.00" in told
    assert "Prize 320.00" in told
    assert f"<@{view.champions[0].id}>" in told


def test_what_the_staff_decided_is_said_with_their_name() -> None:
    view = running(16)
    first = view.number(1)
    assert first is not None
    assert "Table 1: decided by <@9>" in written(round_card(view, first))


def test_stacks_are_shown_as_players_know_them() -> None:
    bracket = Bracket.start(PAIRS.for_bracket, [Player(e.id) for e in entrants(2)])
    seating = next_round(bracket)
    assert seating is not None
    first, second = seating.tables[0]
    bracket = bracket.play(seating).play(Result(1, (PlayerResult(first, 1, -300), PlayerResult(second, 2, -180))))
    view = TournamentView(tournament(2, TournamentStatus.FINISHED, PAIRS, bracket))
    told = written(tournament_screen(view, 1, by=ASHA, in_words=True))
    assert "300 champion" in told
    assert "180 out" in told


def test_who_left_is_said_to_have() -> None:
    bracket = played(PLAN, 8, 0)
    gone = bracket.open_tables[0].players[0]
    view = TournamentView(tournament(8, TournamentStatus.RUNNING, PLAN, bracket.play(Withdraw(gone))))
    table = view.bracket.table(1) if view.bracket else None
    assert table is not None
    order = tuple(PlayerResult(player, i, 20) for i, player in enumerate(table.present((gone,)), 1))
    assert view.bracket is not None
    after = replace(view.state.progress, bracket=view.bracket.play(Result(1, order)))
    told = written(tournament_screen(TournamentView(replace(view.state, progress=after)), by=ASHA, in_words=True))
    assert "left out" in told


def test_a_posting_is_named_in_one_of_its_buttons() -> None:
    view = over(16)
    ids = [parse(b.id) for b in labelled(tournament_result(view, "result-0-0")).values()]
    named = TournamentButtonId(ID, TournamentButton.SHOW, 0, "result-0-0")
    assert ids == [named, TournamentButtonId(ID, TournamentButton.VERIFY)]


# -- choosing ---------------------------------------------------------------------------------------


def called(name: str, *, mine: bool = False, at: int = 0, **changes: Any) -> TournamentView:
    """Return an open tournament of that name; its code is that name too."""
    plan = replace(PAIRS, entry=0, check_in_minutes=0) if not changes else replace(PAIRS, check_in_minutes=0, **changes)
    start = START + timedelta(hours=at)
    state = tournament(3, plan=replace(plan, name=name, start_at=start, sign_up_until=start))
    entrants = (
        (*state.progress.entrants, Entrant(ASHA.player, DisplayName("Asha"))) if mine else state.progress.entrants
    )
    row = replace(state.row, id=TournamentId(name))
    return TournamentView(replace(state, row=row, progress=replace(state.progress, entrants=entrants)))


def test_tournaments_are_listed_by_type_with_ones_own_first() -> None:
    points, league = Terms(Format.POINTS), TournamentKind.LEAGUE
    running = [
        called("league", kind=league, terms=points, entry=0),
        called("pool22", terms=Terms(Format.POOL_201), entry=0),
        called("later1", terms=points, entry=0, at=2),
        called("costly", terms=points, entry=10_00),
        called("sooner", terms=points, entry=0, at=1),
        called("minel1", kind=league, terms=points, entry=0, mine=True),
        called("minek1", terms=Terms(Format.POOL_201), entry=0, mine=True),
    ]
    screen = tournaments_here(TournamentChoices(ASHA.player, running, []))
    order = ["minek1", "minel1", "sooner", "later1", "costly", "pool22", "league"]
    told = written(screen)
    assert sorted(order, key=lambda code: told.index(f"`{code}`")) == order
    (menu,) = menus(screen)
    assert [choice.value for choice in menu.choices] == order
    heads = ["**Yours**", "**Knock-out**", "**League**"]
    assert sorted(heads, key=told.index) == heads
    assert told.index("**Knock-out**") < told.index("`sooner`") < told.index("**League**") < told.index("`league`")
    costly = next(line for line in told.splitlines() if "`costly`" in line)
    assert "Points rummy · entry 10.00 chips · <t:" in costly
    assert "3 of 64 signed up" in costly
    assert menu.choices[4].about == "Knock-out · Points rummy · entry 10.00 chips · open for sign-up"


def test_who_has_left_a_running_tournament_is_not_in_it() -> None:
    view = running(8)
    assert view.bracket is not None
    one = view.bracket.open_tables[0].players[0]
    left = replace(view.state.progress, bracket=view.bracket.play(Withdraw(one)))
    for state, is_in in ((view.state, True), (replace(view.state, progress=left), False)):
        told = written(tournaments_here(TournamentChoices(PlayerId(one.id), [TournamentView(state)], [])))
        assert (tournaments.YOURS() in told) is is_in


def test_who_waits_for_a_place_sees_their_number_in_the_list() -> None:
    state = called("waits1").state
    waits = replace(state.progress, waiting=(Entrant(ASHA.player, DisplayName("Asha")),))
    view = TournamentView(replace(state, progress=waits))
    told = written(tournaments_here(TournamentChoices(ASHA.player, [view], [])))
    assert f"**{tournaments.YOURS()}**" in told
    assert "number 1 on the waiting list" in told


def test_one_whose_sign_up_is_over_is_not_called_open() -> None:
    view = TournamentView(replace(tournament(), alarms=()))
    told = written(tournaments_here(TournamentChoices(ASHA.player, [view], [])))
    assert "sign-up is over" in told
    assert "Sign-up for" not in told


def test_the_details_offer_to_join_or_to_leave_as_it_is_of_use_to_that_person() -> None:
    other, mine = called("others"), called("mine01", mine=True)

    def offered(view: TournamentView, by: Onlooker) -> list[str]:
        return [label for label, one in labelled(tournament_screen(view, by=by)).items() if not one.disabled]

    assert offered(other, ASHA) == ["Join", "All tournaments"]
    assert offered(mine, ASHA) == ["Leave", "All tournaments"]
    assert offered(mine, replace(ASHA, in_server=False)) == ["Leave"]
    assert offered(other, replace(ASHA, steers=True)) == ["Join", "All tournaments", "Repeat"]
    assert offered(over(16), ASHA)[-1] == "All tournaments"
    assert offered(TournamentView(replace(other.state, alarms=())), ASHA) == ["All tournaments"]
    there = tournament(3, TournamentStatus.CHECK_IN)
    by = Onlooker(there.progress.entrants[0].id)
    assert offered(TournamentView(there), by) == ["Check in", "Leave", "All tournaments"]


@pytest.mark.parametrize(
    ("rhythm", "often"),
    [
        (Hourly(1), "every hour"),
        (Hourly(6), "every 6 hours"),
        (Weekly(frozenset(Day)), f"every day at {START:%H:%M} (UTC)"),
        (Weekly(frozenset({Day.SUN, Day.MON})), f"Monday and Sunday at {START:%H:%M} (UTC)"),
        (Weekly(frozenset(Day) - {Day.SAT, Day.SUN}), f"Monday to Friday at {START:%H:%M} (UTC)"),
    ],
)
def test_how_often_is_said_in_words_and_the_zone_is_named(rhythm: Rhythm, often: str) -> None:
    one = repeated(rhythm)
    for shown in (
        all_series([one]),
        ask_end_series(one),
        tournaments_here(TournamentChoices(ASHA.player, [], [], [one])),
        tournament_screen(TournamentView(one.pattern), by=ASHA, series=one),
    ):
        assert often in written(shown)
    assert f"repeats {often}. The next one starts <t:{int(START.timestamp())}:f>" in repeated_screen(one)


def test_days_are_those_of_the_clock_of_the_zone() -> None:
    one = repeated(Weekly(frozenset(Day), "Asia/Kolkata"))
    local = START + timedelta(hours=5, minutes=30)
    assert f"at {local:%H:%M} (Asia/Kolkata)" in written(all_series([one]))


def test_only_staff_are_led_to_the_series() -> None:
    for steers in (True, False):
        found = TournamentChoices(ASHA.player, [called("others")], [], [SERIES], steers=steers)
        assert ("Series" in labelled(tournaments_here(found))) is steers
