"""The page over services in memory, and people who open it with a plain client for HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_network
from itertools import count
from typing import Any

import aiohttp

from bot.counts import AnswerCounts
from bot.discord.press_log import PressLog
from bot.flows.answer import CardPlace, Threads
from bot.flows.flows import Flows
from bot.rummy.ids import DisplayName, PlayerId
from bot.rummy.rules import Games
from bot.service.tables.lobby import Person
from bot.service.web import WebDoor, WebPlace
from bot.web.answer import Member
from bot.web.context import WebContext
from bot.web.server import listening
from bot.web.site import WebSite
from bot.web.visits import Visits
from tests.flows.answers import CHANNEL, GUILD, FlowDesk, flow_desk
from tests.known import GAMES
from tests.ports import kept_port
from tests.service.context import MEMORY

SOON = 30.0
"""Seconds in which a page must hear what it waits for."""


@dataclass
class FakeMember:
    """A member of a server who sees every channel that is not hidden."""

    name: DisplayName
    hidden: set[int]

    async def seen(self, *channels: int) -> frozenset[int]:
        return frozenset(channels) - self.hidden

    async def place(self, channel: int) -> CardPlace:
        return CardPlace(channel, Threads.ALL)


@dataclass
class FakeMembers:
    """The members of all servers: everybody but those in `gone`. If it `is_silent`, Discord does not answer."""

    gone: set[PlayerId] = field(default_factory=set)
    is_silent: bool = False
    hidden: set[int] = field(default_factory=set)
    """Channels that nobody sees."""

    async def of(self, guild: int, player: PlayerId) -> Member | None:
        if self.is_silent:
            raise LookupError(guild)
        return None if player in self.gone else FakeMember(DisplayName("Member"), self.hidden)


@dataclass
class OpenPage:
    """An open page: what it was told, and what its person does."""

    socket: aiohttp.ClientWebSocketResponse
    told: list[dict[str, Any]] = field(default_factory=list)
    numbers: Any = field(default_factory=count)

    async def heard(self, **wanted: Any) -> dict[str, Any]:
        """Return the next message with these values."""
        while True:
            message: dict[str, Any] = json.loads(await self.socket.receive_str(timeout=SOON))
            self.told.append(message)
            if all(message.get(key) == value for key, value in wanted.items()):
                return message

    async def table(self) -> dict[str, Any]:
        """Return the table as it is told next."""
        return await self.heard(t="table")

    async def ask(self, do: str, **details: Any) -> dict[str, Any]:
        """Send a request, and return its answer."""
        id = next(self.numbers)
        await self.socket.send_json({"id": id, "do": do, **details})
        return await self.heard(t="re", re=id)

    async def press(self, told: dict[str, Any], text: str, *cards: str, asks: bool = False) -> dict[str, Any]:
        """Use a control of a table by its text, with cards behind it or chosen with it."""
        said = text if asks else " ".join((text, *cards))
        control = f"rummy:y:{told['table']}:{told['step']}:{said}"
        return await self.ask("press", control=control, values=list(cards) if asks else [], menu=asks)


@dataclass
class Web:
    """The page as it is served."""

    desk: FlowDesk
    door: WebDoor
    visits: Visits
    members: FakeMembers
    origin: str
    client: aiohttp.ClientSession

    async def key(self, person: Person, channel: int = CHANNEL, guild: int | None = GUILD) -> str:
        """Return a new key of that person."""
        address = await self.door.link(WebPlace(person.id, person.name, guild, channel))
        return address.partition("#k=")[2]

    async def post(self, path: str, origin: str | None = None, /, **sent: Any) -> aiohttp.ClientResponse:
        return await self.client.post(self.origin + path, json=sent, headers={"Origin": origin or self.origin})

    async def session(self, person: Person) -> tuple[str, str]:
        """Let that person in. Return the path of their page, and the cookie that their browser would keep."""
        async with await self.post("/enter", key=await self.key(person)) as entered:
            path = f"/u/{(await entered.json())['number']}/"
            return path, entered.headers["Set-Cookie"].partition(";")[0]

    async def live(self, path: str, cookie: str, origin: str | None = None) -> aiohttp.ClientWebSocketResponse:
        headers = {"Origin": origin or self.origin, "Cookie": cookie}
        return await self.client.ws_connect(f"{self.origin}{path}live", headers=headers)

    async def open(self, person: Person) -> OpenPage:
        """Open a page as that person."""
        return OpenPage(await self.live(*await self.session(person)))


@asynccontextmanager
async def web(*proxies: str, games: Games = GAMES, url: str = MEMORY) -> AsyncIterator[Web]:
    """Serve the page on a free port, behind web servers at these addresses."""
    with kept_port() as port:
        async with (
            flow_desk(games=games, url=url) as desk,
            aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as client,
        ):
            services, members = desk.services, FakeMembers()
            door = WebDoor(services.store.web, lambda: services.now, f"http://127.0.0.1:{port}")
            context = WebContext.beside(desk.context, lambda: services.now)
            rules, daily = games.load(), services.daily
            flows = Flows(context, services.wallet, services.tournaments, rules, lambda: services.now, daily)
            pages, press_log = desk.context.open_screens.pages, PressLog(AnswerCounts())
            visits = Visits(flows, context, members, door, pages, press_log)
            services.heard.announce = lambda state: visits.announce(state)  # type: ignore[method-assign]
            site = WebSite(door, visits, desk.context.readers, [ip_network(one) for one in proxies])
            async with listening(("127.0.0.1", port), site, visits):
                yield Web(desk, door, visits, members, door.origin, client)


async def is_closed(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    """Return the code with which the server closes a websocket."""
    async with asyncio.timeout(SOON):
        async for _ in socket:
            pass
    return socket.close_code
