"""`python -m tests.bench NAME [SIZE]`: run a benchmark, or list them.

Each module here has a `run()`; where that takes a number, SIZE is it: how much is measured.
"""

import importlib
import pkgutil
import sys
from pathlib import Path


def names() -> list[str]:
    """Every benchmark there is."""
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return sorted(module.name for module in modules if not module.name.startswith("_"))


def main(argv: list[str]) -> int:
    if argv and argv[0] in names() and all(map(str.isdecimal, argv[1:])):
        importlib.import_module(f"tests.bench.{argv[0]}").run(*map(int, argv[1:]))
        return 0
    for name in names():
        about = importlib.import_module(f"tests.bench.{name}").__doc__ or ""
        print(f"{name:15} {about.strip().splitlines()[0] if about else ''}")
    return 0 if not argv else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
