"""The permissions of files that `paplu` writes, and the warning at a start about files that everybody may read."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import Bot, Code
from tests.waiting import until


def open_paplu(*arguments: str) -> Code:
    """Return `paplu` as a shell starts it that lets everybody read new files."""
    text = f"import os; os.umask(0o022); from bot.cli.main import main; raise SystemExit(main({list(arguments)}))"
    return Code(text)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that everybody on this machine may enter; `tmp_path` is none."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


async def test_what_commands_write_is_for_their_user_alone(server: FaultyDiscord, tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    bot = Bot(server, folder, command=open_paplu("run"), BACKUP_DIR=str(folder / "copies"))
    await bot.start()
    await until(lambda: "backup made" in bot.log, "the copy")
    assert await bot.stop() == 0
    for arguments in (("db", "upgrade"), ("db", "backup", str(folder / "copy.db"))):
        command = Bot(server, folder, "command", command=open_paplu(*arguments))
        await command.spawn()
        assert await command.wait() == 0, command.log
    written = {file.name: file for file in folder.glob("**/*") if file.is_file() and file.suffix != ".log"}
    assert {"paplu.db", "copy.db"} < written.keys()
    assert {name for name, file in written.items() if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)} == set()


async def exposed(server: FaultyDiscord, folder: Path) -> list[str]:
    """Return the files about which a start warns that everybody can read them."""
    bot = Bot(server, folder, command=open_paplu("run"), LOG_FORMAT="text")
    bot.log_file.unlink(missing_ok=True)
    await bot.start()
    assert await bot.stop() == 0
    lines = [line for line in bot.log.splitlines() if "everybody on this machine can read" in line]
    return [line.partition("file=")[2].split()[0].rpartition("/")[2] for line in lines]


async def test_a_start_warns_of_files_that_everybody_can_read(server: FaultyDiscord, open_folder: Path) -> None:
    files = [open_folder / ".env", open_folder / "paplu.db"]
    for file in files:
        file.touch()
    for mode, warned in ((0o644, [".env", "paplu.db"]), (0o640, [])):
        for file in files:
            os.chmod(file, mode)
        assert await exposed(server, open_folder) == warned
    os.chmod(files[0], 0o644)
    os.chmod(open_folder, 0o700)
    assert await exposed(server, open_folder) == [], "no other user can enter the folder"
