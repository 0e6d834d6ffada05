"""Tournaments in the store: guarded commits, chips, deadlines, postings and live messages, on every database."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.codes import TableStatus, TournamentStatus
from bot.rummy.ids import TournamentId
from bot.store.errors import CannotCoverError, StaleError
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.ledger import Account
from bot.store.rows.outbox import MessageRef, OutboxMessage
from bot.store.rows.subjects import Change, Quota, QuotaKind
from bot.store.rows.tournaments import TournamentRow
from bot.store.store import Store
from tests.store.samples import ANN, BEN, NOW, SECOND, changed, entropy, moved, row

GUILD = 1 << 61
CUP = TournamentId("cup111")
OTHER = TournamentId("cup222")
ANNS = Account.player(GUILD, ANN)
PRIZES = Account.prizes(GUILD, CUP)
START = Alarm(NOW + 60 * SECOND, CUP, AlarmKind.START)
ROUND = Alarm(NOW + 90 * SECOND, CUP, AlarmKind.ROUND, 1)
POSTING = OutboxMessage(CUP, "round", 1, 100, NOW)


def tournament(id: TournamentId = CUP, version: int = 1, **other: Any) -> TournamentRow:
    made = TournamentRow(
        id=id,
        guild=GUILD,
        channel=100,
        name="Cup ♠",
        status=TournamentStatus.SIGN_UP,
        version=version,
        host=ANN,
        rules_id="circle",
        rules="",
        plan="{}",
        state="{}",
        seed=bytes(range(32)),
        commitment="c1",
        created_at=NOW,
        changed_at=NOW + SECOND,
    )
    return replace(made, **other)


def change(expected: int = 0, id: TournamentId = CUP, **other: Any) -> Change[TournamentId, TournamentRow]:
    return changed(tournament(id, expected + 1), **other)


async def test_what_was_committed_is_loaded(store: Store) -> None:
    await store.tournaments.commit(change(entropy=entropy(0), alarms=(START,), people=frozenset({ANN, BEN})))
    later = tournament(version=2, status=TournamentStatus.RUNNING, channel=7, state='{"x": 1}')
    await store.tournaments.commit(changed(later, entropy=entropy(1), alarms=(ROUND,)))
    found = await store.tournaments.load(CUP)
    assert found is not None
    assert (found.row, found.entropy, found.alarms) == (later, entropy(0, 1), (ROUND,))
    assert await store.tournaments.version(CUP) == 2
    assert await store.tournaments.load(OTHER) is None
    assert await store.tournaments.version(OTHER) is None


async def test_of_two_commits_on_one_version_one_is_refused(store: Store) -> None:
    await store.tournaments.commit(change())
    results = await asyncio.gather(*(store.tournaments.commit(change(1)) for _ in range(2)), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), StaleError]


async def test_a_change_moves_chips_or_is_not_written(store: Store) -> None:
    await store.ledger.pay(moved("start", (Account.mint(GUILD), -50), (ANNS, 50)))
    entered = moved("entry", (ANNS, -40), (PRIZES, 40))
    await store.tournaments.commit(change(movements=(entered,)))
    with pytest.raises(CannotCoverError):
        await store.tournaments.commit(change(1, movements=(moved("more", (ANNS, -40), (PRIZES, 40)),)))
    assert await store.tournaments.version(CUP) == 1
    assert (await store.ledger.balance(ANNS), await store.ledger.balance(PRIZES)) == (10, 40)
    assert await store.ledger.faults() == ()
    over = tournament(version=2, status=TournamentStatus.FINISHED)
    await store.tournaments.commit(changed(over))
    assert [*map(str, await store.ledger.faults())] == [
        f"tournament {CUP} is not open and still holds 40 hundredths of entries"
    ]


async def test_tournaments_are_found_by_server_player_and_state(store: Store) -> None:
    await store.tournaments.commit(change(people=frozenset({ANN})))
    await store.tournaments.commit(change(id=OTHER, people=frozenset({ANN, BEN})))
    over = tournament(OTHER, 2, status=TournamentStatus.FINISHED)
    await store.tournaments.commit(changed(over))
    assert [one.row.id for one in await store.tournaments.open_of(GUILD)] == [CUP]
    assert [one.row.id for one in await store.tournaments.past_of(GUILD)] == [OTHER]
    assert await store.tournaments.open_of(5) == ()
    assert await store.tournaments.count(Quota(QuotaKind.TOURNAMENTS, GUILD, 0)) == 1
    assert [one.row.id for one in await store.tournaments.of_player(ANN)] == [CUP]
    assert await store.tournaments.of_player(BEN) == ()


async def test_what_is_played_or_has_tables_left_is_unsettled(store: Store) -> None:
    await store.tournaments.commit(change())
    assert await store.tournaments.unsettled() == ()
    left = row(tournament=OTHER)
    await store.tables.commit(changed(left))
    await store.tables.commit(changed(row(version=2, tournament=OTHER, status=TableStatus.PLAYING)))
    await store.tournaments.commit(changed(tournament(version=2, status=TournamentStatus.PAUSED)))
    assert set(await store.tournaments.unsettled()) == {CUP, OTHER}
    assert await store.tables.of_tournament(OTHER) == (left.id,)
    assert await store.tables.statuses([left.id]) == {left.id: TableStatus.PLAYING}
    assert await store.tables.count(Quota(QuotaKind.TABLES, GUILD, 0)) == 0
    assert await store.standings.over_all(GUILD, [ANN]) == {}


async def test_only_an_unchanged_alarm_is_deleted(store: Store) -> None:
    await store.tournaments.commit(change(alarms=(START, ROUND)))
    assert await store.alarms.next_due() == START.due
    assert await store.tournaments.due(START.due) == (START,)
    assert not await store.tournaments.delete_alarm(replace(START, due=NOW))
    assert await store.tournaments.delete_alarm(START)
    assert not await store.tournaments.delete_alarm(START)
    assert await store.tournaments.due(NOW + timedelta(days=1)) == (ROUND,)


@pytest.mark.parametrize(("seconds", "start", "round"), [(30, 0, 30), (120, 120, 120)])
async def test_a_gap_moves_rounds_and_what_was_missed(store: Store, seconds: int, start: int, round: int) -> None:
    await store.tournaments.commit(change(alarms=(START, ROUND)))
    await store.alarms.beat("p1", NOW)
    await store.alarms.absorb_gap("p1", NOW + seconds * SECOND, longer_than=15 * SECOND, told_over=60 * SECOND)
    found = {alarm.kind: alarm.due for alarm in await store.tournaments.due(NOW + timedelta(days=1))}
    assert found == {START.kind: START.due + start * SECOND, ROUND.kind: ROUND.due + round * SECOND}


async def test_a_posting_appears_once(store: Store) -> None:
    await store.tournaments.commit(change(outbox=(POSTING,)))
    tried = await store.tournaments.claim(POSTING, "p1", NOW)
    assert tried == replace(POSTING, sent_at=NOW, process="p1")
    assert await store.tournaments.claim(POSTING, "p2", NOW) is None
    await store.tournaments.mark_sent(tried, 1 << 62)
    await store.tournaments.commit(change(1, outbox=(POSTING, replace(POSTING, number=2))))
    assert [posting.number for posting in await store.tournaments.unsent()] == [2]
    await store.tournaments.discard(replace(POSTING, number=2))
    assert await store.tournaments.unsent(of=CUP) == ()
    assert await store.tables.unsent() == ()


async def test_a_live_message_replaces_the_last_of_its_kind(store: Store) -> None:
    await store.tournaments.commit(change())
    old, new = (MessageRef(CUP, "card", 100, number, NOW) for number in (1, 2))
    await store.tournaments.set_message(old)
    await store.tournaments.set_message(new)
    await store.tournaments.delete_message(old)
    assert await store.tournaments.messages_of(CUP) == (new,)
    await store.tournaments.delete_message(new)
    assert await store.tournaments.messages_of(CUP) == ()
