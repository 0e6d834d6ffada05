"""The settings of a player."""

from collections.abc import Iterable

from bot.languages.language import Language
from bot.layout import MAX_CHOICES, Accent, Button, Choice, Screen, Style, menu, row, screen
from bot.screens.ids import AS_IN_DISCORD, LanguageId, Limit, LimitId, SettingId
from bot.store.rows.settings import PLAYER_SETTINGS, PlayerSettings
from bot.text import settings as settings_text


def settings(settings: PlayerSettings, languages: Iterable[Language], note: str | None = None) -> Screen:
    """Return the form of a player's preferences; `languages` are the available ones."""
    switched = {name: getattr(settings, one.field) == one.on for name, one in PLAYER_SETTINGS.items()}
    lines = [settings_text.line(name, on) for name, on in switched.items()]
    buttons = (
        Button(settings_text.LABELS[name][0](), str(SettingId(name, not on)), Style.PRIMARY if on else Style.PLAIN)
        for name, on in switched.items()
    )
    choices = _languages(settings.language, languages)
    lines.append(settings_text.language(next(one.label for one in choices if one.chosen)))
    limits = row(Button(settings_text.LIMITS(), str(LimitId(Limit.MENUS))))
    told = "\n".join([settings_text.TITLE(), *lines])
    return screen(Accent.GREY, note, told, row(*buttons), menu(LanguageId(), None, choices), limits)


def _languages(chosen: str | None, languages: Iterable[Language]) -> list[Choice]:
    """Return the languages that a person may choose, each by its own name, as many as a menu has room for."""
    named = [Choice(settings_text.language_name(one), one.code, chosen=one.code == chosen) for one in languages]
    if len(named) >= MAX_CHOICES:
        named = sorted(named, key=lambda one: not one.chosen)[: MAX_CHOICES - 1]
    usual = not any(one.chosen for one in named)
    return [Choice(settings_text.AS_IN_DISCORD(), AS_IN_DISCORD, chosen=usual), *named]
