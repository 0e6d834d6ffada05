"""The size of an installed bot: `python deploy/size.py [EXTRA …]` in an environment for development.

Print each distribution that the bot and these extras need, with its size in MB, and the total. The exit status is 1
if the total is more than allowed.
"""

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bot
import cogs

MOST_MB = 200


def needed(extras: tuple[str, ...]) -> set[str]:
    """Return the names of all distributions that the bot needs with these extras, including itself."""
    found, waiting = {"paplu"}, [("paplu", extra) for extra in ("", *extras)]
    while waiting:
        name, extra = waiting.pop()
        for requirement in map(Requirement, metadata.requires(name) or ()):
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
                continue
            key = canonicalize_name(requirement.name)
            waiting += [(key, one) for one in ((*requirement.extras,) if key in found else ("", *requirement.extras))]
            found.add(key)
    return found


def size_of(name: str) -> int:
    """Return the size of a distribution's files in bytes."""
    if name == "paplu":  # it may be installed from a checkout, where it lists no files
        folders = (Path(module.__path__[0]) for module in (bot, cogs))
        ours = (path for folder in folders for path in folder.rglob("*") if path.is_file())
        return sum(path.stat().st_size for path in ours if path.suffix != ".po")  # a package has them compiled alone
    files = (Path(str(file.locate())) for file in metadata.files(name) or ())
    return sum(path.stat().st_size for path in files if path.is_file())


def sizes(extras: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Return each distribution with its size in MB, the largest first."""
    found = ((name, size_of(name) / 1e6) for name in needed(extras))
    return iter(sorted(found, key=lambda pair: -pair[1]))


def main(extras: tuple[str, ...]) -> int:
    """Print the sizes. Return the exit status."""
    total = 0.0
    for name, megabytes in sizes(extras):
        total += megabytes
        print(f"{megabytes:8.1f}  {name}")
    print(f"{total:8.1f}  in all, at most {MOST_MB}")
    return int(total > MOST_MB)


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
