"""`python -m tests.bench NAME [SIZE]`: run a benchmark, or list them.

Each module here has a `run()`; where that takes a number, SIZE is it: how much is measured. One that looks for faults
answers how often it met each. Then the last line says whether there were any, and status 1 that there were.
"""

import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path


def names() -> list[str]:
    """Every benchmark there is."""
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return sorted(module.name for module in modules if not module.name.startswith("_"))


def verdict(faults: Mapping[str, int]) -> tuple[str, int]:
    """Return the last line and the exit status of a benchmark that met faults so often."""
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
