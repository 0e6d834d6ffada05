"""The page in a browser: a move on it to the screens of both players, and the memory of open sockets.

`web [CLICKS [SOCKETS]]`. The 200 tables of `load` are played by messages, then on pages with as many clicks, at the
same rate. Times count from when a click was due until both players' pages have the table after it. A move by message is
answered with a picture; on a page it is not. The requests to Discord for the board are made for both.

The processor time is that of the bot's process alone. People, their browsers and Discord are another process, this one.
It includes the boards, which both sides draw and send alike; their number and their time are printed apart. Before
each count every player makes a move of two clicks, so that glyphs are drawn, and private messages say that a page is
open.
"""

import asyncio
import json
import os
import resource
import signal
import sys
import tempfile
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any

import aiohttp

from bot.localcord.views import Response
from bot.localcord.world import World, WorldPerson
from tests.bench._two import Seats, opened
from tests.bench.load import CLICKS, RATE, SETTINGS, TABLES, Bench, CountingDiscord, Figures, at_rate, quiet, report
from tests.ports import kept_port
from tests.processes.bots import Bot, Process
from tests.processes.players import page_link
from tests.waiting import PATIENCE, until

SOCKETS = 5_000
OF_ONE = 8
"""The sockets that one person may have."""
MIB = 1 << 20

_TIMED = """
import os
import signal
from pathlib import Path
from time import thread_time
from types import coroutine

from bot.cli.main import main
from bot.discord.outbox.boards import Boards

spent, draw = 0.0, Boards.draw


@coroutine
def timed(work):
    global spent
    go_on, given = work.send, None
    while True:
        began = thread_time()
        try:
            waits_for = go_on(given)
        except StopIteration as end:
            return end.value
        finally:
            spent += thread_time() - began
        try:
            go_on, given = work.send, (yield waits_for)
        except BaseException as error:
            go_on, given = work.throw, error


async def timed_draw(boards, state):
    await timed(draw(boards, state))


Boards.draw = timed_draw
signal.signal(signal.SIGUSR1, lambda *_: Path(os.environ["BOARDS_FILE"]).write_text(f"{spent}\\n"))
raise SystemExit(main(["run"]))
"""
TIMED = (sys.executable, "-c", _TIMED)
"""The bot that counts the processor time of its boards, and writes it to a file at a signal."""


def run(clicks: int = CLICKS, sockets: int = SOCKETS) -> dict[str, int]:
    """Measure and print the figures. Return how many clicks had no answer in time."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    return asyncio.run(_run(clicks, sockets))


class Page:
    """An open page of a person."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.told: dict[str, Any] = {}
        """The table as it was told last."""
        self._socket = socket
        self._numbers = count()
        self._heard = asyncio.Event()

    async def listen(self) -> None:
        """Note the tables that the page is told."""
        async for frame in self._socket:
            told = json.loads(frame.data)
            if told["t"] == "table":
                self.told = told
                self._heard.set()

    async def newer(self, version: int) -> None:
        """Wait until the page has a version of the table after that."""
        while self.told.get("version", 0) <= version:
            self._heard.clear()
            await self._heard.wait()

    async def ask(self, do: str, **details: Any) -> None:
        """Send a request."""
        await self._socket.send_json({"id": next(self._numbers), "do": do, **details})

    async def move(self) -> None:
        """Draw the closed card, or discard one that the game does not ask about."""
        can = {zone["name"]: zone for zone in self.told["zones"]}
        held = [*self.told["loose"], *(card for group in self.told["groups"] for card in group["cards"])]
        thrown = next(card for card in held if card not in ("JK", *self.told["jokers"]))
        text = can["closed"]["take"] or f"discard {thrown}"
        await self.ask("press", control=f"rummy:y:{self.told['table']}:{self.told['step']}:{text}")


class Pages:
    """The pages of the players of one table."""

    def __init__(self, pages: list[Page]) -> None:
        self._pages = pages
        self._lock = asyncio.Lock()

    async def click(self) -> Response | None:
        """Make the next move. Return None if a page does not get the table after it in time."""
        async with self._lock:
            version = max(page.told["version"] for page in self._pages)
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*(page.newer(version - 1) for page in self._pages))
                    await next(page for page in self._pages if page.told["mine"]).move()
                    await asyncio.gather(*(page.newer(version) for page in self._pages))
            except TimeoutError:
                return None
            return Response("update")


async def _run(clicks: int, sockets: int) -> dict[str, int]:
    print(f"{TABLES} tables, {RATE:.0f} clicks a second, {clicks} clicks by messages and as many on pages")
    async with AsyncExitStack() as stack:
        players = [f"{name} {number}" for number in range(TABLES) for name in ("Asha", "Ben")]
        watchers = [f"Cara {number}" for number in range(-(-sockets // OF_ONE))]
        world = World.create([*players, *watchers])
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        port = stack.enter_context(kept_port())
        server = await stack.enter_async_context(CountingDiscord(world))
        web = {"WEB_ADDRESS": f"127.0.0.1:{port}", "WEB_PROXIES": "127.0.0.1"}
        boards = Path(folder) / "boards"
        bot = Bot(server, Path(folder), command=TIMED, BOARDS_FILE=str(boards), **SETTINGS, **web)
        await bot.start()
        stack.push_async_callback(bot.kill)
        process = bot.process
        assert process is not None
        tables = [
            await opened(world, world.channel, *pair)
            for pair in zip(world.people[: 2 * TABLES : 2], world.people[1 : 2 * TABLES : 2], strict=True)
        ]
        by_message = Bench("message", server, process, lambda number: tables[number % TABLES].click())
        first, first_boards = await _warm(by_message, clicks, boards)
        client = await stack.enter_async_context(aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)))
        doors = Doors(client, world, port)
        pages = [await _pages(stack, doors, table) for table in tables]
        on_pages = Bench("page", server, process, lambda number: pages[number % TABLES].click())
        second, second_boards = await _warm(on_pages, clicks, boards)
        for name, figures, drawing in (("message", first, first_boards), ("page", second, second_boards)):
            report(name, [figures], first.processor, "message")
            number, hands = figures.asked.get("board", 0), figures.asked.get("hand", 0)
            print(f"         {number:.2f} boards and {hands:.2f} hands a click; {drawing * 1000:.2f} ms for the boards")
            rest = figures.processor - drawing
            times = rest / (first.processor - first_boards)
            print(f"         {rest * 1000:.2f} ms for the rest, {times:.2f} × message")
        p95 = quantiles([taken for taken in second.seconds if taken is not None], n=20)[18]
        print(f"page: p95 {p95 * 1000:.1f} ms to both screens")
        before = _memory(process.pid)
        for watcher in world.people[2 * TABLES :]:
            await doors.open(watcher, OF_ONE)
        grown = _memory(process.pid) - before
        print(f"{OF_ONE * len(watchers)} more open sockets: {grown:.1f} MiB")
    return {"clicks unanswered": second.seconds.count(None)}


async def _warm(bench: Bench, clicks: int, boards: Path) -> tuple[Figures, float]:
    """Return the figures of that many clicks, after both players of each table have moved; and the seconds of processor
    time for boards a click, which the bot writes to that file.
    """
    await at_rate(bench.click, 4 * TABLES)
    await quiet(bench.process)
    before = await _told(bench.process, boards)
    figures = await bench.measured(clicks)
    return figures, (await _told(bench.process, boards) - before) / clicks


async def _told(process: Process, boards: Path) -> float:
    """Return the seconds of processor time that the bot has needed for boards."""
    os.kill(process.pid, signal.SIGUSR1)
    await until(lambda: _is_whole(boards), "the time of the boards")
    return _taken(boards)


def _is_whole(file: Path) -> bool:
    return file.exists() and file.read_text("utf-8").endswith("\n")


def _taken(file: Path) -> float:
    """Return the number in a file, and delete the file."""
    told = float(file.read_text("utf-8"))
    file.unlink()
    return told


class Doors:
    """The way of people into their pages."""

    def __init__(self, client: aiohttp.ClientSession, world: World, port: int) -> None:
        self.sockets: list[aiohttp.ClientWebSocketResponse] = []
        self._client = client
        self._world = world
        self._origin = f"http://127.0.0.1:{port}"

    async def open(self, person: WorldPerson, sockets: int = 1) -> None:
        """Ask for a link as that person, let them in, and open that many pages."""
        address = await page_link(self._world, person)
        # Everybody comes from an address of their own, as a web server before the page would say.
        own = person.id & 0xFFFF
        headers = {"Origin": self._origin, "X-Forwarded-For": f"10.0.{own >> 8}.{own & 255}"}
        sent = {"key": address.partition("#k=")[2]}
        async with self._client.post(f"{self._origin}/enter", json=sent, headers=headers) as entered:
            path = f"/u/{(await entered.json())['number']}/live"
            headers["Cookie"] = entered.headers["Set-Cookie"].partition(";")[0]
        for _ in range(sockets):
            self.sockets.append(await self._client.ws_connect(self._origin + path, headers=headers, max_msg_size=0))


async def _pages(stack: AsyncExitStack, doors: Doors, table: Seats) -> Pages:
    """Return the visible pages of the players of a table, which is played by messages no longer."""
    table.leave()
    pages = []
    for player in table.players:
        await doors.open(player.person)
        page = Page(doors.sockets[-1])
        listening = asyncio.create_task(page.listen())
        stack.callback(listening.cancel)
        await page.newer(0)
        await page.ask("visible", **{"is": True})
        pages.append(page)
    return Pages(pages)


def _memory(process: int) -> float:
    """Return the memory of a process, in MiB."""
    fields = Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()
    return int(fields[1]) * resource.getpagesize() / MIB
