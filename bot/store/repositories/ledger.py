"""Chips: movements that sum to zero, the balances they make, and the proof that both agree."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Subquery,
    Table,
    TextClause,
    and_,
    func,
    literal,
    select,
    union_all,
)

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, same_key, values
from bot.store.ledger_transaction import BALANCES, KEY, LEDGER
from bot.store.repositories import erased_chips
from bot.store.repositories.repository import Repository
from bot.store.rows.ledger import Account, AccountKind, ErasedChips, LedgerLine, Movement, Stream

ZERO = literal(0, BigInteger)
ONE_SIDED = 5
"""The least ratio, in a one-sided stream, of the chips that a person won to those that they gave back."""


class LedgerRepository(Repository):
    """The chips of all servers."""

    async def pay(self, movement: Movement) -> bool:
        """Move chips, once and for all. Return False if the ledger has the movement of that name already.

        Raises:
            CannotCoverError: an account has too few chips for it; nothing was written.
        """
        paid: bool = await self._database.writer.submit(movement)
        return paid

    async def balance(self, account: Account) -> int | None:
        """Return the balance of an account, in hundredths. Return None if it was never opened."""
        amount: int | None = await self._scalar(
            select(BALANCES.amount).where(same_key(schema.balances, values(account)))
        )
        return amount

    async def erased(self, guild: int, player: PlayerId, now: datetime) -> ErasedChips | None:
        """Return the chips that a person had in a server when their data was erased, if that is not long ago."""
        return await self._read(lambda connection: erased_chips.find(connection, player, guild, now))

    async def forget_erased(self, now: datetime) -> None:
        """Delete amounts of erased people that were kept long enough."""
        await self._write(lambda connection: erased_chips.forget(connection, now))

    async def streams(self, guild: int, since: datetime, least: int) -> tuple[Stream, ...]:
        """Return the pairs in which one person won nearly all chips that moved between both, the largest first.

        Count `least` or more stake tables at which both sat, and which ended since then.
        """
        return await self._read(lambda connection: _streams(connection, guild, since, least))

    async def movements_of(
        self, guild: int, player: PlayerId, limit: int = 10, offset: int = 0
    ) -> tuple[LedgerLine, ...]:
        """Return the movements of a person's chips in a server, the newest first."""
        other = schema.ledger.alias()
        table = select(func.max(other.c.owner)).where(other.c.ref == LEDGER.ref, other.c.kind == AccountKind.ESCROW)
        query = columns(schema.ledger, LedgerLine).add_columns(table.scalar_subquery())
        account = Account.player(guild, player)
        query = query.where(LEDGER.guild == guild, LEDGER.kind == account.kind, LEDGER.owner == account.owner)
        query = query.order_by(LEDGER.at.desc(), LEDGER.ref, LEDGER.line).limit(limit).offset(offset)
        return await self._all(LedgerLine, query)

    async def staked(self, escrow: Account) -> dict[Account, int]:
        """Return the stake of each player in an escrow, less what came back, in hundredths."""
        refs = select(LEDGER.ref).where(
            LEDGER.guild == escrow.guild, LEDGER.kind == AccountKind.ESCROW, LEDGER.owner == escrow.owner
        )
        query = select(LEDGER.owner, func.sum(LEDGER.amount)).where(LEDGER.ref.in_(refs))
        query = query.where(LEDGER.kind == AccountKind.PLAYER).group_by(LEDGER.owner).order_by(LEDGER.owner)
        rows = await self._rows(query)
        return {Account(AccountKind.PLAYER, escrow.guild, owner): -int(amount) for owner, amount in rows}

    async def faults(self) -> tuple[str, ...]:
        """Return the faults in the books, a line for each; none if they are right.

        They are right if every movement and every server sums to zero, every balance is the sum of its account's lines,
        only a mint stands below zero, and no stakes are held for a table or a tournament that is not open.
        """
        checks = (_uneven_movements, _wrong_balances, _overdrawn, _stakes_left, _entries_left, _uneven_servers)
        return await self._read(lambda connection: tuple(line for check in checks for line in check(connection)))


def _streams(connection: Connection, guild: int, since: datetime, least: int) -> tuple[Stream, ...]:
    match, loser, winner = schema.matches.c, schema.results.alias(), schema.results.alias()
    query = select(loser.c.player, loser.c.name, loser.c.chips, winner.c.player, winner.c.name, winner.c.chips)
    query = query.select_from(schema.matches).join(loser, loser.c.table == match.table)
    query = query.join(winner, and_(winner.c.table == match.table, winner.c.chips > 0, loser.c.chips < 0))
    query = query.where(match.guild == guild, match.finished_at >= since, match.stake > 0)
    query = query.where(loser.c.player.is_not(None), winner.c.player.is_not(None)).order_by(match.finished_at)
    went: defaultdict[tuple[int, int], int] = defaultdict(int)
    tables: Counter[frozenset[int]] = Counter()
    called: dict[int, str] = {}
    for one, one_name, lost, other, other_name, won in connection.execute(query):
        went[one, other] += min(-lost, won)
        tables[frozenset((one, other))] += 1
        called |= {one: one_name, other: other_name}
    found = []
    for (one, other), amount in went.items():
        back, number = went.get((other, one), 0), tables[frozenset((one, other))]
        if number >= least and amount >= ONE_SIDED * back:
            found.append(Stream(called[one], called[other], number, amount - back))
    return tuple(sorted(found, key=lambda stream: -stream.amount))


def _uneven_movements(connection: Connection) -> Iterator[str]:
    total = func.sum(LEDGER.amount)
    query = select(LEDGER.ref, total).group_by(LEDGER.ref).having(total != 0).order_by(LEDGER.ref)
    for ref, amount in connection.execute(query):
        yield f"movement {ref} makes {amount} hundredths out of nothing"


def _wrong_balances(connection: Connection) -> Iterator[str]:
    both = _entries()
    account = (both.c.kind, both.c.guild, both.c.owner)
    held, moved = func.sum(both.c.held), func.sum(both.c.moved)
    query = select(*account, held, moved).group_by(*account).having(held != moved).order_by(*account)
    for kind, guild, owner, holds, sums_to in connection.execute(query):
        yield f"{Account(kind, guild, owner)} holds {holds} hundredths, and its movements come to {sums_to}"


def _entries() -> Subquery:
    """Return all balances and ledger lines together, as amounts held and amounts moved."""
    held = select(BALANCES.kind, BALANCES.guild, BALANCES.owner, BALANCES.amount.label("held"), ZERO.label("moved"))
    moved = select(LEDGER.kind, LEDGER.guild, LEDGER.owner, ZERO.label("held"), LEDGER.amount.label("moved"))
    return union_all(held, moved).subquery()


def _overdrawn(connection: Connection) -> Iterator[str]:
    query = select(BALANCES.kind, BALANCES.guild, BALANCES.owner, BALANCES.amount)
    query = query.where(BALANCES.amount < 0, BALANCES.kind != AccountKind.MINT)
    for kind, guild, owner, amount in connection.execute(query.order_by(*KEY)):
        account = Account(kind, guild, owner)
        yield f"{account} holds {amount} hundredths"


def _stakes_left(connection: Connection) -> Iterator[str]:
    for owner, amount in _left(connection, AccountKind.ESCROW, schema.tables, schema.IS_OPEN):
        yield f"table {owner} is not open and still holds {amount} hundredths of stakes"


def _entries_left(connection: Connection) -> Iterator[str]:
    for owner, amount in _left(connection, AccountKind.PRIZES, schema.tournaments, schema.NOT_OVER):
        yield f"tournament {owner} is not open and still holds {amount} hundredths of entries"


def _left(connection: Connection, kind: AccountKind, owners: Table, is_open: TextClause) -> Iterable[Any]:
    """Return the balances of that kind for owners that are not open or do not exist."""
    query = select(BALANCES.owner, BALANCES.amount)
    query = query.outerjoin(owners, and_(owners.c.id == BALANCES.owner, is_open))
    query = query.where(BALANCES.kind == kind, BALANCES.amount != 0, owners.c.id.is_(None))
    return connection.execute(query.order_by(BALANCES.owner))


def _uneven_servers(connection: Connection) -> Iterator[str]:
    total = func.sum(BALANCES.amount)
    query = select(BALANCES.guild, total).group_by(BALANCES.guild).having(total != 0).order_by(BALANCES.guild)
    for guild, amount in connection.execute(query):
        yield f"the accounts of server {guild} come to {amount} hundredths, not to nothing"
