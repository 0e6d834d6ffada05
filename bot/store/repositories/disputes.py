"""Disputes and reports: those that wait for the staff, and the proof that chips of void matches went back."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select, text

from bot.codes import Cause, DisputeEvent
from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns
from bot.store.repositories import matches
from bot.store.repositories.repository import Repository
from bot.store.rows.disputes import ASKS
from bot.store.rows.ledger import Account, AccountKind
from bot.store.rows.matches import Finished, MatchRow

DISPUTE, MATCH, RESULT, LEDGER = schema.disputes.c, schema.matches.c, schema.results.c, schema.ledger.c

HOLDS = timedelta(days=30)
"""The time for which an unanswered dispute prevents its players' erasure.

For the same time, an unanswered report keeps the numbers of erased people.
"""
TRIGGERS = {
    "sqlite": text("SELECT name FROM sqlite_master WHERE type = 'trigger'"),
    "postgresql": text("SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"),
}
OF_DISPUTES = DisputeEvent.RAISED, DisputeEvent.ANSWERED, DisputeEvent.VOIDED
"""The events of disputes alone."""
GUARDS = frozenset({"disputes_insert", "disputes_update", "disputes_delete"})
"""The triggers that keep the log as it is."""


class DisputeRepository(Repository):
    """The disputes and reports of all servers; those of one table are loaded with it."""

    async def waiting(self, guild: int) -> tuple[TableId, ...]:
        """Return the tables of a server whose dispute or report waits for the staff, the oldest first."""
        return await self._all(TableId, _waiting_in(guild, DISPUTE.of).order_by(DISPUTE.at, DISPUTE.of))

    async def count_waiting(self, guild: int, people: Collection[PlayerId]) -> int:
        """Return the number of tables of a server with a dispute or report by one of these people that waits for the
        staff.
        """
        theirs = select(DISPUTE.of).where(DISPUTE.actor.in_(people), DISPUTE.event.in_(ASKS))
        return await self._count(_waiting_in(guild, func.count()).where(DISPUTE.of.in_(theirs)))

    async def waiting_with(self, player: PlayerId, now: datetime) -> tuple[TableId, ...]:
        """Return the tables of a person whose dispute waits for an answer, and has not waited too long."""
        return await self._all(TableId, waiting_with(player, now))

    async def together(self, guild: int, players: Sequence[PlayerId], limit: int) -> tuple[Finished, ...]:
        """Return the newest matches of a server at which two or more of these people sat."""
        shared = select(RESULT.table).where(RESULT.player.in_(players)).group_by(RESULT.table)
        query = columns(schema.matches, MatchRow).where(
            MATCH.guild == guild, MATCH.table.in_(shared.having(func.count() > 1))
        )
        query = query.order_by(MATCH.finished_at.desc(), MATCH.table).limit(limit)
        return await self._read(lambda connection: matches.finished(connection, query))

    async def voided(self, tables: Sequence[TableId]) -> frozenset[TableId]:
        """Return those tables whose match was made void."""
        query = select(MATCH.table).where(MATCH.table.in_(tables), MATCH.voided_at.is_not(None))
        return frozenset(await self._all(TableId, query))

    async def faults(self) -> tuple[str, ...]:
        """Return the faults in the records of void matches, a line for each; none if all is right.

        All is right if every chip that the match moved is back where it was, or the mint has given it; if no such match
        counts in any standing; and if the log, which is guarded, names the person who made it void.
        """
        checks = (_unguarded, _unlogged, _not_back, _still_counted)
        return await self._read(lambda connection: tuple(line for check in checks for line in check(connection)))


def waiting_with(player: PlayerId, now: datetime) -> Select[Any]:
    """Return the tables of a person whose dispute waits for an answer, and has not waited too long.

    A report, which any spectator can make, prevents nobody's erasure.
    """
    theirs = select(RESULT.table).where(RESULT.player == player)
    query = unanswered(DISPUTE.of, OF_DISPUTES).where(DISPUTE.of.in_(theirs), DISPUTE.at > now - HOLDS)
    return query.order_by(DISPUTE.of)


def waiting(what: ColumnElement[Any]) -> Select[Any]:
    """Return the query of `unanswered` without reports of pruned tables."""
    query = unanswered(what).join(schema.tables, schema.tables.c.id == DISPUTE.of)
    return query.where(schema.tables.c.rules != "")


def _waiting_in(guild: int, what: ColumnElement[Any]) -> Select[Any]:
    """Return the query of `waiting` for one server."""
    return waiting(what).where(schema.tables.c.guild == guild)


def unanswered(what: ColumnElement[Any], among: Collection[DisputeEvent] = tuple(DisputeEvent)) -> Select[Any]:
    """Return `what` of the last event about each table that is one of `among`, if the staff have to act on it."""
    later = schema.disputes.alias("later").c
    is_last = ~select(later.seq).where(later.of == DISPUTE.of, later.seq > DISPUTE.seq, later.event.in_(among)).exists()
    return select(what).select_from(schema.disputes).where(DISPUTE.event.in_(ASKS.intersection(among)), is_last)


# --- proof


def _unguarded(connection: Connection) -> Iterator[str]:
    found = set(connection.execute(TRIGGERS[connection.dialect.name]).scalars())
    for missing in sorted(GUARDS - found):
        yield f"the log of disputes can be changed: the trigger {missing} is missing"


def _unlogged(connection: Connection) -> Iterator[str]:
    logged = set(connection.execute(select(DISPUTE.of).where(DISPUTE.event == DisputeEvent.VOIDED)).scalars())
    void = set(connection.execute(select(MATCH.table).where(MATCH.voided_at.is_not(None))).scalars())
    for table in sorted(void - logged):
        yield f"match {table} is void, and no event of a dispute says so"
    for table in sorted(logged - void):
        yield f"match {table} is not void, though an event of its dispute says so"
    count, last = func.count(), func.max(DISPUTE.seq)
    query = select(DISPUTE.of, count).group_by(DISPUTE.of).having(count != last + 1).order_by(DISPUTE.of)
    for table, _ in connection.execute(query):
        yield f"the dispute about match {table} lacks an event"


def _not_back(connection: Connection) -> Iterator[str]:
    """Yield the fault of each account that did not get back what a void match moved."""
    query = select(MATCH.table, MATCH.guild).where(MATCH.voided_at.is_not(None)).order_by(MATCH.table)
    for table, guild in connection.execute(query).all():
        escrow = Account.escrow(guild, table)
        refs = select(LEDGER.ref).where(LEDGER.kind == escrow.kind, LEDGER.owner == table, LEDGER.guild == guild)
        lines = select(LEDGER.kind, LEDGER.owner, LEDGER.cause, LEDGER.amount).where(LEDGER.ref.in_(refs))
        moved, back = defaultdict[Account, int](int), defaultdict[Account, int](int)
        for kind, owner, cause, amount in connection.execute(lines):
            (back if cause is Cause.VOID else moved)[Account(kind, guild, owner)] += amount
        for account in sorted(moved.keys() | back.keys(), key=str):
            if account.kind is AccountKind.MINT or account == escrow:
                continue
            kept = moved[account] + back[account]  # the owner had spent this already, and the mint has given it
            if not 0 <= kept <= max(0, moved[account]):
                yield f"match {table} is void, and has left {account} with {kept} hundredths"
        if -back[Account.mint(guild)] != sum(moved[one] + back[one] for one in moved if one != escrow):
            yield f"match {table} is void, and the mint has not given what was spent"


def _still_counted(connection: Connection) -> Iterator[str]:
    query = select(MATCH.table).where(MATCH.voided_at.is_not(None), MATCH.counted.is_(True)).order_by(MATCH.table)
    for table in connection.execute(query).scalars():
        yield f"match {table} is void and counts"
    standing, guilds = schema.standings.c, select(MATCH.guild).where(MATCH.voided_at.is_not(None))
    sums = (func.count(), func.sum(RESULT.chips), func.sum(RESULT.league))
    of_matches = select(MATCH.guild, RESULT.player, *sums).join(schema.results, RESULT.table == MATCH.table)
    of_matches = of_matches.where(MATCH.counted.is_(True), MATCH.guild.in_(guilds)).group_by(MATCH.guild, RESULT.player)
    over_all = select(standing.guild, standing.player, standing.matches, standing.chips, standing.league)
    over_all = over_all.where(standing.season == 0, standing.format == "", standing.guild.in_(guilds))
    played = {(guild, player): tuple(map(int, rest)) for guild, player, *rest in connection.execute(of_matches)}
    counted = {(guild, player): tuple(rest) for guild, player, *rest in connection.execute(over_all)}
    for guild, player in sorted(played.keys() | counted.keys()):
        if played.get((guild, player)) != counted.get((guild, player)):
            yield f"the standing of player {player} in server {guild} is not what their matches come to"
