"""Chips: people look at theirs, and staff change what their server plays for."""

from bot.flows.answer import Answer
from bot.flows.rights import managed_by
from bot.languages.language import Languages
from bot.rummy.ids import folded
from bot.screens.base import escaped, relative
from bot.screens.ids import AS_IN_DISCORD, WalletId
from bot.screens.wallet import server as server_screen
from bot.screens.wallet import wallet as wallet_screen
from bot.service.errors import Problem
from bot.service.servers import Servers
from bot.service.wallet import DAILY, ClaimedError, Wallet
from bot.text import chips as chips_text
from bot.text import refusals, settings
from bot.text.refusals import UserError


class WalletFlow:
    """Answers about chips, all of them private."""

    def __init__(self, wallet: Wallet, servers: Servers, languages: Languages) -> None:
        self._wallet = wallet
        self._servers = servers
        self._languages = languages

    async def show(self, answer: Answer, page: int = 0, note: str | None = None) -> None:
        """The person's chips here, and a page of what moved them."""
        guild = answer.guild
        balance = await self._wallet.balance(guild, answer.player)
        latest = await self._wallet.latest(guild, answer.player, page)
        await answer.show(wallet_screen(balance, latest, note))

    async def daily(self, answer: Answer) -> None:
        """Claim the chips of the day."""
        try:
            await self._wallet.daily(answer.guild, answer.player)
        except ClaimedError as error:
            note = chips_text.claimed_already(relative(error.again_at))
        else:
            note = chips_text.claimed(DAILY)
        await self.show(answer, note=note)

    async def pressed(self, answer: Answer, id: WalletId) -> None:
        """A button below the wallet."""
        if id.claim:
            await self.daily(answer)
        else:
            await self.show(answer, id.page)

    def languages(self) -> list[tuple[str, str]]:
        """Return what a server may choose: what each language is called, and its code."""
        named = [(settings.language_name(one), one.code) for one in self._languages.values()]
        return [(settings.AS_IN_DISCORD(), AS_IN_DISCORD), *named]

    def _meant(self, typed: str) -> str:
        """Return the code of the language that was chosen or typed; empty: that of the server in Discord.

        Raises:
            UserError: there is none.
        """
        wanted = folded(typed)
        if wanted in map(folded, (AS_IN_DISCORD, settings.AS_IN_DISCORD())):
            return ""
        for one in self._languages.values():
            if wanted in map(folded, (one.code, one.name, settings.language_name(one))):
                return one.code
        raise UserError(settings.no_language(escaped(typed)))

    async def server(
        self,
        answer: Answer,
        chips: bool | None,
        rake: int | None,
        league: str | None,
        monthly: bool | None,
        zone: str | None,
        disputes: int | None,
        daily: int | None,
        *,
        no_daily: bool,
        news: int | None = None,
        no_news: bool = False,
        language: str | None = None,
    ) -> None:
        """Change what is given of the server's settings, and show them all; for its staff."""
        guild = managed_by(answer, refusals.PROBLEMS[Problem.NO_SERVER])
        chosen = await self._servers.change(
            *(guild, chips, rake, league, monthly, zone, disputes, daily),
            no_daily=no_daily,
            news_channel=news,
            no_news=no_news,
            language=None if language is None else self._meant(language),
        )
        spoken = self._languages.get(chosen.language or "")
        await answer.show(server_screen(chosen, await self._wallet.streams(guild), spoken))
