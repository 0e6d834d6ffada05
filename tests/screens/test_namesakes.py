"""People with one name are told apart by their handles wherever their names are together."""

import random
from collections.abc import Iterable
from dataclasses import replace

from bot.languages.language import ENGLISH, LANGUAGES
from bot.languages.sentence import reading
from bot.rummy.actions import Drop
from bot.rummy.cards import Seat
from bot.rummy.ids import DisplayName, Player, PlayerId
from bot.screens.base import drawn_names, escaped, names
from bot.screens.board import board, thread_name
from bot.screens.endings import result
from bot.screens.standings import standings
from bot.screens.tournaments.brackets import TournamentView
from bot.screens.tournaments.cards import tournament_card
from bot.service.tables.names import namesakes
from bot.service.tables.state import TableState
from bot.text import table as table_text
from tests.screens.limits import check
from tests.screens.samples import opened, people, playing, written
from tests.screens.test_standings import page
from tests.screens.test_tournaments import tournament

ASHA, NAMESAKE, RAVI = DisplayName("Asha", "asha"), DisplayName(" ASHA", "ravi.k"), DisplayName("Ravi", "ravi.k")


def named(state: TableState, called: Iterable[DisplayName]) -> TableState:
    """Return the table with these names of people."""
    return replace(state, lobby=replace(state.lobby, names=dict(zip(state.lobby.names, called, strict=True))))


def handles(text: str) -> set[str]:
    """Return the handles in a text."""
    return {handle for handle in ("@asha", "@ravi.k") if handle in text}


def test_board_and_result_name_the_handles_of_namesakes_alone() -> None:
    table = opened("circle", people(2), random.Random(3))
    for state, draw in ((playing(table), board), (playing(table.play(Seat(0), Drop())), result)):
        alike = draw(named(state, (ASHA, NAMESAKE)))
        check(alike)
        assert handles(written(alike)) == {"@asha", "@ravi.k"}
        assert not handles(written(draw(named(state, (ASHA, RAVI)))))


def test_standings_name_the_handles_of_namesakes_alone() -> None:
    view = page(2)
    first, second = view.standings
    for name, told in (("asha", {"@asha", "@ravi.k"}), ("Ravi", set[str]())):
        rows = (replace(first, name="Asha", handle="asha"), replace(second, name=name, handle="ravi.k"))
        for in_words in (False, True):
            shown = standings(replace(view, standings=rows), in_words=in_words)
            check(shown)
            assert handles(written(shown)) == told


def test_a_tournament_names_the_handles_of_namesakes_alone() -> None:
    state = tournament(2)
    for name, told in ((NAMESAKE, {"@asha", "@ravi.k"}), (RAVI, set[str]())):
        first, second = state.progress.entrants
        entrants = (replace(first, name=ASHA), replace(second, name=name))
        shown = tournament_card(TournamentView(replace(state, progress=replace(state.progress, entrants=entrants))))
        check(shown)
        assert handles(written(shown)) == told


def test_names_alike_in_other_letters_and_the_sign_of_computers_need_handles() -> None:
    called = {PlayerId(1): DisplayName("🤖 Asha"), PlayerId(2): ASHA, PlayerId(3): RAVI}
    assert namesakes(called) == {1}
    assert namesakes(called | {PlayerId(4): DisplayName("Ａｓｈａ\u200b")}) == {1, 2, 4}


def test_a_person_called_as_a_computer_of_the_table_has_a_handle() -> None:
    for others, language, told in (
        ((1,), ENGLISH, {"@asha"}),
        ((1,), LANGUAGES[1], set[str]()),
        ((2,), ENGLISH, set[str]()),
        ((), ENGLISH, set[str]()),
    ):
        players = (*people(2), *(Player(number, is_computer=True) for number in others))
        table = opened("circle", players, random.Random(3))
        with reading(language):
            shown = written(board(named(playing(table), (DisplayName("meera", "asha"), DisplayName("Zoe", "ravi.k")))))
        assert handles(shown) == told


def test_a_long_name_leaves_room_for_the_handle() -> None:
    long = DisplayName("W" * 32, "asha")
    table = playing(opened("circle", people(2), random.Random(3)))
    assert handles(written(board(named(table, (long, DisplayName("w" * 32, "ravi.k")))))) == {"@asha", "@ravi.k"}


def test_names_from_right_are_isolated_in_text_and_not_in_pictures() -> None:
    arabic = DisplayName("محمد علي", "asha")
    state = named(playing(opened("circle", people(2), random.Random(3))), (arabic, RAVI))
    assert names(state)[Seat(0)] == "\u2068محمد علي\u2069"
    assert names(state)[Seat(1)] == "Ravi"
    assert drawn_names(state)[Seat(0)] == "محمد علي"
    assert "\u2068محمد علي\u2069, Ravi" in thread_name(state)
    assert "Ravi, \u2068محمد علي\u2069 +2" in table_text.thread_name(
        state.lobby.terms, state.rules, ["Ravi", "محمد علي", *"ab"]
    )


def test_no_name_is_cut_without_an_ellipsis() -> None:
    assert escaped("W" * 41) == "W" * 39 + "…"
    assert escaped("W" * 40) == "W" * 40
