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
    assert {"beacon", "play", "postgres", "sentry"} <= set(hints)
    assert set(hints) <= set(PROJECT["optional-dependencies"])
    assert not [file.name for file, text in sources.items() if "paplu[" in text]


def test_an_installed_package_has_every_file_of_its_folder() -> None:
    """Files that are no modules are copied only where the project names them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        named = tomllib.load(file)["tool"]["setuptools"]["package-data"]["bot"]
    kept = {file for pattern in named for file in (ROOT / "bot").glob(pattern)}
    found = {file for file in (ROOT / "bot").rglob("*") if file.is_file() and "__pycache__" not in file.parts}
    assert sorted(str(file) for file in found - kept if file.suffix not in {".py", ".pyc"}) == []
    assert [pattern for pattern in named if not any((ROOT / "bot").glob(pattern)) and ".mo" not in pattern] == []


# -- what is locked ---------------------------------------------------------------------------------

LOCKED = {
    canonicalize_name(pin.name): (pin, re.findall(r"--hash=sha256:([0-9a-f]{64})(?= |$)", entry))
    for entry in (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    for pin in [Requirement(entry.partition(" --hash")[0])]
}
"""Each locked version with its hashes."""
BUILD = {
    canonicalize_name(requirement.name): requirement
    for text in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    for requirement in [Requirement(text)]
}


def test_the_lock_has_the_pinned_versions_with_hashes() -> None:
    for name, (pin, hashes) in LOCKED.items():
        assert hashes, name
        assert (len(pin.specifier), {one.operator for one in pin.specifier}) == (1, {"=="})
        if name in PINNED:
            assert pin.specifier == PINNED[name].specifier, name
    assert LOCKED.keys() - PINNED.keys() == BUILD.keys() - PINNED.keys(), "only what builds the package has no pin"


def test_the_lock_has_what_hosts_need_and_what_builds_the_package() -> None:
    for name, requirement in BUILD.items():
        (pin,) = LOCKED[name][0].specifier
        assert requirement.specifier.contains(pin.version), name
    extras = PROJECT["optional-dependencies"]
    chosen = (*extras["postgres"], *extras["sentry"], *extras["beacon"])
    asked = [Requirement(text) for text in (*PROJECT["dependencies"], *chosen)]
    for python in PYTHONS:
        wanted: set[str] = {canonicalize_name(requirement.name) for requirement in asked}
        for requirement in asked:
            for extra in ("", *requirement.extras):
                wanted |= needed(requirement.name, python, extra)
        environment = {"python_version": python, "python_full_version": f"{python}.0"}
        given = {name for name, (pin, _) in LOCKED.items() if pin.marker is None or pin.marker.evaluate(environment)}
        assert given == wanted | BUILD.keys(), python


def test_the_lock_names_no_registry() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*--?(?:i|index|extra|find|trusted)", text, re.MULTILINE)


def test_the_paper_says_how_the_lock_is_made() -> None:
    paper = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("\\\n", "")
    (command,) = re.findall(r"^echo '(.+?)' \| uv pip compile (.+)$", paper, re.MULTILINE)
    assert canonicalize_name(Requirement(command[0]).name) in BUILD
    for option in (
        "--extra postgres",
        "--extra sentry",
        "--extra beacon",
        "-c constraints.txt",
        "--universal",
        "--generate-hashes",
    ):
        assert option in command[1]
    assert command[1].endswith("-o requirements.lock")
