"""Standings, profiles, seasons and history: within the limits of Discord, whatever the names of people."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.layout import Screen
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.screens.standings import (
    HistoryView,
    StandingsId,
    StandingsView,
    Turn,
    ask_close,
    profile,
    profile_alone,
)
from bot.screens.standings import history as history_screen
from bot.screens.standings import season as season_screen
from bot.screens.standings import standings as standings_screen
from bot.service.standings import FiguresAlone, GameFigures, PlayerFigures, SeasonLeaders, joint_leaders, shared_places
from bot.store.rows.matches import Finished, MatchRow, ResultRow, Season, Standing
from bot.text import chips as chips_text
from bot.text import standings as standings_text
from bot.text import words as words_text
from tests.ids import parse
from tests.known import shipped
from tests.screens.limits import check, labelled, pictures, texts
from tests.screens.samples import NAMES

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ME = PlayerId(101)
RUNNING = Season(5, 3, "*Autumn* @everyone", NOW)
CLOSED = replace(RUNNING, number=2, name="W" * 40, closed_at=NOW + timedelta(days=30))
WORST = ("*" * 40, "`" * 40, "@everyone <@101>", "[x](https://d.example)", "\n\u202e", "1. one")
"""Names that would be markup, pings, links or nothing."""


def standing(i: int = 0, **changes: Any) -> Standing:
    """Return the standing of a player; the first is the best."""
    name = (*NAMES, *WORST)[i % 12]
    made = Standing(5, 3, "", PlayerId(101 + i), name, 20, 9 - i, 80, 30, 2000, 4, 1, 0, 3, 1250, (30 - i) * 60)
    return replace(made, **changes)


GAMES = (
    GameFigures(shipped("circle"), 9, 3, 40, 1000),
    GameFigures(shipped("gin"), 4, 2, 10, 139),
    GameFigures(shipped("twentyone"), 2, 1, 2, -81),
)


def page(count: int = 10, page: int = 0, players: int = 10, **changes: Any) -> StandingsView:
    standings = tuple(standing(page * 10 + i) for i in range(count))
    places = tuple(range(page * 10 + 1, page * 10 + count + 1))
    return replace(StandingsView(RUNNING, "deals_3", page, players, standings, places, ME, 1), **changes)


# -- standings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("in_words", [False, True])
@pytest.mark.parametrize("view", [page(), page(3, 1, 13), page(10, 999, 10_000, place=9_995), page(1, me=None)])
def test_standings_fit(view: StandingsView, in_words: bool) -> None:
    screen = standings_screen(view, in_words=in_words)
    check(screen)
    assert bool(pictures(screen)) is not in_words
    assert "don't count here" in texts(screen)
    assert "@everyone" not in texts(screen)


def test_equal_players_share_a_place_and_the_next_ones_follow_it() -> None:
    one, other, third = (replace(standing(i), league=60, won=2) for i in range(3))
    assert shared_places((one, other, replace(third, won=1))) == (1, 1, 3)
    assert shared_places((one, other, replace(third, league=0)), before=10, first=9) == (9, 9, 13)
    assert shared_places(()) == ()
    words = texts(standings_screen(page(3, places=(1, 1, 3)), in_words=True))
    assert [line.partition(":")[0] for line in words.split("\n") if " won, " in line] == ["1", "1", "3"]


def test_pages_turn_only_where_there_are_more() -> None:
    first, middle, last = (labelled(standings_screen(page(10, i, 30))) for i in range(3))
    assert [bool(one["◀"].disabled) for one in (first, middle, last)] == [True, False, False]
    assert [bool(one["▶"].disabled) for one in (first, middle, last)] == [False, False, True]
    assert parse(middle["▶"].id) == StandingsId(3, "deals_3", 2, Turn.NEXT)
    assert parse(middle["◀"].id) == StandingsId(3, "deals_3", 0, Turn.BACK)


def test_what_all_see_is_nobodys_own_and_not_shared_again() -> None:
    shared = standings_screen(page(me=None, place=None), share=False)
    assert "Share" not in labelled(shared)
    assert "My place" in labelled(shared)
    assert "your place" not in texts(shared)
    assert pictures(shared)[0].data != pictures(standings_screen(page()))[0].data


def test_who_has_no_place_cannot_go_there() -> None:
    mine, nobodys = (labelled(standings_screen(page(me=me, place=None)))["My place"] for me in (ME, None))
    assert mine.disabled
    assert not nobodys.disabled


def test_in_words_every_line_tells_what_the_picture_shows() -> None:
    told = texts(standings_screen(page(1), in_words=True))
    assert "1: Asha, 30 league points, 9 of 20 won, 38 % of deals won, rating 1000" in told


def test_a_servers_own_points_are_told() -> None:
    told = texts(standings_screen(page(scheme="10 6 3 1")))
    assert "A match gives 10, 6, 3, 1 league points by place." in told
    assert standings_text.USUAL_POINTS() not in told


def test_nobody_stands_there_yet() -> None:
    screen = standings_screen(page(0, players=0, place=None))
    check(screen)
    assert "No one is ranked yet" in texts(screen)
    assert "`/rummy new`" in texts(screen)
    assert not labelled(screen)


# -- profiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("in_words", [False, True])
@pytest.mark.parametrize("ratings", [(), (1010.0,), tuple(1000.0 + i for i in range(50))])
@pytest.mark.parametrize("i", range(12))
def test_profiles_fit(i: int, ratings: tuple[float, ...], in_words: bool) -> None:
    screen = profile(PlayerFigures(standing(i), 3, 30, ratings, True, GAMES[: i % 4]), in_words=in_words)
    check(screen)
    assert "Place **3** of 30" in texts(screen)


@pytest.mark.parametrize("in_words", [False, True])
def test_a_player_of_several_games_reads_the_points_of_each_in_its_own_direction(in_words: bool) -> None:
    told = texts(profile(PlayerFigures(standing(), 1, 1, (), True, GAMES), in_words=in_words))
    assert "**Indian rummy**: 3 of 9 won, 25.0 points a deal (low is good)\n" in told
    assert "**Gin rummy**: 2 of 4 won, 13.9 points a deal (high is good)\n" in told
    assert "**21 cards**: 1 of 2 won, −40.5 points a deal (high is good)" in told
    assert "Points a deal" not in told
    assert ("Games: 3" in told) is in_words


def test_a_player_of_one_game_reads_no_line_for_it() -> None:
    (played, *_), told = GAMES, texts(profile_alone(FiguresAlone(standing(), GAMES[:1]), in_words=True))
    assert played.average == 25
    assert "Points a deal: 25.0" in told
    assert "**Indian rummy**" not in told


def test_chips_are_said_to_be_play_money_and_vanish_where_they_are_off() -> None:
    on, off = (profile(PlayerFigures(standing(), 1, 1, (), chips, ())) for chips in (True, False))
    assert "**+12.50**" in texts(on)
    assert chips_text.PLAY_MONEY() in texts(on)
    assert "hips" not in texts(off)


# -- seasons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", [RUNNING, CLOSED])
@pytest.mark.parametrize("leaders", [0, 1, 5])
def test_seasons_fit(season: Season, leaders: int) -> None:
    ahead = tuple(standing(6 + i) for i in range(leaders))
    best = tuple(tuple(replace(one, format="deals_3") for one in ahead) for _ in range(7)) if leaders else ()
    screen = season_screen(SeasonLeaders(season, ahead, best), "note")
    check(screen)
    assert (standings_text.NOTHING_COUNTED() in texts(screen)) is (leaders == 0)
    check(ask_close(season))


def test_a_closed_season_names_its_champions() -> None:
    one, other, third = (standing(i, league=600, won=4) for i in range(3))
    third = replace(third, won=3)
    best = (joint_leaders((replace(one, format="pool_101", league=240),)),)
    told = texts(season_screen(SeasonLeaders(CLOSED, (one, other, third), best)))
    assert "🏆 **Asha** and **\\*Ben\\***: champions (10 league points)" in told
    assert "Pool 101: Asha (4 league points)" in told


def test_a_running_season_names_its_leaders() -> None:
    told = texts(season_screen(SeasonLeaders(RUNNING, (standing(0), standing(1)), ())))
    assert "**1** Asha: 30 league points, 9 of 20 matches won" in told
    assert "🏆" not in told


# -- what was played --------------------------------------------------------------------------------


def result(seat: int, name: str, place: int, **changes: Any) -> ResultRow:
    made = ResultRow(TableId("abc234"), Seat(seat), PlayerId(101 + seat), name, place, 1, 80 * seat, 1, 0, 80, 0, 0)
    return replace(made, **changes)


def match(names: tuple[str, ...] = NAMES, format: str = "pool_101", stake: int = 100, **changes: Any) -> Finished:
    row = MatchRow(TableId("abc234"), 5, 0, format, "circle", stake, 7, len(names), True, False, NOW)
    results = [result(i, name, i + 1, chips=250 if i == 0 else -50) for i, name in enumerate(names)]
    return Finished(replace(row, **changes), tuple(results))


def history(*finished: Finished, matches: int = 5, page: int = 0, rules: str = "Circle", **changes: Any) -> Screen:
    found = tuple((one, words_text.course(Terms.parse(one.match.format)), rules) for one in finished)
    return history_screen(replace(HistoryView(None, None, "", page, matches, found, True), **changes))


def test_five_matches_of_six_fit_whatever_people_are_called() -> None:
    for names in (NAMES, WORST, ("*" * 40,) * 6, ("W" * 40,) * 6):
        screen = history(*[match(names)] * 5, matches=12_000, rules="*" * 40, name="_" * 40, player=ME)
        check(screen)
        assert texts(screen).count("`abc234`") == 5
        assert "`/rummy record CODE`" in texts(screen)
        assert "@everyone" not in texts(screen)


def test_a_match_is_told_by_place() -> None:
    told = texts(history(replace(match(), results=(result(0, "Asha", 2), result(1, "Ben", 1, chips=-170))), matches=1))
    assert "**Pool 101** · Circle · <t:1767323045:f> · `abc234`\n1) Ben: 80 points, −1.70 chips\n2) Asha" in told


def test_a_computer_is_named_with_its_sign_and_without_its_level() -> None:
    results = (result(0, "Asha", 1), result(1, "Computer 1", 2, player=None, level=4))
    assert "2) 🤖 Meera: 80 points" in texts(history(replace(match(), results=results)))
    assert "Expert" not in texts(history(replace(match(), results=results)))


def test_a_match_against_computers_is_marked() -> None:
    found = replace(match(), results=(result(0, "Asha", 1), result(1, "Computer", 2, player=None)))
    assert "`abc234` · against computers\n" in texts(history(found, matches=1))
    assert "computers" not in texts(history(match(), matches=1))


def test_deals_tell_the_stack() -> None:
    assert "stack 80" in texts(history(match(format="deals_3")))


@pytest.mark.parametrize(("stake", "chips", "told"), [(100, True, True), (0, True, False), (100, False, False)])
def test_chips_are_told_only_where_they_were_played_for(stake: int, chips: bool, told: bool) -> None:
    words = texts(history(match(stake=stake), chips=chips))
    assert ("+2.50 chips" in words) is told
    assert (chips_text.PLAY_MONEY() in words) is told


def test_one_page_has_no_buttons_and_none_is_a_sentence() -> None:
    assert not labelled(history(match(), matches=1))
    assert standings_text.NOTHING_PLAYED() in texts(history(matches=0))
    assert standings_text.NOTHING_SUCH() in texts(history(matches=0, player=PlayerId(1), name="Asha"))


# -- numbers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sixtieths", "told"),
    [
        (0, "0 league points"),
        (60, "1 league point"),
        (90, "1.5 league points"),
        (80, "1.33 league points"),
        (600, "10 league points"),
    ],
)
def test_league_points(sixtieths: int, told: str) -> None:
    assert standings_text.league_points(sixtieths) == told
