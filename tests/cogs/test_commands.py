"""The list of commands, and Discord's limits for it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands.commands import validate_name

from bot.app import App
from bot.config import Config
from bot.discord.commands.translations import LONGEST, MOST, Localisations, sentence_of, size, take_out_refused
from bot.languages.language import ENGLISH, LANGUAGES, Language, Languages
from bot.languages.names import is_name
from bot.languages.sentence import Sentence, reading
from bot.text import commands as commands_text
from tests.languages.catalogues import TRANSLATED, commands_in, read
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
    *("house new", "house list", "house show", "house remove"),
    "tellme",
    "practice",
    *(f"avoid {name}" for name in ("add", "remove", "list")),
    "tables",
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
MOVES = [
    "hand",
    "draw",
    "discard",
    "sort",
    "best",
    "group",
    "finish",
    "declare",
    "drop",
    "back",
    "coach",
    "break",
    "resume",
]
PLAY = [*MOVES, "place", "layoff", "swap", "undo", "knock", "pass"]


OWNER_SERVER = 7


@pytest.fixture
async def app(tmp_path: Path) -> Any:
    url = f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"
    config = Config.model_validate({"database_url": url, "owner_server": OWNER_SERVER})
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


async def test_each_group_has_room_for_its_commands(app: App) -> None:
    tops = app.client.tree.get_commands()
    left = {f"/{top.name}": 25 - len(top.commands) for top in tops if isinstance(top, app_commands.Group)}
    print(f"commands that still fit: {left}, {100 - len(tops)} at the top")
    assert min(left.values()) >= 0
    assert len(tops) <= 100


async def test_limits(app: App) -> None:
    for command in commands(app):
        assert 1 <= len(command.description) <= 100
        for parameter in command.parameters:
            assert parameter.description != "…", f"{command.qualified_name} {parameter.name}"
            assert len(parameter.description) <= 100
    for top in app.client.tree.get_commands():
        assert isinstance(top, app_commands.Group | app_commands.Command)
        payload: dict[str, Any] = dict(top.to_dict(app.client.tree))
        assert payload["contexts"] == [0, 1]
        assert payload["integration_types"] == [0]
        assert len(str(payload)) < 20_000


def described(part: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the texts of a command, its options and its choices, with their localisations."""
    if "description" in part:
        yield part["description"], part["description_localizations"]
    else:
        yield part["name"], part.get("name_localizations", {})
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from described(inner)


async def payloads(app: App, languages: Iterable[Language]) -> list[tuple[str, dict[str, str]]]:
    """Return all texts of commands that Discord gets."""
    return [said for payload in await translated(app, Localisations(languages)) for said in described(payload)]


async def translated(app: App, translator: app_commands.Translator) -> list[dict[str, Any]]:
    """Return all commands as that translator gives them, those of the owner too."""
    tree = app.client.tree
    tops = [*tree.get_commands(), *tree.get_commands(guild=discord.Object(OWNER_SERVER))]
    return [dict(await top.get_translated_payload(tree, translator)) for top in tops]


async def test_discord_gets_each_description_in_its_languages_where_it_is_not_too_long(app: App) -> None:
    pseudo = pseudo_language()
    language = Language("pt", "Pseudo")
    language.__dict__["catalogue"] = pseudo.catalogue
    for english, localised in await payloads(app, [ENGLISH, language]):
        translated = f"[{accented(english)}]"
        assert localised == ({"pt-BR": translated} if len(translated) <= 100 else {}), english


class Noted(app_commands.Translator):
    """A translator that records which texts may be translated."""

    def __init__(self) -> None:
        self.sentences: set[Sentence] = set()
        self.others: set[str] = set()

    async def translate(
        self, string: app_commands.locale_str, _: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> None:
        sentence = sentence_of(string, context)
        if sentence is None:
            self.others.add(str(string))
        else:
            self.sentences.add(sentence)


async def test_no_translation_is_too_long_for_discord(app: App) -> None:
    """Discord takes 100 characters; people would read a longer one in English."""
    noted = Noted()
    tops = {payload["name"] for payload in await translated(app, noted)}
    assert noted.others == tops
    assert {*commands_text.NAMES.values(), *commands_text.OPTION_NAMES.values()} <= noted.sentences
    for language in LANGUAGES:
        with reading(language):
            assert [said for sentence in noted.sentences if len(said := sentence()) > LONGEST] == [], language.code


def names(part: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield language, English name and translation of everything with a name of its own there, options included."""
    yield from ((locale, part["name"], said) for locale, said in (part.get("name_localizations") or {}).items())
    for inner in part.get("options", ()):
        yield from names(inner)


async def test_discord_takes_all_names(app: App) -> None:
    for payload in await translated(app, Localisations(LANGUAGES)):
        assert size(payload) <= MOST, payload["name"]
        assert not payload["name_localizations"], "the first word is the same everywhere"
        assert [validate_name(said) for *_, said in names(payload)] == [said for *_, said in names(payload)]
        assert [*take_out_refused(payload)] == [], "a name twice, or a command that is too long"


HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


async def test_a_host_cannot_make_discord_refuse_the_commands(app: App, tmp_path: Path) -> None:
    """Names that it would refuse are English, and the host is told by file and entry."""
    words = {"new": "Neu", "quick": "gib los", "join": "dazu", "leave": "weg", "start": "dazu", "help": "rat"}
    entries = [f'msgctxt "a command"\nmsgid "{name}"\nmsgstr "{said}"\n' for name, said in words.items()]
    (tmp_path / "de.po").write_text(HEADER + "\n".join(entries), encoding="utf-8")
    languages = Languages(tmp_path)
    assert [fault.split(" is ")[0] for fault in languages.faults] == ["de.po: 'new'", "de.po: 'quick'"]
    (rummy, *_) = await translated(app, Localisations(languages.values()))
    assert sorted(take_out_refused(rummy)) == ["de.po: 'join'", "de.po: 'start'"]
    said = {name: translation for locale, name, translation in names(rummy) if locale == "de"}
    assert not {"join", "start"} & said.keys()
    assert (said["new"], said["quick"], said["leave"], said["help"]) == ("neu", "sofort", "weg", "rat")


async def test_commands_are_called_in_a_language_that_a_host_brings_and_discord_has(app: App, tmp_path: Path) -> None:
    entry = f'msgctxt "a command"\nmsgid "new"\nmsgstr "nova"\n\nmsgid "{commands_text.NEW.text}"\nmsgstr "Uma mesa."\n'
    for code in ("pt", "ur"):
        (tmp_path / f"{code}.po").write_text(HEADER + entry, encoding="utf-8")
    (rummy, *_) = await translated(app, Localisations(Languages(tmp_path).values()))
    (new,) = [part for part in rummy["options"] if part["name"] == "new"]
    assert (new["name_localizations"]["pt-BR"], new["description_localizations"]["pt-BR"]) == ("nova", "Uma mesa.")
    assert "ur" not in new["name_localizations"]


async def test_a_command_that_became_too_long_is_english(app: App) -> None:
    (rummy, *_) = await translated(app, Localisations(LANGUAGES))
    for part in rummy["options"]:
        part["description_localizations"]["de"] = "x" * MOST
    assert "de.po: 'new'" in [*take_out_refused(rummy)]
    assert size(rummy) <= MOST
    assert [*names(rummy)] == []


@pytest.mark.parametrize(
    "name", ["neu", "zurück", "no_news", "check-in", "नया", "फ़ॉर्मेट", "", "Neu", "neu!", "a b", "x" * 33, "नया।"]
)
def test_names_are_judged_as_discord_does(name: str) -> None:
    try:
        taken = validate_name(name) == name
    except ValueError:
        taken = False
    assert is_name(name) is taken


async def test_sentences_name_commands_that_there_are(app: App) -> None:
    """Otherwise they could not be tapped."""
    known = {f"/{command.qualified_name}" for command in commands(app)}
    named = {found for one in read(TRANSLATED[0]) if one.id for found in commands_in(one.id)}
    assert len(named) > 50
    assert [one for one in named if not {one, *(one.rsplit(" ", count)[0] for count in range(1, 12))} & known] == []


async def test_every_table_option_completes(app: App) -> None:
    for command in commands(app):
        parameter = command.get_parameter("table")
        if parameter is not None and command.name not in ("rematch", "advance"):
            assert parameter.autocomplete, command.qualified_name


async def test_every_tournament_option_completes(app: App) -> None:
    for command in commands(app):
        parameter = command.get_parameter("tournament")
        assert parameter is None or parameter.autocomplete, command.qualified_name
