"""Chips of people who had their data erased: for a while a keyed hash of the id keeps the amount.

Without that, people could erase their data to get the chips of a newcomer again and again.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection, Text, case, cast, delete, func, select, update

from bot.codes import Cause
from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, upsert_all
from bot.store.person_hashes import person_hash
from bot.store.rows.ledger import Account, AccountKind, ErasedChips, Movement

KEPT = timedelta(days=30)
CHIPS, BALANCE, LEDGER, ERASURE = schema.erased_chips.c, schema.balances.c, schema.ledger.c, schema.erasures.c
_hash = partial(person_hash, schema.erased_chips)


def keep(connection: Connection, player: PlayerId, accounts: Iterable[Account], now: datetime) -> None:
    """Record the chips in these accounts of a person, before the accounts get a number."""
    forget(connection, now)
    person, rows = _hash(connection, player), []
    for account in accounts:
        own = BALANCE.guild == account.guild, BALANCE.kind == account.kind, BALANCE.owner == account.owner
        held = connection.execute(select(BALANCE.amount).where(*own)).scalar_one()
        claimed = _last_claim(connection, account)
        before = find(connection, player, account.guild, now)
        if claimed is None and before is not None:
            claimed = before.daily_at  # they were claimed before an earlier erasure
        key = {"person": person, "guild": account.guild}
        rows.append(key | {"amount": held, "daily_at": claimed, "until": now + KEPT})
    upsert_all(connection, schema.erased_chips, rows)


def find(connection: Connection, player: PlayerId, guild: int, now: datetime) -> ErasedChips | None:
    """Return the chips that a person had in a server when their data was erased, if that is not too long ago."""
    query = columns(schema.erased_chips, ErasedChips)
    query = query.where(CHIPS.person == _hash(connection, player), CHIPS.guild == guild, CHIPS.until > now)
    row = connection.execute(query).first()
    return None if row is None else ErasedChips(*row)


def go_back(connection: Connection, movements: Iterable[Movement]) -> None:
    """Apply movements from or to erased people's numbers to the kept amounts as well, down to nothing.

    Only the moment of an erasure leads from its number to the amount kept then.
    """
    moved = defaultdict[tuple[int, str], int](int)
    for leg in (leg for movement in movements for leg in movement.legs if leg.account.kind is AccountKind.PLAYER):
        moved[leg.account.guild, leg.account.owner] += leg.amount
    number = cast(ERASURE.number, Text).label("number")
    erasures = select(number, ERASURE.at).where(number.in_([owner for _, owner in moved]))
    erased_at = {erasure.number: erasure.at for erasure in connection.execute(erasures)}
    for (guild, owner), amount in sorted(moved.items()):
        if owner in erased_at:
            left = case((CHIPS.amount + amount > 0, CHIPS.amount + amount), else_=0)
            own = CHIPS.guild == guild, CHIPS.until == erased_at[owner] + KEPT
            connection.execute(update(schema.erased_chips).where(*own).values(amount=left))


def forget(connection: Connection, now: datetime) -> None:
    """Delete amounts that were kept long enough."""
    connection.execute(delete(schema.erased_chips).where(CHIPS.until <= now))


def _last_claim(connection: Connection, account: Account) -> datetime | None:
    own = LEDGER.guild == account.guild, LEDGER.kind == AccountKind.PLAYER, LEDGER.owner == account.owner
    query = select(func.max(LEDGER.at)).where(*own, LEDGER.cause == Cause.DAILY)
    found: datetime | None = connection.execute(query).scalar_one()
    return found
