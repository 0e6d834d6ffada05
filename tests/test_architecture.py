"""The rules of imports and libraries, and that a game is one folder: read off the code.

An import counts wherever it stands, also inside a function or for the type checker alone. The checks are functions
over sources, so that each is also run over code that breaks its rule.
"""

import ast
import gc
import re
import subprocess
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.games.registry import GAMES

ROOT = Path(__file__).parents[1]
GAME_FOLDERS = tuple(f"bot.games.{file.parent.name}" for file in sorted(ROOT.glob("bot/games/*/game.py")))
FACES = tuple(f"{folder}.face" for folder in GAME_FOLDERS)
REGISTRIES = ("bot.games.registry", "bot.games.faces")


def with_faces(games: Iterable[str]) -> set[str]:
    """Return these folders of games and their faces."""
    return {room for game in games for room in (game, f"{game}.face")}


# -- the plan ---------------------------------------------------------------------------------------

SHOWN_BY = {"bot.codes", "bot.languages", "bot.faces", "bot.layout", "bot.text", "bot.rummy"}
"""Rooms that everything needs that shows something of a table."""
FRONT = {"bot.flows", "bot.screens", "bot.service", "bot.store", *SHOWN_BY}
"""Rooms on which a front end is built."""
JUDGING = tuple(f"bot.cli.{name}" for name in ("score", "solve", "judge", "rule_sets"))
"""The commands that start without a database, Discord or pictures."""
COUNTED = {"bot.counts", "bot.error_fields"}
"""Rooms for places that count, or that report an error."""
BUILDS_ON = {"bot.games.twentyone": ("bot.games.indian",)}
"""The game on which another game builds, and from which it takes what both share, in its face too; never the
reverse.
"""
ROOMS: Mapping[str, set[str]] = {
    **{name: {"bot.rummy.errors"} for name in COUNTED},
    "bot.rummy": set(),
    "bot.codes": set(),
    "bot.languages": {"bot.codes", "bot.rummy.errors"},
    **{folder: {"bot.rummy", *BUILDS_ON.get(folder, ())} for folder in GAME_FOLDERS},
    "bot.layout": {"bot.languages", "bot.rummy.ids"},
    "bot.faces": {"bot.languages", "bot.layout", "bot.rummy"},
    "bot.text": {"bot.codes", "bot.faces", "bot.languages", "bot.layout", "bot.rummy"},
    "bot.render": {"bot.codes", "bot.counts", "bot.faces", "bot.languages", "bot.text", "bot.rummy"},
    **{
        face: {game, "bot.render", *SHOWN_BY, *with_faces(BUILDS_ON.get(game, ()))}
        for face, game in zip(FACES, GAME_FOLDERS, strict=True)
    },
    "bot.games.registry": {"bot.rummy", *GAME_FOLDERS},
    "bot.games.faces": {"bot.rummy", *GAME_FOLDERS, *FACES},
    "bot.store": {*COUNTED, "bot.codes", "bot.rummy"},
    "bot.service": {"bot.codes", "bot.error_fields", "bot.store", "bot.rummy"},
    "bot.monitoring": {*COUNTED, "bot.rummy.errors", "bot.service", "bot.store"},
    "bot.screens": {"bot.render", "bot.service", "bot.store", *SHOWN_BY},
    "bot.flows": {"bot.error_fields", "bot.screens", "bot.service", "bot.store", *SHOWN_BY},
    "bot.discord": {"bot.monitoring", *COUNTED, *FRONT},
    "bot.page": {"bot.languages"},
    "bot.web": {"bot.discord", "bot.page", *COUNTED, *FRONT},
    "bot.terminal": {"bot.games.faces", "bot.log", *FRONT},
    "cogs": {"bot.discord", *FRONT},
    "bot.beacon": {"bot.error_fields", "bot.service", "bot.rummy"},
    "bot.config": {"bot.rummy.beacon", "bot.rummy.errors"},
    "bot.log": {"bot.config", "bot.error_fields"},
    "bot.memory": set(),
    "bot.localcord": {"bot.languages", "bot.page", "bot.text", "bot.config"},
    **{name: {"bot.games.registry", "bot.languages", "bot.rummy", *JUDGING, "bot.console"} for name in JUDGING},
    "bot.console": {"bot.languages", "bot.rummy.errors"},
    "bot.cli": {
        *JUDGING,
        "bot.codes",
        "bot.console",
        "bot.process",
        "bot.config",
        "bot.faces",
        "bot.games.faces",
        "bot.languages",
        "bot.localcord",
        "bot.monitoring",
        "bot.rummy",
        "bot.service",
        "bot.store",
        "bot.terminal",
        "bot.text",
    },
}
"""The rooms that each room may import besides itself, the innermost first; `SEES_EVERYTHING` names the exceptions."""

BUILDS_AND_RUNS = ("bot.app", "bot.events", "bot.loops", "bot.process", "bot.runner")
SEES_EVERYTHING = {"bot", "bot.__main__", "bot.games", *BUILDS_AND_RUNS}

LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "discord": ("bot.discord", "bot.localcord", "cogs"),
    "simcord": ("bot.localcord.model",),
    "aiohttp": ("bot.beacon", "bot.discord", "bot.localcord", "bot.monitoring", "bot.web"),
    "prometheus_client": ("bot.monitoring",),
    "sentry_sdk": ("bot.monitoring.sentry",),
    "pyblst": ("bot.service.beacon",),
    "PIL": ("bot.render", *FACES),
    "aiosqlite": ("bot.store.connection",),
    "sqlalchemy": ("bot.store",),
    "alembic": ("bot.store",),
    "asyncpg": ("bot.store",),
    "openskill": ("bot.service",),
    "babel": ("bot.languages",),
    "dateutil": ("bot.flows",),
    "pydantic": ("bot.config", "bot.service"),
    "pydantic_settings": ("bot.config",),
}
"""The places where a library may be imported."""

CONNECTS = ("bot.store.files", "bot.store.start_number", "bot.localcord.world_file")
"""The modules that open SQLite files without aiosqlite: to check and copy them, and never for data of the bot."""
MAKES_ENGINES = ("bot.store.connection", "bot.store.migrate")
"""The modules that make SQLAlchemy's engines for SQLite; the second does so in memory, for a maintainer."""

PURE = ("bot.rummy", *GAME_FOLDERS)
"""A game's face is not: it draws."""
PURE_LIBRARIES = {
    "abc",
    "bisect",
    "collections",
    "contextvars",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "json",
    "math",
    "statistics",
    "operator",
    "re",
    "string",
    "tomllib",
    "types",
    "typing",
    "unicodedata",
}
"""The libraries that pure code may import: no clock, dice, disk, network or thread."""
READS_FILES = {"bot.rummy.rules": {"importlib", "pathlib"}, "bot.games.gin.weights": {"importlib"}}
"""Rule sets and fitted numbers are the only files that are read near the rules."""
SPEAK = ("bot.text", "bot.render", "bot.screens", "bot.flows", "bot.terminal", "bot.web", "bot.cli", "cogs")
"""The places where sentences for people are put together, besides the faces of games."""
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "__import__"}

KNOWS_REGISTRIES = ("bot.app", "bot.cli", "bot.terminal")
"""The places that may import the registries of games, besides tests; all others receive the games."""

SHOWS = ("bot.render", "bot.text", "bot.layout", "bot.faces", *FACES)
SECRETLESS = (*SHOWS, "bot.screens", "bot.flows", "bot.discord", "bot.terminal", "bot.web", "cogs")
"""The places that get only views, besides the computers and views of games."""
THINKS = tuple(f"{folder}.{name}" for folder in GAME_FOLDERS for name in ("computer", "coach", "view"))
HIDDEN = {"bot.rummy.deal", "bot.rummy.table", *(f"{folder}.deal" for folder in GAME_FOLDERS)}
"""The places that know the cards of every hand, and those still to be drawn."""

NEAR_DISCORD = (*BUILDS_AND_RUNS, "bot.discord", "bot.monitoring", "bot.web", "cogs")
"""Rooms that have objects of discord.py and aiohttp at hand."""
TOUCHES_PRIVATE_NAMES = "bot.discord.library"
DOCUMENTED = {f"discord.{name}" for name in ("abc", "app_commands", "ext", "ui", "utils")} | {"aiohttp.web"}
"""The modules of these libraries that their documentation names."""
MAY_BE_SET = {"sys.argv", "sys.stderr", "sys.stdout"}
"""Names of libraries that are there to be set."""

NAMES_OF_GAMES = {"romme", "western", "indian"}.union(*({game.id, game.table or game.id} for game in GAMES))
MAY_NAME_GAMES = (*GAME_FOLDERS, *REGISTRIES, "bot.store.migrations", "bot.screens.old_ids")


# -- reading code -----------------------------------------------------------------------------------


class Module(NamedTuple):
    """A module's name and its code."""

    name: str
    tree: ast.Module


def module(name: str, code: str) -> Module:
    return Module(name, ast.parse(code))


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> tuple[Module, ...]:
    files = sorted([*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")])
    gc.disable()  # half a million nodes, none of them garbage
    try:
        return tuple(module(name_of(file), file.read_text(encoding="utf-8")) for file in files)
    finally:
        gc.enable()


@cache
def walked(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a module; a dozen checks look at them."""
    return tuple(ast.walk(tree))


def imports(one: Module) -> Iterator[str]:
    """Yield the full name of everything a module imports, wherever in it."""
    for node in walked(one.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{one.name}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def inside(name: str, *rooms: str) -> bool:
    return any(name == room or name.startswith(room + ".") for room in rooms)


@cache
def room_of(name: str) -> str | None:
    """Return the innermost room that a module is in."""
    return max((room for room in ROOMS if inside(name, room)), key=len, default=None)


def is_ours(name: str) -> bool:
    return inside(name, "bot", "cogs", "tests")


# -- arrows -----------------------------------------------------------------------------------------


def wrong_arrows(one: Module) -> Iterator[str]:
    """Yield imports of ours that the plan does not have."""
    room = room_of(one.name)
    if room is None and one.name not in SEES_EVERYTHING:
        yield f"{one.name} is in no room"
    for name in filter(is_ours, imports(one)):
        target = room_of(name)
        fits = (inside(name, allowed) and room_of(allowed) == target for allowed in ROOMS.get(room or "", ()))
        if inside(name, "tests") or not (room in (None, target) or any(fits)):
            yield f"{one.name} imports {name}"


def wrong_libraries(one: Module) -> Iterator[str]:
    """Yield imports of libraries in places where they may not be used."""
    for name in imports(one):
        allowed = LIBRARIES.get(name.partition(".")[0])
        if allowed is not None and not inside(one.name, *allowed):
            yield f"{one.name} imports {name}"


def wrong_connections(one: Module) -> Iterator[str]:
    """Yield connections to SQLite that do not come from aiosqlite, and engines that could make such."""
    names = set(imports(one))
    if one.name not in MAKES_ENGINES:
        yield from (f"{one.name} imports {name}" for name in names if inside(name, "sqlalchemy.create_engine"))
    if one.name in CONNECTS:
        return
    yield from (f"{one.name} imports {name}" for name in names if inside(name, "sqlite3") and name != "sqlite3")
    for node in walked(one.tree):
        match node:
            case ast.Attribute(value=ast.Name(id="sqlite3"), attr="connect" | "dbapi2"):
                yield f"{one.name} line {node.lineno}: sqlite3.{node.attr}"
            case ast.alias(name="sqlite3", asname=str(name)):
                yield f"{one.name} line {node.lineno}: sqlite3 as {name}"


def wrong_registries(one: Module) -> Iterator[str]:
    """Yield imports of a registry of games in places that have to receive the games."""
    if not inside(one.name, *KNOWS_REGISTRIES):
        yield from (f"{one.name} imports {name}" for name in imports(one) if inside(name, *REGISTRIES))


def hidden_imports(one: Module) -> Iterator[str]:
    """Yield imports that a reader of import statements does not see."""
    if any(inside(name, "importlib.import_module", "importlib.__import__") for name in imports(one)):
        yield f"{one.name} imports import_module"
    for node in walked(one.tree):
        if isinstance(node, ast.Name | ast.Attribute):
            word = node.id if isinstance(node, ast.Name) else node.attr
            if word in ("import_module", "__import__"):
                yield f"{one.name} line {node.lineno}: {word}"


def circles(all_modules: Iterable[Module]) -> list[list[str]]:
    """Return modules that import one another, directly or through others: strongly connected components (Tarjan)."""
    trees = {one.name: one for one in all_modules}

    def target(name: str) -> str:
        while name and name not in trees:
            name = name.rpartition(".")[0]
        return name

    edges = {name: {target(found) for found in imports(one)} - {"", name} for name, one in trees.items()}
    found: list[list[str]] = []
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        path.append(name)
        for other in sorted(edges[name]):
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in path:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            start = path.index(name)
            if len(path) - start > 1:
                found.append(sorted(path[start:]))
            del path[start:]

    for name in trees:
        if name not in order:
            visit(name)
    return found


# -- purity and secrets -----------------------------------------------------------------------------


def is_pure(name: str) -> bool:
    return inside(name, *PURE) and not inside(name, *FACES)


def impurities(one: Module) -> Iterator[str]:
    """Yield things that pure code may not use: libraries beyond the list, files, output, awaiting."""
    if not is_pure(one.name):
        return
    allowed = PURE_LIBRARIES | READS_FILES.get(one.name, set())
    yield from (
        f"{one.name} imports {name}"
        for name in imports(one)
        if not is_ours(name) and name.partition(".")[0] not in allowed
    )
    for node in walked(one.tree):
        if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith | ast.Global):
            yield f"{one.name} line {node.lineno}: {type(node).__name__}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield f"{one.name} line {node.lineno}: {node.func.id}()"


def tasks(one: Module) -> Iterator[str]:
    """Yield uses of asyncio in the rules or in a game."""
    if inside(one.name, "bot.rummy", "bot.games"):
        yield from (f"{one.name} imports {name}" for name in imports(one) if inside(name, "asyncio"))


def leaks(one: Module) -> Iterator[str]:
    """Yield imports of modules that know all cards by those that may know only views."""
    if inside(one.name, *SECRETLESS, *THINKS):
        yield from (f"{one.name} imports {name}" for name in imports(one) if inside(name, *HIDDEN))


# -- names of libraries -----------------------------------------------------------------------------


def is_private(name: str) -> bool:
    return re.match("_[a-zA-Z]", name) is not None


def is_undocumented(name: str) -> bool:
    """Return whether that is a module of discord.py or aiohttp that their documentation does not name."""
    library, _, part = name.partition(".")
    return (
        library in ("discord", "aiohttp")
        and part.isidentifier()
        and name not in DOCUMENTED
        and find_spec(name) is not None
    )


def private_definitions(one: Module) -> Iterator[str]:
    """Return the private names that a module gives to functions, and to attributes of its own objects."""
    for node in walked(one.tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


@cache
def own_private_names() -> frozenset[str]:
    """Return the private names of our own objects near Discord."""
    near = (one for one in modules() if inside(one.name, *NEAR_DISCORD))
    return frozenset(name for one in near for name in private_definitions(one))


def private_names(one: Module) -> Iterator[str]:
    """Yield private names of discord.py and aiohttp, and their undocumented modules, outside of the module for these.

    A private name is ours if the object is `self` and a class of ours has it. Each other one is taken for theirs.
    """
    if not inside(one.name, *NEAR_DISCORD) or one.name == TOUCHES_PRIVATE_NAMES:
        return
    own = own_private_names()
    for node in walked(one.tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")), attr=name):
                found = is_private(name) and name not in own
            case ast.Attribute(value=value, attr=name):
                found = is_private(name) or is_undocumented(f"{ast.unparse(value)}.{name}")
            case ast.Call(func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]):
                found = is_private(name)
            case ast.Subscript(value=ast.Call(func=ast.Name(id="vars")), slice=ast.Constant(value=str(name))):
                found = is_private(name)
            case _:
                continue
        if found:
            yield f"{one.name} line {node.lineno}: {name}"
    parts = (name.split(".") for name in imports(one))
    yield from (f"{one.name} imports {'.'.join(name)}" for name in parts if is_undocumented(".".join(name[:2])))


def replaced_names(one: Module) -> Iterator[str]:
    """Yield names of libraries that are set for the whole process, outside of the module for private ones."""
    if one.name == TOUCHES_PRIVATE_NAMES:
        return
    bound = {
        alias.asname or alias.name.partition(".")[0]
        for node in walked(one.tree)
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not is_ours(node.module or ""))
        for alias in node.names
    }
    for node in walked(one.tree):
        match node:
            case ast.Attribute(ctx=ast.Store()):
                said = ast.unparse(node)
            case ast.Call(func=ast.Name(id="setattr"), args=[owner, name, *_]):
                said = f"{ast.unparse(owner)}.{ast.unparse(name)}"
            case _:
                continue
        if said.partition(".")[0] in bound and said not in MAY_BE_SET:
            yield f"{one.name} line {node.lineno}: {said}"


# -- names of games ---------------------------------------------------------------------------------


def words_of(name: str) -> set[str]:
    """Return the words that an identifier or a text is made of, in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain).lower()))


def is_sentence(text: str) -> bool:
    """Return whether a string is a sentence, for people or about code: it holds a space or a line's end."""
    return re.search(r"\s", text.strip()) is not None


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield every name that code uses or gives."""
    for node in walked(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield from filter(None, (*name.split("."), other))
            case ast.ImportFrom(module=str(name)):
                yield from name.split(".")
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name


def texts(tree: ast.AST) -> Iterator[str]:
    """Yield every string that is no sentence; a formatted one is taken as a whole."""
    if isinstance(tree, ast.JoinedStr):
        parts = [part.value for part in tree.values if isinstance(part, ast.Constant)]
        if not is_sentence("…".join(map(str, parts))):
            yield from map(str, parts)
        for part in tree.values:
            if isinstance(part, ast.FormattedValue):
                yield from texts(part.value)
    elif isinstance(tree, ast.Constant):
        if isinstance(tree.value, str) and not is_sentence(tree.value):
            yield tree.value
    else:
        for child in ast.iter_child_nodes(tree):
            yield from texts(child)


def classes(one: Module) -> Iterator[str]:
    """Return the public classes that a module defines."""
    found = (node.name for node in walked(one.tree) if isinstance(node, ast.ClassDef))
    return (name for name in found if not name.startswith("_"))


def type_names(one: Module) -> Iterator[str]:
    """Yield the public classes of a module, and its other names for types; constants are written in capitals."""
    yield from classes(one)
    for node in one.tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names = (target.id for target in targets if isinstance(target, ast.Name))
        yield from (name for name in names if re.match("[A-Z][A-Za-z]*[a-z]", name))


@cache
def classes_of_games() -> frozenset[str]:
    """Return the classes that only a game's folder defines."""
    own = {name for one in modules() if inside(one.name, *GAME_FOLDERS) for name in classes(one)}
    others = {name for one in modules() if not inside(one.name, *GAME_FOLDERS) for name in classes(one)}
    return frozenset(own - others)


def named_games(one: Module) -> Iterator[str]:
    """Yield identifiers, imports and strings that name one game in a module outside a game."""
    if inside(one.name, *MAY_NAME_GAMES):
        return
    for name in identifiers(one.tree):
        if words_of(name) & NAMES_OF_GAMES:
            yield f"{one.name}: {name}"
    foreign = {name.rpartition(".")[2] for name in imports(one) if not is_ours(name)}
    used = {node.id for node in walked(one.tree) if isinstance(node, ast.Name)}
    yield from (f"{one.name}: {name}" for name in used & classes_of_games() - foreign)
    for text in texts(one.tree):
        if words_of(text) & NAMES_OF_GAMES:
            yield f"{one.name}: {text!r}"


def own_commas(one: Module) -> Iterator[str]:
    """Yield lists for people that are joined by a comma, instead of by `bot.languages.formats`."""
    if inside(one.name, *SPEAK, *FACES):
        for node in walked(one.tree):
            match node:
                case ast.Attribute(attr="join", value=ast.Constant(value=", ")):
                    yield f"{one.name}: line {node.lineno}"


# -- the checks over the whole house ----------------------------------------------------------------

CHECKS: tuple[Callable[[Module], Iterator[str]], ...] = (
    wrong_arrows,
    wrong_libraries,
    wrong_connections,
    wrong_registries,
    hidden_imports,
    impurities,
    tasks,
    leaks,
    private_names,
    replaced_names,
    named_games,
    own_commas,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_house_keeps_to_the_plan(check: Callable[[Module], Iterator[str]]) -> None:
    assert [fault for one in modules() for fault in check(one)] == []


def test_no_modules_import_one_another() -> None:
    assert circles(modules()) == []


def two_way(all_modules: Iterable[Module]) -> set[tuple[str, str]]:
    """Return the pairs of rooms inside one layer, files or folders, that import each other."""
    trees = {one.name: one for one in all_modules}

    def room(name: str) -> str:
        while name and name not in trees:
            name = name.rpartition(".")[0]
        return ".".join(name.split(".")[: 4 if inside(name, "bot.games") else 3])

    arrows = {(room(name), room(found)) for name, one in trees.items() for found in imports(one)}
    return {(one, other) for one, other in arrows if one and one < other and (other, one) in arrows}


def test_rooms_of_a_layer_import_each_other_one_way() -> None:
    """Rule sets name the formats of matches, and matches are played by rule sets."""
    assert two_way(modules()) == {("bot.rummy.match", "bot.rummy.rules")}


def test_rooms_that_import_each_other_are_found() -> None:
    one = module("bot.service.a.x", "from bot.service.b import y")
    two = module("bot.service.b.y", "def f():\n    from bot.service.a.z import g")
    three = module("bot.service.a.z", "")
    assert two_way([one, two, three]) == {("bot.service.a", "bot.service.b")}
    assert two_way([one, three]) == set()


def test_every_room_of_the_plan_is_there() -> None:
    """A room that is gone must go from the plan as well."""
    names = [one.name for one in modules()]
    for room in ROOMS:
        assert any(inside(name, room) for name in names), room
        for allowed in ROOMS[room]:
            assert any(inside(name, allowed) for name in names), f"{room}: {allowed}"


def test_every_module_says_what_it_is_for() -> None:
    assert [one.name for one in modules() if not ast.get_docstring(one.tree)] == []


def doubles(all_modules: Iterable[Module]) -> dict[str, list[str]]:
    """Return names that more than one module gives to a type, and these modules."""
    where = defaultdict(list)
    for one in all_modules:
        for name in type_names(one):
            where[name].append(one.name)
    return {name: places for name, places in where.items() if len(places) > 1}


def test_no_two_types_have_one_name() -> None:
    assert doubles(modules()) == {}


def test_two_types_with_one_name_are_found() -> None:
    one = module("bot.a", "class Page: ...\nTRIES = 1\nT = TypeVar('T')\nclass _Row: ...")
    two = module("bot.b", "Page = tuple[int, ...]\nTRIES = 2\nT = TypeVar('T')\n_Row = int")
    assert doubles([one, two]) == {"Page": ["bot.a", "bot.b"]}
    assert doubles([one, module("bot.c", "Page: TypeAlias = int")]) == {"Page": ["bot.a", "bot.c"]}


def test_faces_load_without_pictures() -> None:
    code = "import bot.games.faces, sys; sys.exit('PIL' in sys.modules or 'discord' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def imported_without_reader(code: str, *names: str) -> str:
    """Run code that imports modules, with an error for each sentence that is said. Return Python's error output."""
    nobody_reads = "from bot.languages import sentence; sentence._READER = None\n"
    done = subprocess.run(
        [sys.executable, "-c", nobody_reads + code, *names], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.stderr


def test_nothing_is_said_while_a_module_is_imported() -> None:
    """It would be said once, in English, for the readers of all languages."""
    names = {one.name for one in modules()} - {"bot.store.migrations.env"}  # Alembic alone can import that
    code = "import sys\nfrom importlib import import_module\nfor name in sys.argv[1:]: import_module(name)"
    assert imported_without_reader(code, *sorted(names)) == ""


@pytest.mark.parametrize(
    "code",
    [
        "from bot.text.standings import ONLY_SERVERS\ndef f(otherwise: str = ONLY_SERVERS()): ...",
        "from bot.text.endings import not_as_promised\nclass A: b = not_as_promised('x')",
        "from bot.languages.sentence import say\nA = say('a')",
    ],
)
def test_a_sentence_said_at_import_is_found(code: str) -> None:
    assert "_READER.get()" in imported_without_reader(code)


def test_sentences_for_people_are_kept_in_one_place() -> None:
    """Rules and service raise codes, not sentences."""
    for one in modules():
        for node in walked(one.tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("IllegalAction", "ServiceError"):
                assert not any(isinstance(given, ast.Constant | ast.JoinedStr) for given in node.args), one.name


# -- each check can fail ----------------------------------------------------------------------------

BROKEN: list[tuple[Callable[[Module], Iterator[str]], str, str]] = [
    (wrong_arrows, "bot.rummy.table", "from bot.faces.face import Face"),
    (wrong_arrows, "bot.rummy.table", "from bot.service.tables.state import TableState"),
    (wrong_arrows, "bot.store.rows.tables", "def f():\n    from bot.service.paces import Pace"),
    (wrong_arrows, "bot.service.wallet", "from bot import text"),
    (wrong_arrows, "bot.service.wallet", "import bot.screens.base"),
    (wrong_arrows, "bot.text.words", "if TYPE_CHECKING:\n    from bot.render.drawing.theme import Theme"),
    (wrong_arrows, "bot.layout", "from bot.rummy.view import View"),
    (wrong_arrows, "bot.screens.hand", "from bot.flows.context import Context"),
    (wrong_arrows, "bot.screens.hand", "from bot.discord.client import RummyBot"),
    (wrong_arrows, "bot.games.indian.view", "from bot.games.indian.face.words import REFUSALS"),
    (wrong_arrows, "bot.games.indian.view", "from bot.games.western.view import WesternView"),
    (wrong_arrows, "bot.games.indian.face.face", "from bot.games.western.face.face import WesternFace"),
    (wrong_arrows, "bot.games.indian.face.face", "from bot.games.western.view import WesternView"),
    (wrong_arrows, "bot.games.indian.face.face", "from bot.service.wallet import Wallet"),
    (wrong_arrows, "bot.games.registry", "from bot.games.indian.face.face import IndianFace"),
    (wrong_arrows, "bot.cli.solve", "from bot.service.check import check"),
    (wrong_arrows, "bot.cli.solve", "from bot.games.faces import GAMES"),
    (wrong_arrows, "bot.localcord.site", "from bot.rummy.cards import Card"),
    (wrong_arrows, "bot.app", "from tests.known import GAMES"),
    (wrong_arrows, "bot.elsewhere", "from bot.rummy.cards import Card"),
    (wrong_libraries, "bot.flows.moves", "import discord"),
    (wrong_libraries, "bot.games.indian.face.controls", "from discord import ui"),
    (wrong_libraries, "bot.screens.board", "def f():\n    from PIL import Image"),
    (wrong_libraries, "bot.games.indian.view", "import PIL.Image"),
    (wrong_libraries, "bot.service.wallet", "from sqlalchemy import select"),
    (wrong_libraries, "bot.store.engine", "import aiosqlite"),
    (wrong_connections, "bot.store.engine", "import sqlite3\nsqlite3.connect('paplu.db')"),
    (wrong_connections, "bot.store.engine", "def f():\n    from sqlite3 import connect"),
    (wrong_connections, "bot.cli.database", "import sqlite3 as raw\nraw.connect('paplu.db')"),
    (wrong_connections, "bot.cli.database", "import sqlite3.dbapi2"),
    (wrong_connections, "bot.store.engines", "from sqlalchemy import URL, create_engine"),
    (wrong_registries, "bot.service.wallet", "from bot.games.registry import GAMES"),
    (wrong_registries, "bot.screens.hand", "from bot.games.faces import GAMES"),
    (wrong_registries, "cogs.moves", "import bot.games.faces"),
    (hidden_imports, "bot.rummy.rules", "from importlib import import_module"),
    (hidden_imports, "bot.rummy.rules", "import importlib\nimportlib.import_module('bot.games.indian')"),
    (hidden_imports, "bot.rummy.rules", "__import__('bot.games.indian')"),
    (impurities, "bot.rummy.match.match", "import random"),
    (impurities, "bot.games.indian.computer", "from datetime import datetime"),
    (impurities, "bot.games.indian.computer", "import PIL"),
    (impurities, "bot.games.western.deal", "async def f(): ..."),
    (impurities, "bot.games.western.deal", "print(1)"),
    (impurities, "bot.rummy.table", "from pathlib import Path"),
    (tasks, "bot.rummy.table", "import asyncio"),
    (tasks, "bot.games.indian.face.face", "from asyncio import sleep"),
    (leaks, "bot.render.table", "from bot.rummy.deal import Deal"),
    (leaks, "bot.games.indian.face.words", "from bot.games.indian.deal import IndianDeal"),
    (leaks, "bot.games.indian.computer", "from bot.games.indian.deal import IndianDeal"),
    (leaks, "bot.screens.hand", "from bot.rummy.table import Table"),
    (leaks, "cogs.moves", "from bot.rummy import deal"),
    (private_names, "bot.discord.gate", "client._connection.parsers"),
    (private_names, "bot.discord.client", "class A(Client):\n    def f(self): self._connection.shard_count = 1"),
    (private_names, "bot.discord.client", "class A(Client):\n    def _get_state(self): return super()._get_state()"),
    (private_names, "bot.app", "setattr(self.client, '_ready', None)"),
    (private_names, "bot.app", "vars(self.client)['_AutoShardedClient__shards']"),
    (private_names, "cogs.moves", "interaction.client.shards[0]._parent.ws"),
    (private_names, "cogs.moves", "from discord.webhook.async_ import async_context"),
    (private_names, "bot.discord.governor", "import discord.http"),
    (private_names, "bot.discord.governor", "discord.http.Route.BASE"),
    (private_names, "bot.monitoring.server", "import aiohttp.client_ws"),
    (replaced_names, "bot.discord.requests", "import aiohttp\naiohttp.FormData = WholeForm"),
    (replaced_names, "bot.discord.client", "from discord import VoiceClient as V\nV.warn_nacl = False"),
    (replaced_names, "bot.service.alarms", "import asyncio\nsetattr(asyncio, 'sleep', rest)"),
    (named_games, "bot.service.wallet", "is_western = True"),
    (named_games, "bot.service.wallet", "def indian_rules(): ..."),
    (named_games, "bot.service.wallet", "rules.romme"),
    (named_games, "bot.service.wallet", "f(indian=True)"),
    (named_games, "bot.service.wallet", "def f(western): ..."),
    (named_games, "bot.service.wallet", "from bot.games.indian import view"),
    (named_games, "bot.service.wallet", "id == 'romme'"),
    (named_games, "bot.service.wallet", "f'{game}-western'"),
    (named_games, "bot.service.wallet", "{'Rommé': 1}"),
    (named_games, "bot.service.wallet", "WesternView"),
    (named_games, "bot.service.wallet", "isinstance(deal, Meld)"),
    (own_commas, "bot.text.lobby", "', '.join(names)"),
    (own_commas, "bot.games.indian.face.words", "f'{\", \".join(names)}'"),
]


@pytest.mark.parametrize(("check", "name", "code"), BROKEN, ids=lambda part: getattr(part, "__name__", str(part)))
def test_a_check_finds_what_breaks_its_rule(check: Callable[[Module], Iterator[str]], name: str, code: str) -> None:
    assert [*check(module(name, code))]


FINE: list[tuple[Callable[[Module], Iterator[str]], str, str]] = [
    (wrong_arrows, "bot.games.indian.face.face", "from bot.games.indian.view import IndianView"),
    (wrong_arrows, "bot.layout", "from bot.rummy.ids import TableId"),
    (wrong_arrows, "bot.screens.hand", "from bot import text"),
    (wrong_arrows, "bot.flows.moves", "from bot import screens, text"),
    (wrong_connections, "bot.store.files", "import sqlite3\nsqlite3.connect('paplu.db')"),
    (wrong_connections, "bot.store.engine", "import sqlite3\nsqlite3.Error"),
    (wrong_registries, "bot.cli.rules", "from bot.games.faces import GAMES"),
    (impurities, "bot.games.indian.face.pictures", "import PIL"),
    (impurities, "bot.rummy.rules", "from importlib import resources"),
    (private_names, "bot.discord.gate", "def f(self): self._take(data)"),
    (private_names, "bot.discord.library", "client._connection.parsers"),
    (
        private_names,
        "cogs.moves",
        "from discord.ext import commands\nfrom discord import Client, ui\ndiscord.utils.find",
    ),
    (replaced_names, "bot.process", "import sys\nsys.stdout = quiet"),
    (replaced_names, "bot.discord.client", "import discord\nclient.http.request = discord"),
    (named_games, "bot.cli.rules", "raise InputError('only the Indian game does')"),
    (named_games, "bot.games.indian.view", "indian = 'indian'"),
]


@pytest.mark.parametrize(("check", "name", "code"), FINE, ids=lambda part: getattr(part, "__name__", str(part)))
def test_a_check_lets_pass_what_keeps_its_rule(check: Callable[[Module], Iterator[str]], name: str, code: str) -> None:
    assert [*check(module(name, code))] == []


def test_circles_are_found_however_long_and_wherever_the_import_stands() -> None:
    one = module("bot.a", "from bot.b import f")
    two = module("bot.b", "def f():\n    from bot import c")
    three = module("bot.c", "if TYPE_CHECKING:\n    import bot.a")
    assert circles([one, two]) == []
    assert circles([one, two, three]) == [["bot.a", "bot.b", "bot.c"]]


def test_the_toy_game_is_one_folder_and_pure_outside_its_face() -> None:
    """The rules for the shipped games also hold for one that a test adds."""
    for file in ROOT.glob("tests/toy/**/*.py"):
        name = name_of(file)
        if file.stem == "conftest" or file.stem.startswith("test_"):
            continue
        toy = module("bot.games.indian" + name.removeprefix("tests.toy"), file.read_text(encoding="utf-8"))
        own = [found for found in imports(toy) if not inside(found, "tests.toy")]
        assert not any(inside(found, "tests") for found in own), name
        assert [*impurities(Module(toy.name, ast.parse("\n".join(f"import {found}" for found in own))))] == []
        assert [*wrong_arrows(Module(toy.name, ast.parse("\n".join(f"import {found}" for found in own))))] == []
        if not inside(name, "tests.toy.face"):
            assert not any(inside(found, "tests.toy.face") for found in imports(toy)), name
