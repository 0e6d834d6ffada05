"""The file of `--keep`: saved worlds come back, and malformed files are refused in one line, untouched."""

import pickle
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.localcord import PlayError
from bot.localcord.world import World
from bot.localcord.world_file import PARTS, WorldFile


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a small world, saved."""
    path = tmp_path / "room.paplu"
    world = World.create(["Asha", "Ben"])
    with closing(WorldFile(path)) as file:
        file.watch(world)
        world.people[0].say(world.channel, "hello")
        file.write("keys", ["one", "two"])
        file.write("base", "http://127.0.0.1:1")
        file.save(world)
    return path


def read(path: Path) -> World | None:
    """Read the file as a run does before it serves anything."""
    with closing(WorldFile(path)) as file:
        world = file.world()
        file.texts("keys")
        file.texts("base")
    return world


def refusal(path: Path) -> str:
    """Return why a file is refused; empty: it is not."""
    try:
        read(path)
    except PlayError as error:
        return str(error)
    return ""


def test_what_was_saved_comes_back(kept: Path, tmp_path: Path) -> None:
    world = read(kept)
    assert world is not None
    assert [person.name for person in world.people] == ["Asha", "Ben"]
    assert [message.content for message in world.people[1].visible_messages(world.channel)] == ["hello"]
    assert read(tmp_path / "new.paplu") is None


def edited(part: str, value: Any) -> Callable[[sqlite3.Connection], object]:
    """Return one part replaced by another value."""
    data = value if isinstance(value, bytes) else pickle.dumps(value)
    return lambda file: file.execute("UPDATE part SET value = ? WHERE name = ?", (data, part))


WRONG: tuple[Any, ...] = (
    None,
    7,
    "text",
    [],
    [1],
    {},
    {"simcord": "3.2.1"},
    {"simcord": "3.2\n1"},
    (),
    b"",
    b"no pickle",
    b"\x80\x05.",
    b"cos\nsystem\n.",
)
EDITS: list[Callable[[sqlite3.Connection], object]] = [
    *(edited(part, value) for part in ("about", "keys")
      for value in WRONG),
    *(edited(part, value) for part in sorted(PARTS) for value in (7,)),
    lambda file: file.execute("DELETE FROM part WHERE name = 'users'"),
    lambda file: file.execute("UPDATE message SET value = ?", (pickle.dumps("no message"),)),
    lambda file: file.execute("UPDATE message SET value = 5"),
    lambda file: file.execute("UPDATE part SET value = 5"),
    lambda file: file.execute("UPDATE part SET value = 'text'"),
    lambda file: file.executescript("DROP TABLE message; CREATE TABLE message (other)"),
    lambda file: file.executescript("DROP TABLE part; CREATE TABLE part (other)"),
    lambda file: file.executescript("DROP TABLE file; CREATE VIEW file AS SELECT 1"),
    lambda file: file.executescript("CREATE TABLE tables (id)"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_what_no_version_has_written_is_refused(kept: Path, number: int) -> None:
    with closing(sqlite3.connect(kept)) as file, file:
        EDITS[number](file)
    said = refusal(kept)
    assert said == "" or (str(kept) in said and len(said.splitlines()) == 1)


def test_a_spoiled_file_is_read_or_refused(kept: Path) -> None:
    sound = kept.read_bytes()
    chance = random.Random(5)
    for number in range(60):
        data = bytearray(sound)
        if number % 3 == 0:
            data = data[: chance.randrange(len(data))]
        for _ in range(1 + number % 40):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        kept.write_bytes(data)
        for rest in kept.parent.glob(f"{kept.name}-*"):
            rest.unlink()
        assert len(refusal(kept).splitlines()) <= 1


def test_a_file_that_spoils_the_error_of_sqlite_is_refused(kept: Path) -> None:
    data = kept.read_bytes()
    kept.write_bytes(data.replace(b"tablemessagemessage\x04CREATE TABLE", b"tablemessag\xffmessage\x04CREATE TABXE"))
    assert "not a file that --keep has written" in refusal(kept)


def test_the_database_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "paplu.db"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE tables (id TEXT)")
    before = path.read_bytes()
    with pytest.raises(PlayError, match="not a file that --keep has written"):
        read(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", [".", "/", "missing/room", "n" * 300])
def test_a_path_that_is_no_file_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(PlayError):
        read(tmp_path / path)
