"""The settings of a server, which its staff look at and change."""

from bot.flows.answer import Answer
from bot.flows.rights import managed_by
from bot.languages.language import Languages
from bot.rummy.ids import folded
from bot.screens.base import escaped
from bot.screens.ids import AS_IN_DISCORD
from bot.screens.server_settings import server_settings
from bot.service.errors import Problem
from bot.service.server_settings import Servers
from bot.service.wallet import Wallet
from bot.text import refusals, settings
from bot.text.refusals import UserError


class ServerSettingsFlow:
    """Answers to the staff of a server, all of them private."""

    def __init__(self, servers: Servers, wallet: Wallet, languages: Languages) -> None:
        self._servers = servers
        self._wallet = wallet
        self._languages = languages

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

    async def change(
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
        await answer.show(server_settings(chosen, await self._wallet.streams(guild), spoken))
