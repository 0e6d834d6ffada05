"""The settings of a server."""

from collections.abc import Sequence

from bot.codes import Look
from bot.languages.formats import percent
from bot.languages.language import Language
from bot.layout import Accent, Button, Screen, row, screen
from bot.screens.base import escaped, spoken
from bot.service.server_settings import archive_hours_of, zone_of
from bot.service.wallet import LATELY, TOGETHER
from bot.store.rows.ledger import Stream
from bot.store.rows.settings import SERVER_SETTINGS, Kind, ServerSettings
from bot.text import chips
from bot.text import server_settings as text
from bot.text.settings import AS_IN_DISCORD, LOOKS, language_name
from bot.text.words import duration

MOST_STREAMS = 10


def server_settings(
    chosen: ServerSettings,
    streams: Sequence[Stream] = (),
    language: Language | None = None,
    note: str | None = None,
    *buttons: Button,
) -> Screen:
    """Return the settings of a server, and the pairs of people between whom chips went one way.

    `language`: of public messages; None: it follows from the server in Discord, or from the person who opens a table.
    """
    lines = [line(field, chosen, language) for field in text.SETTINGS]
    went = [
        chips.stream(escaped(spoken(one.loser)), escaped(spoken(one.winner)), one.amount, one.tables)
        for one in streams[:MOST_STREAMS]
    ]
    one_way = "\n".join([chips.one_way(LATELY.days, TOGETHER), *went]) if went else ""
    told = "\n".join([text.TITLE(), *lines])
    return screen(Accent.GREY, note, told, one_way, chips.PLAY_MONEY(), row(*buttons))


def line(field: str, chosen: ServerSettings, language: Language | None) -> str:
    """Return the line of a setting."""
    words, value = text.SETTINGS[field], getattr(chosen, field)
    match SERVER_SETTINGS[field]:
        case Kind.PERCENT:
            return words.on(percent=percent(value / 100))
        case Kind.ZONE:
            return words.on(zone=zone_of(chosen).key)
        case Kind.LANGUAGE:
            return words.on(language=AS_IN_DISCORD() if language is None else language_name(language))
        case Kind.LOOK:
            return words.on(look=LOOKS[value or Look.FELT]())
        case Kind.HOURS if hours := archive_hours_of(chosen):
            return words.on(time=duration(hours * 3600))
        case Kind.SWITCH if value is not False:
            return words.on()
        case Kind.LEAGUE_POINTS if value:
            return words.on(points=value)
        case Kind.ROLE if value:
            return words.on(role=f"<@&{value}>")
        case Kind.CHANNEL if value:
            return words.on(channel=f"<#{value}>")
    return (words.off or words.on)()
