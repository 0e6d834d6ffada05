"""Who may import whom: arrows point inwards and never back."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PURE = {"bot.rummy", "bot.games"}
GAMES = ("bot.games.indian", "bot.games.western")
ANY_GAME = {"bot.games.face", "bot.games.controls", "bot.games.choices"}
"""What all may know of games: none of them by name."""
ROOMS = {
    "bot.rummy": {"bot.rummy"},
    **{f"{game}.face": {game, "bot.rummy", "bot.layout", "bot.render", "bot.text", *ANY_GAME} for game in GAMES},
    **{game: {game, "bot.rummy"} for game in GAMES},
    **{name: {"bot.rummy", "bot.layout", "bot.text", *ANY_GAME} for name in ANY_GAME},
    "bot.games": PURE,
    "bot.store": {"bot.store", "bot.rummy"},
    "bot.service": {"bot.service", "bot.store", "bot.rummy"},
    "bot.render": {"bot.render", "bot.text", "bot.rummy", "bot.games.face"},
    "bot.text": {"bot.text", "bot.rummy", "bot.games.face"},
    **{f"bot.cli.{name}": {"bot.cli", *PURE} for name in ("score", "solve", "judging", "judge", "rule_sets")},
    "bot.cli": {
        "bot.cli",
        "bot.app",
        "bot.localcord",
        "bot.terminal",
        "bot.service",
        "bot.store",
        "bot.text",
        "bot.config",
        *PURE,
    },
    "bot.config": set[str](),
    "bot.log": {"bot.config"},
    "bot.screens": {
        "bot.screens",
        "bot.layout",
        "bot.service",
        "bot.store",
        "bot.render",
        "bot.text",
        "bot.rummy",
        *ANY_GAME,
    },
    "bot.layout": {"bot.layout", "bot.rummy.ids"},
    "bot.flows": {
        "bot.flows",
        "bot.layout",
        "bot.screens",
        "bot.service",
        "bot.store",
        "bot.render",
        "bot.text",
        "bot.rummy",
        *ANY_GAME,
    },
    "bot.discord": {
        "bot.flows",
        "bot.discord",
        "bot.layout",
        "bot.screens",
        "bot.service",
        "bot.store",
        "bot.render",
        "bot.text",
        "bot.rummy",
        *ANY_GAME,
    },
    "bot.terminal": {
        "bot.terminal",
        "bot.flows",
        "bot.layout",
        "bot.log",
        "bot.screens",
        "bot.service",
        "bot.store",
        "bot.text",
        *PURE,
    },
    "bot.localcord": {"bot.localcord", "bot.text", "bot.config"},
    "cogs": {
        "cogs",
        "bot.flows",
        "bot.discord",
        "bot.layout",
        "bot.screens",
        "bot.service",
        "bot.store",
        "bot.render",
        "bot.text",
        "bot.rummy",
        *ANY_GAME,
    },
}
"""What of ours each room may import; `bot.app` and `bot.__main__` see everything."""

FOREIGN = {
    "discord": ("bot.discord", "bot.localcord", "cogs", "bot.app"),
    "simcord": ("bot.localcord.model",),
    "aiohttp": ("bot.discord", "bot.localcord"),
    "PIL": ("bot.render",),
    "sqlalchemy": ("bot.store",),
    "alembic": ("bot.store",),
    "aiosqlite": ("bot.store",),
    "asyncpg": ("bot.store",),
    "openskill": ("bot.service",),
    "pydantic": ("bot.config", "bot.service"),
    "pydantic_settings": ("bot.config",),
}
"""Where a library may be imported."""

IMPURE = {"asyncio", "datetime", "time", "random", "secrets", "os", "socket", "threading", "subprocess", "logging"}
"""What the rules and the computer players have no business with."""

HIDDEN = {"bot.rummy.deal", "bot.games.indian.deal", "bot.games.western.deal", "bot.rummy.table"}
"""Where the cards of every hand are known, and those still to be drawn."""


def modules() -> list[tuple[str, Path]]:
    files = [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]
    return [(".".join(file.relative_to(ROOT).with_suffix("").parts), file) for file in sorted(files)]


def imports(file: Path) -> Iterator[str]:
    """The full name of everything a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def inside(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


def room_of(module: str) -> str | None:
    return next((room for room in ROOMS if inside(module, room)), None)


@pytest.mark.parametrize(("module", "file"), modules())
def test_arrows_point_inwards(module: str, file: Path) -> None:
    room = room_of(module)
    for name in imports(file):
        if room is not None and inside(name, "bot") | inside(name, "cogs"):
            assert any(inside(name, allowed) for allowed in ROOMS[room]), f"{module} imports {name}"
        for library, allowed_rooms in FOREIGN.items():
            if inside(name, library):
                assert any(inside(module, allowed) for allowed in allowed_rooms), f"{module} imports {name}"
        if room is not None and any(inside(room, pure) for pure in PURE):
            assert name.split(".")[0] not in IMPURE, f"{module} imports {name}"
        assert not inside(name, "tests"), f"{module} imports {name}"


def test_every_module_is_in_a_known_room() -> None:
    outside = {module for module, _ in modules() if room_of(module) is None}
    assert outside <= {"bot.__init__", "bot.__main__", "bot.app"}


@pytest.mark.parametrize(("module", "file"), modules())
def test_every_module_says_what_it_is_for(module: str, file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), module


def test_only_views_reach_renderers_and_computers() -> None:
    """A deal or table in their signatures would be a leak."""
    for module, file in modules():
        shows = ("bot.render", "bot.text", "bot.screens", "bot.flows", "bot.discord", "bot.terminal", "cogs")
        thinks = tuple(f"{game}.{name}" for game in GAMES for name in ("face", "computer", "view"))
        if any(inside(module, room) for room in (*shows, *thinks)):
            for name in imports(file):
                assert not any(inside(name, hidden) for hidden in HIDDEN), f"{module} imports {name}"


def test_sentences_for_people_are_kept_in_one_place() -> None:
    """Rules and service raise codes, not sentences."""
    sentence = re.compile(r"IllegalAction\(\s*['\"]|ServiceError\(\s*['\"]")
    for module, file in modules():
        assert not sentence.search(file.read_text(encoding="utf-8")), module
