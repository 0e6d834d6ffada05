"""Chips: people see theirs, and claim the chips of the day."""

from collections.abc import Iterator

from bot.flows.answer import Answer
from bot.flows.routes import Route, on
from bot.screens.base import relative
from bot.screens.wallet import WalletId
from bot.screens.wallet import wallet as wallet_screen
from bot.service.wallet import DAILY, ClaimedError, Wallet
from bot.text import wallet as wallet_text


class WalletFlow:
    """Answers about chips, all of them private."""

    def __init__(self, wallet: Wallet) -> None:
        self._wallet = wallet

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(WalletId, lambda answer, id, _: self.pressed(answer, id))

    async def show(self, answer: Answer, page: int = 0, note: str | None = None) -> None:
        """Show the person's chips here, and a page of the entries that moved them."""
        guild = answer.guild
        balance = await self._wallet.balance(guild, answer.player)
        latest = await self._wallet.latest(guild, answer.player, page)
        await answer.show(wallet_screen(balance, latest, note))

    async def daily(self, answer: Answer) -> None:
        """Claim the chips of the day."""
        try:
            await self._wallet.daily(answer.guild, answer.player)
        except ClaimedError as error:
            note = wallet_text.claimed_already(relative(error.again_at))
        else:
            note = wallet_text.claimed(DAILY)
        await self.show(answer, note=note)

    async def pressed(self, answer: Answer, id: WalletId) -> None:
        """Answer a button below the wallet."""
        if id.claim:
            await self.daily(answer)
        else:
            await self.show(answer, id.page)
