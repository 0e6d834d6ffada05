"""The settings of a player."""

from collections.abc import Iterable

from bot.codes import Look
from bot.languages.language import Language
from bot.layout import MAX_CHOICES, Accent, Button, Choice, Screen, Style, menu, row, rows, screen
from bot.screens.avoid import list_button
from bot.screens.ids import AS_IN_DISCORD, LanguageId, Limit, LimitId, LookId, SettingId
from bot.screens.tell_me import tell_button
from bot.store.rows.settings import PLAYER_SETTINGS, PlayerSettings
from bot.text import settings as settings_text
from bot.text.buttons import BACK


def settings(
    settings: PlayerSettings, languages: Iterable[Language], note: str | None = None, *, back: str | None = None
) -> Screen:
    """Return the form of a player's preferences; `languages` are the available ones.

    `back`: the id of the control that leads back to the hand, if the form stands in its place.
    """
    switched = {name: getattr(settings, one.field) == one.on for name, one in PLAYER_SETTINGS.items()}
    lines = [settings_text.line(name, on) for name, on in switched.items()]
    buttons = [
        Button(settings_text.LABELS[name][0](), str(SettingId(name, not on)), Style.PRIMARY if on else Style.PLAIN)
        for name, on in switched.items()
    ]
    chosen = settings.look or Look.FELT
    lines.append(settings_text.look(chosen))
    looks = (Choice(words(), one, chosen=one is chosen) for one, words in settings_text.LOOKS.items())
    choices = _languages(settings.language, languages)
    lines.append(settings_text.language(next(one.label for one in choices if one.chosen)))
    limits = row(
        Button(settings_text.LIMITS(), str(LimitId(Limit.MENUS))),
        list_button(),
        tell_button(),
        Button(BACK(), back) if back is not None else None,
    )
    told = "\n".join([settings_text.TITLE(), *lines])
    menus = menu(LookId(), None, looks), menu(LanguageId(), None, choices)
    return screen(Accent.GREY, note, told, *rows(buttons), *menus, limits)


def _languages(chosen: str | None, languages: Iterable[Language]) -> list[Choice]:
    """Return the languages that a person may choose, each by its own name, as many as a menu has room for."""
    named = [Choice(settings_text.language_name(one), one.code, chosen=one.code == chosen) for one in languages]
    if len(named) >= MAX_CHOICES:
        named = sorted(named, key=lambda one: not one.chosen)[: MAX_CHOICES - 1]
    usual = not any(one.chosen for one in named)
    return [Choice(settings_text.AS_IN_DISCORD(), AS_IN_DISCORD, chosen=usual), *named]
