"""The chips of a table: into escrow at the start and on rejoining, out of it at the end.

Each movement is committed with the change that causes it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from bot.codes import Cause
from bot.rummy.cards import Seat
from bot.rummy.ids import Player, PlayerId
from bot.rummy.match import stakes
from bot.rummy.match.match import Match
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.store.rows.ledger import Account, Leg, Movement
from bot.store.rows.tables import TableRow


def movements(row: TableRow, before: Table | None, after: Table, now: datetime) -> tuple[Movement, ...]:
    """Return the movements that a change of a table causes; none without a stake."""
    if row.guild is None or not after.match.terms.stake:
        return ()
    books = _Books(row, row.guild, after.players, now)
    moved = list(books.entries(before.match if before else None, after.match))
    was_over = before is not None and before.is_over
    if after.stage is Stage.FINISHED and not was_over:
        moved.append(books.paid_out("settle", Cause.SETTLE, stakes.payouts(after.match), sum(stakes.paid(after.match))))
    if after.stage is Stage.VOID and not was_over:
        moved.append(books.paid_out("refund", Cause.REFUND, stakes.paid(after.match)))
    return tuple(moved)


def returned(row: TableRow, paid: Mapping[Account, int], now: datetime) -> tuple[Movement, ...]:
    """Return the movements that pay back all stakes of a table that can no longer be read."""
    if row.guild is None or not any(paid.values()):
        return ()
    legs = [Leg(account, amount) for account, amount in paid.items() if amount]
    legs.append(Leg(Account.escrow(row.guild, row.id), -sum(paid.values())))
    return (Movement(f"refund {row.id}", Cause.REFUND, now, tuple(legs)),)


def taken_back(row: TableRow, table: Table, now: datetime) -> tuple[Movement, ...]:
    """Return the movements that undo those of a finished match. The mint gives chips that its winners no longer
    have.
    """
    if row.guild is None or not table.match.terms.stake:
        return ()
    got = zip(stakes.paid(table.match), stakes.payouts(table.match), strict=True)
    books = _Books(row, row.guild, table.players, now)
    back = books.paid_out("void", Cause.VOID, tuple(paid - won for paid, won in got), held=0)
    return (replace(back, covered=True),)


class _Books:
    """Writes the movements of one table."""

    def __init__(self, row: TableRow, guild: int, players: tuple[Player, ...], now: datetime) -> None:
        self._row = row
        self._guild = guild
        self._players = players
        self._now = now
        self._escrow = Account.escrow(guild, row.id)

    def entries(self, before: Match | None, after: Match) -> Iterator[Movement]:
        """Yield the stakes at the start, and one movement for each person who rejoined."""
        entry = stakes.buy_in(after.rules, after.terms)
        if before is None:
            everybody = [Seat(i) for i in range(len(self._players))]
            yield self._movement("stake", Cause.STAKE, [(seat, -entry) for seat in everybody])
        for rejoined in after.rejoins[len(before.rejoins) if before else 0 :]:
            name = f"rejoin {rejoined.deal} {rejoined.seat}"
            yield self._movement(name, Cause.REJOIN, [(rejoined.seat, -entry)])

    def paid_out(self, name: str, cause: Cause, got: tuple[int, ...], held: int | None = None) -> Movement:
        """Return the movement that empties the escrow: each seat's share, and the rest to the house."""
        house = 0 if held is None else held - sum(got)
        return self._movement(name, cause, [(Seat(i), amount) for i, amount in enumerate(got)], house)

    def _movement(self, name: str, cause: Cause, amounts: Iterable[tuple[Seat, int]], house: int = 0) -> Movement:
        legs = [Leg(self._account(seat), amount) for seat, amount in amounts if amount]
        if house:
            legs.append(Leg(Account.house(self._guild), house))
        legs.append(Leg(self._escrow, -sum(leg.amount for leg in legs)))
        return Movement(f"{name} {self._row.id}", cause, self._now, tuple(legs))

    def _account(self, seat: Seat) -> Account:
        return Account.player(self._guild, PlayerId(self._players[seat].id))
