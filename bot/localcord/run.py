"""What `paplu play` does: a local Discord, the bot as its own process, and an address for every player."""

import asyncio
import contextlib
import errno
import os
import secrets
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.localcord.arguments import NAMES, Wishes
from bot.localcord.model.acting import Refused
from bot.localcord.server import LocalDiscord
from bot.localcord.site import Site
from bot.localcord.world import World, WorldPerson
from bot.localcord.world_file import KeepError, WorldFile, move

START_SECONDS = 30.0
STOP_SECONDS = 10.0
SAVE_SECONDS = 2.0
CARD_SECONDS = 10.0
LOG_LINES = 12
"""How much of the bot's log is shown when it ends by itself."""
DEFAULT_RULES = "circle"

WELCOME = """\
### Welcome to the card room
This is a Discord of your own: nothing leaves this machine. **Paplu** deals thirteen-card rummy here.
1. Press {new}, then **Send**.
2. In the form that appears, press **Open lobby**.
3. Press **Add computer** as often as you like{others}, then **Start**.
4. A thread opens in the list of channels. There, **My hand** shows your cards, and only to you.
-# {help} explains the rest. Type `/` to see every command."""
STARTED = """\
### Welcome to the card room
This is a Discord of your own: nothing leaves this machine. **Paplu** deals thirteen-card rummy here.
A table is ready below: {start}.
A thread then opens in the list of channels. There, **My hand** shows your cards, and only to you.
-# {help} explains the rest. Type `/` to see every command."""
PRESS_START = "press **Start**"
OTHERS_JOIN = " and let the others press **Join**"
JOIN_FIRST = "when everybody has pressed **Join**, its host presses **Start**"


class PlayError(Exception):
    """Why it cannot be played; one line for a terminal."""


def play(wishes: Wishes) -> None:
    """Play until told to stop.

    Raises:
        PlayError: it cannot be played.
    """
    if wishes.lobby and (wishes.humans or 1) + (wishes.computers or 0) > len(NAMES):
        raise PlayError(f"at most {len(NAMES)} players sit at a table")
    os.umask(0o077)  # what is kept holds hands, and the keys of pages
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="paplu-") as folder:
        asyncio.run(_Play(wishes, Path(folder)).run())


class _Play:
    """One run."""

    def __init__(self, wishes: Wishes, folder: Path) -> None:
        self._wishes = wishes
        self._folder = folder
        """For what is not kept; the bot runs there too, so that no `.env` of somebody's own bot is read."""
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        _on_signals(self._stopping)
        with self._opened() as keep:
            world = (keep.world() if keep else None) or World.create(NAMES[: self._wishes.humans or 1])
            fresh = not any(world.model.messages.values())
            _add_people(world, self._wishes.humans or 0)
            keys = _keys(world, keep)
            server = LocalDiscord(world, port=self._wishes.port)
            site = Site(server, {key: person for person, key in zip(world.people, keys, strict=True)})
            await self._serve(server)
            try:
                if keep:
                    move(world.model, keep.read("base") or server.url)
                    keep.write("base", server.url)
                    keep.watch(world)
                await self._play(server, site, keys, keep, fresh)
            finally:
                await server.stop()
                if keep:
                    keep.save(world)

    async def _serve(self, server: LocalDiscord) -> None:
        try:
            await server.start()
        except OSError as error:
            why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            raise PlayError(f"port {self._wishes.port} {why}; --port 0 uses any free one") from None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[WorldFile | None]:
        if self._wishes.keep is None:
            yield None
            return
        try:
            keep = WorldFile(self._wishes.keep)
            try:
                yield keep
            finally:
                keep.close()
        except KeepError as error:
            raise PlayError(str(error)) from None

    async def _play(
        self, server: LocalDiscord, site: Site, keys: list[str], keep: WorldFile | None, fresh: bool
    ) -> None:
        bot = _Bot(server, self._folder, self._wishes)
        saving = asyncio.create_task(self._save(server.world, keep)) if keep else None
        try:
            await bot.start(self._stopping)
            if fresh and not self._stopping.is_set():
                await self._prepare(server.world)
            if not self._stopping.is_set():
                self._greet(server.world, site, keys)
            await bot.watch(self._stopping)
        finally:
            if saving:
                saving.cancel()
                await asyncio.gather(saving, return_exceptions=True)
            await bot.stop()

    async def _save(self, world: World, keep: WorldFile) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            keep.save(world)

    # -- the first things to see --------------------------------------------------------------------

    async def _prepare(self, world: World) -> None:
        host = world.people[0]
        start, others = (PRESS_START, "") if len(world.people) == 1 else (JOIN_FIRST, OTHERS_JOIN)
        text = STARTED if self._wishes.lobby else WELCOME
        words = {"new": _mention(host, world, "rummy new"), "help": _mention(host, world, "rummy help")}
        guide = world.model.make_user("guide", global_name="Guide")
        world.model.add_member(world.server, guide.id)
        world.model.create_message(world.channel, guide.id, text.format(start=start, others=others, **words))
        if self._wishes.lobby:
            await self._open_lobby(world, host)

    async def _open_lobby(self, world: World, host: WorldPerson) -> None:
        """As that person would: by slash commands."""
        rules = self._wishes.rules or DEFAULT_RULES
        try:
            said = await self._call(host, world.channel, "rummy new", {"rules": rules})
            if not await self._card(host, world.channel):
                raise PlayError(f"no table by the rules {rules!r}: {said}")
            for _ in range(self._wishes.computers or 0):
                await self._call(host, world.channel, "rummy seat add", {})
        except (Refused, TimeoutError) as error:
            raise PlayError(f"no table could be opened: {error or 'the bot gave no answer'}") from None

    async def _call(self, host: WorldPerson, channel: int, name: str, options: Mapping[str, object]) -> str:
        """Call a command, close its private answer, and tell what it said."""
        message = (await (await host.command(channel, name, options)).reply()).message
        if message is None or not message.private:
            return ""
        host.dismiss(message)
        return message.text.partition("\n")[0]

    async def _card(self, host: WorldPerson, channel: int) -> bool:
        """Whether the bot shows a table to everybody."""
        for _ in range(int(CARD_SECONDS * 20)):
            if any(message.from_bot and not message.private for message in host.visible_messages(channel)):
                return True
            await asyncio.sleep(0.05)
        return False

    def _greet(self, world: World, site: Site, keys: list[str]) -> None:
        for person, key in zip(world.people, keys, strict=True):
            print(f"{person.name}: {site.address(key)}")
        print("Ctrl-C ends it.", flush=True)
        if self._wishes.browser and _has_desktop():
            webbrowser.open(site.address(keys[0]))


class _Bot:
    """The bot's process."""

    def __init__(self, server: LocalDiscord, folder: Path, wishes: Wishes) -> None:
        self._server = server
        self._folder = folder
        self._verbose = wishes.verbose
        kept = wishes.keep.resolve() if wishes.keep else folder / "paplu"
        self._log = kept.with_name(kept.name + ".log")
        self._database = kept.with_name(kept.name + ".db")
        self._process: asyncio.subprocess.Process | None = None

    def _environment(self) -> Mapping[str, str]:
        """The bot's settings, and of this machine's only what a process needs: a real token stays out."""
        needed = ("PATH", "HOME", "LANG", "TMPDIR", "TEMP", "SYSTEMROOT", "VIRTUAL_ENV")
        kept = {key: os.environ[key] for key in needed if key in os.environ}
        if os.environ.get("RULES_DIR"):
            kept["RULES_DIR"] = str(Path(os.environ["RULES_DIR"]).resolve())
        return {
            **kept,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "PYTHONUTF8": "1",
            "DISCORD_TOKEN": self._server.token,
            "DISCORD_API_URL": self._server.api_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self._database.as_posix()}",
            "TABLES_PER_SERVER": "1000",
        }

    async def start(self, stopping: asyncio.Event) -> None:
        """Start it and wait until it has told Discord its commands.

        Raises:
            PlayError: it ended, or took too long.
        """
        command = (sys.executable, "-m", "bot.localcord.child")
        with contextlib.ExitStack() as stack:
            log = sys.stderr if self._verbose else stack.enter_context(self._log.open("ab"))
            # In a session of its own: Ctrl-C in a terminal reaches this process, which then ends that one in order.
            self._process = await asyncio.create_subprocess_exec(
                *command,
                cwd=self._folder,
                env=self._environment(),
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        world = self._server.world
        before = len(self._server.gateway.identified)
        for _ in range(int(START_SECONDS * 20)):
            if stopping.is_set():
                return
            self._check()
            ready = len(self._server.gateway.identified) > before
            if ready and world.people[0].commands(world.channel):
                return
            await asyncio.sleep(0.05)
        raise PlayError(f"the bot did not start in {START_SECONDS:.0f} s{self._end_of_log()}")

    async def watch(self, stopping: asyncio.Event) -> None:
        """Wait until told to stop.

        Raises:
            PlayError: it ended by itself.
        """
        assert self._process is not None
        ended = asyncio.create_task(self._process.wait())
        told = asyncio.create_task(stopping.wait())
        await asyncio.wait({ended, told}, return_when=asyncio.FIRST_COMPLETED)
        for task in (ended, told):
            task.cancel()
        if not stopping.is_set():
            self._check()

    def _check(self) -> None:
        if self._process is not None and self._process.returncode is not None:
            raise PlayError(f"the bot ended with status {self._process.returncode}{self._end_of_log()}")

    def _end_of_log(self) -> str:
        if self._verbose or not self._log.exists():
            return ""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:]
        return "\n".join(["; its last words:", *lines])

    async def stop(self) -> None:
        """End it, in order if it can."""
        if self._process is None or self._process.returncode is not None:
            return
        self._process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


def _on_signals(stopping: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            # Windows has no such handlers; there Ctrl-C cancels the run.
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(getattr(signal, name), stopping.set)


def _add_people(world: World, wanted: int) -> None:
    """More people than there were, if more are wanted."""
    for name in NAMES[len(world.people) : wanted]:
        user = world.model.make_user(name.lower(), global_name=name)
        for server in world.servers:
            world.model.add_member(server, user.id)
        world.people.append(WorldPerson(world, user.id, name))


def _keys(world: World, keep: WorldFile | None) -> list[str]:
    """What leads to each page. A kept world keeps them, so that an open page finds back."""
    keys: list[str] = (keep.read("keys") if keep else None) or []
    keys += [secrets.token_urlsafe(24) for _ in world.people[len(keys) :]]
    if keep:
        keep.write("keys", keys)
    return keys


def _mention(person: WorldPerson, world: World, name: str) -> str:
    """A slash command as a text that can be pressed."""
    for command in person.commands(world.channel):
        if command["name"] == name.split()[0]:
            return f"</{name}:{command['id']}>"
    return f"`/{name}`"


def _has_desktop() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
