"""Tournaments for the tests of the service: announced, signed up for, and played quickly."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.rummy.actions import Discard, Draw, Drop, Source
from bot.rummy.cards import Card
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.rummy.tournament import Bracket
from bot.service.lobby import Person
from bot.service.tournaments.plan import Plan
from bot.service.tournaments.update import TournamentUpdate
from bot.service.update import Update
from bot.store.rows import Account
from tests.service.desk import Desk

GUILD, CHANNEL = 1, 2
STAFF = Person(PlayerId(9), "Staff")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
START = BEGIN + timedelta(hours=2)
PLAN = Plan("Diwali Cup", START, START, table_size=4, advance=2, entry=10_00, prizes=(60, 40))
PAIRS = replace(PLAN, table_size=2, advance=1)


def people(count: int) -> list[Person]:
    """So many people, named by their number."""
    return [Person(PlayerId(100 + number), f"P{number}") for number in range(count)]


async def announced(d: Desk, plan: Plan = PLAN, count: int = 0, **changes: Any) -> TournamentUpdate:
    """A tournament that so many people have signed up for."""
    update = await d.tournaments.create(STAFF, GUILD, CHANNEL, replace(plan, **changes), d.press())
    for person in people(count):
        update = await d.tournaments.join(update.id, person, d.press())
    return update


async def running(d: Desk, plan: Plan = PLAN, count: int = 8, **changes: Any) -> TournamentUpdate:
    """One that the staff have started."""
    update = await announced(d, plan, count, **changes)
    return await d.tournaments.start(update.id, STAFF.id, d.press())


def bracket(update: TournamentUpdate) -> Bracket:
    assert update.state.bracket is not None
    return update.state.bracket


def open_codes(update: TournamentUpdate) -> list[TableId]:
    """The codes of the tables that are still to be decided."""
    return [update.state.codes[table.number] for table in bracket(update).open_tables]


async def won_by(d: Desk, code: TableId, winner: int | None = None) -> None:
    """All others drop as soon as they may; without a winner's name, the one who sits first wins."""
    update = await d.tables.find(code)
    best = update.players[0].id if winner is None else winner
    while update.row.status.is_open:
        assert update.public.deal is not None
        player = PlayerId(update.players[update.public.deal.turn].id)
        if player != best:
            update = await d.tables.act(code, None, player, Drop())
            continue
        if (drawn := _drawn(update, player)) is None:
            drawn = _drawn(await d.tables.act(code, None, player, Draw(Source.CLOSED)), player)
        assert drawn is not None
        update = await d.tables.act(code, None, player, Discard(drawn))


def _drawn(update: Update, player: PlayerId) -> Card | None:
    """The card that a player has drawn in this turn."""
    deal = update.for_player(player).deal
    return deal.drawn if deal is not None else None


async def round_played(d: Desk, id: TournamentId) -> TournamentUpdate:
    """Every open table is played; extra deals come after it."""
    for code in open_codes(await d.tournaments.find(id)):
        await won_by(d, code)
    await d.tournaments.settled()
    return await d.tournaments.find(id)


async def played_out(d: Desk, id: TournamentId) -> TournamentUpdate:
    """Every table is played to the end of the tournament."""
    update = await d.tournaments.settle(id)
    while update.status.is_open:
        await round_played(d, id)
        update = await d.tournaments.settle(id)
    return update


async def chips(d: Desk, player: int) -> int | None:
    return await d.store.balance(Account.player(GUILD, PlayerId(player)))


async def held(d: Desk, id: TournamentId) -> int:
    """The entries that a tournament holds."""
    return await d.store.balance(Account.prizes(GUILD, id)) or 0


async def posts(d: Desk, id: TournamentId) -> list[tuple[str, int]]:
    """What waits to be posted."""
    return [(posting.kind, posting.number) for posting in await d.store.tournaments.unticked(of=id)]
