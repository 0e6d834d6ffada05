"""`python -m tests.bench NAME [SIZE]`: run a benchmark, or list them.

Each module here has a `run()`. If that takes a number, SIZE is its argument: how much to measure. A benchmark that
looks for faults returns how often it met each one. The last line then tells whether there were any, and the status is 1
if there were.
"""

import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path


def names() -> list[str]:
    """Return the names of all benchmarks."""
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return sorted(module.name for module in modules if not module.name.startswith("_"))


def verdict(faults: Mapping[str, int]) -> tuple[str, int]:
    """Return the last line and the exit status of a benchmark that met faults that often."""
    met = [f"{count} {fault}" for fault, count in faults.items() if count]
    return (f"NOT AS IT SHOULD BE: {', '.join(met)}", 1) if met else ("all as it should be", 0)


def main(argv: list[str]) -> int:
    if argv and argv[0] in names() and all(map(str.isdecimal, argv[1:])):
        faults: Mapping[str, int] | None = importlib.import_module(f"tests.bench.{argv[0]}").run(*map(int, argv[1:]))
        if faults is None:
            return 0  # it has only measured
        line, status = verdict(faults)
        print(line)
        return status
    for name in names():
        about = importlib.import_module(f"tests.bench.{name}").__doc__ or ""
        print(f"{name:15} {about.strip().splitlines()[0] if about else ''}")
    return 0 if not argv else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
