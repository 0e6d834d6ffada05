"""The papers of the repository are true: ids, sheet lines, rule sets and paths that they or the code name."""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.bench.__main__ import names as bench_names
from tests.papers import papers as made_papers

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "RULES.md"
CODE = ("bot", "cogs", "tests")

ID = re.compile(r"(?<!\w)(?:[A-H]\d{1,2}|C-\d{1,2})(?!\w)")
"""A decision, such as B12; with a hyphen, a contradiction."""
DEFINED = re.compile(r"^- \*\*([A-Z]-?\d{1,2})\*\*", re.MULTILINE)
BARE_NUMBER = re.compile(r"\(\d\.\d[,)]|[Ss]ection \d")
"""A citation that names no decision."""
SHEET_LINES = re.compile(r"(?<!\w)(\d{3}) (L\d+(?:-\d+)?(?:(?:,| and) L\d+(?:-\d+)?)*)")
CITES = re.compile(rf"{ID.pattern}|{BARE_NUMBER.pattern}|\d{{3}}\s+L\d")
SHEET = re.compile(r"^\| (\d{3}) \| (\d+) \| .* \| `(\w+)` \|$", re.MULTILINE)

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
BENCH = re.compile(r"python -m tests\.bench ([a-z]\w*)")
BENCH_ROWS = re.compile(r"^\| what \| figure \| command \|$\n(?:^\|.*$\n?)+", re.MULTILINE)
"""A table of figures whose last column has the name of a benchmark."""
MODULE = re.compile(r"(?<![\w./-])(?:bot|cogs|tests)(?:\.[a-z_]\w*)+(?![\w/])")
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
FOLDERS = {"bot", "cogs", "deploy", "docs", "tests"}
SUFFIXES = {".example", ".json", ".md", ".png", ".py", ".toml", ".txt", ".yml"}


# -- reading ----------------------------------------------------------------------------------------


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """Yield comments and docstrings of Python code with the lines at which they begin."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@cache
def cited_texts() -> tuple[tuple[str, str], ...]:
    """Return all texts in which code cites the rules: the place of each, and the text."""
    found = []
    for file in (file for folder in CODE for file in sorted((ROOT / folder).rglob("*.*"))):
        if file.suffix not in (".py", ".toml"):
            continue
        where, source = str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
        if not CITES.search(source):
            continue  # to parse all files would take seconds
        lines = enumerate((line.partition("#")[2] for line in source.splitlines()), 1)
        found += [(f"{where}:{line}", text) for line, text in (remarks(source) if file.suffix == ".py" else lines)]
    return tuple(found)


def papers() -> list[Path]:
    """Return the papers that name paths."""
    top = (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"))
    return [file for file in (*top, *sorted(ROOT.glob("docs/*.md"))) if file.exists()]


def packaged() -> dict[str, Path]:
    """Return the rule sets that come with the program, wherever they lie."""
    return {file.stem: file for file in sorted(ROOT.glob("bot/**/rulesets/*.toml"))}


@cache
def values(id: str) -> Mapping[str, Any]:
    """Return the values of a rule set, its base included, by `key` and `table.key`."""
    table = tomllib.loads(packaged()[id].read_text(encoding="utf-8"))
    base = table.pop("base", None)
    flat = dict(values(base)) if base else {}
    for key, value in table.items():
        flat |= {f"{key}.{name}": inner for name, inner in value.items()} if isinstance(value, dict) else {key: value}
    return flat


def numbers(format: str, id: str) -> list[int]:
    """Return the numbers that a table with that rule set may choose from in that format."""
    name = {"deals": ".counts", "best_of": ".best_of", "limit": ".limits"}.get(format)
    return next((value for key, value in values(id).items() if name and key.endswith(name)), [])


def rows(text: str, head: str) -> list[list[str]]:
    """Return the rows of the table in a paper whose head begins with that cell, without the head."""
    lines = iter(text.splitlines())
    next(line for line in lines if line.startswith(f"| {head} |"))
    next(lines)
    table = []
    for line in lines:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


# -- checking ---------------------------------------------------------------------------------------


def unknown_ids(text: str, defined: set[str]) -> list[str]:
    """Return decisions that a text cites and the rules do not have."""
    return [id for id in ID.findall(text) if id not in defined]


def unknown_lines(text: str, sheets: Mapping[str, int]) -> list[str]:
    """Return lines that a text cites and no sheet has."""
    found = []
    for sheet, lines in SHEET_LINES.findall(" ".join(text.split())):
        numbers = [int(number) for number in re.findall(r"\d+", lines)]
        if sheet not in sheets or not all(0 < number <= sheets[sheet] for number in numbers):
            found.append(f"{sheet} {lines}")
    return found


def unlisted(text: str, ids: list[str]) -> list[str]:
    """Return rule sets that a paper does not name."""
    return [id for id in ids if f"`{id}`" not in text]


def paths(text: str) -> Iterator[str]:
    """Yield names in backticks in a paper that are paths of this repository, from its root."""
    inline = re.findall(r"`([^`\n]+)`", FENCED.sub("", text))
    files = {file.name for file in ROOT.iterdir() if file.is_file()}
    for word in " ".join([*FENCED.findall(text), *inline]).split():
        path = re.sub(r"<[^<>]+>", "*", word).split("::")[0].strip("\"'(),;:").rstrip("./")
        first, slash, _ = path.partition("/")
        is_top = first in FOLDERS | files or re.fullmatch(r"[A-Z]+\.md", first)
        if is_top and (slash or Path(path).suffix in SUFFIXES):
            yield path


def drawn(text: str) -> list[str]:
    """Return the folders and files of a drawing in which two spaces lead one folder further in, from the root."""
    found, above = [], [""]
    for line in text.splitlines():
        name = next(iter(line.split()), "")
        if name.endswith(("/", ".py")):
            depth = (len(line) - len(line.lstrip())) // 2
            above = [*above[: depth + 1], name.rstrip("/")]
            found.append("/".join(above)[1:])
    return found


def missing_paths(text: str, folder: Path) -> list[str]:
    """Return the paths and links of a paper in that folder that lead nowhere; `*` and `<name>` stand for any name."""
    dead = [path for path in paths(text) if not any(ROOT.glob(path))]
    targets = [one or other for one, other in LINK.findall(text)]
    return dead + [target for target in targets if not re.match(r"\w+:", target) and not leads(target, text, folder)]


def leads(target: str, text: str, folder: Path) -> bool:
    """Return whether a link in a paper in that folder leads to a file, or to a heading of one or of the paper
    itself.
    """
    name, _, heading = target.partition("#")
    file = folder / name
    if not heading or not (file.is_file() or not name):
        return file.exists()
    return heading in anchors(file.read_text(encoding="utf-8") if name else text)


def anchors(text: str) -> list[str]:
    """Return the headings of a paper as links name them."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def known_commands() -> dict[str, set[str]]:
    """Return each command by its words, such as `/rummy new` and `paplu db move`, with its options."""
    commands: dict[str, set[str]] = {}
    for line in (ROOT / "docs" / "COMMANDS.md").read_text(encoding="utf-8").splitlines():
        if head := re.match(r"- \*\*`(/?[a-z]+(?: [a-z-]+)*)", line):
            options = commands.setdefault(head[1], set())
        elif option := re.match(r"  - \*?`(--[a-z-]+|[a-z_]+)", line):
            options.add(option[1])
    return commands


def typed(text: str) -> Iterator[str]:
    """Yield the commands of Paplu that a paper shows: in a sentence, or as a line to type."""
    yield from re.findall(r"`((?:/[a-z]+|paplu)(?: [^`\n]+)?)`", FENCED.sub("", text))
    for fence in FENCED.findall(text):
        yield from re.findall(r"(?:^|bin/)(paplu(?: +[^\s#&|\"']+)+)", fence, re.MULTILINE)


def unknown_commands(text: str, known: Mapping[str, set[str]]) -> list[str]:
    """Return commands in a paper that Paplu does not have, and those with an unknown option."""
    parts = {" ".join(name.split()[:length]) for name in known for length in range(1, len(name.split()) + 1)}
    found = []
    for line in typed(text):
        words = line.split()
        if words[0] not in parts:
            continue  # a path such as /metrics
        names = [" ".join(words[: length + 1]) for length in range(len(words))]
        name = [one for one in names if one in parts][-1]
        rest = words[len(name.split()) :]
        options = [word.partition(":")[0] for word in rest if ":" in word] if name[0] == "/" else rest
        options = [word for word in options if name[0] == "/" or word.startswith("--")]
        is_part = name not in known and rest and rest[0].islower() and not rest[0].startswith("-")
        wrong = [word for word in options if word not in known.get(name, set()) | {"--help", "--version"}]
        found += [line] if is_part or wrong else []
    return found


def modules(text: str) -> Iterator[str]:
    """Yield names in backticks that look like modules of this repository."""
    yield from MODULE.findall(" ".join(re.findall(r"`[^`]+`", text)))


def benches(text: str) -> list[str]:
    """Return the names of benchmarks in commands and in tables of figures."""
    tables = "".join(BENCH_ROWS.findall(text))
    return [*BENCH.findall(text), *re.findall(r"\| `(\w+)[^`|]*` \|$", tables, re.MULTILINE)]


def is_module(name: str) -> bool:
    """Return whether a dotted name is a package or a module."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


# -- the rules --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rules() -> str:
    return RULES.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def sheets(rules: str) -> dict[str, int]:
    """Return how many lines each sheet has."""
    return {sheet: int(lines) for sheet, lines, _ in SHEET.findall(rules)}


def test_every_cited_decision_is_in_the_rules(rules: str) -> None:
    defined = set(DEFINED.findall(rules))
    faults = [f"{where}: {id}" for where, text in cited_texts() for id in unknown_ids(text, defined)]
    assert faults == []
    assert sum(len(ID.findall(text)) for _, text in cited_texts()) >= 40


def test_no_citation_is_a_bare_number() -> None:
    assert [where for where, text in cited_texts() if BARE_NUMBER.search(text)] == []


def test_every_cited_line_is_of_a_sheet(rules: str, sheets: dict[str, int]) -> None:
    assert set(sheets) == {"000", "001", "002", "003", "004"}
    texts = [*cited_texts(), ("docs/RULES.md", rules)]
    assert [f"{where}: {lines}" for where, text in texts for lines in unknown_lines(text, sheets)] == []
    assert sum(len(SHEET_LINES.findall(text)) for _, text in cited_texts()) >= 40


def test_decisions_are_listed_once_and_name_known_ones(rules: str) -> None:
    defined = DEFINED.findall(rules)
    assert sorted(defined) == sorted(set(defined))
    assert unknown_ids(rules, set(defined)) == []


@pytest.mark.parametrize("paper", ["README.md", "docs/RULES.md"])
def test_every_rule_set_is_listed(paper: str) -> None:
    assert len(packaged()) >= 5
    assert unlisted((ROOT / paper).read_text(encoding="utf-8"), list(packaged())) == []


def test_the_rule_sets_of_the_sheets_exist(rules: str) -> None:
    assert {id for _, _, id in SHEET.findall(rules)} <= set(packaged())


def test_the_table_of_differences_has_the_values_of_the_rule_sets(rules: str) -> None:
    table = rows(rules, "key")
    assert len(table) >= 10
    for key, *cells in table:
        for id, cell in zip(("circle", "winzo", "toking", "romme"), cells[:-1], strict=True):
            value = values(id).get(key.strip("`"))
            told = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            is_unused = cell == "—" and id == "romme"
            assert is_unused or cell in (told, told.lower()), f"{key} of {id} is {told}"


def test_the_table_of_differences_has_every_key_in_which_the_indian_rule_sets_differ(rules: str) -> None:
    circle, *others = (values(id) for id in ("circle", "winzo", "toking"))
    differ = {key for other in others for key in other if other[key] != circle.get(key)}
    elsewhere = {"formats", "sheet"}
    assert differ - elsewhere <= {key.strip("`") for key, *_ in rows(rules, "key")}


def test_the_table_of_formats_has_those_of_the_rule_sets(rules: str) -> None:
    told: dict[str, list[tuple[str, str]]] = {}
    for ids, cell in rows(rules, "rule set"):
        for id in re.findall(r"`(\w+)`", ids):
            told[id] = re.findall(r"(\w+)(?: \(([^)]+)\))?", cell)
    assert set(told) == set(packaged())
    for id, formats in told.items():
        assert [format for format, _ in formats] == values(id)["formats"], id
        for format, choices in formats:
            assert list(map(int, re.findall(r"\d+", choices))) == numbers(format, id), f"{format} of {id}"


def test_keys_named_in_the_rules_are_keys_of_rule_sets(rules: str) -> None:
    known = {key for id in packaged() for key in values(id)}
    items = [item for item in re.split(r"\n(?=- |\n)", rules) if DEFINED.match(item)]
    named = [key for item in items for part in item.split("*Key")[1:] for key in re.findall(r"`([\w.]+)`", part)]
    assert [key for key in named if key not in known] == []
    assert len(named) >= 30


@pytest.fixture(scope="module")
def made() -> Mapping[Path, str]:
    """Return the papers that are made from the code, as they should be."""
    return made_papers()


# -- all papers -------------------------------------------------------------------------------------


def test_the_papers_are_there() -> None:
    names = {str(file.relative_to(ROOT)) for file in papers()}
    assert names >= {"README.md", "CHANGELOG.md", "SECURITY.md", "docs/RULES.md"}


@pytest.mark.parametrize("paper", papers(), ids=lambda file: file.name)
def test_every_path_that_a_paper_names_exists(paper: Path) -> None:
    assert missing_paths(paper.read_text(encoding="utf-8"), paper.parent) == []


@pytest.mark.parametrize("paper", papers(), ids=lambda file: file.name)
def test_every_command_that_a_paper_shows_exists(paper: Path) -> None:
    assert unknown_commands(paper.read_text(encoding="utf-8"), known_commands()) == []


def test_the_front_page_is_short() -> None:
    page = (ROOT / "README.md").read_bytes()
    assert page.count(b"\n") <= 150
    assert len(page) <= 9000


def test_the_drawn_plan_is_true() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    plan = drawn(next(fence for fence in FENCED.findall(text) if "\nbot/\n" in fence))
    assert [path for path in plan if not (ROOT / path).exists()] == []
    assert {"bot/rummy/game.py", "bot/games/indian/face", "bot/flows", "cogs", "tests"} <= set(plan)
    shown = {path.name for path in (ROOT / "bot").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {f"bot/{name}" for name in shown} <= set(plan)


@pytest.mark.parametrize("paper", papers(), ids=lambda file: file.name)
def test_every_module_that_a_paper_names_exists(paper: Path) -> None:
    assert [name for name in modules(paper.read_text(encoding="utf-8")) if not is_module(name)] == []


@pytest.mark.parametrize("paper", ["SPEED.md", "STRENGTH.md"])
def test_every_benchmark_that_a_paper_names_exists(paper: str) -> None:
    found = benches((ROOT / "docs" / paper).read_text(encoding="utf-8"))
    assert found
    assert set(found) <= {*bench_names()}


@pytest.mark.parametrize("path", ["docs/COMMANDS.md", "docs/IDS.md", "docs/SETTINGS.md", ".env.example"])
def test_what_is_made_from_the_code_is_current(path: str, made: Mapping[Path, str]) -> None:
    stale = f"{path} is not what the code says: run python -m tests.papers"
    assert (ROOT / path).read_text(encoding="utf-8") == made[ROOT / path], stale


def test_the_changelog_has_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert version in re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", text, re.MULTILINE)


# -- the checks themselves --------------------------------------------------------------------------


def test_remarks_are_comments_and_docstrings() -> None:
    source = 'x = "(A1)"  # (B2)\n"""A field (C-3)."""\ndef f():\n    """A function (D4)."""\n'
    assert sorted(remarks(source)) == [(1, "# (B2)"), (2, "A field (C-3)."), (4, "A function (D4).")]


def test_unknown_citations_are_found() -> None:
    assert unknown_ids("as B12, F1-F14 and C-43 say; not X1, K-A-2 or 7S", {"B12", "F1"}) == ["F14", "C-43"]
    sheets = {"000": 55, "002": 78}
    assert unknown_lines("(000 L11, L55; 002 L6-9)", sheets) == []
    assert unknown_lines("000 L56, 005 L1, 002 L1,\n  L79", sheets) == ["000 L56", "005 L1", "002 L1, L79"]
    assert unlisted("`circle` and winzo", ["circle", "winzo"]) == ["winzo"]


def test_paths_that_lead_nowhere_are_found() -> None:
    text = """
See `bot/nowhere.py`, `tests/<folder>/__init__.py`, [this](no.md), [that](https://example.org/a), `a/b`, `NOWHERE.md`,
`README.md`, `tests/test_papers.py::test_x`, `bot/**/none/*.toml` and <img src="docs/none.png">.
[Here](#a-heading-of-gin), [not here](#none), [there](docs/RULES.md#h-gin-rummy), [not there](docs/RULES.md#none).

## A *heading* of gin!

```sh
pytest -q tests/none tests/rummy
```
"""
    dead = ["tests/none", "bot/nowhere.py", "NOWHERE.md", "bot/**/none/*.toml", "no.md", "docs/none.png"]
    assert missing_paths(text, ROOT) == [*dead, "#none", "docs/RULES.md#none"]


def test_commands_that_do_not_exist_are_found() -> None:
    known = {"/rummy seat add": {"level"}, "/daily": {"date"}, "paplu db move": set(), "paplu run": {"--fast"}}
    right = [
        "/rummy",
        "/rummy seat add level:3",
        "/daily",
        "/metrics",
        "paplu db",
        "paplu run --fast",
        "paplu X --help",
    ]
    assert unknown_commands(", ".join(f"`{one}`" for one in right), known) == []
    wrong = ["/rummy sit", "/rummy seat add lvl:", "/daily day:", "paplu db copy", "paplu run --slow", "paplu walk"]
    assert unknown_commands(", ".join(f"`{one}`" for one in wrong), known) == wrong
    fence = "```sh\ncd x && .venv/bin/paplu run --slow   # now\n.venv/bin/paplu run\n```\n"
    assert unknown_commands(fence, known) == ["paplu run --slow"]


def test_a_drawing_is_read_as_paths() -> None:
    assert drawn("a/\n  b.py  what it is\n     goes on\n  c/  more\n    d/\ne/\n") == [
        "a",
        "a/b.py",
        "a/c",
        "a/c/d",
        "e",
    ]


def test_modules_that_do_not_exist_are_found() -> None:
    named = list(modules("`python -m tests.none`, `bot.app` and bot.other"))
    assert [(name, is_module(name)) for name in named] == [("tests.none", False), ("bot.app", True)]


def test_benchmarks_are_found_in_commands_and_tables() -> None:
    table = (
        "| what | figure | command |\n|---|---|---|\n| a | 1 `b` | `gone 10` |\n| c | 2 | `solver` |\n\n| d | `e` |\n"
    )
    assert benches(f"`python -m tests.bench none [SIZE]`\n\n{table}") == ["none", "gone", "solver"]
