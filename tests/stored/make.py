"""The script that made `tests/stored/v0_1`. It runs with version 0.1 of the bot only and is kept as documentation.

    python -m tests.stored.make

It drives the services of 0.1 (lobbies, tables, wallet, seasons, tournaments, alarms) over a database in a file: people
and computers play, by chance that is seeded, until each kind of table stands where it is wanted. Nothing is written to
the database by hand but what only Discord knows, the ids of messages. Then the finished matches are written down as
records, what every table holds as `expected.json`, and, by `tests.stored.presses`, what every control means as
`custom_ids.json`. Codes and seeds come from seeded dice too, so that a second run makes the same files.
"""

# mypy: ignore-errors
# ruff: noqa: I001
# The code it was written for is that of 0.1; what comes later need not fit, nor know which imports are its own.

import asyncio
import gzip
import hashlib
import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.computer import players as computers
from bot.rummy.bracket import Kind
from bot.service.lobby import Limits, Options, Person
from bot.service.people import People
from bot.service.tournaments.update import TournamentUpdate
from bot.service.update import Update, record_of
from bot.store.tournament_rows import TournamentAlarmKind, TournamentMessage

from bot.rummy import placing
from bot.rummy.actions import (
    Action,
    CallEnd,
    CallSplit,
    DealCards,
    Declare,
    Discard,
    Draw,
    Drop,
    End,
    EndCause,
    Finish,
    Group,
    Lapse,
    LayOff,
    Leave,
    Next,
    PickDealer,
    Place,
    Rejoin,
    Reshuffle,
    Show,
    Side,
    Sort,
    Source,
    Swap,
    Toss,
    Undo,
    UseBank,
    Vote,
    VoteOver,
)
from bot.rummy.cards import Card, Seat, parse_cards, parse_groups
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match import Terms
from bot.rummy.record import Record
from bot.rummy.rules import Format, Rules, load
from bot.rummy.view import Phase, RommeView, Stage, View
from bot.service import shuffle
from bot.service.alarms import GAP, TOLD_OVER
from bot.service.paces import PAUSES
from bot.service.seasons import Seasons
from bot.service.servers import Servers
from bot.service.tournaments.plan import Plan
from bot.store.rows import Account, AlarmKind, Delivery, MessageRef, PlayerSettings
from tests.service import desk as desks
from tests.service import tourneys
from tests.service.desk import Desk
from tests.stored.facts import fact
from bot.codes import Pace, Seeding

HERE = Path(__file__).parent / "v0_1"
RULES = HERE / "rules"
GUILD, CHANNEL, THREAD = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002, 1_100_000_000_000_000_003
DIRECT = 1_100_000_000_000_000_004
"""The channel of a person's direct messages."""


def _person(number: int, name: str) -> Person:
    return Person(PlayerId(1_100_000_000_000_000_100 + number), name)


ASHA, BEN, CARA, DEV, ELI, FAY = (
    _person(number, name) for number, name in enumerate(("Asha", "Bén 🂡", "Cara", "Dev", "Eli", "Fay"))
)
EVERYBODY = (ASHA, BEN, CARA, DEV)
STAFF = _person(90, "Zara")
CROWD = [_person(10 + number, f"P{number}") for number in range(8)]

PROCESS = "0.1"
DICE = random.Random("paplu 0.1")


class Made:
    """Everything that was made, by name."""

    def __init__(self, d: Desk, rules: Mapping[str, Rules]) -> None:
        self.d = d
        self.rules = rules
        self.tables: dict[str, TableId] = {}
        self.tournaments: dict[str, str] = {}
        self.messages = 1_200_000_000_000_000_000

    def note(self, name: str, update: Update) -> Update:
        assert name not in self.tables, name
        self.tables[name] = update.id
        return update

    def message(self) -> int:
        """Return the id of a message that Discord would have given."""
        self.messages += 1
        return self.messages

    async def lobby(self, options: Options, *people: Person, computers: int = 0, guild: int | None = GUILD) -> Update:
        host, *others = people
        channel = CHANNEL if guild is not None else DIRECT
        lobby = await self.d.lobbies.open(host, guild, channel, options, self.d.press())
        for person in others:
            if options.private:
                await self.d.lobbies.invite(lobby.id, host.id, person.id)
            await self.d.lobbies.join(lobby.id, person, self.d.press())
        for _ in range(computers):
            await self.d.lobbies.add_computer(lobby.id, host.id, self.d.press())
        return await self.d.tables.find(lobby.id)

    async def table(self, rules: str, course: str, *people: Person, stake: int = 0, **other: Any) -> Update:
        """Return a table that has started."""
        seated = {key: other.pop(key) for key in ("computers", "guild") if key in other}
        most = self.rules[rules].max_players
        options = Options(rules, Terms.parse(course, stake), seats=other.pop("seats", most), **other)
        lobby = await self.lobby(options, *people, **seated)
        self.d.now += timedelta(seconds=7)
        return await self.d.lobbies.start(lobby.id, people[0].id, self.d.press())

    # -- playing ------------------------------------------------------------------------------------

    async def act(self, update: Update, who: Person | PlayerId | Seat, *actions: Action) -> Update:
        self.d.now += timedelta(seconds=3)
        if isinstance(who, Person):
            player = who.id
        else:
            player = PlayerId(update.players[who].id) if who < 10 else PlayerId(who)
        return await self.d.tables.act(update.id, None, player, *actions)

    async def later(self, update: Update, seconds: float) -> Update:
        """Let time pass at this table alone, so that tables made before stay as they are."""
        self.d.now += timedelta(seconds=seconds)
        while (due := [alarm for alarm in update.alarms if alarm.due <= self.d.now]) and update.row.status.is_open:
            await self.d.alarms.fire(min(due, key=lambda alarm: alarm.due))
            self.d.tables.forget()
            update = await self.d.tables.find(update.id)
        return update

    async def step(self, update: Update, choose: Callable[[View], Action]) -> Update:
        """Play the chosen action of the awaited player; computers, and pauses, act at their alarms."""
        view = update.public
        assert view.deal is not None
        if view.stage is Stage.BETWEEN:
            return await self.between(update)
        seat = view.deal.awaited[0]
        if update.players[seat].is_computer:
            return await self.later(update, 2)
        if DICE.random() < 0.02:
            turn = update.alarm(AlarmKind.TURN)
            assert turn is not None
            return await self.later(update, (turn.due - self.d.now).total_seconds())  # they are away
        return await self.act(update, seat, choose(update.for_seat(seat)))

    async def between(self, update: Update) -> Update:
        """Let players rejoin who may, and mark all as ready."""
        for seat in update.public.awaited:
            action = Rejoin() if update.for_seat(seat).allows(Rejoin()) else Next()
            update = await self.act(update, seat, action)
            if update.public.stage is not Stage.BETWEEN:
                return update
        if update.public.stage is Stage.BETWEEN and update.row.status.is_open:
            return await self.later(update, PAUSES[update.pace])
        return update

    async def finish(self, update: Update) -> Update:
        while update.row.status.is_open:
            update = await self.step(update, hasty)
        return update

    async def until(
        self, make: Callable[[], Awaitable[Update]], wanted: Callable[[Update], bool], choose: Callable[[View], Action]
    ) -> Update:
        """Return a table in the wanted state; tables that ended before are left finished."""
        for _ in range(60):
            update = await make()
            while update.row.status.is_open:
                if wanted(update):
                    return update
                update = await self.step(update, choose)
        raise AssertionError("no table comes to stand like that")


def hasty(view: View) -> Action:
    """Drop often if possible, group and sort now and then, else play as a computer would."""
    deal = view.deal
    assert deal is not None
    chance = DICE.random()
    if view.match.pool is not None and view.allows(Drop()) and chance < 0.8:
        return Drop()
    if chance < 0.01 and view.allows(Sort()):
        return Sort()
    if chance > 0.97 and view.indian is not None and view.allows(Group(())):
        return Group((deal.hand[:3],))
    if isinstance(deal, RommeView) and deal.phase is Phase.DISCARD and chance < 0.5:
        for action in _steps(deal):
            if view.allows(action):
                return action
    return computers.choose(view)


def plain(view: View) -> Action:
    return computers.choose(view)


def _steps(deal: RommeView) -> Iterable[Action]:
    """Return swaps, then cards at the low end of melds."""
    for meld in range(len(deal.melds)):
        yield from (Swap(meld, card) for card in dict.fromkeys(deal.hand))
    for meld in range(len(deal.melds)):
        yield from (LayOff(meld, (card,), side) for card in dict.fromkeys(deal.hand) for side in (Side.LOW, Side.HIGH))


# -- what is made -----------------------------------------------------------------------------------


async def finished_tables(made: Made) -> None:
    """Play every rule set in every format to the end."""
    for rules in made.rules.values():
        for format in rules.formats:
            number = rules.numbers(format)[0]
            course = Terms.of(format, number).course
            people = DICE.sample(EVERYBODY, DICE.choice((2, 3)))
            stake = 50 if format is Format.POINTS else 10_00
            played = await made.table(rules.id, course, *people, stake=stake, pace=DICE.choice(list(Pace)))
            made.note(f"finished {rules.id} {course}", await made.finish(played))
    eli = await made.table("circle", "points", ASHA, ELI)
    made.note("finished with somebody erased", await made.finish(eli))
    mixed = await made.table("winzo", "points", CARA, computers=3)
    made.note("finished with computers", await made.finish(mixed))
    alone = await made.table("toking", "points", DEV, computers=1, guild=None)
    made.note("finished in direct messages", await made.finish(alone))
    private = await made.table("circle", "points", ASHA, FAY, private=True)
    made.note("finished in private", await made.finish(private))
    crowd = await made.table("toking", "points", *EVERYBODY, FAY, ELI, pace=Pace.SLOW)
    made.note("finished by six", await made.finish(crowd))


async def other_endings(made: Made) -> None:
    d = made.d
    void = await made.table("circle", "deals_2", ASHA, BEN, CARA, stake=5_00)
    void = await made.act(void, ASHA, CallEnd())
    void = await made.act(void, BEN, Vote(True))
    made.note("void by vote", await made.act(void, CARA, Vote(True)) if void.row.status.is_open else void)
    alone = await made.table("romme", "points", BEN, computers=2)
    made.note("void by its host", await made.act(alone, BEN, CallEnd()))
    staff = await made.table("romme", "limit_100", ASHA, DEV, stake=2_00)
    staff = await made.step(staff, plain)
    made.note("void by staff", await d.tables.end(staff.id, EndCause.STAFF))
    gone = await made.table("circle", "pool_201", ASHA, BEN, CARA, stake=5_00)
    gone = await made.step(gone, plain)
    gone = await made.act(gone, BEN, Leave())
    made.note("finished by leaving", await made.act(gone, CARA, Leave()))
    west = await made.table("romme", "best_of_3", ASHA, BEN, CARA)
    west = await made.step(await made.step(west, plain), plain)
    west = await made.act(west, ASHA, Leave())
    made.note("finished by leaving in the western game", await made.act(west, CARA, Leave()))
    shared = await splitting(made)
    caller = shared.public.vote
    assert caller is not None
    for seat in shared.public.called:
        shared = await made.act(shared, seat, Vote(True))
    assert shared.public.match.end == "split"
    made.note("finished by sharing the pool", shared)
    deserted = await made.table("toking", "pool_101", DEV, computers=2)
    made.note("finished without people", await made.act(deserted, DEV, Leave()))
    slow = await made.table("winzo", "points", FAY, DEV, CARA)
    slow = await made.later(await made.act(slow, FAY, CallEnd()), 60)
    assert slow.last_action == "vote-over" or slow.public.vote is None
    made.note("finished after a vote that ran out", await made.finish(slow))
    idle = await made.table("circle", "points", ASHA, FAY)
    while not idle.public.deal.reshuffles and idle.row.status.is_open:
        idle = await made.act(idle, idle.public.deal.turn, Draw(Source.CLOSED))
        drawn = idle.for_seat(idle.public.deal.turn).deal.drawn
        assert drawn is not None
        idle = await made.act(idle, idle.public.deal.turn, Discard(drawn))
    made.note("finished after a reshuffle", await made.finish(idle))
    lobby = await made.lobby(Options("winzo"), FAY, BEN)
    await d.lobbies.cancel(lobby.id, FAY.id)
    made.note("closed lobby", await d.tables.find(lobby.id))


async def splitting(made: Made) -> Update:
    """Return a pool whose last ones vote on sharing it."""
    update = await splittable(made)
    seat = next(seat for seat in update.public.persons if update.for_seat(seat).allows(CallSplit()))
    return await made.act(update, seat, CallSplit())


async def splittable(made: Made) -> Update:
    """Return a pool whose last ones may share it."""

    def may_split(update: Update) -> bool:
        return update.public.stage is Stage.BETWEEN and any(
            update.for_seat(seat).allows(CallSplit()) for seat in update.public.persons
        )

    return await made.until(lambda: made.table("circle", "pool_101", *EVERYBODY, stake=3_00), may_split, hasty)


async def lobbies(made: Made) -> None:
    d = made.d
    made.note("open lobby", await made.lobby(Options("winzo", help=False), ASHA, BEN, computers=1))
    terms = Terms(Format.DEALS, 2, 10_00)
    lobby = await made.lobby(Options("house_circle", terms, seats=4, private=True, pace=Pace.SLOW), CARA, BEN)
    await d.lobbies.invite(lobby.id, CARA.id, FAY.id)
    await d.lobbies.invite(lobby.id, CARA.id, DEV.id)
    made.note("private lobby", await d.tables.find(lobby.id))
    again = await d.lobbies.rematch(
        made.tables["finished romme points"], await first(made, "finished romme points"), 77
    )
    made.note("lobby of a rematch", again)
    west = Options("house_romme", Terms(Format.LIMIT, 0, 1_00, 100), pace=Pace.BLITZ)
    made.note("full lobby", await made.lobby(replace(west, seats=2), DEV, FAY))


async def first(made: Made, name: str) -> Person:
    update = await made.d.tables.find(made.tables[name])
    player = update.lobby.persons[0]
    return Person(player, update.lobby.names[player])


async def indian_tables(made: Made) -> None:
    """Make running tables of the Indian game in every phase."""
    made.note("before the first draw", await made.table("circle", "points", ASHA, BEN, CARA, stake=1_00))
    drawn = await made.table("winzo", "points", ASHA, BEN, computers=1, pace=Pace.SLOW)
    drawn = await made.until(lambda: _ready(drawn), _person_moves, plain)
    drawn = await made.act(drawn, drawn.public.deal.turn, Draw(Source.CLOSED))
    made.note("after the draw", drawn)
    turn = drawn.public.deal.turn
    grouped = await made.table("circle_detailed", "best_of_3", BEN, CARA, help=False)
    seat = grouped.public.deal.turn
    grouped = await made.act(grouped, seat, Sort(), Draw(Source.OPEN))
    hand = grouped.for_seat(seat).deal.hand
    made.note("after the draw with groups", await made.act(grouped, seat, Group((hand[:3], hand[3:7], hand[7:9]))))
    assert turn is not None
    finish = await made.until(lambda: made.table("toking", "points", ASHA, DEV), _finishes, plain)
    seat = finish.public.deal.turn
    made.note("card in the finish slot", await made.act(finish, seat, computers.choose(finish.for_seat(seat))))
    table = lambda: made.table("circle", "deals_3", ASHA, BEN, CARA, DEV, stake=4_00)  # noqa: E731
    show = await made.until(table, lambda u: u.public.deal.phase is Phase.SHOW, plain)
    made.note("show", show)
    done = await made.until(table, lambda u: u.public.deal.phase is Phase.SHOW, plain)
    made.note("show, one is done", await made.step(done, plain))
    pause = lambda: made.table("house_circle", "pool_101", *EVERYBODY, stake=1_50)  # noqa: E731
    between = await made.until(pause, lambda u: u.public.stage is Stage.BETWEEN, hasty)
    made.note("between deals", await made.act(between, between.public.awaited[0], Next()))
    later = await made.until(pause, lambda u: len(u.public.outcomes) == 2 and u.public.stage is Stage.PLAYING, hasty)
    made.note("second deal running", later)
    west = lambda: made.table("romme", "best_of_3", ASHA, BEN, computers=1)  # noqa: E731
    made.note("between deals of the western game", await made.until(west, _between, plain))
    vote = await made.table("winzo", "points", BEN, *(ASHA, CARA, DEV, FAY))
    vote = await made.act(vote, BEN, CallEnd())
    made.note("vote on ending", await made.act(vote, CARA, Vote(True)))
    left = await made.table("circle", "pool_201", *EVERYBODY, stake=2_00)
    made.note("somebody has left", await made.act(left, DEV, Leave()))
    dropped = await made.table("toking", "pool_101", *EVERYBODY, FAY)
    made.note("somebody has dropped", await made.act(dropped, dropped.public.deal.turn, Drop()))
    made.note("vote on sharing", await splitting(made))
    made.note("sharing possible", await splittable(made))
    offer = await made.until(
        lambda: made.table("circle", "pool_101", *EVERYBODY, stake=3_00), lambda u: bool(u.public.offers), hasty
    )
    made.note("rejoin offered", offer)
    alone = await made.table("winzo", "points", ASHA, computers=2, guild=None)
    made.note("in direct messages", await made.step(alone, plain))
    computer = await made.until(
        lambda: made.table("circle", "points", FAY, computers=3), lambda u: not _person_moves(u), plain
    )
    made.note("a computer's turn", computer)
    private = await made.table("toking", "deals_2", CARA, FAY, private=True, pace=Pace.RELAXED)
    made.note("private table", await made.step(private, plain))


async def _ready(update: Update) -> Update:
    return update


def _between(update: Update) -> bool:
    return update.public.stage is Stage.BETWEEN


def _person_moves(update: Update) -> bool:
    return not update.players[update.public.deal.turn].is_computer


def _finishes(update: Update) -> bool:
    deal = update.public.deal
    return deal.phase is Phase.DISCARD and isinstance(computers.choose(update.for_seat(deal.turn)), Finish)


async def western_tables(made: Made) -> None:
    """Make running tables of the western game, most of them in the middle of a turn."""
    made.note("western, before the draw", await made.table("romme", "limit_100", ASHA, BEN, stake=1_00))
    can_place = await made.until(lambda: made.table("romme", "best_of_5", ASHA, BEN, CARA), _can_place, plain)
    plan = placing.best(_mine(can_place))
    made.note("western, before placing", can_place)
    placed = await made.until(lambda: made.table("romme", "points", CARA, DEV), _can_place, plain)
    plan = placing.best(_mine(placed))
    assert plan is not None
    made.note("western, placed", await made.act(placed, placed.public.deal.turn, plan.steps[0]))
    for name, rules, kind in (
        ("western, laid off", "romme", LayOff),
        ("western, joker owed", "house_romme", Swap),
        ("western, joker owed, shipped rules", "romme", Swap),
    ):
        found = await made.until(
            lambda rules=rules: made.table(rules, "points", BEN, CARA, DEV), lambda u, kind=kind: _has(u, kind), plain
        )
        step = _has(found, kind)
        made.note(name, await made.act(found, found.public.deal.turn, step))
    possible = await made.until(
        lambda: made.table("romme", "best_of_3", ASHA, BEN, DEV), lambda u: _has(u, Swap) is not None, plain
    )
    made.note("western, swap possible", possible)
    both = await made.until(lambda: made.table("house_romme", "best_of_5", CARA, DEV, FAY), _jokers, plain)
    made.note("western, set or sequence of jokers", both)
    swapped = await made.until(
        lambda: made.table("house_romme", "limit_100", ASHA, CARA), lambda u: _has(u, Swap) is not None, plain
    )
    swapped = await made.act(swapped, swapped.public.deal.turn, _has(swapped, Swap))
    deal = _mine(swapped)
    onto = (LayOff(meld, (Card.parse("JK"),), side) for meld in range(len(deal.melds)) for side in Side)
    use = next((step for step in onto if deal.refusal(step) is None), None)
    made.note("western, swapped", await made.act(swapped, deal.turn, use) if use is not None else swapped)


def _mine(update: Update) -> RommeView:
    deal = update.for_seat(update.public.deal.turn).romme
    assert deal is not None
    return deal


def _jokers(update: Update) -> bool:
    """Return whether one card and two jokers can be placed."""
    if update.public.stage is not Stage.PLAYING or update.public.deal.phase is not Phase.DISCARD:
        return False
    hand = _mine(update).hand
    return hand.count(Card.parse("JK")) == 2 and update.public.deal.turn in update.public.persons


def _can_place(update: Update) -> bool:
    deal = update.public.deal
    if deal.phase is not Phase.DISCARD or update.players[deal.turn].is_computer:
        return False
    plan = placing.best(_mine(update))
    return plan is not None and bool(plan.steps)


def _has(update: Update, kind: type[Action]) -> Action | None:
    deal = update.public.deal
    if update.public.stage is not Stage.PLAYING or deal.phase is not Phase.DISCARD:
        return None
    if update.players[deal.turn].is_computer:
        return None
    view = _mine(update)
    return next((step for step in _steps(view) if isinstance(step, kind) and view.refusal(step) is None), None)


# -- tournaments ------------------------------------------------------------------------------------


async def tournaments(made: Made) -> None:
    d = made.d
    start = d.now + timedelta(hours=30)
    plan = Plan("Diwali Cup", start, start, table_size=4, advance=2, entry=10_00, prizes=(60, 40))

    async def announced(plan: Plan, count: int, *more: Person) -> TournamentUpdate:
        update = await d.tournaments.create(STAFF, GUILD, CHANNEL, plan, d.press())
        for person in [*CROWD[:count], *more]:
            update = await d.tournaments.join(update.id, person, d.press())
        return update

    def note(name: str, update: TournamentUpdate) -> None:
        made.tournaments[name] = update.id

    over = await announced(replace(plan, name="Over", counted=False), 5, ELI)
    over = await d.tournaments.start(over.id, STAFF.id, d.press())
    note("finished", await tourneys.played_out(d, over.id))
    league = replace(plan, name="League over", kind=Kind.LEAGUE, table_size=2, matches=1, entry=0, prizes=(100,))
    ended = await announced(league, 4)
    ended = await d.tournaments.start(ended.id, STAFF.id, d.press())
    note("finished league", await tourneys.played_out(d, ended.id))
    off = await announced(replace(plan, name="Called off"), 3)
    note("cancelled", await d.tournaments.cancel(off.id))
    note("sign-up", await announced(replace(plan, name="Later", check_in_minutes=60, most=16), 3, ASHA))
    checks = replace(plan, name="Check-in", rules_id="romme", check_in_minutes=60, seeding=Seeding.RATED)
    soon = await announced(checks, 3, BEN)
    await d.tournaments.fire(next(one for one in soon.alarms if one.kind is TournamentAlarmKind.CHECK_IN))
    note("check-in", await d.tournaments.check_in(soon.id, CROWD[0].id, d.press()))
    running = await announced(replace(plan, name="Knock-out", round_minutes=90, champion_role=GUILD + 50), 8)
    running = await d.tournaments.start(running.id, STAFF.id, d.press())
    await tourneys.won_by(d, tourneys.open_codes(running)[0])
    await d.tournaments.settled()
    note("running knock-out", await d.tournaments.find(running.id))
    for number, code in enumerate(tourneys.open_codes(await d.tournaments.find(running.id))):
        made.tables[f"knock-out, table {number}"] = code
    other = [_person(30 + number, f"L{number}") for number in range(4)]
    going = await announced(replace(league, name="League", matches=2, rules_id="toking"), 0, *other)
    going = await d.tournaments.start(going.id, STAFF.id, d.press())
    await tourneys.won_by(d, tourneys.open_codes(going)[0])
    await d.tournaments.settled()
    note("running league", await d.tournaments.find(going.id))
    for number, code in enumerate(tourneys.open_codes(await d.tournaments.find(going.id))):
        made.tables[f"league, table {number}"] = code
    pair = [_person(40 + number, f"Q{number}") for number in range(2)]
    paused = await announced(replace(plan, name="Paused", entry=0, prizes=(100,)), 0, *pair)
    await d.tournaments.start(paused.id, STAFF.id, d.press())
    note("paused", await d.tournaments.pause(paused.id))


# -- what else is kept ------------------------------------------------------------------------------


async def around(made: Made) -> None:
    """Make settings, chips, messages, erased people."""
    d = made.d
    await d.store.save_settings(PlayerSettings(BEN.id, Delivery.DM, four_colour=True, large=True, text_only=True))
    await d.store.save_settings(PlayerSettings(CARA.id, four_colour=True))
    await Servers(d.store).change(GUILD, rake=5, league="10 6 3 1", monthly=False)
    await Servers(d.store).name_role(GUILD, GUILD + 60)
    await Servers(d.store).change(GUILD + 1, chips=False, monthly=True)
    for person in (ASHA, CARA):
        await d.wallet.daily(GUILD, person.id)
    people = People(d.store, d.tables, d.tournaments, lambda: d.now)
    assert (await people.erase(ELI.id)).number is not None
    await d.store.beat(PROCESS, d.now)


async def on_discord(made: Made) -> None:
    """Store facts that only Discord knows: the places of messages, and the postings it has accepted."""
    d = made.d
    for number, posting in enumerate(await d.store.unticked(1000), start=1):
        if number % 3:
            tried = await d.store.try_posting(posting, PROCESS, d.now)
            if tried is not None and number % 7:
                await d.store.tick(tried, made.message())
    for number, told in enumerate(await d.store.tournaments.unticked(1000)):
        if number % 2:
            await d.store.tournaments.tick(told, made.message())
    for name, id in made.tables.items():
        update = await d.tables.find(id)
        kinds = ["card"] if update.is_lobby else []
        if update.table is not None:
            kinds.append(f"board {update.public.deal_number}")
        if update.is_lobby and update.lobby.invited:
            kinds += [f"invite {person}" for person in sorted(update.lobby.invited)]
        if (
            update.table is not None
            and update.row.guild is not None
            and len(name) % 2
            and update.row.tournament is None
        ):
            await d.tables.move_to(id, CHANNEL, THREAD + made.message() % 1000)
        if update.row.status.is_open and update.table is not None:
            kinds.append("ping 1.3" if update.public.stage is Stage.PLAYING else f"pause {update.public.deal_number}")
        for kind in kinds:
            await d.store.set_message(MessageRef(id, kind, update.row.channel, made.message(), d.now))
    for id in made.tournaments.values():
        await d.store.tournaments.set_message(TournamentMessage(id, "card", CHANNEL, made.message(), d.now))


# -- writing it down --------------------------------------------------------------------------------


ACTIONS: tuple[Action, ...] = (
    *(Draw(source) for source in Source),
    Discard(Card.parse("TS")),
    Discard(Card.parse("JK")),
    Place(parse_cards("7S 8S JK")),
    Place(parse_cards("7S JK JK"), as_set=True),
    LayOff(0, parse_cards("AS JK")),
    LayOff(2, parse_cards("6D"), Side.LOW),
    Swap(1, Card.parse("9H")),
    Undo(),
    Finish(Card.parse("QC")),
    Declare(parse_groups("2H 3H 4H | 5C 6C 7C JK | KS KD KH | 9S")),
    Declare(()),
    Group(parse_groups("2H 3H 4H | 5C 6C")),
    Group(()),
    Sort(),
    Show(),
    Drop(),
    Lapse(),
    UseBank(17),
    Leave(),
    Next(),
    Rejoin(),
    CallSplit(),
    CallEnd(),
    Vote(True),
    Vote(False),
    VoteOver(),
    *(End(cause) for cause in EndCause),
    Toss(parse_cards("2H AS")),
    PickDealer(Seat(3)),
    DealCards(parse_cards("2H AS JK JK")),
    Reshuffle(parse_cards("TD 2C")),
)
"""One of each kind, as it is spelled in journals."""


async def every_table(d: Desk) -> list[TableId]:
    """Return the codes of all tables, including those that no longer belong to anybody."""
    found = {row.id for row in await d.store.open_rows()}
    for person in (*EVERYBODY, FAY, *CROWD, *(_person(number, "") for number in range(30, 42))):
        found |= {row.id for row in await d.store.recent_of(person.id, 10_000)}
    return sorted(found)


async def facts(made: Made) -> dict[str, Any]:
    """Return the contents of the database, as the code of 0.1 gives them."""
    d, tables = made.d, {}
    d.tables.forget()
    for name, id in made.tables.items():
        stored = await d.store.load(id)
        assert stored is not None
        tables[name] = {"code": id, "lines": len(stored.journal), "alarms": sorted(a.kind for a in stored.alarms)}
        tables[name] |= fact(await d.tables.find(id))
    named, others = set(made.tables.values()), []
    for row in await every_table(d):
        if row not in named:
            update = await d.tables.find(row)
            others.append([row, update.row.status, update.row.step, update.row.digest])
    cups = {}
    for name, id in made.tournaments.items():
        cup = await d.tournaments.find(id)
        cups[name] = {"code": id, "status": cup.status, "entrants": sorted(cup.entrants), "state": cup.row.state}
    balances = {person.name: await d.store.balance(Account.player(GUILD, person.id)) for person in (*EVERYBODY, FAY)}
    standings = await d.store.standings(GUILD, 0, "", 100)
    return {
        "now": d.now.isoformat(),
        "guild": GUILD,
        "channel": CHANNEL,
        "people": {person.name: person.id for person in (*EVERYBODY, ELI, FAY, STAFF)},
        "tables": tables,
        "others": others,
        "actions": [str(action) for action in ACTIONS],
        "tournaments": cups,
        "balances": balances,
        "standings": [[one.player, one.name, one.matches, one.won, one.league, one.chips] for one in standings],
        "seasons": [[one.number, one.name, one.closed_at is None] for one in await d.store.seasons(GUILD)],
        "unticked": [[one.table, one.kind, one.deal] for one in await d.store.unticked(1000)],
        "rules": {id: rules.text() for id, rules in made.rules.items()},
    }


async def records(made: Made) -> dict[str, Any]:
    """Return every finished match as a file, as the button Record gives it, and the result of its replay."""
    found = {}
    folder = HERE / "records"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, id in made.tables.items():
        stored = await made.d.store.finished(id)
        if stored is None:
            continue
        text = str(record_of(stored).counted())
        file = name.replace(",", "").replace("'", "").replace(" ", "-") + ".txt"
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
        table = Record.parse(text).replay()
        shuffles = shuffle.verify(Record.parse(text))
        found[file] = {
            "table": name,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
            "shuffles": len(shuffles),
            "stage": str(table.stage),
            "end": table.match.end,
            "totals": list(table.match.totals),
            "places": list(table.match.places),
            "winners": list(table.match.winners),
        }
    return found


def packed(database: Path) -> bytes:
    """Return the database in one file, nothing left in its log, compressed."""
    single = database.with_name("single.db")
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute("VACUUM INTO ?", (str(single),))
    connection.close()
    return gzip.compress(single.read_bytes(), 9, mtime=0)


@asynccontextmanager
async def seeded(folder: Path) -> AsyncIterator[Made]:
    """Yield the services over a new database, with chance that is the same each time."""
    shuffle.secrets = SimpleNamespace(token_bytes=DICE.randbytes, choice=DICE.choice)
    rules = load(RULES)
    desks.load = lambda: rules
    limits = Limits(lobbies_per_person=100, tables_per_server=1000)
    async with desks.desk(f"sqlite+aiosqlite:///{folder / 'paplu.db'}", PROCESS, limits) as d:
        await d.alarms.connected()
        yield Made(d, rules)


async def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        async with seeded(folder) as made:
            seasons = Seasons(made.d.store, lambda: made.d.now)
            await seasons.start(GUILD, "Spring")
            await finished_tables(made)
            await seasons.close(GUILD)
            await seasons.start(GUILD, "Summer")
            await other_endings(made)
            await tournaments(made)
            await made.d.store.beat(PROCESS, made.d.now)
            await lobbies(made)
            await western_tables(made)
            await indian_tables(made)
            # Deadlines move by the time that went by, as if nobody had been there.
            await made.d.store.absorb_gap(PROCESS, made.d.now, longer_than=GAP, told_over=TOLD_OVER)
            await around(made)
            await on_discord(made)
            expected = await facts(made)
            expected["records"] = await records(made)
            assert await made.d.store.check_books() == ()
        (HERE / "paplu.db.gz").write_bytes(packed(folder / "paplu.db"))
        text = json.dumps(expected, indent=1, ensure_ascii=False, default=str)
        (HERE / "expected.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    asyncio.run(main())
