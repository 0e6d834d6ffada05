"""Chips: movements that sum to zero, the balances they make, and the proof that both agree."""

from collections import ChainMap, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Subquery,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, insert_all, same_key, values
from bot.store.errors import CannotCoverError, RepeatedMovementError
from bot.store.rows import OPEN, Account, AccountKind, LedgerLine, Movement

BALANCES, LEDGER = schema.balances.c, schema.ledger.c
KEY = tuple(schema.balances.primary_key)
ZERO = literal(0, BigInteger)

ENTER = insert(schema.balances).values({each.name: bindparam(each.name) for each in BALANCES})
ENTER = ENTER.on_conflict_do_update(index_elements=KEY, set_={"amount": BALANCES.amount + bindparam("moved")})
"""Opens an account with `amount`, or adds `moved` to it: another process may have opened it since it was looked for."""


class Books:
    """The accounts that a transaction moves chips on, locked until its end, and what they come to.

    Movements are entered one after another and written together, with a fixed number of statements; nothing is
    read or written for none.
    """

    def __init__(self, connection: Connection, movements: Collection[Movement]) -> None:
        self._connection = connection
        accounts = {leg.account for movement in movements for leg in movement.legs}
        self._before = dict.fromkeys(accounts, 0) | _locked(connection, accounts)
        self._after = dict(self._before)
        # Looked for behind the locks: whoever held them may have written the same movement.
        self._refs = _written(connection, [movement.ref for movement in movements])
        self._entered: list[Movement] = []

    def enter(self, movements: Sequence[Movement]) -> CannotCoverError | RepeatedMovementError | None:
        """Enter all of these or, where one is refused, none; answers what refused it."""
        after = ChainMap[Account, int]({}, self._after)
        refs: set[str] = set()
        for movement in movements:
            if movement.ref in self._refs or movement.ref in refs:
                return RepeatedMovementError(movement.ref)
            refs.add(movement.ref)
            if (lacking := _moved(movement, after)) is not None:
                return CannotCoverError(lacking)
        self._refs |= refs
        self._after.update(after.maps[0])
        self._entered += movements
        return None

    def pay(self, movement: Movement) -> bool | CannotCoverError:
        """Enter this one; False where it is in the books already, else what refused it."""
        refusal = self.enter([movement])
        return refusal if isinstance(refusal, CannotCoverError) else refusal is None

    def write(self) -> None:
        """Write what was entered."""
        insert_all(self._connection, schema.ledger, (row for movement in self._entered for row in _rows(movement)))
        moved = {leg.account for movement in self._entered for leg in movement.legs}
        if moved:
            self._connection.execute(ENTER, [self._change(account) for account in sorted(moved, key=_key)])

    def _change(self, account: Account) -> dict[str, Any]:
        amount = self._after[account]
        return values(account, amount=amount, moved=amount - self._before[account])


def _moved(movement: Movement, after: ChainMap[Account, int]) -> Account | None:
    """Move these chips; answers an account that had too few."""
    for leg in movement.legs:
        after[leg.account] += leg.amount
    touched = (leg.account for leg in movement.legs if leg.account.kind is not AccountKind.MINT)
    return next((account for account in touched if after[account] < 0), None)


def _key(account: Account) -> tuple[int, AccountKind, str]:
    return account.guild, account.kind, account.owner


def _rows(movement: Movement) -> Iterator[dict[str, Any]]:
    """The lines of a movement in the ledger."""
    for line, leg in enumerate(movement.legs):
        yield values(leg.account, ref=movement.ref, line=line, cause=movement.cause, amount=leg.amount, at=movement.at)


def _locked(connection: Connection, accounts: Collection[Account]) -> dict[Account, int]:
    """What those of these accounts that are open hold; no one else can change it before the transaction ends."""
    if not accounts:
        return {}
    servers = defaultdict(list)
    for account in accounts:
        servers[account.guild].append(account)
    query = columns(schema.balances, Account).add_columns(BALANCES.amount)
    query = query.where(or_(*(_in_server(guild, those) for guild, those in servers.items())))
    # The order keeps two processes on PostgreSQL from locking each other out; SQLite renders no FOR UPDATE and
    # needs none.
    rows = connection.execute(query.order_by(*KEY).with_for_update())
    return {Account(kind, guild, owner): amount for kind, guild, owner, amount in rows}


def _in_server(guild: int, accounts: Collection[Account]) -> ColumnElement[bool]:
    """The condition that names accounts of one server."""
    # For `(guild, kind, owner) IN (…)` SQLite would read the whole table; this it looks up by the key.
    kinds, owners = {account.kind for account in accounts}, {account.owner for account in accounts}
    return and_(BALANCES.guild == guild, BALANCES.kind.in_(kinds), BALANCES.owner.in_(owners))


def _written(connection: Connection, refs: Collection[str]) -> set[str]:
    """Those of these movements that are in the ledger."""
    if not refs:
        return set()
    return set(connection.execute(select(LEDGER.ref).where(LEDGER.ref.in_(refs), LEDGER.line == 0)).scalars())


# --- looking


def balance(connection: Connection, account: Account) -> int | None:
    """What an account holds, in hundredths; None where it was never opened."""
    query = select(BALANCES.amount).where(same_key(schema.balances, values(account)))
    return connection.execute(query).scalar_one_or_none()


def movements_of(
    connection: Connection, guild: int, player: PlayerId, limit: int, offset: int
) -> tuple[LedgerLine, ...]:
    """What moved a person's chips in a server, the newest first."""
    other = schema.ledger.alias()
    table = select(func.max(other.c.owner)).where(other.c.ref == LEDGER.ref, other.c.kind == AccountKind.ESCROW)
    query = select(LEDGER.ref, LEDGER.cause, LEDGER.amount, LEDGER.at, table.scalar_subquery())
    account = Account.player(guild, player)
    query = query.where(LEDGER.guild == guild, LEDGER.kind == account.kind, LEDGER.owner == account.owner)
    query = query.order_by(LEDGER.at.desc(), LEDGER.ref, LEDGER.line).limit(limit).offset(offset)
    return tuple(LedgerLine(*row) for row in connection.execute(query))


def staked(connection: Connection, escrow: Account) -> dict[Account, int]:
    """What each player has paid into an escrow, less what came back, in hundredths."""
    refs = select(LEDGER.ref).where(
        LEDGER.guild == escrow.guild, LEDGER.kind == AccountKind.ESCROW, LEDGER.owner == escrow.owner
    )
    query = select(LEDGER.owner, func.sum(LEDGER.amount)).where(LEDGER.ref.in_(refs))
    query = query.where(LEDGER.kind == AccountKind.PLAYER).group_by(LEDGER.owner).order_by(LEDGER.owner)
    rows = connection.execute(query)
    return {Account(AccountKind.PLAYER, escrow.guild, owner): -int(amount) for owner, amount in rows}


# --- proving


def check(connection: Connection) -> tuple[str, ...]:
    """What is wrong with the books, a line for each fault; nothing where they are right.

    They are when every movement and every server sums to zero, every balance is the sum of its account's lines,
    only a mint stands below zero, and no stakes are held for a table or a tournament that is not open.
    """
    faults = (_uneven_movements, _wrong_balances, _overdrawn, _stakes_left, _entries_left, _uneven_servers)
    return tuple(line for find in faults for line in find(connection))


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
    """Every balance, and every line of the ledger, as what is held and what was moved."""
    held = select(BALANCES.kind, BALANCES.guild, BALANCES.owner, BALANCES.amount.label("held"), ZERO.label("moved"))
    moved = select(LEDGER.kind, LEDGER.guild, LEDGER.owner, ZERO.label("held"), LEDGER.amount.label("moved"))
    return union_all(held, moved).subquery()


def _overdrawn(connection: Connection) -> Iterator[str]:
    query = select(BALANCES.kind, BALANCES.guild, BALANCES.owner, BALANCES.amount)
    query = query.where(BALANCES.amount < 0, BALANCES.kind != AccountKind.MINT)
    for kind, guild, owner, amount in connection.execute(query.order_by(*KEY)):
        yield f"{Account(kind, guild, owner)} holds {amount} hundredths"


def _stakes_left(connection: Connection) -> Iterator[str]:
    table = schema.tables.c
    query = select(BALANCES.owner, BALANCES.amount).outerjoin(schema.tables, table.id == BALANCES.owner)
    query = query.where(BALANCES.kind == AccountKind.ESCROW, BALANCES.amount != 0)
    query = query.where(or_(table.id.is_(None), table.status.not_in(OPEN)))
    for owner, amount in connection.execute(query.order_by(BALANCES.owner)):
        yield f"table {owner} is not open and still holds {amount} hundredths of stakes"


def _entries_left(connection: Connection) -> Iterator[str]:
    tournament = schema.tournaments.c
    query = select(BALANCES.owner, BALANCES.amount).outerjoin(
        schema.tournaments, and_(tournament.id == BALANCES.owner, schema.NOT_OVER)
    )
    query = query.where(BALANCES.kind == AccountKind.PRIZES, BALANCES.amount != 0, tournament.id.is_(None))
    for owner, amount in connection.execute(query.order_by(BALANCES.owner)):
        yield f"tournament {owner} is not open and still holds {amount} hundredths of entries"


def _uneven_servers(connection: Connection) -> Iterator[str]:
    total = func.sum(BALANCES.amount)
    query = select(BALANCES.guild, total).group_by(BALANCES.guild).having(total != 0).order_by(BALANCES.guild)
    for guild, amount in connection.execute(query):
        yield f"the accounts of server {guild} come to {amount} hundredths, not to nothing"
