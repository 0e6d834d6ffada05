"""Loaded by Python itself in a child process: lets no connection leave this machine, and notes every try."""

import os
import sys
from typing import Any

LOCAL = ("127.0.0.1", "localhost", "::1")


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple):
        host = args[1][0]
    elif event == "socket.getaddrinfo":
        host = args[0]
    else:
        return
    host = host.decode() if isinstance(host, bytes) else host
    if host in LOCAL or host is None:
        return
    # Opened by the low-level call: this is no place for buffers, a kill may come at once.
    note = os.open(os.environ["GUARD_FILE"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(note, f"{event} {host}\n".encode())
    os.close(note)
    raise OSError(f"no connection to {host} from a test")


sys.addaudithook(_watch)
