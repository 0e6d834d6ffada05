"""A process that has imported the bot, and forks: importing it takes longer than most of what tests do with it.

It reads a line of JSON for each process that it shall start. It writes the number of each process on a line of its own,
and later the status with which it ended.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
import threading
from typing import Any

import bot.cli.main
import bot.process

IMPORTED = (bot.cli.main, bot.process)


def main() -> None:
    """Start processes as asked, until nobody asks any more."""
    assert threading.active_count() == 1, "only this thread would live on in a copy"
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ended, wakes = socket.socketpair()
    for end in (ended, wakes):
        end.setblocking(False)
    signal.set_wakeup_fd(wakes.fileno())
    asked = b""
    while True:
        ready, _, _ = select.select([0, ended.fileno()], [], [])
        if ended.fileno() in ready:
            ended.recv(4096)
            report()
        if 0 in ready:
            part = os.read(0, 1 << 16)
            if not part:
                return
            *lines, asked = (asked + part).split(b"\n")
            for line in lines:
                request = json.loads(line)
                pid = os.fork()
                if pid == 0:
                    ended.close()
                    wakes.close()
                    become(request)
                say({"pid": pid})


def say(answer: dict[str, int]) -> None:
    print(json.dumps(answer), flush=True)


def report() -> None:
    """Say which processes have ended."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        say({"pid": pid, "status": os.waitstatus_to_exitcode(status)})


def become(request: dict[str, Any]) -> None:
    """Become the requested process, as if it had just been started. End with its exit status."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    log = os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for fd, of in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(fd, of)
    os.chdir(os.path.dirname(request["log"]))
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["", *request["arguments"]]
    exec(request["code"], {"__name__": "__main__"})
    raise SystemExit


if __name__ == "__main__":
    main()
