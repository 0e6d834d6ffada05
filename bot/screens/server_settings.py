"""The settings of a server."""

from collections.abc import Sequence

from bot.languages.language import Language
from bot.layout import Accent, Screen, screen
from bot.screens.base import escaped, spoken
from bot.service.server_settings import zone_of
from bot.service.wallet import LATELY, TOGETHER
from bot.store.rows.chips import Stream
from bot.store.rows.settings import ServerSettings
from bot.text import chips, settings
from bot.text import server_settings as server_settings_text

MOST_STREAMS = 10


def server_settings(chosen: ServerSettings, streams: Sequence[Stream] = (), language: Language | None = None) -> Screen:
    """Return what the staff of a server have chosen, and between whom chips went one way.

    `language`: of what is posted for all; None: it follows from the server in Discord, or from who opens a table.
    """
    lines = server_settings_text.lines(
        chosen.chips,
        chosen.rake_percent,
        chosen.league_points,
        chosen.monthly,
        zone_of(chosen).key,
        settings.AS_IN_DISCORD() if language is None else settings.language_name(language),
        chosen.dispute_channel,
        chosen.daily_channel,
        chosen.news_channel,
    )
    went = [
        chips.stream(escaped(spoken(one.loser)), escaped(spoken(one.winner)), one.amount, one.tables)
        for one in streams[:MOST_STREAMS]
    ]
    one_way = "\n".join([chips.one_way(LATELY.days, TOGETHER), *went]) if went else ""
    return screen(Accent.GREY, lines, one_way, chips.PLAY_MONEY())
