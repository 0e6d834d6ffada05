"""The start of `paplu`, and of `python -m bot`."""

import gc
import signal
import sys


def main() -> int:
    """Run the command that the arguments name, and return its exit status."""
    if sys.argv[1:2] == ["run"]:
        # Until the event loop has a handler of its own: importing and starting the bot takes seconds.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    gc.disable()  # until the command is imported: looking for garbage there took a seventh of the time
    from bot.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
