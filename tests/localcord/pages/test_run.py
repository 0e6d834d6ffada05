"""`paplu play` as it is called: its output, its saved files, and that nothing outlives it."""

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from tests.localcord.pages.test_site import ask, told
from tests.processes.forks import ROOT
from tests.waiting import PATIENCE, until

Process = asyncio.subprocess.Process


class Plays:
    """Starts runs, and ends those that are left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[Process] = []

    async def start(self, *arguments: str, code: str = "") -> Process:
        command = [sys.executable, *(("-c", code) if code else ("-m", "bot")), "play", "--no-browser", *arguments]
        kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        pipe = asyncio.subprocess.PIPE
        # The token of the host's own bot must not be taken.
        environment = {**kept, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "a.real.one"}
        process = await asyncio.create_subprocess_exec(
            *command, cwd=self.folder, env=environment, stdout=pipe, stderr=pipe
        )
        self.started.append(process)
        return process

    async def addresses(self, process: Process, people: int = 1) -> list[str]:
        """Return the addresses that it prints when it is ready."""
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            assert (await process.stdout.readline()).decode() == "Starting …\n"
            lines = [(await process.stdout.readline()).decode() for _ in range(people)]
        return [line.split()[-1] for line in lines]

    async def refused(self, process: Process) -> str:
        """Return the one line of a run that ended at once."""
        async with asyncio.timeout(PATIENCE):
            out, error = await process.communicate()
        assert process.returncode == 2
        assert out.decode() in ("", "Starting …\n")
        assert error.decode().count("\n") == 1
        return error.decode()

    async def end(self, process: Process, sign: signal.Signals = signal.SIGTERM) -> None:
        """Tell it to end, or kill it; it must take the bot along."""
        below = children(process.pid)
        assert below
        process.send_signal(sign)
        async with asyncio.timeout(PATIENCE):
            assert await process.wait() == (-sign if sign is signal.SIGKILL else 0)
        await until(lambda: not any(map(lives, below)), "the end of the bot")


def lives(pid: int) -> bool:
    """Return whether that process runs. One that has ended may stay listed until its status is read."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.fixture
async def plays(tmp_path: Path) -> AsyncIterator[Plays]:
    if sys.platform != "linux":
        pytest.skip("no /proc here")
    made = Plays(tmp_path)
    yield made
    for process in made.started:
        if process.returncode is None:
            process.terminate()
            await process.wait()


@pytest.fixture
async def web() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


async def listen(web: ClientSession, address: str) -> ClientWebSocketResponse:
    return await web.ws_connect(address + "live", headers={"Origin": address.split("/p/")[0]})


async def shown(live: ClientWebSocketResponse, channel: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = (await ask(live, "open", channel=channel))["messages"]
    return messages


def button(messages: list[dict[str, Any]], label: str) -> dict[str, str]:
    """Return message and id of the newest button with that label."""
    for message in reversed(messages):
        for part in re.findall(r"\{[^{}]*\}", str(message["components"])):
            if f"'label': '{label}'" in part and (found := re.search(r"'custom_id': '([^']+)'", part)):
                return {"message": message["id"], "custom_id": found[1]}
    raise AssertionError(f"no button {label!r}")


async def test_a_first_message_says_what_to_press(plays: Plays, web: ClientSession) -> None:
    process = await plays.start("--port", "0")
    [address] = await plays.addresses(process)
    assert address.startswith("http://127.0.0.1:")
    live = await listen(web, address)
    home = (await told(live, "hello"))["home"]
    [welcome] = await shown(live, home)
    assert re.search(r"</rummy quick:\d+>", welcome["content"])
    await plays.end(process, signal.SIGINT)
    assert "Nothing was saved" in await last_words(process)


async def last_words(process: Process) -> str:
    """Return the output after the addresses."""
    assert process.stdout is not None
    return (await process.stdout.read()).decode()


async def test_a_run_of_two_and_a_kill_that_leaves_no_bot_behind(plays: Plays, web: ClientSession) -> None:
    process = await plays.start("--port", "0", "--humans", "2")
    *addresses, all_pages = await plays.addresses(process, 3)
    await only_the_first_player_may_do_what_staff_may(web, addresses)
    await only_its_key_leads_to_the_list_of_pages(web, addresses, all_pages)
    await plays.end(process, signal.SIGKILL)


async def only_the_first_player_may_do_what_staff_may(web: ClientSession, addresses: list[str]) -> None:
    for number, address in enumerate(addresses):
        live = await listen(web, address)
        home = (await told(live, "hello"))["home"]
        for name, options in (("rummy server", {"zone": "Kolkata"}), ("season start", {})):
            await ask(live, "command", channel=home, name=name, options=options)
            answer = str((await told(live, "message"))["message"]["components"])
            assert ("Only staff" in answer) == bool(number)
        await live.close()


async def only_its_key_leads_to_the_list_of_pages(web: ClientSession, addresses: list[str], all_pages: str) -> None:
    async with web.get(all_pages) as answer:
        page = await answer.text()
    for name, address in zip(("Asha", "Ben"), addresses, strict=True):
        assert f'<a href="/p/{address.split("/p/")[1]}">{name}</a>' in page
    async with web.get(all_pages, headers={"Host": "evil.example"}) as answer:
        assert answer.status >= 400
    server = addresses[0].split("/p/")[0]
    for path in ("/", "/all/", "/all/x/", f"/all/{addresses[0].split('/p/')[1]}"):
        async with web.get(server + path) as answer:
            assert answer.status == 404, path
            assert "Ben" not in await answer.text()


def unedited(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages without the time of their last edit."""
    return [{**message, "edited": None} for message in messages]


async def test_a_table_is_ready_and_kept(plays: Plays, web: ClientSession, tmp_path: Path) -> None:
    kept = tmp_path / "room.paplu"
    arguments = ("--port", "0", "--humans", "2", "--computers", "1", "--rules", "winzo", "--keep", str(kept))
    process = await plays.start(*arguments)
    first = await plays.addresses(process, 3)
    live = await listen(web, first[0])
    home = (await told(live, "hello"))["home"]
    before = await shown(live, home)
    async with asyncio.timeout(PATIENCE):
        while "🤖 Meera" not in str(before):
            await asyncio.sleep(0.05)
            before = await shown(live, home)
    button(before, "Start")
    assert "in use" in await plays.refused(await plays.start("--port", "0", "--keep", str(kept)))
    await live.close()
    await plays.end(process)

    process = await plays.start("--port", "0", "--keep", str(kept))
    again = await plays.addresses(process, 3)
    assert [address.split("/", 3)[3] for address in again] == [address.split("/", 3)[3] for address in first]
    live = await listen(web, again[0])
    hello = await told(live, "hello")
    assert unedited(await shown(live, home)) == unedited(before), "a restart draws the same again"
    # An old button works.
    assert "interaction" in await ask(live, "click", **button(before, "Start"))
    thread = (await told(live, "channel"))["channel"]
    assert hello["names"][hello["me"]] == "Asha"
    pictures: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENCE):
        while not pictures:
            await asyncio.sleep(0.05)
            pictures = [file for message in await shown(live, thread["id"]) for file in message["attachments"]]
    await live.close()
    await plays.end(process)

    process = await plays.start("--port", "0", "--keep", str(kept))
    [address, _] = await plays.addresses(process, 2)
    async with web.get(address + pictures[0]["url"]) as answer:
        assert answer.status == 200
    log = (tmp_path / "room.paplu.log").read_text(encoding="utf-8")
    assert "Traceback" not in log
    await plays.end(process)
    assert f"paplu play --keep {kept}" in await last_words(process)


async def test_a_server_made_anew_goes_on_with_the_database_that_was_left(plays: Plays, tmp_path: Path) -> None:
    """Its bot is another one for Discord, and a database belongs to one bot."""
    kept = tmp_path / "room.paplu"
    for _ in range(2):
        kept.unlink(missing_ok=True)
        process = await plays.start("--port", "0", "--keep", str(kept))
        [address] = await plays.addresses(process)
        assert address.startswith("http://127.0.0.1:")
        await plays.end(process)
    assert kept.with_name("room.paplu.db").exists()


async def test_busy_port(plays: Plays) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is taken" in await plays.refused(await plays.start("--port", str(port)))


async def test_missing_extra(plays: Plays) -> None:
    code = "import sys; sys.modules['simcord'] = None; from bot.cli.main import main; sys.exit(main(sys.argv[1:]))"
    assert ".[play]" in await plays.refused(await plays.start(code=code))


async def test_unknown_rules(plays: Plays) -> None:
    refused = await plays.refused(await plays.start("--port", "0", "--rules", "no-such"))
    assert (
        "no rule set 'no-such'; there are circle, circle_detailed, gin, oklahoma, romme, toking, twentyone, winzo"
        in refused
    )


async def test_a_file_of_another_kind(plays: Plays, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear reader, " * 100, encoding="utf-8")
    assert "--keep" in await plays.refused(await plays.start("--port", "0", "--keep", str(other)))
    assert other.read_text(encoding="utf-8").startswith("Dear reader")


async def test_too_many(plays: Plays) -> None:
    assert "at most 6" in await plays.refused(await plays.start("--humans", "3", "--computers", "5"))
