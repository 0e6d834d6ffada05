"""A file for a world: its messages and files row by row, each other part as one value."""

import io
import json
import pickle
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bot.languages.error_text import reason
from bot.languages.sentence import say
from bot.localcord import PlayError
from bot.localcord.model.backend import Message, Model
from bot.localcord.views import WorldEventKind
from bot.localcord.world import World, WorldPerson

PARTS = (
    "application_id",
    "bot_user",
    "users",
    "guilds",
    "channels",
    "dm_channels",
    "webhooks",
    "webhook_tokens",
    "application_emojis",
    "commands",
    "command_permissions",
    "interactions",
    "interaction_tokens",
)
"""The parts of a model besides messages and files. New ids come from the clock."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS part (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS message (id INTEGER PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS file (path TEXT PRIMARY KEY, data BLOB NOT NULL);
"""
TABLES = frozenset({"part", "message", "file"})
SHOWN = 100
"""Number of messages of a channel that are read before the file counts as sound."""
MALFORMED = (
    *(sqlite3.Error, pickle.UnpicklingError, EOFError, ImportError, AttributeError, LookupError, TypeError),
    *(ValueError, ArithmeticError, RecursionError, MemoryError, AssertionError),
)
"""Errors in reading a file that no version of this program has written."""


class WorldFile:
    """The file of one world. No other process can open it at the same time.

    Raises:
        PlayError: it is in use, of another kind, or of another version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._foreign = PlayError(say("{file}: not a file that --keep has written", file=path))
        self._changed: dict[int, Message | None] = {}
        self._files: set[str] = set()
        try:
            # The data survives the death of the process, but not of the machine: that would cost a flush for each
            # message.
            self._file = sqlite3.connect(path, timeout=0.2, isolation_level=None)
            known = self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            if not {name for (name,) in known} <= TABLES:
                raise self._foreign  # another program's database stays as it is
            self._file.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.executescript(f"BEGIN EXCLUSIVE; {SCHEMA} COMMIT;")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise PlayError(say("{file}: in use by another run", file=path)) from None
            raise PlayError(say("{file}: cannot be used ({error})", file=path, error=reason(error))) from None
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # SQLite's error quotes what is no text in a malformed file
            raise self._foreign from None

    # -- reading ------------------------------------------------------------------------------------

    def _read(self, name: str) -> Any:
        """Return the part with that name. Return None if there is none."""
        row = self._file.execute("SELECT value FROM part WHERE name = ?", (name,)).fetchone()
        return _load(row[0]) if row else None

    def texts(self, name: str) -> list[str]:
        """Return the part with that name, which is a list of texts. Return an empty list if there is none.

        Raises:
            PlayError: it is something else.
        """
        try:
            found = self._read(name) or []
        except MALFORMED:
            raise self._foreign from None
        if isinstance(found, str):
            found = [found]
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise self._foreign
        return found

    def world(self) -> World | None:
        """Return the saved world. Return None if the file is new.

        Raises:
            PlayError: the file was written by no version of this program, or by another version.
        """
        try:
            return self._world()
        except MALFORMED:
            raise self._foreign from None

    def _world(self) -> World | None:
        about = self._read("about")
        if about is None:
            return None
        if about["simcord"] != version("simcord"):
            raise PlayError(
                say(
                    "{file}: written by SimCord {old}, this is {new}",
                    file=self._path,
                    old=repr(about["simcord"]),
                    new=version("simcord"),
                )
            )
        model = Model()
        for name in PARTS:
            part = self._read(name)
            if type(part) is not type(getattr(model, name)):
                raise TypeError(name)
            setattr(model, name, part)
        model.bot_user = model.users[model.bot_user.id]
        self._fill(model)
        world = World(model, about["shards"])
        world.servers, world.channels = about["servers"], about["channels"]
        world.people += [WorldPerson(world, id, name) for id, name in about["people"]]
        self._look_at(world)
        return world

    def _look_at(self, world: World) -> None:
        """Read what the pages show first, so that a fault shows here and not there."""
        if world.server not in world.model.guilds or world.channel not in world.model.channels or not world.people:
            raise LookupError
        for person in world.people:
            person.commands(world.channel)
            for channel in person.channels():
                person.visible_messages(channel.id, SHOWN)

    def _fill(self, model: Model) -> None:
        for (value,) in self._file.execute("SELECT value FROM message ORDER BY id"):
            message: Message = _load(value)
            model.messages.setdefault(message.channel_id, {})[message.id] = message
        for path, data in self._file.execute("SELECT path, data FROM file"):
            model.cdn._blobs[path] = data
            self._files.add(path)

    # -- writing ------------------------------------------------------------------------------------

    def watch(self, world: World) -> None:
        """Record which messages change from now on."""
        world.model.on_message.append(self._note)

    def _note(self, what: WorldEventKind, message: Message) -> None:
        self._changed[message.id] = None if what is WorldEventKind.DELETED else message

    def write(self, name: str, value: Any) -> None:
        """Save a part."""
        self._file.execute("REPLACE INTO part VALUES (?, ?)", (name, pickle.dumps(value)))

    def save(self, world: World) -> None:
        """Save the world as it is now."""
        model = world.model
        about = {
            "simcord": version("simcord"),
            "shards": world.shards,
            "servers": world.servers,
            "channels": world.channels,
            "people": [(person.id, person.name) for person in world.people],
        }
        self._file.execute("BEGIN")
        self.write("about", about)
        for name in PARTS:
            self.write(name, getattr(model, name))
        self._save_messages()
        self._save_files(model)
        self._file.execute("COMMIT")

    def _save_messages(self) -> None:
        for id, message in self._changed.items():
            if message is None:
                self._file.execute("DELETE FROM message WHERE id = ?", (id,))
            else:
                self._file.execute("REPLACE INTO message VALUES (?, ?)", (id, pickle.dumps(message)))
        self._changed.clear()

    def _save_files(self, model: Model) -> None:
        now = set(model.cdn._blobs)
        self._file.executemany("DELETE FROM file WHERE path = ?", [(path,) for path in self._files - now])
        new = [(path, model.cdn._blobs[path]) for path in now - self._files]
        self._file.executemany("REPLACE INTO file VALUES (?, ?)", new)
        self._files = now

    def close(self) -> None:
        """Close the file, so that others can open it."""
        self._file.close()


def replace_address(model: Model, old: str) -> None:
    """Replace the old address of the server in links to files by its present one."""
    if old == model.cdn.base:
        return
    for place in model.messages.values():
        for message in place.values():
            message.components = _readdressed(message.components, old, model.cdn.base)
            message.attachments = _readdressed(message.attachments, old, model.cdn.base)


def _readdressed(value: Any, old: str, new: str) -> Any:
    return json.loads(json.dumps(value).replace(json.dumps(old + "/")[1:-1], json.dumps(new + "/")[1:-1]))


class _Reader(pickle.Unpickler):
    """Reads only the model's own types, so that a file from elsewhere cannot run code."""

    def find_class(self, module: str, name: str) -> Any:
        known = module.startswith("simcord.backend.models") or module == "simcord.enums"
        if known and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place here")


def _load(data: bytes) -> Any:
    return _Reader(io.BytesIO(data)).load()
