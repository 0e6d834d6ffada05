"""A process that runs the bot like `python -m bot run`, and ends when its parent ends, even if that was killed."""

import os
import runpy
import signal
import sys
import threading


def _stop_with_parent() -> None:
    """Wait until the parent closes the other end of the input or dies, then stop."""
    # `sys.stdin` is not used: a thread that waits in it prevents the interpreter from ending.
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    sys.argv = ["paplu", "run"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
