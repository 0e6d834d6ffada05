"""People get their stored data and can have it erased, without harm to the records of others."""

import asyncio
import hmac
import re
import signal
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from bot.codes import BlockKind, Cause, TableStatus
from bot.rummy.actions import EndCause, Leave
from bot.rummy.ids import DisplayName, Player, PlayerId, TournamentId
from bot.rummy.match.match import Terms
from bot.rummy.record import Record
from bot.service.match_effects import COUNTING
from bot.service.privacy import Privacy, renamed_in_tournament
from bot.service.shuffle import verify
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import record_of, restored
from bot.service.tournaments import proof
from bot.service.tournaments.progress import Entrant, Progress
from bot.service.wallet import DAILY, START, ClaimedError
from bot.service.words import own_word
from bot.store.repositories.erased_chips import KEPT
from bot.store.rows.ledger import Account, Leg, Movement
from bot.store.rows.matches import Standing
from bot.store.rows.outbox import MessageRef
from bot.store.rows.owner import Block
from bot.store.rows.settings import PlayerSettings
from bot.store.store import Store
from bot.text import help, papers, privacy
from tests.known import GAMES
from tests.processes.forks import forked
from tests.service.context import ASHA, BEN, CARA, Context, desk
from tests.service.tournaments import PAIRS, open_codes, played_out, won_by
from tests.waiting import until

GUILD = 1
UMA = Person(PlayerId(987_654_321_987_654_321), DisplayName("Uma Unforgettable", "uma_Unforgettable"))
STAKED = TableForm(terms=Terms(stake=50))


def people_of(d: Context) -> Privacy:
    return Privacy(d.store, d.tables, d.tournaments, lambda: d.now)


def dump(file: Path) -> str:
    """Return all of a database as text."""
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


async def life(d: Context) -> list[str]:
    """Let Uma play, win or lose, leave, be invited and set preferences. Return the codes of the finished tables."""
    await d.wallet.daily(GUILD, UMA.id)
    await d.wallet.daily(2, UMA.id)
    over = [
        await d.table(UMA, BEN, CARA, options=STAKED),
        await d.table(BEN, UMA),
        await d.table(ASHA, UMA, computers=1),
    ]
    for table in over:
        await d.finish(table.id)
    ended = await d.table(UMA, ASHA)
    await d.tables.end(ended.id, EndCause.STAFF)
    left = await d.lobby(BEN, UMA)
    await d.lobbies.leave(left.id, UMA.id, d.press())
    await d.lobbies.start((await d.lobbies.join(left.id, CARA, d.press())).id, BEN.id, d.press())
    await d.lobbies.invite((await d.lobby(CARA, options=TableForm(private=True))).id, CARA.id, UMA.id)
    alone = await d.lobby(UMA)
    await d.lobbies.leave(alone.id, UMA.id, d.press())
    await d.store.settings.change(UMA.id, large=True)
    for kind in (f"dm {UMA.id} 1", f"invite {UMA.id}", "board 1"):
        await d.store.tables.set_message(MessageRef(over[0].id, kind, 5, 6, d.now))
    return [table.id for table in (*over, ended)]


async def cups(d: Context) -> list[TournamentId]:
    """Let Uma announce a tournament that is cancelled, win one, and sign up for another and leave it."""
    called_off = await d.tournaments.create(UMA, GUILD, 2, PAIRS, d.press())
    played = await d.tournaments.create(ASHA, GUILD, 2, PAIRS, d.press())
    open_still = await d.tournaments.create(ASHA, GUILD, 2, PAIRS, d.press())
    for cup in (called_off, played, open_still):
        for person in (UMA, BEN):
            await d.tournaments.join(cup.id, person, d.press())
    await d.tournaments.cancel(called_off.id)
    await d.tournaments.start(played.id, UMA.id, d.press())
    await won_by(d, open_codes(await d.tournaments.find(played.id))[0], UMA.id)
    await d.tournaments.settled()
    await played_out(d, played.id)
    await d.tournaments.leave(open_still.id, UMA.id, d.press())
    return [called_off.id, played.id, open_still.id]


async def test_tournaments_go_on_with_the_number(file: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        called_off, played, open_still = await cups(d)
        kept = await people_of(d).data_of(UMA.id)
        assert kept is not None
        assert {one.id for one in kept.tournaments} == {called_off, played, open_still}
        await people_of(d).erase(UMA.id)
        for word in (str(UMA.id), "Uma", "Unforgettable"):
            assert word not in dump(file)
        found = await d.tournaments.find(played)
        assert found.progress.bracket is not None
        assert found.progress.bracket.champion == Player(1)
        assert [entrant.name for entrant in found.progress.entrants] == ["erased player", "Ben"]
        assert found.row.entropy_sha256 is not None
        assert "entropy-hmac-sha256" in proof.verify(found)
        assert (await d.tournaments.find(open_still)).row.entropy_sha256 is None
        assert (await d.tournaments.find(called_off)).row.host == 1
        assert await d.store.ledger.faults() == ()


def test_the_number_stands_wherever_a_tournament_names_the_person() -> None:
    uma, ben = Entrant(UMA.id, DisplayName("Uma")), Entrant(BEN.id, DisplayName("Ben"))
    state = Progress((ben,), by_hand={1: UMA.id}, elsewhere=(uma, ben), ratings={UMA.id: 1001.5, BEN.id: 990.25})
    state = replace(state, waiting=(uma,), passed=(uma,))
    after = Progress.parse(renamed_in_tournament(str(state), UMA.id, PlayerId(1)))
    assert after.elsewhere == (Entrant(PlayerId(1), DisplayName("erased player")), ben)
    assert after.waiting == after.passed == after.elsewhere[:1]
    assert (after.ratings, after.by_hand) == ({1: 1001.5, BEN.id: 990.25}, {1: 1})
    assert str(UMA.id) not in str(after)


async def test_who_is_in_a_tournament_stays_as_they_are() -> None:
    async with desk() as d:
        cup = await d.tournaments.create(ASHA, GUILD, 2, PAIRS, d.press())
        await d.tournaments.join(cup.id, UMA, d.press())
        assert await people_of(d).plays_at(UMA.id) == (cup.id,)
        erased = await people_of(d).erase(UMA.id)
        assert (erased.sits_at, erased.number) == ((cup.id,), None)
        assert UMA.id in (await d.tournaments.find(cup.id)).entrants


async def standings(store: Store) -> list[tuple[Standing, ...]]:
    return [await store.standings.page(GUILD, 0, format) for format in ("", "points")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "paplu.db"


async def test_nothing_names_the_person_any_more_and_nothing_else_has_changed(file: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        codes = await life(d)
        before = await standings(d.store)
        assert str(UMA.id) in dump(file)
        erased = await people_of(d).erase(UMA.id)
        assert (erased.number, erased.something, erased.sits_at) == (1, True, ())
        for word in (str(UMA.id), "Uma", "Unforgettable"):
            assert word not in dump(file)
        assert await d.store.ledger.faults() == ()
        after = await standings(d.store)
        # Those who share a place stand in the order of their numbers, and hers has changed.
        assert [_by_player(map(_anonymous, some)) for some in before] == [_by_player(some) for some in after]
        await d.store.standings.rebuild(COUNTING)
        assert await standings(d.store) == after
        for code in codes:
            stored = await d.store.tables.finished(code)  # type: ignore[arg-type]
            assert stored is not None
            restored(stored, GAMES)
            record = record_of(stored, GAMES).counted()
            assert verify(Record.parse(str(record), GAMES))
            Record.parse(str(record), GAMES).check_figures()
            assert f"entropy-hmac-sha256 {stored.row.entropy_sha256}" in str(record)
        assert (await d.store.tables.message_of(codes[0], "board 1")) is not None  # type: ignore[arg-type]


def _by_player(standings: Iterable[Standing]) -> list[Standing]:
    return sorted(standings, key=lambda one: one.player)


def _anonymous(standing: Standing) -> Standing:
    return (
        replace(standing, player=PlayerId(1), name="erased player", handle=None)
        if standing.player == UMA.id
        else standing
    )


async def test_a_word_is_erased_amid_a_match_and_its_shuffle_still_verifies(file: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        lobby = await d.lobby(BEN, CARA)
        await d.lobbies.join(lobby.id, UMA, d.press(), own_word("unforgettable"))
        await d.lobbies.leave(lobby.id, UMA.id, d.press())
        await d.lobbies.start(lobby.id, BEN.id, d.press())
        veil = (await d.tables.find(lobby.id)).row.veil
        assert "unforgettable" in dump(file)
        await people_of(d).erase(UMA.id)
        assert "unforgettable" not in dump(file)
        d.tables.forget()
        await d.finish(lobby.id)
        text = str(await d.tables.record(lobby.id))
        assert veil is not None
        assert veil.hex() not in text
        assert f"veil-sha256 {sha256(veil).hexdigest()}" in text
        assert verify(Record.parse(text, GAMES))


async def test_each_who_is_erased_gets_a_number(file: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        codes = await life(d)
        people = people_of(d)
        assert (await people.erase(UMA.id)).number == 1
        stored = await d.store.tables.finished(codes[0])  # type: ignore[arg-type]
        assert stored is not None
        await d.finish((await d.store.tables.of_player(BEN.id))[0].id)
        assert (await people.erase(BEN.id)).number == 2
        again = await d.store.tables.finished(codes[0])  # type: ignore[arg-type]
        assert again is not None
        assert again.row.entropy_sha256 == stored.row.entropy_sha256
        assert verify(record_of(again, GAMES))
        match = await d.store.matches.of(codes[0])  # type: ignore[arg-type]
        assert match is not None
        assert sorted(result.name for result in match.results) == ["Cara", "erased player", "erased player"]
        assert await d.store.ledger.faults() == ()
        assert " Ben" not in dump(file)
        assert "'Ben'" not in dump(file)


async def test_after_that_they_begin_anew() -> None:
    async with desk() as d:
        await life(d)
        people = people_of(d)
        await people.erase(UMA.id)
        assert await people.data_of(UMA.id) is None
        assert await d.store.settings.of(UMA.id) == PlayerSettings(UMA.id)
        d.now += timedelta(days=31)
        assert await d.wallet.daily(GUILD, UMA.id) == START + DAILY
        table = await d.table(UMA, BEN, options=STAKED)
        await d.finish(table.id)
        standing = await d.store.standings.of(GUILD, 0, "", UMA.id)
        assert standing is not None
        assert (standing.name, standing.matches) == (UMA.name, 1)
        assert await d.store.ledger.faults() == ()
        assert (await people.erase(UMA.id)).number == 2


async def test_who_sits_at_a_table_stays_as_they_are() -> None:
    async with desk() as d:
        table = await d.table(BEN, UMA)
        lobby = await d.lobby(CARA, UMA)
        people = people_of(d)
        before = await people.data_of(UMA.id)
        erased = await people.erase(UMA.id)
        assert sorted(erased.sits_at) == sorted([table.id, lobby.id])
        assert not erased.something
        assert await people.data_of(UMA.id) == before


async def test_of_whom_nothing_is_kept_nothing_is_erased() -> None:
    async with desk() as d:
        people = people_of(d)
        assert await people.data_of(UMA.id) is None
        assert not (await people.erase(UMA.id)).something
        await d.store.settings.change(UMA.id, large=False)
        erased = await people.erase(UMA.id)
        assert (erased.something, erased.number) == (True, None)


async def test_a_table_they_have_left_plays_on() -> None:
    async with desk() as d:
        table = await d.table(UMA, BEN, CARA, options=STAKED)
        seat = (await d.tables.find(table.id)).seat_of(UMA.id)
        await d.tables.act(table.id, None, UMA.id, Leave())
        assert (await people_of(d).erase(UMA.id)).number == 1
        state = await d.finish(table.id)
        assert state.row.status is TableStatus.FINISHED
        assert seat is not None
        assert state.names[seat] == "erased player"
        match = await d.store.matches.of(table.id)
        assert match is not None
        assert match.results[seat].player == 1
        stored = await d.store.tables.finished(table.id)
        assert stored is not None
        assert verify(record_of(stored, GAMES))
        assert await d.store.ledger.faults() == ()


async def test_later_deals_of_a_table_they_have_left_are_shuffled_as_promised() -> None:
    async with desk() as d:
        table = await d.table(UMA, BEN, CARA, options=TableForm(terms=Terms.parse("deals_2")))
        await d.tables.act(table.id, None, UMA.id, Leave())
        await people_of(d).erase(UMA.id)
        await d.finish(table.id)
        stored = await d.store.tables.finished(table.id)
        assert stored is not None
        assert ("packs", 2) in verify(record_of(stored, GAMES))


async def test_a_lobby_they_have_left_starts_with_what_is_left_of_them() -> None:
    async with desk() as d:
        lobby = await d.lobby(BEN, UMA)
        await d.lobbies.leave(lobby.id, UMA.id, d.press())
        await people_of(d).erase(UMA.id)
        await d.lobbies.join(lobby.id, CARA, d.press())
        await d.lobbies.start(lobby.id, BEN.id, d.press())
        await d.finish(lobby.id)
        stored = await d.store.tables.finished(lobby.id)
        assert stored is not None
        assert stored.row.entropy_sha256 is None
        assert "entropy join 1\nentropy leave 1\n" in str(record_of(stored, GAMES))
        assert verify(record_of(stored, GAMES))


async def test_a_rematch_does_not_wait_for_them() -> None:
    async with desk() as d:
        table = await d.table(UMA, BEN, CARA)
        await d.finish(table.id)
        await people_of(d).erase(UMA.id)
        rematch = await d.rematches.press(table.id, BEN, d.press())
        assert rematch.lobby.persons == (BEN.id, CARA.id)
        started = await d.rematches.press(table.id, CARA, d.press())
        assert started.row.status is TableStatus.PLAYING


async def test_another_process_sees_it_at_once(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    async with desk(url) as one, desk(url, "two") as two:
        table = await one.table(UMA, BEN)
        await one.finish(table.id)
        assert UMA.id in (await two.tables.find(table.id)).lobby.persons
        await people_of(one).erase(UMA.id)
        state = await two.tables.find(table.id)
        assert UMA.id not in state.lobby.persons
        assert "erased player" in state.names.values()


async def test_what_is_kept_is_all_theirs_and_of_all_servers() -> None:
    async with desk() as d:
        codes = await life(d)
        kept = await people_of(d).data_of(UMA.id)
        assert kept is not None
        assert {guild for guild, _ in kept.balances} == {GUILD, 2}
        assert set(codes) <= {table.id for table in kept.tables}
        assert len(kept.tables) == len(codes) + 3
        finished = [table for table in kept.tables if table.result is not None]
        assert len(finished) == 3
        assert all(table.result and table.result.player == UMA.id and table.moves for table in finished)
        assert all(line.user == UMA.id for table in kept.tables for line in table.entropy)
        assert {standing.player for standing in kept.standings} == {UMA.id}
        assert len(kept.messages) == 2
        assert kept.settings == PlayerSettings(UMA.id, large=True)


KILLED = """
import asyncio, os, signal, sys
from datetime import UTC, datetime
from sqlalchemy import event
from sqlalchemy.engine import Engine
from bot.service.privacy import ERASING
from bot.store.store import Store

left = int(sys.argv[3])

@event.listens_for(Engine, "before_cursor_execute")
def count(connection, cursor, statement, *args):
    global left
    left -= statement.startswith(("UPDATE", "DELETE", "INSERT"))
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    store = await Store.open(sys.argv[1])
    await store.privacy.erase(int(sys.argv[2]), datetime.now(UTC), ERASING)

asyncio.run(main())
"""


@pytest.mark.parametrize("statements", [1, 4, 8, 10])
async def test_a_killed_erasure_has_changed_nothing(file: Path, statements: int) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    async with desk(url) as d:
        await life(d)
    before = dump(file)
    erases = forked(KILLED, url, str(UMA.id), str(statements), log=file.with_name("said"))
    assert await erases.wait() == -signal.SIGKILL
    assert dump(file) == before
    async with desk(url) as d:
        assert (await people_of(d).erase(UMA.id)).number == 1
        assert await d.store.ledger.faults() == ()


# -- chips of those who come back -------------------------------------------------------------------


async def lose(d: Context, player: Person, amount: int) -> None:
    """Take chips from a person's account, as at a stake table."""
    legs = Leg(Account.player(GUILD, player.id), -amount), Leg(Account.house(GUILD), amount)
    assert await d.store.ledger.pay(Movement(f"lost {d.press()}", Cause.STAKE, d.now, legs))


async def test_who_erases_and_comes_back_has_what_they_had() -> None:
    async with desk() as d:
        people = people_of(d)
        await d.wallet.daily(GUILD, UMA.id)
        await lose(d, UMA, START + DAILY - 7_00)
        for _ in range(2):
            await people.erase(UMA.id)
            assert await people.data_of(UMA.id) is None
            assert await d.wallet.balance(GUILD, UMA.id) == 7_00
            with pytest.raises(ClaimedError):
                await d.wallet.daily(GUILD, UMA.id)
        assert await d.wallet.balance(2, UMA.id) == START
        assert await d.wallet.balance(GUILD, BEN.id) == START
        d.now += timedelta(days=1)
        assert await d.wallet.daily(GUILD, UMA.id) == 7_00 + DAILY
        assert await d.store.ledger.faults() == ()


async def test_a_claim_of_this_day_outlives_two_erasures_and_the_hash_a_month() -> None:
    async with desk() as d:
        people = people_of(d)
        await d.wallet.daily(GUILD, UMA.id)
        await people.erase(UMA.id)
        await lose(d, UMA, await d.wallet.balance(GUILD, UMA.id))
        await people.erase(UMA.id)
        d.now += timedelta(days=29)
        assert await d.wallet.balance(GUILD, UMA.id) == 0
        await people.erase(UMA.id)
        d.now += timedelta(days=30)
        assert await d.wallet.balance(GUILD, UMA.id) == START


async def test_the_hash_names_nobody_and_is_deleted_in_time(tmp_path: Path) -> None:
    file = tmp_path / "paplu.db"
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        await d.wallet.daily(GUILD, UMA.id)
        await people_of(d).erase(UMA.id)
        with closing(sqlite3.connect(file)) as raw:
            ((key,),) = raw.execute("SELECT key FROM hash_keys WHERE name = 'erased_chips'").fetchall()
            ((person, guild, amount),) = raw.execute("SELECT person, guild, amount FROM erased_chips").fetchall()
        assert (guild, amount) == (GUILD, START + DAILY)
        assert len(key) == 32
        assert person == hmac.digest(key, str(UMA.id).encode(), "sha256")
        assert str(UMA.id) not in dump(file)
        d.now += timedelta(days=30)
        await d.store.ledger.forget_erased(d.now)
        with closing(sqlite3.connect(file)) as raw:
            assert raw.execute("SELECT count(*) FROM erased_chips").fetchone() == (0,)
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/other.db"):
        with closing(sqlite3.connect(tmp_path / "other.db")) as raw:
            assert raw.execute("SELECT key FROM hash_keys WHERE name = 'erased_chips'").fetchall() != [(key,)]


async def test_the_clock_forgets_what_was_kept_long_enough(tmp_path: Path) -> None:
    def kept() -> int:
        with closing(sqlite3.connect(tmp_path / "paplu.db")) as raw:
            return int(raw.execute("SELECT count(*) FROM erased_chips").fetchone()[0])

    async with desk(f"sqlite+aiosqlite:///{tmp_path}/paplu.db") as d:
        await d.wallet.balance(GUILD, UMA.id)
        await people_of(d).erase(UMA.id)
        assert kept() == 1
        d.now += timedelta(days=31)
        await d.beats.connected()
        running = asyncio.create_task(d.alarms.run())
        await until(lambda: kept() == 0)
        running.cancel()


# -- what stays ---------------------------------------------------------------------------------------


async def test_a_block_is_theirs_to_know_and_not_to_lift() -> None:
    async with desk() as d:
        people = people_of(d)
        for kind, id in ((BlockKind.PERSON, BEN.id), (BlockKind.SERVER, UMA.id)):  # an id says nothing of its kind
            await d.store.blocks.add(Block(kind, id, d.now))
        assert await people.data_of(UMA.id) is None
        await d.store.blocks.add(Block(BlockKind.PERSON, UMA.id, d.now - timedelta(days=3)))
        kept = await people.data_of(UMA.id)
        assert kept is not None
        assert (kept.blocked_at, kept.can_be_erased) == (d.now - timedelta(days=3), False)
        erased = await people.erase(UMA.id)
        assert (erased.something, erased.is_blocked) == (False, True)
        await d.store.settings.change(UMA.id, large=True)
        kept = await people.data_of(UMA.id)
        assert kept is not None
        assert kept.can_be_erased
        erased = await people.erase(UMA.id)
        assert (erased.something, erased.is_blocked) == (True, True)
        assert await people.data_of(UMA.id) == replace(kept, settings=None)
        assert len(await d.store.blocks.all()) == 3


def test_papers_name_what_no_command_of_theirs_removes() -> None:
    for said in (papers.filled("/privacy", "", "", 30), help.topics(GAMES)["privacy"].text()):
        assert re.search("blocked you|block on you", said)
        assert " log" in said


def test_the_question_names_the_hash() -> None:
    for said in (privacy.ASK_ERASE(), help.topics(GAMES)["privacy"].text()):
        assert "keyed hash" in said
        assert f"{KEPT.days} days" in said
