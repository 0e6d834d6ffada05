"""A run of `paplu play`: a local Discord, the bot as a process of its own, and a page for every player."""

import asyncio
import contextlib
import errno
import os
import secrets
import shlex
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from bot.languages.error_text import reason
from bot.languages.sentence import say
from bot.localcord import PlayError
from bot.localcord.arguments import NAMES, PlayOptions
from bot.localcord.model.actions import Refused
from bot.localcord.server import HOST, LocalDiscord
from bot.localcord.site import Site
from bot.localcord.welcome import table_ready, welcome
from bot.localcord.world import World, WorldPerson
from bot.localcord.world_file import WorldFile, replace_address

START_SECONDS = 30.0
STOP_SECONDS = 10.0
SAVE_SECONDS = 2.0
CARD_SECONDS = 5.0
LOG_LINES = 12
"""Number of lines of the bot's log shown when it ends by itself."""
DEFAULT_RULES = "circle"


def play(options: PlayOptions) -> None:
    """Play until a signal stops it.

    Raises:
        PlayError: it cannot start or go on.
    """
    if options.opens_table and (options.humans or 1) + (options.computers or 0) > len(NAMES):
        raise PlayError(say("at most {most} players sit at a table", most=len(NAMES)))
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="paplu-") as folder:
        asyncio.run(_Run(options, Path(folder)).run())
    print(_kept(options.keep), flush=True)


def _kept(file: Path | None) -> str:
    """Return the note about the saved file, at the end of a run."""
    if file is None:
        return say("Nothing was saved. Use --keep FILE to continue later.")
    command = f"paplu play --keep {shlex.quote(str(file))}"
    return say("All of it was saved in {file}. Go on with: {command}", file=file, command=command)


class _Run:
    """One run."""

    def __init__(self, options: PlayOptions, folder: Path) -> None:
        self._options = options
        self._folder = folder
        """A folder for temporary files. The bot runs there, so that it does not read the `.env` of a real bot."""
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        _on_signals(self._stopping)
        keep = self._options.keep
        with contextlib.closing(WorldFile(keep)) if keep else contextlib.nullcontext() as file:
            saved = file.world() if file else None
            world = saved or World.create(NAMES[: self._options.humans or 1])
            fresh = not any(world.model.messages.values())
            for name in NAMES[len(world.people) : self._options.humans or 0]:
                world.add_person(name)
            world.make_staff(world.people[0])
            keys = _keys(file, "keys", len(world.people))
            [list_key] = _keys(file, "list key", 1)
            server = LocalDiscord(world, port=self._options.port)
            site = Site(server, {key: person for person, key in zip(world.people, keys, strict=True)}, list_key)
            await self._serve(server)
            try:
                if file:
                    replace_address(world.model, next(iter(file.texts("base")), server.url))
                    file.write("base", server.url)
                    file.watch(world)
                await self._play(server, site, keys, file, fresh, is_new=saved is None)
            finally:
                await server.stop()
                if file:
                    file.save(world)

    async def _serve(self, server: LocalDiscord) -> None:
        try:
            await server.start()
        except OSError as error:
            port = self._options.port
            if error.errno == errno.EADDRINUSE:
                raise PlayError(say("port {port} is taken; --port 0 uses any free one", port=port)) from None
            why = reason(OSError(error.errno, os.strerror(error.errno or 0)))  # asyncio's own text is longer
            raise PlayError(
                say("port {port} cannot be used ({error}); --port 0 uses any free one", port=port, error=why)
            ) from None

    async def _play(
        self, server: LocalDiscord, site: Site, keys: list[str], file: WorldFile | None, fresh: bool, *, is_new: bool
    ) -> None:
        bot = _Bot(server, self._folder, self._options)
        if is_new:
            await bot.release()
        saving = asyncio.create_task(self._save(server.world, file)) if file else None
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

    async def _save(self, world: World, file: WorldFile) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            file.save(world)

    # -- the first things to see --------------------------------------------------------------------

    async def _prepare(self, world: World) -> None:
        host = world.people[0]
        mention, alone = partial(_mention, host, world), len(world.people) == 1
        opens = self._options.opens_table
        greeting = table_ready(mention, alone=alone) if opens else welcome(mention, host.name, alone=alone)
        guide = world.model.make_user("guide", global_name="Guide")
        world.model.add_member(world.server, guide.id)
        world.model.create_message(world.channel, guide.id, greeting)
        if self._options.opens_table:
            await self._open_lobby(world, host)

    async def _open_lobby(self, world: World, host: WorldPerson) -> None:
        """Open a table as a person does, with slash commands."""
        rules = self._options.rules or DEFAULT_RULES
        try:
            answer = await self._call(host, world.channel, "rummy new", {"rules": rules})
            if not await self._card(host, world.channel):
                raise PlayError(say("no table by the rules {rules}: {answer}", rules=repr(rules), answer=answer))
            for _ in range(self._options.computers or 0):
                await self._call(host, world.channel, "rummy seat add", {})
        except (Refused, TimeoutError) as error:
            why = str(error) or say("the bot gave no answer")
            raise PlayError(say("no table could be opened: {error}", error=why)) from None

    async def _call(self, host: WorldPerson, channel: int, name: str, options: Mapping[str, object]) -> str:
        """Call a command, close its private answer and return that answer's first line."""
        message = (await (await host.command(channel, name, options)).reply()).message
        if message is None or not message.private:
            return ""
        host.dismiss(message)
        return message.text.partition("\n")[0]

    async def _card(self, host: WorldPerson, channel: int) -> bool:
        """Return whether the bot posts the card of a table."""
        for _ in range(int(CARD_SECONDS * 20)):
            if any(message.from_bot and not message.private for message in host.visible_messages(channel)):
                return True
            await asyncio.sleep(0.05)
        return False

    def _greet(self, world: World, site: Site, keys: list[str]) -> None:
        for person, key in zip(world.people, keys, strict=True):
            print(f"{person.name}: {site.address(key)}")
        print(say("All players: {address}", address=site.list_address))
        print(say("Ctrl-C ends it."), flush=True)
        if self._options.browser and _has_desktop():
            webbrowser.open(site.address(keys[0]))


class _Bot:
    """The bot's process."""

    def __init__(self, server: LocalDiscord, folder: Path, options: PlayOptions) -> None:
        self._server = server
        self._folder = folder
        self._verbose = options.verbose
        kept = options.keep.resolve() if options.keep else folder / "paplu"
        self._log = kept.with_name(kept.name + ".log")
        self._database = kept.with_name(kept.name + ".db")
        self._web_address = f"{HOST}:{_free_port()}"
        self._process: asyncio.subprocess.Process | None = None

    def _environment(self) -> Mapping[str, str]:
        """Return the environment of the bot process; it never holds a real token."""
        needed = ("PATH", "HOME", "LANG", "TMPDIR", "TEMP", "SYSTEMROOT", "VIRTUAL_ENV")
        kept = {key: os.environ[key] for key in needed if key in os.environ}
        for folder in ("RULES_DIR", "LANGUAGES_DIR", "FONTS_DIR"):
            if os.environ.get(folder):
                kept[folder] = str(Path(os.environ[folder]).resolve())
        return {
            **kept,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "PYTHONUTF8": "1",
            "DISCORD_TOKEN": self._server.token,
            "DISCORD_API_URL": self._server.api_url,
            "MONITORING_ADDRESS": "",
            "WEB_ADDRESS": self._web_address,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self._database.as_posix()}",
            "TABLES_PER_SERVER": "1000",
        }

    async def release(self) -> None:
        """Release a database whose world is gone, so that this world can use it."""
        if self._database.exists():
            command = (sys.executable, "-m", "bot", "db", "release")
            quiet = asyncio.subprocess.DEVNULL
            releasing = await asyncio.create_subprocess_exec(
                *command, cwd=self._folder, env=self._environment(), stdout=quiet, stderr=quiet
            )
            await releasing.wait()

    async def start(self, stopping: asyncio.Event) -> None:
        """Start it and wait until it has registered its commands.

        Raises:
            PlayError: it ended or took too long.
        """
        command = (sys.executable, "-m", "bot.localcord.child")
        with contextlib.ExitStack() as stack:
            try:
                log = sys.stderr if self._verbose else stack.enter_context(self._log.open("ab"))
            except OSError as error:
                raise PlayError(say("{file}: cannot be used ({error})", file=self._log, error=reason(error))) from None
            # In its own session: Ctrl-C in a terminal reaches only this process, which then stops the bot.
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
        raise PlayError(self._with_log(say("the bot did not start in {number} seconds", number=f"{START_SECONDS:.0f}")))

    async def watch(self, stopping: asyncio.Event) -> None:
        """Wait for the signal to stop.

        Raises:
            PlayError: the bot ended by itself.
        """
        assert self._process is not None
        ended = asyncio.create_task(self._process.wait())
        stopped = asyncio.create_task(stopping.wait())
        await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
        for task in (ended, stopped):
            task.cancel()
        if not stopping.is_set():
            self._check()

    def _check(self) -> None:
        if self._process is not None and self._process.returncode is not None:
            raise PlayError(self._with_log(say("the bot ended with status {number}", number=self._process.returncode)))

    def _with_log(self, what: str) -> str:
        """Return the fault, with the end of the bot's log."""
        if self._verbose or not self._log.exists():
            return what
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:]
        return "\n".join([say("{what}; its last words:", what=what), *lines])

    async def stop(self) -> None:
        """Stop it; kill it if it does not stop."""
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


def _keys(file: WorldFile | None, name: str, count: int) -> list[str]:
    """Return this number of keys of pages. They are saved with the world, so that an open page reconnects."""
    keys = file.texts(name) if file else []
    keys += [secrets.token_urlsafe(24) for _ in range(count - len(keys))]
    if file:
        file.write(name, keys)
    return keys


def _mention(person: WorldPerson, world: World, name: str) -> str:
    """Return a slash command, such as `rummy new`, as a text that can be clicked."""
    for command in person.commands(world.channel):
        if command["name"] == name.split()[0]:
            return f"</{name}:{command['id']}>"
    return f"`/{name}`"


def _free_port() -> int:
    """Return a port of this machine that nothing uses now."""
    with socket.create_server((HOST, 0)) as server:
        return int(server.getsockname()[1])


def _has_desktop() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
