"""Tournaments for the tests of the service: announced, signed up for, and played quickly."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.rummy.actions import Discard, Draw, Drop, Source
from bot.rummy.cards import Card
from bot.rummy.ids import DisplayName, PlayerId, TableId, TournamentId
from bot.rummy.tournament.bracket import Bracket
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.state import TournamentState
from bot.store.rows.ledger import Account
from tests.service.context import Context

GUILD, CHANNEL = 1, 2
STAFF = Person(PlayerId(9), DisplayName("Staff"))
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
START = BEGIN + timedelta(hours=2)
PLAN = TournamentPlan("Diwali Cup", START, START, table_size=4, advance=2, entry=10_00, prizes=(60, 40))
PAIRS = replace(PLAN, table_size=2, advance=1)


def people(count: int) -> list[Person]:
    """Return that many people, named by their number."""
    return [Person(PlayerId(100 + number), DisplayName(f"P{number}")) for number in range(count)]


async def announced(d: Context, plan: TournamentPlan = PLAN, count: int = 0, **changes: Any) -> TournamentState:
    """Return a tournament that many people have signed up for."""
    state = await d.tournaments.create(STAFF, GUILD, CHANNEL, replace(plan, **changes), d.press())
    for person in people(count):
        state = await d.tournaments.join(state.id, person, d.press())
    return state


async def running(d: Context, plan: TournamentPlan = PLAN, count: int = 8, **changes: Any) -> TournamentState:
    """Return one that the staff have started."""
    state = await announced(d, plan, count, **changes)
    return await d.tournaments.start(state.id, STAFF.id, d.press())


def bracket(state: TournamentState) -> Bracket:
    assert state.progress.bracket is not None
    return state.progress.bracket


def open_codes(state: TournamentState) -> list[TableId]:
    """Return the codes of the tables that are still to be decided."""
    return [state.progress.codes[table.number] for table in bracket(state).open_tables]


async def won_by(d: Context, code: TableId, winner: int | None = None) -> None:
    """Let all others drop as soon as they may; without a winner's name, the player on the first seat wins."""
    state = await d.tables.find(code)
    best = state.players[0].id if winner is None else winner
    while state.row.status.is_open:
        assert state.public.deal is not None
        player = PlayerId(state.players[state.public.deal.turn].id)
        if player != best:
            state = await d.tables.act(code, None, player, Drop())
            continue
        if (drawn := _drawn(state, player)) is None:
            drawn = _drawn(await d.tables.act(code, None, player, Draw(Source.CLOSED)), player)
        assert drawn is not None
        state = await d.tables.act(code, None, player, Discard(drawn))


def _drawn(state: TableState, player: PlayerId) -> Card | None:
    """Return the card that a player has drawn in this turn."""
    deal = state.for_player(player).deal
    return deal.drawn if deal is not None else None


async def round_played(d: Context, id: TournamentId) -> TournamentState:
    """Play every open table; extra deals come after it."""
    for code in open_codes(await d.tournaments.find(id)):
        await won_by(d, code)
    await d.tournaments.settled()
    return await d.tournaments.find(id)


async def played_out(d: Context, id: TournamentId) -> TournamentState:
    """Play every table to the end of the tournament."""
    state = await d.tournaments.settle(id)
    while state.status.is_open:
        await round_played(d, id)
        state = await d.tournaments.settle(id)
    return state


async def chips(d: Context, player: int) -> int | None:
    return await d.store.ledger.balance(Account.player(GUILD, PlayerId(player)))


async def held(d: Context, id: TournamentId) -> int:
    """Return the entries that a tournament holds."""
    return await d.store.ledger.balance(Account.prizes(GUILD, id)) or 0


async def posts(d: Context, id: TournamentId) -> list[tuple[str, int]]:
    """Return the messages that wait to be posted."""
    return [(posting.kind, posting.number) for posting in await d.store.tournaments.unsent(of=id)]
