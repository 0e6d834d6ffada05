"""The data that version 0.1 has stored, and the controls it has put on messages, in the hands of this version.

`v0_1` holds a database (`paplu.db.gz`), records of finished matches, what both say by 0.1 (`expected.json`), a host's
own rule sets, and every control of 0.1 with what it means (`custom_ids.json.gz`). `make.py` and `make_ids.py` tell how
they were made. Nothing in there may ever be changed to make a test pass.

The tests hold on to these names alone, and fail where one of them goes:

- the command line: `bot.cli.main.main` with `db check`, `db upgrade`, `verify`, `replay`;
- texts both ways: `Record`, `Entry`, `parse_action`, `Rules`, `Lobby`, `TournamentPlan`, `Progress`;
- `record_of`, `digest`, `verify`, `load`, `COUNTING`, the computers' `choose`, and the `Store`;
- the services as `tests.service.context` builds them, and the facts of a table as `tests.stored.facts` tells them;
- what a press comes to: `tests.stored.presses.Presses.meaning`, the one thing to adapt when presses take another way.
"""

import asyncio
import gzip
import hashlib
import json
import re
import sqlite3
import tomllib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.cli.main import main
from bot.rummy.actions import parse_action
from bot.rummy.game import Game, game_of
from bot.rummy.ids import Player, PlayerId, TableId, TournamentId
from bot.rummy.record import Entry, Record
from bot.rummy.rules import GameRules, Rules
from bot.rummy.view import Stage
from bot.service.match_effects import COUNTING
from bot.service.shuffle import verify
from bot.service.tables.state import Lobby, TableState, digest, record_of
from bot.service.tournaments import proof
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Progress
from bot.store.rows.ledger import Account
from bot.store.rows.matches import MatchFilter
from bot.store.rows.settings import HandDelivery, PlayerSettings
from bot.store.upgrade import upgrade
from tests.known import GAMES, INDIAN, WESTERN, load
from tests.service.context import Context, desk
from tests.stored.facts import fact
from tests.stored.presses import Press, Presses

HERE = Path(__file__).parent / "v0_1"
EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
CONTROLS: list[dict[str, Any]] = json.loads(gzip.decompress((HERE / "custom_ids.json.gz").read_bytes()))
NOW = datetime.fromisoformat(EXPECTED["now"])
GUILD: int = EXPECTED["guild"]
RECORDS = sorted(EXPECTED["records"])
RUNNING = [name for name, table in EXPECTED["tables"].items() if table["status"] == "playing"]
OPEN = [name for name, table in EXPECTED["tables"].items() if table["status"] in ("playing", "lobby")]
OTHERS_OPEN = [code for code, status, _, _ in EXPECTED["others"] if status == "playing"]
ONE_GAMES: dict[str, tuple[Game, ...]] = {
    **dict.fromkeys(("finish", "declare", "group", "show"), (INDIAN,)),
    **dict.fromkeys(("place", "lay-off", "swap", "undo"), (WESTERN,)),
}
"""The game whose tables have an action, by its first word, if only one game has it."""
TURNS = 3000
"""More than any of these tables takes to its end."""
READ_AGAIN = 16
"""Lines of a journal after which a table is read from the database again; each time it replays from its beginning."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a copy of the stored database."""
    copy = tmp_path / "paplu.db"
    copy.write_bytes(gzip.decompress((HERE / "paplu.db.gz").read_bytes()))
    return copy


@pytest.fixture(scope="session")
def upgraded_once(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the stored database as this version upgrades it."""
    file = tmp_path_factory.mktemp("stored") / "paplu.db"
    file.write_bytes(gzip.decompress((HERE / "paplu.db.gz").read_bytes()))
    with ThreadPoolExecutor() as thread:  # whose event loop may wait while that of the test stands still
        thread.submit(asyncio.run, upgrade(f"sqlite+aiosqlite:///{file}")).result()
    return file.read_bytes()


@pytest.fixture
def upgraded_file(tmp_path: Path, upgraded_once: bytes) -> Path:
    """Return a copy of the stored database that is upgraded already."""
    copy = tmp_path / "paplu.db"
    copy.write_bytes(upgraded_once)
    return copy


@pytest.fixture
def address(file: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of the copy, as the command line finds it."""
    found = f"sqlite+aiosqlite:///{file}"
    monkeypatch.setenv("DATABASE_URL", found)
    monkeypatch.setenv("RULES_DIR", str(HERE / "rules"))
    return found


@asynccontextmanager
async def services(file: Path) -> AsyncIterator[Context]:
    """Yield the services over the copy, at the time at which it was stored."""
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        d.now = NOW
        yield d


def rows(file: Path, query: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the file, read without our code."""
    with closing(sqlite3.connect(file)) as connection:
        yield from connection.execute(query).fetchall()


# -- the command line -------------------------------------------------------------------------------


def test_the_database_is_checked_and_sound(address: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert main(["db", "check"]) == 0
    assert file.read_bytes() == before
    said = capsys.readouterr().out
    assert main(["db", "upgrade"]) == 0
    assert len([*file.parent.glob("*.revision-*")]) == 1
    capsys.readouterr()
    assert main(["db", "check"]) == 0
    assert capsys.readouterr().out == said
    *tables, replayed, books = said.splitlines()
    codes = sorted([*(EXPECTED["tables"][name]["code"] for name in OPEN), *OTHERS_OPEN])
    assert sorted(line.removesuffix(": sound") for line in tables) == codes
    assert replayed.startswith(f"{len(codes)} ")
    assert books


async def test_counting_anew_comes_to_the_same_standings(upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        before = await d.store.standings.page(GUILD, 0, "", 1000)
        again = await d.store.standings.rebuild(COUNTING)
        assert again.corrected == 0
        assert again.matches > len(RECORDS)
        assert await d.store.standings.page(GUILD, 0, "", 1000) == before


# -- records ----------------------------------------------------------------------------------------


def test_every_record_is_there() -> None:
    assert sorted(path.name for path in (HERE / "records").iterdir()) == RECORDS


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_and_is_proven(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected, file = EXPECTED["records"][name], HERE / "records" / name
    data = file.read_bytes()
    assert hashlib.sha256(data).hexdigest() == expected["sha256"]
    record = Record.parse(data.decode(), GAMES)
    assert str(record) == data.decode()
    assert str(record.counted()) == data.decode()
    table = record.replay()
    found = {word: list(getattr(table.match, word)) for word in ("totals", "places", "winners")}
    assert found == {word: expected[word] for word in found}
    assert (table.stage, table.match.end) == (expected["stage"], expected["end"])
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.count("as promised\n") == expected["shuffles"] > 0
    assert main(["replay", str(file)]) == 0
    assert "results match.\n" in capsys.readouterr().out


# -- the database -----------------------------------------------------------------------------------


async def test_every_table_stands_where_it_stood(file: Path) -> None:
    async with services(file) as d:
        for name, expected in EXPECTED["tables"].items():
            state = await d.tables.find(TableId(expected["code"]))
            known = {"lines": state.lines, "alarms": sorted(alarm.kind for alarm in state.alarms)}
            # Version 0.1 has called by a number who had their data erased.
            names = ["erased player" if called == "Player 1" else called for called in expected["names"]]
            assert {"code": state.id} | known | _plain(fact(state)) == expected | {"names": names}, name
            assert digest(state.table) == expected["digest"], name
        for code, status, step, fingerprint in EXPECTED["others"]:
            state = await d.tables.find(TableId(code))
            assert (state.row.status, state.row.step, digest(state.table)) == (status, step, fingerprint), code


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    """Return the value as JSON holds it."""
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


async def test_records_from_the_database_are_those_that_0_1_gave(upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        for name in RECORDS:
            stored = await d.store.tables.finished(
                TableId(EXPECTED["tables"][EXPECTED["records"][name]["table"]]["code"])
            )
            assert stored is not None
            assert str(record_of(stored, GAMES).counted()).encode() == (HERE / "records" / name).read_bytes(), name


def test_what_is_stored_is_spelled_as_it_was(file: Path) -> None:
    known = load(HERE / "rules")
    query = 'SELECT rules_id, actor, action FROM journal JOIN tables ON tables.id = "table"'
    lines = [(known[rules].game, f"{actor} {action}") for rules, actor, action in rows(file, query)]
    assert len(lines) > sum(table["lines"] for table in EXPECTED["tables"].values())
    for game, line in dict.fromkeys(lines):
        assert isinstance(game, Game)
        assert str(Entry.parse(line, game)) == line
    for line in EXPECTED["actions"]:
        for game in ONE_GAMES.get(line.split()[0], (INDIAN, WESTERN)):
            assert str(parse_action(line, game)) == line
    for (lobby,) in rows(file, "SELECT lobby FROM tables"):
        assert str(Lobby.parse(lobby)) == lobby
    for plan, state in rows(file, "SELECT plan, state FROM tournaments"):
        assert str(TournamentPlan.parse(plan)) == plan
        assert str(Progress.parse(state)) == state


def test_rules_say_what_they_said(file: Path) -> None:
    stored = {*rows(file, "SELECT rules_id, rules FROM tables"), *rows(file, "SELECT rules_id, rules FROM tournaments")}
    assert {id for id, _ in stored} == set(EXPECTED["rules"])
    known = load(HERE / "rules")
    for id, text in (*stored, *EXPECTED["rules"].items()):
        rules = Rules.parse(text, id, GAMES)
        assert values(rules.text()) == played(values(text) | MEANT, rules.game)
        assert Rules.parse(rules.text(), id, GAMES) == rules
    for id, text in EXPECTED["rules"].items():
        apart = {"groups.suits_apart": id == "toking"}
        assert values(known[id].text()) == played(values(text) | CHANGED | apart, known[id].game)


def values(text: str) -> dict[str, Any]:
    """Return the values of a rule set by table and key, read without our code."""
    table = tomllib.loads(text)
    plain = {name: value for name, value in table.items() if not isinstance(value, dict)}
    return plain | {f"{name}.{key}": value for name in table.keys() - plain for key, value in table[name].items()}


def played(found: dict[str, Any], game: GameRules) -> dict[str, Any]:
    """Return the values without those that 0.1 wrote into every rule set and that no table of that game ever used."""
    return {path: value for path, value in found.items() if game is not WESTERN or not path.startswith(NEVER_ASKED)}


MEANT = {
    "turns.quiet_rounds": 0,
    "turns.lapse_ends_first_drop": False,
    "scoring.arrange_shown": False,
    "groups.suits_apart": False,
}
"""Meanings of a rule set of 0.1 for keys that it does not have."""

CHANGED = {
    "turns.max_reshuffles": -1,
    "turns.quiet_rounds": 10,
    "turns.lapse_ends_first_drop": True,
    "scoring.arrange_shown": True,
}
"""Values that the shipped rule sets have changed since, for new tables alone."""

NEVER_ASKED = (
    *("jokers.printed_cut", "jokers.wild_natural_pure", "groups.", "points.", "pool_101.", "pool_201.", "deals."),
    *("turns.lapse_first_drop", "turns.lapse_ends_first_drop", "scoring.loser_policy"),
    *("scoring.min_loser_points", "scoring.deal_show"),
    *("scoring.auto_arrange_losers", "scoring.arrange_shown"),
)


async def test_chips_standings_seasons_and_settings_are_kept(upgraded_file: Path) -> None:
    people = {name: PlayerId(id) for name, id in EXPECTED["people"].items()}
    async with services(upgraded_file) as d:
        assert await d.store.ledger.faults() == ()
        for name, amount in EXPECTED["balances"].items():
            assert await d.store.ledger.balance(Account.player(GUILD, people[name])) == amount, name
        found = await d.store.standings.page(GUILD, 0, "", 100)
        numbers = [[one.player, one.name, one.matches, one.won, one.league, one.chips] for one in found]
        assert numbers == EXPECTED["standings"]
        seasons = [[one.number, one.name, one.closed_at is None] for one in await d.store.seasons.all(GUILD)]
        assert seasons == EXPECTED["seasons"]
        ben = people["Bén 🂡"]
        assert await d.store.settings.of(ben) == PlayerSettings(ben, HandDelivery.DM, True, True, True)
        server = await d.store.servers.of(GUILD)
        assert (server.rake_percent, server.league_points, server.tournament_role) == (5, "10 6 3 1", GUILD + 60)
        assert not (await d.store.servers.of(GUILD + 1)).chips


async def test_what_was_to_be_posted_still_is_and_messages_are_known(upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        waiting = [[one.of, one.kind, one.number] for one in await d.store.tables.unsent(1000)]
        assert waiting == EXPECTED["unticked"]
        for table, kind, channel, message in rows(
            upgraded_file, 'SELECT "table", kind, channel, message FROM messages'
        ):
            ref = await d.store.tables.message_of(TableId(table), kind)
            assert ref is not None
            assert (ref.channel, ref.message) == (channel, message)


def test_nobody_who_was_erased_is_named(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        everything = "\n".join(connection.iterdump())
    assert str(EXPECTED["people"]["Dev"]) in everything
    assert str(EXPECTED["people"]["Eli"]) not in everything


async def test_who_was_erased_is_called_so(upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        cups = [await d.tournaments.find(TournamentId(one["code"])) for one in EXPECTED["tournaments"].values()]
        names = {cup.name(Player(entrant)) for cup in cups for entrant in cup.entrants if entrant < 1_000}
        matches = await d.store.matches.history(MatchFilter(EXPECTED["guild"]), 1000, 0)
        names |= {one.called for match in matches for one in match.results if (one.player or 1_000) < 1_000}
        for match in matches:
            state = await d.tables.find(match.match.table)
            names |= {state.name(player) for player in state.players if not player.is_computer and player.id < 1_000}
        assert names == {"erased player"}


async def test_tournaments_stand_where_they_stood(upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        for name, expected in EXPECTED["tournaments"].items():
            state = await d.tournaments.find(TournamentId(expected["code"]))
            assert (state.status, sorted(state.entrants)) == (expected["status"], expected["entrants"]), name
            assert str(state.progress) == expected["state"], name
            if name.startswith("finished"):
                assert proof.verify(state)


# -- playing on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RUNNING)
async def test_a_running_table_is_played_to_its_end(name: str, upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        state = await d.tables.find(TableId(EXPECTED["tables"][name]["code"]))
        for _ in range(TURNS):
            if not state.row.status.is_open:
                break
            state = await played_on(d, state)
        assert state.row.status == "finished"
        assert state.lines > EXPECTED["tables"][name]["lines"]
        await is_proven(d, state.id)


async def played_on(d: Context, state: TableState) -> TableState:
    """Return the next step: awaited people play as computers would, and the clock does everything else."""
    view = state.public
    seat = view.deal.awaited[0] if view.stage is Stage.PLAYING and view.deal is not None else None
    if seat is not None and not state.players[seat].is_computer:
        action = game_of(state.rules).choose(state.for_seat(seat))
        return await d.tables.act(state.id, view.step, PlayerId(state.players[seat].id), action)
    alarm = min(state.alarms, key=lambda alarm: alarm.due)
    d.now = max(d.now, alarm.due)
    await d.table_alarms.fire(alarm)
    if state.lines % READ_AGAIN == 0:
        d.tables.forget()
    return await d.tables.find(state.id)


async def is_proven(d: Context, code: TableId) -> None:
    """Check that the table replays, and that its shuffles are those promised, across both versions."""
    stored = await d.store.tables.finished(code)
    assert stored is not None
    assert verify(record_of(stored, GAMES))


async def test_the_clock_brings_everything_to_its_end(upgraded_file: Path) -> None:
    async with services(upgraded_file) as d:
        for _ in range(TURNS):
            dues = [due for due in (await d.store.alarms.next_due(), await _next_tournament(d)) if due is not None]
            if not dues:
                break
            d.now = max(d.now, min(dues)) + timedelta(seconds=1)
            await d.alarms.fire_due()
            await d.tournaments.settled()
        assert await d.store.tables.open_rows() == ()
        for name in RUNNING:
            state = await d.tables.find(TableId(EXPECTED["tables"][name]["code"]))
            assert state.row.status.is_over, name
            if state.row.status == "finished":
                await is_proven(d, state.id)
        assert await d.store.ledger.faults() == ()


async def _next_tournament(d: Context) -> datetime | None:
    dues = [alarm.due for alarm in await d.store.tournaments.due(NOW + timedelta(days=400))]
    return min(dues, default=None)


# -- controls ---------------------------------------------------------------------------------------


def presses() -> Iterator[tuple[Press, str]]:
    """Yield every use of a control of 0.1, and its meaning there."""
    for one in CONTROLS:
        id, kind, means = one["custom_id"], one["kind"], one["means"]
        staff, beside = one.get("staff", False), tuple(one.get("beside", ()))
        known = id, kind, one["by"], one["where"]
        if kind == "select":
            for chosen, meaning in means.items():
                yield Press(*known, values=tuple(chosen.split(" / ")), staff=staff, beside=beside), meaning
        elif kind == "modal":
            for typed, meaning in zip(one["typed"], means, strict=True):
                yield Press(*known, typed=typed, staff=staff, beside=beside), meaning
        else:
            yield Press(*known, staff=staff, beside=beside), means


async def test_every_control_means_what_it_meant(upgraded_file: Path) -> None:
    wrong, count = [], 0
    async with Presses.open(upgraded_file, HERE / "rules", NOW, GUILD, EXPECTED["channel"]) as bot:
        for press, meant in presses():
            found = (await bot.meaning(press)).text
            if press.typed:
                # 0.1 named no step for typed groups; grouping asks for none, so the step changes nothing.
                found = re.sub(r"^(play group .*) at step \d+$", r"\1 at any step", found)
            # Staff who play are asked as players first; 0.1 began with what only staff may do.
            meant = meant.replace("ask_end_by_staff", "ask_end")
            # Best lays a pure sequence now, also where that saves no points.
            meant = meant.replace("9D 9S 9H | 8D 8S 8H at table wp6tn4", "7D 8D 9D | 8D 8S 8H at table wp6tn4")
            count += 1
            if found != meant:
                wrong.append(f"{press.custom_id} {press.values or ''} ({press.where}): {found!r}, not {meant!r}")
    assert count > len(CONTROLS) > 2000
    assert not wrong, f"{len(wrong)} of {count}: " + "; ".join(wrong[:10])
