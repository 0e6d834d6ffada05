"""Texts about disputes fit into messages and forms, and show only what was typed."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import DisputeEvent, TableStatus
from bot.layout import Attachment, Field, Screen
from bot.rummy.actions import Drop
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.rummy.match.match import Terms
from bot.screens.dispute_forms import void_form
from bot.screens.disputes import case as case_screen
from bot.screens.disputes import dispute_answered, dispute_log, disputes_waiting, match_voided, quoted
from bot.screens.endings import result
from bot.screens.menus import more
from bot.service.disputes import MOST_WORDS, NO_WORDS, Case, Proof, WaitingCases
from bot.service.shuffle import UnprovenError
from bot.service.tables.state import TableState
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.matches import Finished, MatchRow, ResultRow
from bot.store.rows.subjects import EntropyLine
from tests.screens.limits import buttons, check
from tests.screens.samples import ID, NOW, opened, people, playing, written

ASHA, STAFF, WATCHER, LEFT = PlayerId(101), PlayerId(1 << 60), PlayerId(1 << 61), PlayerId(1 << 62)
LINES = st.lists(
    st.builds(
        DisputeLine,
        seq=st.just(0),
        event=st.sampled_from([DisputeEvent.RAISED, DisputeEvent.ANSWERED]),
        actor=st.sampled_from([ASHA, PlayerId(102), STAFF]),
        words=st.text(st.characters(codec="utf-8"), max_size=MOST_WORDS),
        at=st.just(NOW),
    ),
    min_size=1,
    max_size=12,
)


def over() -> TableState:
    """Return a table of six people; the screens of disputes look at its names alone."""
    state = playing(opened("circle", people(6), random.Random(3)))
    return replace(state, row=replace(state.row, status=TableStatus.FINISHED))


def finished(state: TableState, table: TableId = ID, **changes: object) -> Finished:
    results = tuple(
        ResultRow(table, seat, PlayerId(state.players[seat].id), name, seat + 1, 1, 20, 1, 0, 20, 0, 0, 5_00)
        for seat, name in state.names.items()
    )
    match = MatchRow(table, 1, 0, "pool_101", "circle", 25_00, 1, 6, True, False, NOW)
    return Finished(replace(match, **changes), results)  # type: ignore[arg-type]


def case_of(state: TableState, fault: str = "", others: int = 200) -> Case:
    void = finished(state, TableId("void00"), voided_at=NOW)
    together = (*(finished(state, TableId(f"t{number:05}")) for number in range(others)), void)
    proof = Proof("record", 0, UnprovenError(fault)) if fault else Proof("record", 5)
    return Case(state, finished(state), proof, together)


STATE = over()


@given(LINES, st.text(st.characters(codec="utf-8"), max_size=300), st.sampled_from([0, 200]))
def test_whatever_is_said_fits(lines: list[DisputeLine], fault: str, others: int) -> None:
    state = replace(STATE, disputes=tuple(lines))
    case = case_of(state, fault, others)
    ten = tuple(replace(state, row=replace(state.row, id=TableId(f"abc{100 + number}"))) for number in range(10))
    for screen in (
        case_screen(case, STAFF, "A note."),
        dispute_log(state, ASHA),
        dispute_answered(state, 0),
        match_voided(state, len(lines) - 1),
        disputes_waiting(WaitingCases(ten, (), 5), told=False),
    ):
        check(screen)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("**bold** _it_ `code`", r"\*\*bold\*\* \_it\_ \`code\`"),
        ("@everyone @here", "@\u200beveryone @\u200bhere"),
        ("[a](https://x.example)", "\\[a\\]\\(https:\u200b//x.example\\)"),
        ("# big\n> quote", r"\# big \> quote"),
        ("", ""),
    ],
)
def test_what_was_said_shows_as_it_was_typed(typed: str, shown: str) -> None:
    assert quoted(typed) == shown


def test_a_form_says_what_making_void_does() -> None:
    form = void_form(STATE)
    (field,) = form.fields
    assert isinstance(field, Field)
    assert field.most == MOST_WORDS
    assert len(form.title) <= 45
    assert "all chips" in form.text
    assert "tournament" not in form.text
    assert "tournament" in void_form(replace(STATE, row=replace(STATE.row, tournament=TournamentId("cup123")))).text


def test_the_staff_get_record_proof_and_history_and_players_no_words_of_others() -> None:
    lines = (
        DisputeLine(0, DisputeEvent.RAISED, ASHA, "of Asha", NOW),
        DisputeLine(1, DisputeEvent.RAISED, PlayerId(102), "of Ben", NOW),
        DisputeLine(2, DisputeEvent.ANSWERED, STAFF, "of staff", NOW),
        DisputeLine(3, DisputeEvent.VOIDED, ASHA, "of one who played", NOW),
    )
    state = replace(STATE, disputes=lines[:3])
    shown = case_screen(case_of(state))
    assert [part.name for part in shown.parts if isinstance(part, Attachment)] == [
        f"paplu-{ID}.txt",
        f"dispute-{ID}.txt",
        f"together-{ID}.txt",
    ]
    assert "200 matches with the others here, 200 won, +1,000.00 chips" in written(shown)
    assert "All 5 shuffles checked" in written(shown)
    assert [button.label for button in buttons(shown)] == ["Keep the result", "Answer…", "Doesn't count…"]
    assert "does NOT match" in written(case_screen(case_of(state, "action 3")))
    mine = written(dispute_log(state, ASHA))
    assert ("of Asha" in mine, "of Ben" in mine, "of staff" in mine) == (True, False, True)
    void = replace(STATE, disputes=lines)
    assert [button.label for button in buttons(case_screen(case_of(void)))] == ["Keep the result"]
    assert "Asha, who played this match, decided that it doesn't count" in written(match_voided(void, 3))
    assert "chip" not in written(match_voided(void, 3))
    staked = replace(void, lobby=replace(void.lobby, terms=Terms(stake=100)))
    assert "All chips have gone back." in written(match_voided(staked, 3))


def test_a_result_made_void_says_so_first_and_can_be_disputed_no_more() -> None:
    state = playing(opened("circle", people(2), random.Random(3)).play(Seat(0), Drop()))
    assert "Dispute" in [button.label for button in buttons(more(state, ASHA))]
    line = DisputeLine(0, DisputeEvent.VOIDED, STAFF, "no", NOW)
    voided = replace(state, disputes=(line,))
    after = result(voided)
    assert written(after).startswith("### ⚖️ Doesn't count: the staff's decision")
    assert "Dispute" not in [button.label for button in buttons(more(voided, ASHA))]


def test_who_was_erased_is_neither_named_nor_called() -> None:
    lobby = replace(STATE.lobby, erased=frozenset({PlayerId(101)}))
    lines = (DisputeLine(0, DisputeEvent.ANSWERED, PlayerId(7), "", NOW),)
    state = replace(STATE, lobby=lobby, disputes=lines)
    assert "A player who erased their data" in written(case_screen(case_of(state, others=0)))
    told: Screen = dispute_answered(state, 0)
    assert "<@101>" not in written(told)
    assert "<@102>" in written(told)


def test_the_staff_can_read_all_that_six_people_said() -> None:
    """The screen has the beginning of each text, the newest first, and a file has all of it."""
    raised = [
        DisputeLine(n, DisputeEvent.RAISED, PlayerId(101 + n), f"reason {n} " + "*" * 480 + " end", NOW)
        for n in range(6)
    ]
    answer = DisputeLine(6, DisputeEvent.ANSWERED, STAFF, "looked at", NOW)
    shown = case_screen(case_of(replace(STATE, disputes=(*raised, answer)), others=0))
    told = written(shown)
    places = [told.index(words) for words in ("looked at", *(f"reason {n}" for n in (5, 4, 3, 2, 1, 0)))]
    assert places == sorted(places)
    content = log_of(shown)
    assert all(line.words in content for line in (*raised, answer))
    assert f"member {STAFF} answered for the staff" in content


def log_of(shown: Screen) -> str:
    """Return the file with all texts."""
    file = next(part for part in shown.parts if isinstance(part, Attachment) and part.name == f"dispute-{ID}.txt")
    return file.data.decode()


def test_the_list_says_what_it_leaves_out() -> None:
    state = replace(STATE, disputes=(DisputeLine(0, DisputeEvent.RAISED, ASHA, "no", NOW),))
    told = written(disputes_waiting(WaitingCases((state,), (TableId("bad123"),), 3), told=True))
    assert "`bad123` · ⚠️ cannot be read\n… and 3 more" in told


def test_a_report_of_a_running_match_shows_who_plays_and_no_card() -> None:
    lines = (
        DisputeLine(0, DisputeEvent.REPORTED, PlayerId(102), "of Ben", NOW),
        DisputeLine(1, DisputeEvent.REPORTED, STAFF, NO_WORDS, NOW),
    )
    state = playing(opened("circle", people(2), random.Random(3)))
    running = replace(state, disputes=lines)
    shown = case_screen(Case(running, None, None, ()), WATCHER)
    check(shown)
    told = written(shown)
    assert "### 🚩 Report" in told
    assert f"**<@{STAFF}>** reports the table" in told
    assert "*Ben* reports the table" in log_of(shown)
    assert f"member {STAFF} reports the table" in log_of(shown)
    assert "<@101> and <@102>" in told
    assert [part.name for part in shown.parts if isinstance(part, Attachment)] == [f"dispute-{ID}.txt"]
    assert [button.label for button in buttons(shown)] == ["Keep the result", "Close report"]
    assert "of Ben" not in written(dispute_log(running, ASHA))
    assert "Ben" not in written(dispute_log(running, ASHA))
    closed = replace(running, disputes=(*lines, DisputeLine(2, DisputeEvent.CLOSED, STAFF, NO_WORDS, NOW)))
    assert [button.label for button in buttons(case_screen(Case(closed, None, None, ())))] == ["Keep the result"]
    erased = replace(running, disputes=(DisputeLine(0, DisputeEvent.REPORTED, PlayerId(7), "", NOW),))
    assert "A person who erased their data" in written(case_screen(Case(erased, None, None, ()), WATCHER))


@pytest.mark.parametrize("reader", [None, ASHA, LEFT])
def test_staff_who_sit_or_sat_at_a_table_are_not_told_who_reports_it(reader: PlayerId | None) -> None:
    """The reporter is hidden in the staff's channel as well, which such staff read too."""
    reports = (
        DisputeLine(0, DisputeEvent.REPORTED, PlayerId(102), "why", NOW),
        DisputeLine(1, DisputeEvent.REPORTED, WATCHER, NO_WORDS, NOW),
    )
    pressed = (EntropyLine(0, "join", LEFT, 1), EntropyLine(1, "leave", LEFT, 2))
    state = replace(playing(opened("circle", people(2), random.Random(3))), entropy=pressed)
    shown = case_screen(Case(replace(state, disputes=reports), None, None, ()), reader)
    told = written(shown)
    assert told.count("**A player or spectator** reports the table") == 2
    assert log_of(shown).count("A player or spectator reports the table") == 2
    assert "why" in told
    assert str(WATCHER) not in told + log_of(shown)
    assert "Ben" not in log_of(shown)


def test_who_had_their_data_erased_is_not_told_either_who_reports_their_table() -> None:
    state = playing(opened("circle", people(2), random.Random(3)))
    reports = (DisputeLine(0, DisputeEvent.REPORTED, WATCHER, NO_WORDS, NOW),)
    erased = replace(state, lobby=replace(state.lobby, erased=frozenset({ASHA})), disputes=reports)
    shown = case_screen(Case(erased, None, None, ()), STAFF)
    assert str(WATCHER) not in written(shown) + log_of(shown)


@pytest.mark.parametrize("guild", [1, None])
def test_only_a_table_with_staff_can_be_reported_from_its_screens(guild: int | None) -> None:
    state = playing(opened("circle", people(2), random.Random(3)))
    state = replace(state, row=replace(state.row, guild=guild))
    labels = [button.label for button in buttons(more(state, ASHA))]
    assert ("Report…" in labels) is (guild is not None)
