"""Open pages: each gets its table whole after every change, and sends what its person does."""

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any, Protocol, TypeVar

import structlog
from aiohttp import WSMsgType, web

from bot.codes import Look, Problem
from bot.discord.card_emoji import CARD_EMOJI, NO_EMOJI
from bot.discord.press_log import InteractionKind, PressLog
from bot.error_fields import error_fields
from bot.flows.answer import Answer, AnswerResult, Press
from bot.flows.flows import Flows
from bot.flows.moves import control_action
from bot.flows.open_pages import LINGERS, OpenPages
from bot.languages.sentence import reading
from bot.layout import Form, TableControlId
from bot.rummy.cards import Groups, group_texts, parse_cards
from bot.rummy.errors import CardTextError, IllegalAction
from bot.rummy.ids import PlayerId, TableId
from bot.screens.board import board
from bot.screens.felt import PageData, felt, laid
from bot.screens.hand import hand_in, question_fingerprint
from bot.screens.lobby import lobby_card, lobby_closed
from bot.screens.waiting import waiting
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.state import TableState
from bot.service.web import WebDoor, WebPlace
from bot.store.errors import StoreError
from bot.text.refusals import is_readable
from bot.web.answer import AnsweredHand, Member, WebAnswer, new_press
from bot.web.context import WebContext
from bot.web.data import form_data, press_of, screen_data

MOST_OPEN = 10_000
"""The pages that a process has open at most. Those that find it full try again, perhaps at another process."""
MOST_OF_ONE = 8
"""The pages that one person may have open in a process."""
MOST_BYTES = 16 << 10
"""The most bytes of a message from a page."""
MOST_A_SECOND = 20
"""The messages that a page may send in a second."""
SLOW_SECONDS = 10.0
"""The time in which a page has to take a message."""
LOOK_SECONDS, LOOK_SECONDS_TOLD = 1.0, 5.0
"""The time between two looks for changes that other processes made; and where the database tells of them."""
NOTED_SECONDS = 30.0
"""The time after which it is stored again at which tables visible pages look."""
LOOK_LASTS = timedelta(seconds=NOTED_SECONDS) + LINGERS
CHECK_SECONDS = 60.0
"""The time after which the session of each page is checked again."""
MOST_GROUPS = 26

ENDED, NOT_A_MEMBER, TOO_MANY, TOO_FAST = 4401, 4404, 4408, 4429
"""Codes with which a page is closed for good."""
RECONNECT = 1012
"""The code with which a page is closed that is to connect again."""

T = TypeVar("T")

log = structlog.get_logger()


class MemberFinder(Protocol):
    """The members of servers."""

    async def of(self, guild: int, player: PlayerId) -> Member | None:
        """Return the person as a member of that server; None if they are none.

        Raises:
            LookupError: Discord does not say.
        """


class Visits:
    """The open pages of this process."""

    def __init__(
        self,
        flows: Flows,
        context: WebContext,
        members: MemberFinder,
        door: WebDoor,
        pages: OpenPages,
        press_log: PressLog,
    ) -> None:
        self.flows = flows
        self.context = context
        self.members = members
        self.door = door
        self.pages = pages
        self.press_log = press_log
        self._open: set[Visit] = set()
        self._of_players: dict[PlayerId, set[Visit]] = defaultdict(set)
        self._at_tables: dict[TableId, set[Visit]] = defaultdict(set)

    def announce(self, state: TableState) -> None:
        """Show a table to those who look at it, and to its players who look at none that is open."""
        pages = (self._of_players[person] for person in state.lobby.persons if person in self._of_players)
        for visit in set().union(self._at_tables.get(state.id, ()), *pages):
            visit.notice(state)

    def move(self, visit: "Visit", before: TableId | None, now: TableId | None) -> None:
        """Note that a page looks at another table now."""
        if before is not None:
            _take_out(self._at_tables, before, visit)
        if now is not None:
            self._at_tables[now].add(visit)

    async def serve(self, place: WebPlace, session: tuple[int, str], socket: web.WebSocketResponse) -> None:
        """Serve a page until it is closed."""
        if len(self._of_players.get(place.player, ())) >= MOST_OF_ONE:
            await socket.close(code=TOO_MANY)
            return
        if len(self._open) >= MOST_OPEN:
            await socket.close(code=RECONNECT)
            return
        visit = Visit(self, place, session, socket)
        self._open.add(visit)
        self._of_players[place.player].add(visit)
        try:
            await visit.run()
        finally:
            self._open.discard(visit)
            _take_out(self._of_players, place.player, visit)
            self.move(visit, visit.table, None)
            await self.note_look(visit, None)

    async def note_look(self, visit: "Visit", shown: TableId | None) -> None:
        """Note at which table a visible page looks now; None: at none. All processes read that."""
        before = self.pages.look(visit, visit.place.player, shown)
        number, left = visit.session[0], shown or before
        if left is None:
            return
        same = (one.shown for one in self._of_players.get(visit.place.player, ()) if one.session[0] == number)
        looks = shown or next(filter(None, same), None)
        lasts = LINGERS if looks is None else LOOK_LASTS
        with _noting_faults():
            await self.door.note_looks({number: looks or left}, lasts)

    async def watch(self) -> None:
        """Look, again and again, for what other processes have changed and for sessions that have ended."""
        is_told, checked = self.context.store.tables.tells, time.monotonic()
        noted = checked
        async with asyncio.TaskGroup() as tasks:
            if is_told:
                tasks.create_task(self._hear(), name="news of tables")
            while True:
                await asyncio.sleep(LOOK_SECONDS_TOLD if is_told else LOOK_SECONDS)
                with _noting_faults():
                    await self._look()
                if time.monotonic() - noted >= NOTED_SECONDS:
                    noted = time.monotonic()
                    with _noting_faults():
                        looks = {visit.session[0]: visit.shown for visit in self._open if visit.shown is not None}
                        await self.door.note_looks(looks, LOOK_LASTS)
                if time.monotonic() - checked >= CHECK_SECONDS:
                    checked = time.monotonic()
                    await self._check()

    async def _hear(self) -> None:
        """Show what the database tells of, and look for what it may not have told each time when it could not."""
        while True:
            with _noting_faults():
                async for told in self.context.store.tables.news():
                    if told is None:
                        await self._look()
                    else:
                        await self._renew(*told)
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        tables = [*self._at_tables]
        versions = await self.context.store.tables.versions(tables) if tables else {}
        for table, version in versions.items():
            await self._renew(table, version)

    async def _renew(self, table: TableId, version: int) -> None:
        """Show a table to pages that have an older version than that."""
        behind = [visit for visit in self._at_tables.get(table, ()) if visit.version < version]
        if not behind:
            return
        with _noting_faults():
            state = await self.context.tables.find(table)
            for visit in behind:
                visit.notice(state)

    async def _check(self) -> None:
        for visit in [*self._open]:
            with _noting_faults():
                await self._check_one(visit)

    async def _check_one(self, visit: "Visit") -> None:
        if await self.door.session(*visit.session) is None:
            await visit.close(ENDED)
        elif await self._has_left(visit.place):
            await visit.close(NOT_A_MEMBER)
        elif not await visit.may_look():
            await visit.close(RECONNECT)

    async def _has_left(self, place: WebPlace) -> bool:
        """Return whether Discord says that the person is no longer in the server of their page."""
        if place.guild is None:
            return False
        try:
            return await self.members.of(place.guild, place.player) is None
        except LookupError:
            return False

    async def close(self) -> None:
        """Close all pages; each connects again."""
        await asyncio.gather(*(visit.close(RECONNECT) for visit in self._open))


class Visit:
    """One open page."""

    def __init__(
        self, visits: Visits, place: WebPlace, session: tuple[int, str], socket: web.WebSocketResponse
    ) -> None:
        self.place = place
        self.session = session
        self.table: TableId | None = None
        self.version = 0
        """The newest version of the table that was sent or waits to be sent."""
        self._is_over = True
        self._watched: int | None = None
        """The private thread that the person was seen to be in, if the page shows its table to a spectator."""
        self._is_visible = False
        self._noted: TableId | None = None
        """The table of `shown` that was stored last."""
        self._visits = visits
        self._context = visits.context
        self._socket = socket
        self._replies: deque[PageData] = deque()
        self._newest: TableState | None = None
        self._answered_hand: AnsweredHand | None = None
        """The hand that the last press is answered with."""
        self._wakes = asyncio.Event()
        self._closed = asyncio.Event()
        """Unset while the page is being closed."""
        self._closed.set()
        self._allowance, self._since = float(MOST_A_SECOND), time.monotonic()

    # -- what the page gets -------------------------------------------------------------------------

    def notice(self, state: TableState) -> None:
        """Send a table if the page looks at it, or if its person sits there and the page looks at none that is open.

        Of several versions that wait, only the newest is sent.
        """
        if state.id == self.table:
            is_open = not state.row.private or self.place.player in state.lobby.persons or self._is_watched(state)
            if not is_open or state.row.version <= self.version:
                return
        elif not self._is_over or self.place.player not in state.lobby.persons or not state.row.status.is_open:
            return
        self._look_at(state)

    def _look_at(self, state: TableState) -> None:
        if state.id != self.table:
            self._visits.move(self, self.table, state.id)
        self.table, self.version, self._is_over = state.id, state.row.version, not state.row.status.is_open
        self._newest = state
        self._wakes.set()

    @property
    def shown(self) -> TableId | None:
        """Return the table at which the person looks now; they need no private message about it meanwhile."""
        return self.table if self._is_visible else None

    def _reply(self, data: PageData) -> None:
        self._replies.append(data)
        self._wakes.set()

    async def _write(self) -> None:
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            while self._replies or self._newest is not None:
                if (state := self._newest) is not None:  # before the replies, which tell what has led to it
                    self._newest = None
                    await self._send(await self._table_data(state))
                if self._replies:
                    await self._send(self._replies.popleft())
            await self._note_look()

    async def _send(self, data: PageData) -> None:
        async with asyncio.timeout(SLOW_SECONDS):
            await self._socket.send_str(json.dumps(data))

    async def _table_data(self, state: TableState) -> PageData:
        """Return a table as its person may see it."""
        player = self.place.player
        with reading(await self._context.readers.of_person(player)):
            shown: PageData = {"t": "table", "table": state.id, "version": state.row.version}
            shown["names"] = {str(one): state.names[seat] for seat, one in _persons(state)}
            if state.waits:
                return shown | {"screen": screen_data(waiting(state))}
            if state.is_lobby:
                return shown | {"screen": screen_data(lobby_card(state))}
            if state.table is None:
                return shown | {"screen": screen_data(lobby_closed(state))}
            if state.seat_of(player) is None:
                return shown | felt(state, state.public) | {"screen": screen_data(board(state, in_words=True))}
            shown["asked"] = repr(question_fingerprint(state, player))
            if (hand := self._answered_hand) is not None and hand.state is state and hand.view:
                return shown | felt(state, hand.view)  # the answer, which comes next, shows its screen
            scene = await self._context.scene(state, player)
            return shown | felt(state, scene.view) | {"screen": screen_data(hand_in(state, scene, None))}

    # -- what its person does -----------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the page until it is closed."""
        CARD_EMOJI.set(NO_EMOJI)  # they are pictures of Discord, and the page loads nothing from there
        writing = asyncio.create_task(self._write(), name="page")
        writing.add_done_callback(lambda _: asyncio.ensure_future(self._socket.close()))
        try:
            await self._begin()
            async for frame in self._socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                if not self._may_send():
                    await self.close(TOO_FAST)
                    break
                await self._take(frame.data)
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            await self._closed.wait()  # a handler that ends earlier cuts the connection

    async def close(self, code: int) -> None:
        """Close the page with that code."""
        self._closed.clear()
        try:
            await self._socket.close(code=code)
        finally:
            self._closed.set()

    def _may_send(self) -> bool:
        now = time.monotonic()
        self._allowance = min(MOST_A_SECOND, self._allowance + (now - self._since) * MOST_A_SECOND)
        self._since, self._allowance = now, self._allowance - 1
        return self._allowance >= 0

    async def _begin(self) -> None:
        """Look at the person's table where they asked for the page, else at their newest. A person without tables
        watches the newest one there.
        """
        tables = self._context.store.tables
        rows = await tables.of_player(self.place.player)
        here = [row.id for row in rows if self.place.channel in (row.channel, row.thread)]
        watched = [] if rows else await tables.of_channel(self.place.channel)
        for id in (here or [row.id for row in rows] or watched)[-1:]:
            with suppress(ServiceError, CorruptError):
                await self._turn_to(id)
        chosen = await self._context.settings.cached(self.place.player)
        look = {
            "look": chosen.look or Look.FELT,
            "fourColour": int(bool(chosen.four_colour)),
            "large": int(bool(chosen.large)),
        }
        hello: PageData = {"t": "hello", "name": self.place.name, "me": str(self.place.player)}
        self._reply(hello | {"table": self.table, "look": {"look": chosen.look or Look.FELT} | look})

    async def _take(self, text: str) -> None:
        """Answer a message of the page; leave one alone that is none."""
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            return
        if not isinstance(request, dict) or not is_readable(request):
            return
        reply: PageData = {"t": "re", "re": request.get("id")}
        do: Mapping[object, Callable[[PageData], Awaitable[PageData]]] = {
            "press": self._press,
            "arrange": self._arrange,
            "judge": self._judge,
            "visible": self._show_or_hide,
        }
        try:
            reply |= await do[request.get("do")](request)
        except (KeyError, TypeError, ValueError, ServiceError, CorruptError, IllegalAction, CardTextError):
            reply["error"] = ""
        except Exception as error:
            log.error("page request failed", **error_fields(error))
            reply["error"] = ""
        self._reply(reply)

    async def _press(self, request: PageData) -> PageData:
        began, press, router = time.perf_counter(), press_of(request), self._visits.flows.router
        answer = await self._answer(edits=not press.typed)
        await router.pressed(answer, press)
        self._answered_hand = answer.hand
        answer.acknowledged_after = time.perf_counter() - began
        asked = InteractionKind.by_press(press, router.read(press.id), is_form=bool(press.typed))
        self._visits.press_log.over(asked, answer)
        id = TableControlId.parse(press.id)
        if id is not None and id.table != self.table:
            await self._turn_to(id.table)
        return await self._answered(answer)

    async def _turn_to(self, table: TableId) -> None:
        """Look at another table, if its person sits there or may watch it."""
        state = await self._context.tables.find(table)
        if self.place.player in state.lobby.persons or await self._may_watch(state):
            self._look_at(state)

    async def may_look(self) -> bool:
        """Return whether the person may still look at the table that the page shows."""
        if self.table is None:
            return True
        state = await self._context.tables.cached(self.table)
        return self.place.player in state.lobby.persons or await self._may_watch(state)

    async def _may_watch(self, state: TableState) -> bool:
        """Return whether the person may see the place of a table of the server in which they ask. The place of a
        private one is its thread.
        """
        row = state.row
        if row.guild is None or row.guild != self.place.guild or (row.private and row.thread is None):
            return False
        try:
            member = await self._visits.members.of(row.guild, self.place.player)
        except LookupError:
            return False
        if member is None or not await member.seen(row.thread or row.channel):
            return False
        self._watched = row.thread if row.private else None
        return True

    def _is_watched(self, state: TableState) -> bool:
        return state.row.thread is not None and state.row.thread == self._watched

    async def _show_or_hide(self, request: PageData) -> PageData:
        self._is_visible = bool(request["is"])
        await self._note_look()
        return {}

    async def _note_look(self) -> None:
        if self.shown != self._noted:
            self._noted = self.shown
            await self._visits.note_look(self, self.shown)

    async def _arrange(self, request: PageData) -> PageData:
        """Save groups by the action `group`, as a button would."""
        table, groups = TableId(str(request["table"])), _groups(request)
        answer = await self._answer(edits=True)
        await self._context.serve(answer, partial(self._group, table=table, groups=groups), table)
        return {"done": answer.outcome is AnswerResult.DONE}

    async def _group(self, answer: Answer, table: TableId, groups: Groups) -> None:
        rules = await self._context.tables.rules_at(table)
        action = control_action(rules, f"group {group_texts(groups)}".rstrip(), Press(""))
        await self._visits.flows.moves.act(answer, table, None, action)

    async def _judge(self, request: PageData) -> PageData:
        """Return what groups of the hand are, and what the rest of it costs. Nothing is saved."""
        state = await self._context.tables.find(TableId(str(request["table"])))
        with reading(await self._context.readers.of_person(self.place.player)):
            scene = await self._context.scene(state, self.place.player)
            return {"laid": laid(scene.view, _groups(request)), "step": scene.view.step}

    async def _answer(self, *, edits: bool) -> WebAnswer:
        """Return the answer to a new press.

        Raises:
            ServiceError: the person is no longer in the server.
        """
        place, member = self.place, None
        if place.guild is not None:
            try:
                member = await self._visits.members.of(place.guild, place.player)
            except LookupError:
                pass
            else:
                if member is None:
                    await self.close(NOT_A_MEMBER)
                    raise ServiceError(Problem.NOT_AT_TABLE)
        name = place.name if member is None else member.name
        return WebAnswer(new_press(), place.player, name, place.guild, place.channel, member, edits=edits)

    async def _answered(self, answer: WebAnswer) -> PageData:
        with reading(await self._context.readers.of_person(self.place.player)):
            shown = [screen_data(one) for one in answer.shown if not isinstance(one, Form)]
            forms = [form_data(one) for one in answer.shown if isinstance(one, Form)]
        if (hand := answer.hand) is not None and hand.state.id == self.table and hand.state.row.version < self.version:
            shown = []  # the newer table, which the page gets first, has its own
        return {"screens": shown, "hand": answer.hand is not None, "form": forms[-1] if forms else None}


def _take_out(kept: dict[T, set[Visit]], key: T, visit: Visit) -> None:
    found = kept.get(key, set())
    found.discard(visit)
    if not found:
        kept.pop(key, None)


@contextmanager
def _noting_faults() -> Iterator[None]:
    """Log a fault at one page. The others are looked at all the same."""
    try:
        yield
    except (StoreError, ServiceError, CorruptError) as error:
        log.error("page not checked", **error_fields(error))


def _persons(state: TableState) -> list[tuple[Any, PlayerId]]:
    return [(seat, PlayerId(one.id)) for seat, one in enumerate(state.players) if not one.is_computer]


def _groups(request: PageData) -> Groups:
    """Return the groups that the page has laid.

    Raises:
        ValueError, TypeError, CardTextError: they are none.
    """
    given = request["groups"]
    if not isinstance(given, list) or len(given) > MOST_GROUPS:
        raise ValueError("groups")
    return tuple(group for one in given if (group := parse_cards(" ".join(map(str, one)))))
