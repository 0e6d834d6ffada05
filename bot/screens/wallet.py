"""Chips: what somebody has and what moved them; and what a server plays for."""

from discord import ButtonStyle, ui

from bot import text
from bot.screens.base import Accent, Layout, Message, message, relative, row
from bot.screens.ids import WalletId
from bot.service.wallet import Page
from bot.store.rows import ServerSettings


def wallet(balance: int, page: Page, note: str | None = None) -> Message:
    """What a person has, in hundredths, and a page of what moved it; `note` says what has just come of a claim."""
    lines = [text.chips.moved(line.cause, line.amount, line.table, relative(line.at)) for line in page.lines]
    moved = "\n".join(lines) or text.chips.NOTHING_MOVED
    buttons = row(
        _button(text.chips.DAILY, WalletId(0, claim=True), ButtonStyle.primary),
        _button(text.chips.NEWER, WalletId(page.number - 1)) if page.number else None,
        _button(text.chips.OLDER, WalletId(page.number + 1)) if page.more else None,
    )
    return message(Accent.BLURPLE, note, text.chips.have(balance), moved, text.chips.PLAY_MONEY, buttons)


def _button(label: str, id: WalletId, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[Layout]:
    return ui.Button(style=style, label=label, custom_id=str(id))


def server(chosen: ServerSettings) -> Message:
    """What the staff of a server have chosen."""
    lines = text.chips.server(chosen.chips, chosen.rake_percent, chosen.league_points, chosen.monthly)
    return message(Accent.GREY, lines, text.chips.PLAY_MONEY)
