"""Which commands there are, within Discord's limits."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.app import App
from bot.config import Config
from bot.discord.commands import LONGEST, Localisations
from bot.languages.language import ENGLISH, LANGUAGES, Language
from bot.languages.saying import Sentence, reading
from tests.languages.pseudo import accented, pseudo_language

RUMMY = [
    "new",
    "quick",
    "join",
    "leave",
    "start",
    "next",
    "rejoin",
    "split",
    "vote",
    "seat-add",
    "seat-remove",
    "table",
    "rules",
    "discards",
    "scores",
    "rematch",
    "record",
    "verify",
    "report",
    "settings",
    "data-export",
    "data-erase",
    "end",
    "server",
    "doctor",
    "help",
    "learn",
]
LASTING = {
    "standings",
    "profile",
    "history",
    "season start",
    "season close",
    "season show",
    "review",
    "replay",
    "daily",
}
WALLET = {"wallet show", "wallet daily"}
DISPUTE = {f"dispute {name}" for name in ("result", "show", "list", "answer", "close", "void")}
TAKING_PART = ["list", "show", "verify", "join", "leave", "checkin"]
STEERING = ["new", "repeat", "series", "start", "pause", "resume", "remove", "cancel", "advance", "move", "staff"]
MOVES = ["hand", "draw", "discard", "sort", "best", "group", "finish", "declare", "drop", "back", "coach"]
PLAY = [*MOVES, "place", "layoff", "swap", "undo", "knock", "pass"]


@pytest.fixture
async def app(tmp_path: Path) -> Any:
    config = Config.model_validate({"database_url": f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"})
    app = await App.open(config)
    yield app
    await app.store.close()


def commands(app: App) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in app.client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


async def test_every_command_is_there(app: App) -> None:
    names = {command.qualified_name for command in commands(app)}
    groups = {f"rummy {name.replace('-', ' ')}" for name in RUMMY} | {f"play {name}" for name in PLAY}
    assert names == groups | LASTING | WALLET | DISPUTE | {f"tournament {name}" for name in (*TAKING_PART, *STEERING)}


async def test_limits(app: App) -> None:
    for command in commands(app):
        assert 1 <= len(command.description) <= 100
        for parameter in command.parameters:
            assert parameter.description != "…", f"{command.qualified_name} {parameter.name}"
            assert len(parameter.description) <= 100
    for top in app.client.tree.get_commands():
        assert isinstance(top, app_commands.Group | app_commands.Command)
        assert not isinstance(top, app_commands.Group) or len(top.commands) <= 25
        payload: dict[str, Any] = dict(top.to_dict(app.client.tree))
        assert payload["contexts"] == [0, 1]
        assert payload["integration_types"] == [0]
        assert len(str(payload)) < 20_000


def described(part: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """What a command, its options and its choices say, and the localisations of that."""
    if "description" in part:
        yield part["description"], part["description_localizations"]
        assert not part.get("name_localizations"), "what people type is the same everywhere"
    else:
        yield part["name"], part.get("name_localizations", {})
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from described(inner)


async def payloads(app: App, languages: Iterable[Language]) -> list[tuple[str, dict[str, str]]]:
    """All that Discord is given to say."""
    found: list[tuple[str, dict[str, str]]] = []
    for top in app.client.tree.get_commands():
        payload = await top.get_translated_payload(app.client.tree, Localisations(languages))
        found += described(dict(payload))
    return found


async def test_discord_gets_each_description_in_its_languages_where_it_is_not_too_long(app: App) -> None:
    pseudo = pseudo_language()
    language = Language("de", "Pseudo", locale="de")
    language.__dict__["catalogue"] = pseudo.catalogue
    names = {name for one in LANGUAGES for name in (one.name, f"{one.name} (draft)")}
    for english, localised in await payloads(app, [ENGLISH, language]):
        if english in names:  # a language is called by those who speak it
            continue
        translated = f"[{accented(english)}]"
        assert localised == ({"de": translated} if len(translated) <= 100 else {}), english


class Noted(app_commands.Translator):
    """Notes what may be translated."""

    def __init__(self) -> None:
        self.sentences: set[Sentence] = set()

    async def translate(self, string: app_commands.locale_str, *_: object) -> None:
        if (sentence := string.extras.get("sentence")) is not None:
            self.sentences.add(sentence)


async def test_no_translation_is_too_long_for_discord(app: App) -> None:
    """Discord takes 100 characters; people would read a longer one in English."""
    noted = Noted()
    for top in app.client.tree.get_commands():
        await top.get_translated_payload(app.client.tree, noted)
    assert len(noted.sentences) > 150
    for language in LANGUAGES:
        with reading(language):
            assert [said for sentence in noted.sentences if len(said := sentence()) > LONGEST] == [], language.code


async def test_every_table_option_completes(app: App) -> None:
    for command in commands(app):
        parameter = command.get_parameter("table")
        if parameter is not None and command.name not in ("rematch", "advance"):
            assert parameter.autocomplete, command.qualified_name


async def test_every_tournament_option_completes(app: App) -> None:
    for command in commands(app):
        parameter = command.get_parameter("tournament")
        assert parameter is None or parameter.autocomplete, command.qualified_name
