"""The pinned versions, and hints for missing packages, which name only what can be installed."""

import re
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = {
    canonicalize_name(pin.name): pin
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
    for pin in [Requirement(line)]
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@cache
def requirements(name: str) -> tuple[Requirement, ...]:
    """Return the requirements of a distribution; empty for one that is needed only on another Python."""
    try:
        return tuple(map(Requirement, metadata.requires(name) or ()))
    except metadata.PackageNotFoundError:
        return ()


def needed(name: str, python: str, extra: str = "") -> set[str]:
    """Return the distributions that an installed one needs on that Python, and those that they need in turn."""
    found = set[str]()
    waiting = [(name, extra)]
    while waiting:
        one, of = waiting.pop()
        for requirement in requirements(one):
            environment = {"python_version": python, "python_full_version": f"{python}.0", "extra": of}
            if requirement.marker is not None and not requirement.marker.evaluate(environment):
                continue
            key = canonicalize_name(requirement.name)
            if key not in found:
                found.add(key)
                waiting += [(key, extra) for extra in ("", *requirement.extras)]
    return found


def test_all_that_is_installed_is_pinned_on_every_python() -> None:
    for python in PYTHONS:
        for extra in ("", *PROJECT["optional-dependencies"]):
            names = needed("paplu", python, extra) - {"paplu"}
            assert names, extra
            assert names - PINNED.keys() == set(), f"{python} {extra}"


def test_pins_fit_the_project() -> None:
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    for requirement in (Requirement(text) for texts in lists for text in texts):
        (pin,) = PINNED[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(pin.version), requirement


def test_hints_name_extras_of_the_checkout() -> None:
    sources = {file: file.read_text(encoding="utf-8") for file in ROOT.glob("bot/**/*.py")}
    hints = [extra for text in sources.values() for extra in re.findall(r"pip install ['\"]\.\[(\w+)\]['\"]", text)]
    assert {"play", "postgres", "sentry"} <= set(hints)
    assert set(hints) <= set(PROJECT["optional-dependencies"])
    assert not [file.name for file, text in sources.items() if "paplu[" in text]
