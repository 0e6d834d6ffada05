"""The bot as `python -m bot run` has it, but it ends when whoever started it is gone, even if that was killed."""

import os
import runpy
import signal
import sys
import threading


def _wait() -> None:
    """Until the other end of the input is closed, by intent or by death."""
    # Not by `sys.stdin`: a thread that waits in there stops the interpreter from ending.
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_wait, daemon=True).start()
    sys.argv = ["paplu", "run"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
