"""The screen of a person's chips, and of the movements that changed them."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from bot.layout import Accent, Button, ControlId, Screen, Style, flag, row, screen
from bot.screens.base import relative
from bot.screens.ids import PageNumber
from bot.service.wallet import LedgerPage
from bot.text import chips
from bot.text import wallet as wallet_text


@dataclass(frozen=True, slots=True)
class WalletId(ControlId):
    """A button below a person's chips: the page it leads to, or the claim of today's chips."""

    PREFIX: ClassVar[str] = "rummy:w"

    page: PageNumber
    """0 is the newest."""
    claim: Annotated[bool, flag("daily", "show")] = False


def wallet(balance: int, page: LedgerPage, note: str | None = None) -> Screen:
    """Return the chips of a person, in hundredths, and a page of movements. `note` is the result of a claim."""
    lines = [wallet_text.moved(line.cause, line.amount, relative(line.at)) for line in page.lines]
    moved = "\n".join(lines) or wallet_text.NOTHING_MOVED()
    buttons = row(
        Button(wallet_text.DAILY(), str(WalletId(0, claim=True)), Style.PRIMARY),
        Button(wallet_text.NEWER(), str(WalletId(page.number - 1))) if page.number else None,
        Button(wallet_text.OLDER(), str(WalletId(page.number + 1))) if page.more else None,
    )
    return screen(Accent.BLURPLE, note, wallet_text.have(balance), moved, chips.PLAY_MONEY(), buttons)
