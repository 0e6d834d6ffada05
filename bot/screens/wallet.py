"""Chips: what a person has and what moved it; and what a server plays for."""

from bot import text
from bot.layout import Accent, Button, Screen, Style, row, screen
from bot.screens.base import relative
from bot.screens.ids import WalletId
from bot.service.servers import zone_of
from bot.service.wallet import LedgerPage
from bot.store.rows import ServerSettings


def wallet(balance: int, page: LedgerPage, note: str | None = None) -> Screen:
    """What a person has, in hundredths, and a page of what moved it; `note` says what has just come of a claim."""
    lines = [text.chips.moved(line.cause, line.amount, line.table, relative(line.at)) for line in page.lines]
    moved = "\n".join(lines) or text.chips.NOTHING_MOVED
    buttons = row(
        Button(text.chips.DAILY, str(WalletId(0, claim=True)), Style.PRIMARY),
        Button(text.chips.NEWER, str(WalletId(page.number - 1))) if page.number else None,
        Button(text.chips.OLDER, str(WalletId(page.number + 1))) if page.more else None,
    )
    return screen(Accent.BLURPLE, note, text.chips.have(balance), moved, text.chips.PLAY_MONEY, buttons)


def server(chosen: ServerSettings) -> Screen:
    """What the staff of a server have chosen."""
    lines = text.chips.server(
        chosen.chips, chosen.rake_percent, chosen.league_points, chosen.monthly, zone_of(chosen).key
    )
    return screen(Accent.GREY, lines, text.chips.PLAY_MONEY)
