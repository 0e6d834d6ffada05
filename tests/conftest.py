"""Fixtures that all tests share."""

import asyncio
import gc
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import URL, Connection, Dialect, create_engine, make_url
from sqlalchemy.pool import StaticPool

from bot.service import shuffle, words
from bot.store import engines, migrate
from bot.store.connection import SqliteConnection
from bot.store.engine import Engine
from bot.store.upgrade import upgrade
from tests.postgresql import fresh, running

T = TypeVar("T")

gc.disable()  # until all tests are collected: nothing made before is garbage

SEED = os.environ.get("TEST_SEED", "")
"""A test that fails must fail again. With another seed all tests see other cards, and must hold for them too."""

# How long an example takes says what the machine does besides, not whether the code is right.
settings.register_profile(
    "any machine", deadline=None, derandomize=not SEED, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# Many tests start `paplu` as a process of its own. Where no bytecode is kept, each would compile it again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tests read English, whatever the machine speaks.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

SLOW = (
    "tests/cli/test_duel.py::test_matches_of_many_deals_are_counted_as_matches",
    "tests/cli/test_duel.py::test_several_processes_find_the_same",
    "tests/cli/test_records.py::test_figures_that_the_actions_do_not_make_are_refused",
    "tests/cli/test_records.py::test_the_digest_covers_every_line",
    "tests/flows/tournaments/test_rhythms.py::test_any_text_is_read_or_refused",
    "tests/games/indian/test_chances.py::test_missing_and_helping_cards_are_exact",
    "tests/games/indian/test_chances.py::test_what_is_said_comes",
    "tests/games/indian/test_coach.py::test_the_coach_knows_what_its_player_may_know",
    "tests/games/indian/test_coach.py::test_the_first_move_is_that_of_the_strongest_computer",
    "tests/games/indian/test_coach.py::test_what_is_said_of_each_throw_is_exact",
    "tests/games/indian/test_deal.py::test_cards_are_never_lost_or_doubled_and_refusal_tells_the_truth",
    "tests/games/indian/test_review.py::test_a_review_is_always_the_same",
    "tests/games/indian/test_view.py::test_a_view_of_a_later_deal_hides_as_much",
    "tests/games/test_puzzles.py::test_playing_on_again_gives_the_same_leads",
    "tests/games/western/test_deal.py::test_cards_are_never_lost_and_refusal_tells_the_truth",
    "tests/games/western/test_placement.py::test_a_plan_can_be_played_and_leaves_what_it_says",
    "tests/journeys/",
    "tests/localcord/pages/",
    "tests/localcord/test_server.py::test_library_keeps_to_the_limits",
    "tests/localcord/test_world.py::test_no_answer_in_time",
    "tests/localcord/test_world_file.py::test_a_spoiled_file_is_read_or_refused",
    "tests/processes/",
    "tests/render/test_hand.py::test_any_hand_fits",
    "tests/render/test_leagues.py::test_any_line_can_be_drawn_and_told",
    "tests/render/test_public.py::test_any_names",
    "tests/render/test_sheet.py::test_any_match_can_be_drawn_and_told",
    "tests/render/test_tournaments.py::test_a_bracket_of_any_size_is_readable_and_whole",
    "tests/render/test_western.py::test_whatever_is_played_can_be_drawn_and_told",
    "tests/rummy/test_bracket.py::test_512_entrants_play_to_the_end",
    "tests/rummy/test_bracket.py::test_a_knock_out_has_one_champion",
    "tests/rummy/test_bracket.py::test_a_table_of_a_league_is_played_again_alone",
    "tests/rummy/test_bracket.py::test_a_tournament_is_its_text_at_every_moment",
    "tests/rummy/test_bracket.py::test_any_table_of_a_knock_out_can_be_played_again_and_takes_what_followed_with_it",
    "tests/rummy/test_bracket.py::test_in_a_league_everybody_plays_as_often",
    "tests/rummy/test_bracket.py::test_the_number_of_rounds_is_bounded",
    "tests/rummy/test_fixtures.py",
    "tests/rummy/test_matches.py::test_a_match_comes_out_as_a_plain_calculation_says",
    "tests/rummy/test_seating.py::test_everybody_sits_once_and_the_best_are_spread",
    "tests/rummy/test_seating.py::test_no_seating_at_all_has_fewer_repeats",
    "tests/screens/test_disputes.py::test_whatever_is_said_fits",
    "tests/screens/test_privacy.py::test_the_file_fits",
    "tests/screens/test_review.py",
    "tests/screens/test_romme.py::test_the_matches_bring_up_what_can_happen",
    "tests/service/test_crash.py",
    "tests/service/test_departures.py",
    "tests/service/test_disputes.py",
    "tests/service/test_paces.py::test_a_rematch_has_the_pace_of_those_who_play_it",
    "tests/service/test_paces.py::test_the_record_of_a_table_without_a_clock_replays",
    "tests/service/test_privacy.py",
    "tests/service/test_prune.py::test_what_counts_stays_and_moves_go",
    "tests/service/test_romme.py::test_a_table_plays_to_its_end_with_computers",
    "tests/service/test_romme.py::test_the_winner_gets_all_entries",
    "tests/service/test_solo.py::test_who_does_the_same_sees_the_same",
    "tests/service/test_stakes.py",
    "tests/service/test_standings.py::test_standings_are_what_all_matches_come_to",
    "tests/service/test_tournament_computers.py::test_one_person_plays_a_tournament_against_computers",
    "tests/service/test_tournament_rounds.py",
    "tests/store/test_alarms.py::test_deploys_with_other_numbers_of_shards_lose_no_time",
    "tests/store/test_database.py::test_a_killed_upgrade_leaves_nothing_half",
    "tests/store/test_ledger.py::test_random_movements_are_as_a_plain_dict_has_them",
    "tests/store/test_migrations.py",
    "tests/store/test_move.py",
    "tests/store/test_processes.py",
    "tests/store/test_standings.py::test_two_processes_that_end_matches_lose_none",
    "tests/store/test_start_number.py::test_a_start_that_is_killed_at_any_step_is_never_refused_later",
    "tests/stored/",
    "tests/web/browser/",
    "tests/terminal/test_daily.py",
    "tests/terminal/test_languages.py::test_a_match_is_played_alike_from_the_words_of_every_language",
    "tests/terminal/test_lesson.py",
    "tests/terminal/test_looking_back.py",
    "tests/terminal/test_match.py",
    "tests/test_architecture.py::test_nothing_is_said_while_a_module_is_imported",
    "tests/test_config.py::test_run_says_in_one_line_that_it_finds_no_database",
    "tests/test_openapi.py",
    "tests/toy/test_discord.py::test_a_match_by_controls_and_by_the_command",
    "tests/toy/test_played.py::test_a_match_to_a_limit_is_played_shown_stored_and_verified",
    "tests/toy/test_played.py::test_a_table_goes_on_after_a_restart",
)
"""Folders, files and tests that are slow. So is everything that starts a PostgreSQL server."""

SAMPLED = (
    "tests/cli/test_database.py::test_check_reads_tables_that_ended_too",
    "tests/cli/test_records.py::test_actions_that_are_cut_off_or_go_on_are_refused",
    "tests/cli/test_records.py::test_other_players_than_have_joined_are_refused",
    "tests/flows/test_any_option.py::test_nothing_that_an_option_takes_is_a_fault",
    "tests/games/gin/test_deal.py::test_matches_by_chance_lose_no_card_and_no_secret_and_replay",
    "tests/games/gin/test_melds.py::test_a_knock_comes_to_what_trying_everything_finds",
    "tests/games/indian/test_distance.py::test_the_slow_search_finds_the_same",
    "tests/games/indian/test_levels.py::test_all_levels_play_whole_matches",
    "tests/games/indian/test_solver.py::test_hands_of_any_size_match_brute_force",
    "tests/games/indian/test_solver.py::test_the_discard_from_fourteen_cards_is_the_best_there_is",
    "tests/games/indian/test_solver.py::test_thirteen_cards_match_brute_force",
    "tests/games/indian/test_view.py::test_a_view_does_not_depend_on_what_its_seat_may_not_know",
    "tests/games/twentyone/test_solver.py::test_whole_hands_cost_what_trying_everything_finds",
    "tests/games/western/test_deal.py::test_matches_of_several_deals_come_to_their_end",
    "tests/games/western/test_placement.py::test_the_solver_finds_what_the_slow_search_finds",
    "tests/render/test_scripts.py::test_letters_are_shaped_as_harfbuzz_shapes_them",
    "tests/render/test_western.py::test_any_plan_can_be_drawn_and_told",
    "tests/render/test_western.py::test_hidden_cards_change_no_public_picture",
    "tests/rummy/test_matches.py::test_the_record_of_a_match_is_its_text_and_its_figures_are_right",
    "tests/rummy/test_record.py::test_a_record_is_its_text_and_replays_to_the_same_table",
    "tests/screens/test_between.py::test_a_sheet_that_comes_late_shows_its_own_deal",
    "tests/screens/test_languages.py::test_longer_words_keep_discords_limits_too",
    "tests/screens/test_messages.py::test_all_messages_keep_discords_limits_and_hide_cards",
    "tests/screens/test_messages.py::test_messages_of_long_matches_keep_discords_limits",
    "tests/screens/test_messages.py::test_public_messages_do_not_depend_on_hidden_cards",
    "tests/screens/test_romme.py::test_all_messages_keep_discords_limits_and_public_ones_hide_cards",
    "tests/screens/test_tournaments.py::test_all_pages_fit",
    "tests/service/test_series.py::test_a_gap_neither_skips_nor_doubles_and_floods_nothing",
    "tests/service/test_tables.py::test_whole_matches_are_played_stored_and_replayed",
)
"""Tests with many parameters, of which all but the first are slow."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Import the tests before the workers do: each worker would compile all that is new, at the same time."""
    for named in config.args:
        place = config.invocation_params.dir / named.partition("::")[0]
        for file in (place,) if place.is_file() else place.rglob("test_*.py"):
            # A worker says what is wrong there.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow tests, and run them first: a slow test at the end would leave the other workers idle.

    The quick tests of a file stay together, so that one worker reads or makes what they share only once.
    """
    sampled: set[str] = set()
    for item in items:
        test, _, parameters = item.nodeid.partition("[")
        if test.startswith(SLOW) or test in sampled or "postgresql" in parameters:
            item.add_marker(pytest.mark.slow)
        if test in SAMPLED:
            sampled.add(test)
    # Each worker begins with its part of the list; who is done takes from the end of another's part.
    if (workers := getattr(config, "workerinput", {}).get("workercount", 1)) > 1:
        slow = [item for item in items if item.get_closest_marker("slow")]
        quick = [item for item in items if not item.get_closest_marker("slow")]
        items.clear()
        for n in range(workers):
            # Each begins at another place: tests of one folder wait alike, all at once left cores idle.
            part = slow[n::workers]
            first = len(part) * n // workers
            items += [*part[first:], *part[:first]]
            items += quick[len(quick) * n // workers : len(quick) * (n + 1) // workers]


def pytest_collection_finish() -> None:
    """Let no clean-up of memory look at all modules and tests again: that took a fifth of the time of many tests."""
    gc.enable()
    gc.collect()
    gc.freeze()


# -- chance -----------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def repeatable_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the tables of a test the same seeds, words and codes each time."""
    dice = Random(f"{SEED} {request.node.nodeid}")
    for drawing in (shuffle, words):
        monkeypatch.setattr(drawing, "secrets", SimpleNamespace(token_bytes=dice.randbytes, choice=dice.choice))


# -- databases --------------------------------------------------------------------------------------

MIGRATED = (
    "tests/service/test_privacy.py::test_the_hash_names_nobody_and_is_deleted_in_time",
    "tests/store/test_database.py",
    "tests/store/test_lost_commits.py::test_an_upgrade",
    "tests/store/test_migrations.py",
    "tests/store/test_move.py",
    "tests/stored/",
    "tests/web/browser/",
)
"""Tests of the migrations themselves, or of random values that these make."""


@pytest.fixture(scope="session")
def empty_database() -> sqlite3.Connection:
    """Return a database in SQLite as the migrations leave an empty one."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    with create_engine("sqlite://", creator=lambda: made, poolclass=StaticPool).begin() as connection:
        migrate.upgrade(connection, lambda _: None)
    return made


@pytest.fixture(autouse=True)
def quickly_made(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, empty_database: sqlite3.Connection
) -> None:
    """Copy empty SQLite databases from the result of the migrations, since a thousand tests begin with one.

    The deals of the day of a test are the same each time.
    """
    if request.node.nodeid.startswith(MIGRATED):
        return
    migrated = migrate.upgrade

    def upgrade(connection: Connection, save: Callable[[str], None]) -> tuple[str | None, str]:
        known = (
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master") if connection.dialect.name == "sqlite" else None
        )
        if known is None or known.first() is not None:
            return migrated(connection, save)
        raw: Any = connection.connection.driver_connection
        raw.rollback()  # SQLite copies nothing into a transaction
        empty_database.backup(raw)
        raw.execute("BEGIN IMMEDIATE")
        key = Random(f"{SEED} {request.node.nodeid}").randbytes(32)
        connection.exec_driver_sql("UPDATE hash_keys SET key = ? WHERE name = 'daily_seeds'", (key,))
        return None, migrate.head()

    monkeypatch.setattr(migrate, "upgrade", upgrade)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Any]:
    """Yield a PostgreSQL server that lives as long as the tests: it stops after everything that uses it."""
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def upgraded(postgresql_server: Any) -> str:
    """Return the name of an empty database that the migrations made: others are copied from it."""
    address = fresh(postgresql_server)
    with ThreadPoolExecutor() as thread:  # whose event loop may wait while that of the test stands still
        thread.submit(asyncio.run, upgrade(address)).result()
    return str(make_url(address).database)


@pytest.fixture
def postgresql(request: pytest.FixtureRequest, postgresql_server: Any) -> str:
    """Return the address of a PostgreSQL database of its own."""
    if request.node.nodeid.startswith(MIGRATED):
        return fresh(postgresql_server)
    return fresh(postgresql_server, request.getfixturevalue("upgraded"))


@pytest.fixture(autouse=True, scope="session")
def sqlite_without_threads() -> Iterator[None]:
    """Run transactions on the event loop, since a hop to a thread takes longer.

    Other tasks get their turn before each.

    The processes that tests start have those threads.
    """

    async def run(_: SqliteConnection, work: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        return work()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteConnection, "run", run)
        yield


@pytest.fixture(autouse=True, scope="session")
def sqlite_without_waiting() -> Iterator[None]:
    """Do not wait for the disk, since no test cuts the power. All databases share the statements compiled for one."""
    dialect = create_engine("sqlite://").dialect
    compiled: dict[object, object] = {}
    plainly_made = SqliteConnection.__init__

    def made(connection: SqliteConnection, url: URL, connect: Callable[[], sqlite3.Connection]) -> None:
        def opened() -> sqlite3.Connection:
            raw = connect()
            raw.execute("PRAGMA synchronous = OFF")
            return raw

        plainly_made(connection, url, opened)
        connection.sync.dialect = dialect
        connection.sync.update_execution_options(compiled_cache=compiled)

    with create_engine("sqlite://").connect() as connection, pytest.MonkeyPatch.context() as patch:
        dialect.initialize(connection)
        patch.setattr(SqliteConnection, "__init__", made)
        yield


@pytest.fixture(autouse=True, scope="session")
def postgresql_compiled_once() -> Iterator[None]:
    """Let all PostgreSQL databases share the statements compiled for one; their server is the same."""
    dialects: dict[str, Dialect] = {}
    compiled: dict[object, object] = {}
    plainly_made = engines._postgresql_engine

    def made(url: URL, settings: Mapping[str, str], **options: Any) -> Engine:
        engine = plainly_made(url, settings, **options)
        known = dialects.setdefault(repr(options), engine.sync.dialect)
        if known.server_version_info is None:  # no engine of this kind has been connected yet
            dialects[repr(options)] = engine.sync.dialect
        else:
            engine.sync.dialect = known
        engine.sync.update_execution_options(compiled_cache=compiled)
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "_postgresql_engine", made)
        yield
