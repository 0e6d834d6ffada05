"""The papers that are made from the code: `docs/COMMANDS.md`, `docs/SETTINGS.md`, `docs/IDS.md` and `.env.example`.

`python -m tests.papers` writes them; a test fails while one of them is not current.
"""

import argparse
import ast
import asyncio
import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import discord
from annotated_types import Ge, Le
from discord import app_commands
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from bot.app import App
from bot.cli.main import _parser
from bot.config import Config
from bot.layout import ControlId, TableControlId
from tests.flows.answers import flow_desk
from tests.ids import KINDS

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "bot" / "config.py"
WIDTH = 120
OWNER_SERVER = 1
COMMANDS_HEAD = """# Commands

These are all commands of Paplu with their options. `python -m tests.papers` makes this page from the code.

An option in *italics* is needed; you can leave out the others. Discord offers the values of most options while you
type. A table has a code of six letters and digits, which stands on its card. You seldom need to type it: without it, a
command is about the table of the channel or thread, or about the one that you sit at.

Buttons below the messages do the same as the commands. [PLAYING.md](PLAYING.md) explains the game with buttons. In a
Discord in Hindi or German, commands and options have Hindi or German names.
"""
TERMINAL_HEAD = """## In a terminal

`paplu` is the program that you install ([README](../README.md)). `paplu COMMAND --help` prints what stands here.
"""
IDS_HEAD = """# Custom ids

Each button, menu and form that the bot sends carries a custom id of at most 100 characters. The id holds all that a
press needs, so a control works after any restart. `python -m tests.papers` makes this page from the code.

Words in braces are values, or stand for one. An id never names a server: a control is about the server in which it is
pressed. Controls that version 0.1 has sent still work; `bot/screens/old_ids.py` reads them.
"""
REQUESTS_HEAD = """## Texts of controls of tables

The text is an action as records have it, such as `draw closed`, a request that the game answers, or a request that all
games have. Using a menu says its text and the values that were chosen: `discard` and `7S`. All games have:
"""
SETTINGS_HEAD = """# Settings

Paplu reads its settings from the environment, and from the file `.env` in the folder where you start it. Only the token
is needed: `DISCORD_TOKEN`, or a file that `DISCORD_TOKEN_FILE` names. A setting that is missing or empty has its
default, which stands in brackets. If a setting is wrong, `paplu` ends with a sentence that names it.
[RUNNING.md](RUNNING.md) explains how to run the bot.

`python -m tests.papers` makes this page and [`.env.example`](../.env.example) from `bot/config.py`.
"""
EXAMPLE_HEAD = """# Copy this file with: install -m 600 .env.example .env
# Put the token in. You can delete every other setting.
"""


def main() -> None:
    """Write all papers."""
    for path, paper in papers().items():
        path.write_text(paper, encoding="utf-8")


def papers() -> dict[Path, str]:
    """Return each paper by its path."""
    return {
        ROOT / "docs" / "COMMANDS.md": asyncio.run(commands()),
        ROOT / "docs" / "SETTINGS.md": settings(),
        ROOT / "docs" / "IDS.md": asyncio.run(custom_ids()),
        ROOT / ".env.example": example(),
    }


# -- commands ---------------------------------------------------------------------------------------


async def commands() -> str:
    """Return the paper of all commands, in Discord and in a terminal."""
    with TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/paplu.db"
        app = await App.open(Config.model_validate({"database_url": url, "owner_server": OWNER_SERVER}))
        tree = app.client.tree
        shared, owners = tree.get_commands(), tree.get_commands(guild=discord.Object(OWNER_SERVER))
        await app.store.close()
    single = [top for top in shared if isinstance(top, app_commands.Command)]
    sections = [
        *_groups(shared),
        f"## Commands of one word\n\n{_in_discord(single)}",
        *_groups(owners),
        f"{TERMINAL_HEAD}\n{_in_terminal(_parser())}",
    ]
    return "\n".join([COMMANDS_HEAD, *sections])


def _groups(tops: Iterable[Any]) -> Iterator[str]:
    """Yield a section for each group of slash commands."""
    for top in tops:
        if isinstance(top, app_commands.Group):
            yield f"## /{top.name}\n\n{top.description}\n\n{_in_discord(top.walk_commands())}"


def _in_discord(found: Iterable[Any]) -> str:
    """Return slash commands as a list, by name."""
    named = {one.qualified_name: one for one in found if isinstance(one, app_commands.Command)}
    return "".join(
        _item(f"**`/{name}`** {command.description}", [_option(one) for one in command.parameters])
        for name, command in sorted(named.items())
    )


def _option(option: app_commands.Parameter) -> str:
    name = f"*`{option.display_name}`*" if option.required else f"`{option.display_name}`"
    values = [one for one in _values(option) if one not in option.description]
    return f"{name}: {option.description}{_bracketed(values)}"


def _values(option: app_commands.Parameter) -> Iterator[str]:
    """Yield what the option takes besides its description: its choices or its range."""
    if option.choices:
        yield ", ".join(choice.name for choice in option.choices)
    is_number = option.type in (discord.AppCommandOptionType.integer, discord.AppCommandOptionType.number)
    if is_number and option.min_value is not None and option.max_value is not None:
        yield f"{option.min_value:,.0f} to {option.max_value:,.0f}"


def _in_terminal(parser: argparse.ArgumentParser, about: str = "") -> str:
    """Return the commands of a parser as a list, those of its subcommands included."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            return "".join(_in_terminal(inner, helps[name]) for name, inner in action.choices.items())
    given = [action for action in parser._actions if action.dest != "help"]
    typed = [_placeholder(action) for action in given if not action.option_strings]
    return _item(f"**`{' '.join([parser.prog, *typed])}`**: {about}", [_argument(one) for one in given if one.help])


def _placeholder(action: argparse.Action) -> str:
    return f"[{action.metavar}]" if action.nargs == "?" else str(action.metavar)


def _argument(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else str(action.metavar)
    name = f"`{' '.join([*action.option_strings, value]).strip()}`"
    return f"{f'*{name}*' if action.required else name}: {action.help}"


def _item(head: str, inner: Iterable[str]) -> str:
    return "".join([_wrapped(head, "- ", "  "), *(_wrapped(line, "  - ", "    ") for line in inner)])


# -- custom ids -------------------------------------------------------------------------------------


async def custom_ids() -> str:
    """Return the paper of all ids that controls carry."""
    async with flow_desk() as bot:
        words = sorted(route.word for route in bot.flows.router.routes if route.kind is TableControlId and route.word)
    kinds = sorted(KINDS, key=_form)
    listed = "".join(_wrapped(f"`{_form(kind)}`: {_first_paragraph(kind)}", "- ", "  ") for kind in kinds)
    requests = _wrapped(f"{', '.join(f'`{word}`' for word in words)}.", "", "")
    return f"{IDS_HEAD}\n{listed}\n{REQUESTS_HEAD}\n{requests}"


def _form(kind: type[ControlId]) -> str:
    """Return how an id of that kind is written; a value of few words is shown by all of them."""
    _, parts = kind._parts()
    values = (part.pattern if re.fullmatch(r"[a-z_|-]+", part.pattern) else name for name, part in parts.items())
    return ":".join([kind.PREFIX, *(f"{{{value}}}" for value in values)])


def _first_paragraph(kind: type[ControlId]) -> str:
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


# -- settings ---------------------------------------------------------------------------------------


def settings() -> str:
    """Return the paper of all settings."""
    parts = [SETTINGS_HEAD]
    for section, names in groupby(_described(), key=lambda one: one[0]):
        items = (_wrapped(f"**`{name.upper()}`**{_facts(name)} {_code(about)}", "- ", "  ") for _, name, about in names)
        parts.append(f"## {section}\n\n{''.join(items)}")
    return "\n".join(parts)


def example() -> str:
    """Return a file `.env` with every setting at its default."""
    parts = [EXAMPLE_HEAD]
    for section, names in groupby(_described(), key=lambda one: one[0]):
        told = ((_wrapped(about.replace("**", ""), "# "), name) for _, name, about in names)
        lines = (f"{about}{name.upper()}={_default(name)}\n" for about, name in told)
        parts.append(f"# -- {section}\n\n{''.join(lines)}")
    return "\n".join(parts)


def _described() -> Iterator[tuple[str, str, str]]:
    """Yield section, name and description of each setting, as they stand in the code.

    Raises:
        ValueError: a setting has no section or no description.
    """
    source = CONFIG.read_text(encoding="utf-8")
    sections = [(line, text[8:]) for line, text in enumerate(source.splitlines(), 1) if text.startswith("    # -- ")]
    (config,) = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == "Config")
    for node, after in zip(config.body, config.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            above = [text for line, text in sections if line < node.lineno]
            match after:
                case ast.Expr(ast.Constant(str() as about)) if above:
                    yield above[-1].strip(), node.target.id, " ".join(about.split())
                case _:
                    raise ValueError(f"{node.target.id} has no section or no description")


def _facts(name: str) -> str:
    """Return the default of a setting and the values it takes, in brackets."""
    default = _default(name)
    return _bracketed([f"`{default}`" if default else "empty", *_allowed(Config.model_fields[name])])


def _default(name: str) -> str:
    default = Config.model_fields[name].default
    if isinstance(default, SecretStr):
        return default.get_secret_value()
    if isinstance(default, bool):
        return str(default).lower()
    return "" if default is None else f"{default:g}" if isinstance(default, float) else str(default)


def _allowed(field: FieldInfo) -> Iterator[str]:
    """Yield the choices or the range of a setting."""
    if field.annotation is bool:
        yield "`true` or `false`"
    elif words := [word for word in get_args(field.annotation) if isinstance(word, str)]:
        yield ", ".join(f"`{word}`" for word in words)
    least = [one.ge for one in field.metadata if isinstance(one, Ge)]
    most = [one.le for one in field.metadata if isinstance(one, Le)]
    if least and most:
        yield f"{least[0]:,} to {most[0]:,}"


def _code(text: str) -> str:
    """Return a description with names of settings, paths and addresses set as code."""
    return re.sub(r"(?<![\w`*])(?:[A-Z]+_[A-Z_]+|/[a-z/]+|[a-z+]+://\S*\w|pip install '[^']+')", r"`\g<0>`", text)


# -- text -------------------------------------------------------------------------------------------


def _bracketed(facts: Iterable[str]) -> str:
    told = "; ".join(facts)
    return f" ({told})" if told else ""


def _wrapped(text: str, first: str, then: str | None = None) -> str:
    """Return a text in lines, with `first` before the first one and `then` before the others; no code is divided."""
    whole = re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(whole, WIDTH - len(first), break_on_hyphens=False, break_long_words=False)
    indent = first if then is None else then
    return "".join(f"{indent if number else first}{line}\n" for number, line in enumerate(lines)).replace("\0", " ")


if __name__ == "__main__":
    main()
