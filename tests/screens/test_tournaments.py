"""Messages of tournaments: within the limits of Discord, however large and whatever people are called."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot import screens, text
from bot.layout import Screen
from bot.rummy.ids import Player, PlayerId, TableId, TournamentId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.tournament import Bracket, PlayerResult, Result, TournamentKind, Withdraw, next_round
from bot.screens.brackets import TournamentView
from bot.screens.ids import TournamentButton, TournamentButtonId, parse
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Cancellation, Entrant, Progress
from bot.service.tournaments.state import TournamentState
from bot.store.rows import Alarm, AlarmKind, TournamentRow, TournamentStatus
from tests.known import shipped
from tests.screens.limits import check, labelled, pictures
from tests.screens.samples import NAMES, NOW, opened, people, playing, written
from tests.screens.test_standings import WORST

ID = TournamentId("abc234")
START = NOW + timedelta(hours=2)
PLAN = TournamentPlan(
    "W*" * 30, START, START, table_size=4, advance=2, entry=50_00, prizes=(60, 40), check_in_minutes=30
)
CALLED = (*NAMES, *WORST)


def entrants(count: int, *, checked_in: bool = False) -> tuple[Entrant, ...]:
    return tuple(Entrant(PlayerId((1 << 62) + i), CALLED[i % len(CALLED)], checked_in) for i in range(count))


def tournament(
    count: int = 5,
    status: TournamentStatus = TournamentStatus.SIGN_UP,
    plan: TournamentPlan = PLAN,
    bracket: Bracket | None = None,
    **changes: object,
) -> TournamentState:
    """A tournament of so many entrants."""
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
    """A bracket after so many rounds, else to its end; a round more has begun where it is not over."""
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


def running(count: int, plan: TournamentPlan = PLAN, rounds: int = 1) -> TournamentView:
    bracket = played(plan, count, rounds)
    codes = {table.number: TableId(f"{table.number:06}") for table in bracket.open_tables}
    state = tournament(count, TournamentStatus.RUNNING, plan, bracket, codes=codes, by_hand={1: PlayerId(9)})
    return TournamentView(state)


def over(count: int, plan: TournamentPlan = PLAN) -> TournamentView:
    return TournamentView(tournament(count, TournamentStatus.FINISHED, plan, played(plan, count)))


LEAGUE = replace(PLAN, kind=TournamentKind.LEAGUE, matches=3, advance=1, most=512)
LARGE = replace(PLAN, most=512, champion_role=1 << 62, counted=False, help=False, round_minutes=44_640)
PAIRS = replace(PLAN, table_size=2, advance=1, terms=Terms(Format.DEALS, deals=3))


# -- limits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", TournamentStatus)
@pytest.mark.parametrize("count", [0, 1, 5, 512])
def test_cards_fit(count: int, status: TournamentStatus) -> None:
    card = screens.tournament_card(TournamentView(tournament(count, status, LARGE, ending=Cancellation.TOO_FEW)))
    check(card)
    assert "@everyone" not in written(card).replace("@\u200beveryone", "")


@pytest.mark.parametrize("build", [screens.check_in_call, screens.tournament_reminder])
@pytest.mark.parametrize("count", [1, 80])
def test_calls_fit(build: Callable[..., Screen], count: int) -> None:
    called = [entrant.id for entrant in entrants(count)]
    screen = build(tournament(count, TournamentStatus.CHECK_IN), called, "check_in-0-99")
    check(screen)
    assert written(screen).count("<@") == count
    assert "…" not in written(screen)


@pytest.mark.parametrize(
    "view",
    [running(2, PAIRS, 0), running(16), running(64, PAIRS, 0), running(512, LARGE, 0), running(100, LEAGUE, 2)],
    ids=["two", "sixteen", "pairs", "large", "league"],
)
def test_rounds_fit(view: TournamentView) -> None:
    assert view.bracket is not None
    tables = {t.number: playing(opened("circle", people(2), random.Random(3))) for t in view.bracket.open_tables}
    live = replace(view, tables=tables)
    for shown in (view, live):
        for round in view.bracket.rounds:
            check(screens.round_card(shown, round, "round-99-0"))
        check(screens.tournament_card(shown))


@pytest.mark.parametrize("in_words", [False, True])
@pytest.mark.parametrize(
    "view",
    [over(2, PAIRS), over(16), over(64, PAIRS), over(512, LARGE), over(60, LEAGUE), running(512, LARGE, 0)],
    ids=["two", "sixteen", "pairs", "large", "league", "running"],
)
def test_all_pages_fit(view: TournamentView, in_words: bool) -> None:
    seen, page = set(), 0
    while page not in seen:
        seen.add(page)
        screen = screens.tournament(view, page, "note", in_words=in_words)
        check(screen)
        assert bool(pictures(screen)) is not in_words
        turn = labelled(screen).get("▶")
        found = TournamentButtonId.parse(turn.id) if turn else None
        page = found.page if found else page
    check(screens.tournament(view, 99_999))
    assert len(seen) <= 12


@pytest.mark.parametrize("view", [over(2, PAIRS), over(16), over(512, LARGE), over(60, LEAGUE)])
def test_results_fit(view: TournamentView) -> None:
    screen = screens.tournament_result(view, "result-0-0")
    check(screen)
    assert bytes(range(32)).hex() in written(screen)


def test_questions_and_lists_fit() -> None:
    state = tournament(512, plan=LARGE)
    check(screens.ask_cancel_tournament(state))
    check(screens.ask_leave_tournament(state))
    check(
        screens.tournament_cancelled(
            tournament(5, TournamentStatus.CANCELLED, ending=Cancellation.STAFF), "cancelled-0-0"
        )
    )
    check(screens.tournaments([], [], frozenset()))
    check(screens.tournaments([TournamentView(state)] * 10, [over(16)] * 5, frozenset({ID})))


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
    card = screens.tournament_card(TournamentView(tournament(5, status)))
    assert {label for label, button in labelled(card).items() if not button.disabled} == there


def test_a_running_card_leads_to_table_and_bracket() -> None:
    view = running(16)
    assert list(labelled(screens.tournament_card(view))) == ["My table", "Bracket", "Leave"]
    assert list(labelled(screens.tournament_card(over(16)))) == ["Bracket", "Verify"]
    assert list(labelled(screens.tournament_card(running(16, LEAGUE)))) == ["My table", "Points table", "Leave"]


def test_times_are_in_the_readers_own_zone() -> None:
    told = written(screens.tournament_card(TournamentView(tournament())))
    for when in (START, START - timedelta(minutes=30)):
        assert f"<t:{int(when.timestamp())}:" in told


def test_a_start_that_was_missed_is_told_as_it_is_now() -> None:
    state, later = tournament(), START + timedelta(hours=1)
    moved = tuple(Alarm(later, ID, kind) for kind in (AlarmKind.SIGN_UP, AlarmKind.START))
    view = TournamentView(replace(state, alarms=moved))
    for screen in (screens.tournament_card(view), screens.check_in_call(view.state, ())):
        assert f"<t:{int(later.timestamp())}:" in written(screen)
        assert f"<t:{int(START.timestamp())}:" not in written(screen)


def test_what_the_deadline_of_a_round_means_depends_on_the_kind() -> None:
    for kind, plan in ((TournamentKind.LEAGUE, LEAGUE), (TournamentKind.KNOCK_OUT, PLAN)):
        told = written(screens.tournament_card(TournamentView(tournament(plan=replace(plan, round_minutes=30)))))
        assert text.tournaments.round_limit(kind, 30) in told
        assert ("go on" in text.tournaments.round_limit(kind, 30)) is (kind is TournamentKind.KNOCK_OUT)


def test_only_what_was_paid_is_said_to_be_returned() -> None:
    for plan, paid in ((PLAN, True), (replace(PLAN, entry=0), False)):
        view = TournamentView(tournament(5, TournamentStatus.CANCELLED, plan, ending=Cancellation.STAFF))
        told = written(screens.tournament_card(view))
        assert ("Every entry was returned." in told) is paid
        assert ("in the pot 0.00" in told) is paid


def test_chips_are_play_money_and_prizes_are_paid_by_place() -> None:
    view = over(16)
    told = written(screens.tournament_result(view))
    assert text.chips.PLAY_MONEY in told
    assert "prize 480.00" in told
    assert "prize 320.00" in told
    assert f"<@{view.champions[0].id}>" in told


def test_what_the_staff_decided_is_said_with_their_name() -> None:
    view = running(16)
    first = view.number(1)
    assert first is not None
    assert "Table 1 was decided by <@9>" in written(screens.round_card(view, first))


def test_stacks_are_shown_as_players_know_them() -> None:
    bracket = Bracket.start(PAIRS.for_bracket, [Player(e.id) for e in entrants(2)])
    seating = next_round(bracket)
    assert seating is not None
    first, second = seating.tables[0]
    bracket = bracket.play(seating).play(Result(1, (PlayerResult(first, 1, -300), PlayerResult(second, 2, -180))))
    view = TournamentView(tournament(2, TournamentStatus.FINISHED, PAIRS, bracket))
    told = written(screens.tournament(view, 1, in_words=True))
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
    told = written(screens.tournament(TournamentView(replace(view.state, progress=after)), in_words=True))
    assert "left out" in told


def test_a_posting_is_named_in_one_of_its_buttons() -> None:
    view = over(16)
    ids = [parse(b.id) for b in labelled(screens.tournament_result(view, "result-0-0")).values()]
    assert ids == [TournamentButtonId(ID, TournamentButton.SHOW, 0, "result-0-0")]
