"""Processes at one database: their names, and the facts that a process knows about the others."""

import os
import secrets
import socket
from contextlib import suppress
from typing import Protocol

SHUFFLE = 2
"""The newest version of the shuffle that this code knows."""


class Processes(Protocol):
    """The facts that a process knows about itself and the others at its database."""

    name: str
    """The name of this process."""

    @property
    def is_alone(self) -> bool:
        """Return whether no other process changes the database."""

    @property
    def shuffle(self) -> int:
        """Return the newest version of the shuffle that all processes know."""

    @property
    def is_sure(self) -> bool:
        """Return whether this process surely still answers for its shards."""

    def check(self, guild: int | None) -> None:
        """Raise a StoreError unless this process may change something for a person of that server.

        None: in direct messages.
        """


class OnlyProcess:
    """A process with a database of its own."""

    is_alone = True
    is_sure = True
    shuffle = SHUFFLE

    def __init__(self, name: str) -> None:
        self.name = name

    def check(self, guild: int | None) -> None:
        """Accept every server."""


def new_name() -> str:
    """Return a unique name for this process: machine, process number, random part."""
    return f"{_machine()}/{os.getpid()}/{secrets.token_hex(4)}"


def _machine() -> str:
    """Return the machine, or the container, within which process numbers are unique."""
    with suppress(OSError):
        return f"{socket.gethostname()} {os.readlink('/proc/self/ns/pid')}"
    return socket.gethostname()


def is_gone(name: str, mine: str) -> bool:
    """Return whether the process of that name has surely ended: its number on this machine is free, or is now ours."""
    machine, _, rest = name.partition("/")
    number = rest.partition("/")[0]
    if name == mine or machine != _machine() or not number.isdecimal():
        return False
    return int(number) == os.getpid() or not _is_running(int(number))


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # it belongs to another user
    return True
