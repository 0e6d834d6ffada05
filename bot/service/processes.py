"""Names of processes. A process can tell from a name whether that process has ended."""

import os
import secrets
import socket
from contextlib import suppress


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
