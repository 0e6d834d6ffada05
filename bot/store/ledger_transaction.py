"""The movements of a transaction: entered in the ledger and in the balances, or refused."""

from collections import ChainMap, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, or_, select
from sqlalchemy.dialects.postgresql import insert

from bot.store import schema
from bot.store.codec import columns, insert_all, values
from bot.store.errors import CannotCoverError, RepeatedMovementError
from bot.store.rows.ledger import Account, AccountKind, Leg, Movement

BALANCES, LEDGER = schema.balances.c, schema.ledger.c
KEY = tuple(schema.balances.primary_key)

ENTER = insert(schema.balances).values({each.name: bindparam(each.name) for each in BALANCES})
ENTER = ENTER.on_conflict_do_update(index_elements=KEY, set_={"amount": BALANCES.amount + bindparam("moved")})
"""The statement that opens an account with `amount`, or adds `moved` to it if another process has opened it."""


class LedgerTransaction:
    """The accounts of a transaction, locked until its end, and their new balances.

    Movements are entered one after another and written together, with a fixed number of statements. Without movements
    nothing is read or written.
    """

    def __init__(self, connection: Connection, movements: Collection[Movement]) -> None:
        self._connection = connection
        accounts = {account for movement in movements for account in movement.accounts}
        self._before = dict.fromkeys(accounts, 0) | _locked(connection, accounts)
        self._after = dict(self._before)
        # Read after locking: the process that held the locks may have written the same movement.
        self._refs = _written(connection, [movement.ref for movement in movements])
        self._entered: list[Movement] = []

    def enter(self, movements: Sequence[Movement]) -> CannotCoverError | RepeatedMovementError | None:
        """Enter all of these movements, or none if one is refused. Return the refusal."""
        after = ChainMap[Account, int]({}, self._after)
        refs: set[str] = set()
        entered = []
        for movement in movements:
            if movement.ref in self._refs or movement.ref in refs:
                return RepeatedMovementError(movement.ref)
            refs.add(movement.ref)
            movement = _covered(movement, after) if movement.covered else movement
            entered.append(movement)
            if (lacking := _moved(movement, after)) is not None:
                return CannotCoverError(lacking)
        self._refs |= refs
        self._after.update(after.maps[0])
        self._entered += entered
        return None

    def pay(self, movement: Movement) -> bool | CannotCoverError:
        """Enter this movement. Return False if it was entered before, and the error if it is refused."""
        refusal = self.enter([movement])
        return refusal if isinstance(refusal, CannotCoverError) else refusal is None

    def write(self) -> None:
        """Write the entered movements."""
        insert_all(self._connection, schema.ledger, (row for movement in self._entered for row in _rows(movement)))
        moved = {leg.account for movement in self._entered for leg in movement.legs}
        if moved:
            self._connection.execute(ENTER, [self._change(account) for account in sorted(moved, key=_key)])

    def _change(self, account: Account) -> dict[str, Any]:
        amount = self._after[account]
        return values(account, amount=amount, moved=amount - self._before[account])


def _covered(movement: Movement, holds: Mapping[Account, int]) -> Movement:
    """Return the movement with each account giving at most what it holds, and the mint the rest."""
    legs, lacking = [], 0
    for leg in movement.legs:
        short = max(0, -leg.amount - holds[leg.account]) if leg.amount < 0 else 0
        legs.append(replace(leg, amount=leg.amount + short))
        lacking += short
    if lacking:
        legs.append(Leg(Account.mint(legs[0].account.guild), -lacking))
    return replace(movement, legs=tuple(legs))


def _moved(movement: Movement, after: ChainMap[Account, int]) -> Account | None:
    """Move these chips. Return an account that had too few."""
    for leg in movement.legs:
        after[leg.account] += leg.amount
    touched = (leg.account for leg in movement.legs if leg.account.kind is not AccountKind.MINT)
    return next((account for account in touched if after[account] < 0), None)


def _key(account: Account) -> tuple[int, AccountKind, str]:
    return account.guild, account.kind, account.owner


def _rows(movement: Movement) -> Iterator[dict[str, Any]]:
    """Yield the lines of a movement in the ledger."""
    for line, leg in enumerate(movement.legs):
        yield values(leg.account, ref=movement.ref, line=line, cause=movement.cause, amount=leg.amount, at=movement.at)


def _locked(connection: Connection, accounts: Collection[Account]) -> dict[Account, int]:
    """Return the amounts of those accounts that are open. No one else can change them before the transaction ends."""
    if not accounts:
        return {}
    servers = defaultdict(list)
    for account in accounts:
        servers[account.guild].append(account)
    query = columns(schema.balances, Account).add_columns(BALANCES.amount)
    query = query.where(or_(*(_in_server(guild, those) for guild, those in servers.items())))
    # The order prevents a deadlock of two processes on PostgreSQL; SQLite renders no FOR UPDATE and needs none.
    rows = connection.execute(query.order_by(*KEY).with_for_update())
    return {Account(kind, guild, owner): amount for kind, guild, owner, amount in rows}


def _in_server(guild: int, accounts: Collection[Account]) -> ColumnElement[bool]:
    """Return the condition that selects accounts of one server."""
    # For `(guild, kind, owner) IN (…)` SQLite would read the whole table; this form uses the key.
    kinds, owners = {account.kind for account in accounts}, {account.owner for account in accounts}
    return and_(BALANCES.guild == guild, BALANCES.kind.in_(kinds), BALANCES.owner.in_(owners))


def _written(connection: Connection, refs: Collection[str]) -> set[str]:
    """Return the refs of those movements that are in the ledger."""
    if not refs:
        return set()
    return set(connection.execute(select(LEDGER.ref).where(LEDGER.ref.in_(refs), LEDGER.line == 0)).scalars())
