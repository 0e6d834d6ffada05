"""The names and texts of commands, options and choices, in the language of each person's client.

The first word of a command is the same in every language: people type it and tell it each other, and Discord shows a
mention of a command by its English name to all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.languages.language import ENGLISH, Language
from bot.languages.names import A_COMMAND, AN_OPTION, is_name
from bot.languages.sentence import Sentence, reading
from bot.text import commands

LONGEST = 100
"""The greatest number of characters of a description, and of the name of a choice."""
MOST = 8_000
"""The number of characters that Discord allows in all names, descriptions and values of a command, each in its longest
language.
"""

Described = TypeVar("Described")
CommandPart = dict[str, Any]
"""A command, an option or a choice in the form that Discord takes."""


def language_code(locale: discord.Locale) -> str:
    """Return the language of one of Discord's locales: `pt` of `pt-BR`."""
    return locale.value.partition("-")[0]


def localised(sentence: Sentence) -> app_commands.locale_str:
    """Return the text of a command, an option or a choice, in English and as `Localisations` translates it."""
    return app_commands.locale_str(sentence.text, sentence=sentence)


def described(**options: Sentence) -> Callable[[Described], Described]:
    """Describe the options of a command."""
    return app_commands.describe(**{name: localised(about) for name, about in options.items()})


class Localisations(app_commands.Translator):
    """The texts of commands in the languages that Discord has, including a host's own, except English."""

    def __init__(self, languages: Iterable[Language]) -> None:
        self._by_code = {one.code: one for one in languages if one.code != ENGLISH.code}

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the translation. Return None if there is none that Discord takes: people then read it in English."""
        language = self._by_code.get(language_code(locale))
        sentence = None if language is None else sentence_of(string, context)
        if language is None or sentence is None:
            return None
        with reading(language):
            said = sentence()
        return said if said != sentence.text and _fits(said, sentence) else None


def sentence_of(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> Sentence | None:
    """Return the sentence to translate. Return None if the text is the same in all languages."""
    given = string.extras.get("sentence")
    if isinstance(given, Sentence):
        return given
    if isinstance(context.data, app_commands.Parameter):
        return commands.OPTION_NAMES.get(string.message)
    is_first = isinstance(context.data, app_commands.Command | app_commands.Group) and context.data.parent is None
    return None if is_first else commands.NAMES.get(string.message)


def _fits(said: str, sentence: Sentence) -> bool:
    if sentence.context in (A_COMMAND, AN_OPTION):
        return is_name(said)
    return bool(said.strip()) and len(said) <= LONGEST


def size(part: CommandPart) -> int:
    """Return the number of characters of a command, of which Discord allows `MOST`."""
    said = ((part.get(key), part.get(f"{key}_localizations")) for key in ("name", "description"))
    longest = sum(max(map(len, (english or "", *(others or {}).values()))) for english, others in said)
    value = part.get("value")
    return longest + (len(value) if isinstance(value, str) else 0) + sum(map(size, _inner(part)))


def take_out_refused(command: CommandPart) -> Iterator[str]:
    """Remove translations for which Discord would refuse a command and with it all others. Yield them.

    A host's own catalogue may give one name to two options, or make a command too long.
    """
    if size(command) > MOST:
        yield from _take_out_all(command)
    yield from _take_out_twins([command])


def _take_out_all(part: CommandPart) -> Iterator[str]:
    for key in ("name", "description"):
        yield from (f"{locale}.po: {part[key]!r}" for locale in part.pop(f"{key}_localizations", None) or ())
    for inner in _inner(part):
        yield from _take_out_all(inner)


def _take_out_twins(parts: list[CommandPart]) -> Iterator[str]:
    for locale in sorted({locale for part in parts for locale in _names(part)}):
        while twins := _twins(parts, locale):
            yield from (f"{locale}.po: {part['name']!r}" for part in twins)
            for part in twins:
                del part["name_localizations"][locale]
    for part in parts:
        yield from _take_out_twins(part.get("options") or [])
        yield from _take_out_twins(part.get("choices") or [])


def _twins(parts: list[CommandPart], locale: str) -> list[CommandPart]:
    """Return the parts whose translated name another part has, too."""
    called = [_names(part).get(locale, part["name"]) for part in parts]
    many = Counter(called)
    return [part for part, name in zip(parts, called, strict=True) if many[name] > 1 and locale in _names(part)]


def _names(part: CommandPart) -> dict[str, str]:
    return part.get("name_localizations") or {}


def _inner(part: CommandPart) -> Iterator[CommandPart]:
    yield from part.get("options") or ()
    yield from part.get("choices") or ()
