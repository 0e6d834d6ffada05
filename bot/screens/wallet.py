"""Chips: what a person has and what moved it; and what a server plays for."""

from collections.abc import Sequence

from bot.languages.language import Language
from bot.layout import Accent, Button, Screen, Style, row, screen
from bot.screens.base import escaped, relative, spoken
from bot.screens.ids import WalletId
from bot.service.servers import zone_of
from bot.service.wallet import LATELY, TOGETHER, LedgerPage
from bot.store.rows.chips import Stream
from bot.store.rows.settings import ServerSettings
from bot.text import chips, settings

MOST_STREAMS = 10


def wallet(balance: int, page: LedgerPage, note: str | None = None) -> Screen:
    """Return what a person has, in hundredths, and a page of what moved it.

    `note` says what has just come of a claim.
    """
    lines = [chips.moved(line.cause, line.amount, line.table, relative(line.at)) for line in page.lines]
    moved = "\n".join(lines) or chips.NOTHING_MOVED()
    buttons = row(
        Button(chips.DAILY(), str(WalletId(0, claim=True)), Style.PRIMARY),
        Button(chips.NEWER(), str(WalletId(page.number - 1))) if page.number else None,
        Button(chips.OLDER(), str(WalletId(page.number + 1))) if page.more else None,
    )
    return screen(Accent.BLURPLE, note, chips.have(balance), moved, chips.PLAY_MONEY(), buttons)


def server(chosen: ServerSettings, streams: Sequence[Stream] = (), language: Language | None = None) -> Screen:
    """Return what the staff of a server have chosen, and between whom chips went one way.

    `language`: of what is posted for all; None: it follows from the server in Discord, or from who opens a table.
    """
    lines = chips.server(
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
