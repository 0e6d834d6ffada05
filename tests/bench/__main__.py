"""`python -m tests.bench NAME`: run a benchmark, or list them. Each module here has a `run()`."""

import importlib
import pkgutil
import sys
from pathlib import Path


def names() -> list[str]:
    """Every benchmark there is."""
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return sorted(module.name for module in modules if not module.name.startswith("_"))


def main(argv: list[str]) -> int:
    if len(argv) == 1 and argv[0] in names():
        importlib.import_module(f"tests.bench.{argv[0]}").run()
        return 0
    for name in names():
        about = importlib.import_module(f"tests.bench.{name}").__doc__ or ""
        print(f"{name:12} {about.strip().splitlines()[0] if about else ''}")
    return 0 if not argv else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
