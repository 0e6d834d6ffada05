"""The settings of a server, which its staff see and change."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.codes import Problem
from bot.flows.answer import Answer
from bot.flows.rights import managed_by
from bot.languages.language import Languages
from bot.rummy.ids import folded
from bot.screens.base import escaped
from bot.screens.ids import AS_IN_DISCORD
from bot.screens.server_settings import server_settings
from bot.service.server_settings import ServerSettingsCache
from bot.service.wallet import Wallet
from bot.text import refusals, settings
from bot.text import server_settings as server_settings_text
from bot.text.refusals import UserError


class ServerSettingsFlow:
    """Answers to the staff of a server, all of them private."""

    def __init__(self, servers: ServerSettingsCache, wallet: Wallet, languages: Languages) -> None:
        self._servers = servers
        self._wallet = wallet
        self._languages = languages

    def languages(self) -> list[tuple[str, str]]:
        """Return the languages that a server may choose: the name and the code of each."""
        named = [(settings.language_name(one), one.code) for one in self._languages.values()]
        return [(settings.AS_IN_DISCORD(), AS_IN_DISCORD), *named]

    async def change(self, answer: Answer, options: Mapping[str, Any]) -> None:
        """Change the settings of a server by the options of `/rummy server`, and show them all. Only staff may."""
        guild = managed_by(answer, refusals.PROBLEMS[Problem.NO_SERVER])
        chosen = await self._servers.change(guild, **dict(self._given(options)))
        language = self._languages.get(chosen.language or "")
        await answer.show(server_settings(chosen, await self._wallet.streams(guild), language))

    def _given(self, options: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the fields that these options set, each with the value for the service."""
        for field, words in server_settings_text.SETTINGS.items():
            if words.reset is not None and options.get(words.reset[0].text):
                yield field, None
            elif (given := options.get(words.option.text)) is not None:
                yield field, self._code_of(given) if field == "language" else getattr(given, "id", given)

    def _code_of(self, typed: str) -> str | None:
        """Return the code of the language that was chosen or typed; None for that of the server in Discord.

        Raises:
            UserError: there is no such language.
        """
        wanted = folded(typed)
        if wanted in map(folded, (AS_IN_DISCORD, settings.AS_IN_DISCORD())):
            return None
        for one in self._languages.values():
            if wanted in map(folded, (one.code, one.name, settings.language_name(one))):
                return one.code
        raise UserError(settings.no_language(escaped(typed)))
