"""The settings of a server, which its staff see and change, or go through step by step."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.codes import Look, Problem
from bot.flows.answer import Answer, Press
from bot.flows.help import HelpFlow
from bot.flows.rights import managed_by
from bot.flows.routes import Route, on
from bot.languages.language import Languages
from bot.rummy.ids import folded
from bot.screens.base import WORDS, escaped
from bot.screens.ids import AS_IN_DISCORD
from bot.screens.server_settings import server_settings
from bot.screens.setup import SetupId, SetupStep, SetupWord, permissions, setup_button, step, zone_form
from bot.service.errors import ServiceError
from bot.service.server_settings import ServerSettingsCache
from bot.service.wallet import Wallet
from bot.store.rows.settings import ServerSettings
from bot.text import refusals, settings, setup
from bot.text import server_settings as server_settings_text
from bot.text.refusals import UserError

STEPS = tuple(SetupStep)
DONE = SetupStep.DONE, SetupStep.DONE


class ServerSettingsFlow:
    """Answers to the staff of a server, all of them private."""

    def __init__(self, servers: ServerSettingsCache, wallet: Wallet, languages: Languages, helps: HelpFlow) -> None:
        self._servers = servers
        self._wallet = wallet
        self._languages = languages
        self._helps = helps

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(SetupId, self._set_up)

    def languages(self) -> list[tuple[str, str]]:
        """Return the languages that a server may choose: the name and the code of each."""
        named = [(settings.language_name(one), one.code) for one in self._languages.values()]
        return [(settings.AS_IN_DISCORD(), AS_IN_DISCORD), *named]

    async def change(self, answer: Answer, options: Mapping[str, Any]) -> None:
        """Change the settings of a server by the options of `/rummy server`, and show them all. Only staff may."""
        guild = managed_by(answer, refusals.PROBLEMS[Problem.NO_SERVER])
        await self._servers.change(guild, **dict(self._given(options)))
        await self._show(answer, guild)

    async def _show(self, answer: Answer, guild: int, note: str | None = None) -> None:
        chosen = await self._servers.find(guild)
        language, streams = self._languages.get(chosen.language or ""), await self._wallet.streams(guild)
        await answer.show(server_settings(chosen, streams, language, note, setup_button()))

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

    # -- step by step -------------------------------------------------------------------------------

    async def _set_up(self, answer: Answer, id: SetupId, press: Press) -> None:
        """Show a step, or set its value and go on."""
        guild = managed_by(answer, refusals.PROBLEMS[Problem.NO_SERVER])
        match id.word:
            case SetupWord.SHOW:
                await self._step(answer, guild, id.step)
            case SetupWord.ASK:
                await answer.ask(zone_form())
            case SetupWord.SET:
                try:
                    await self._servers.change(guild, **{id.step: await self._value(answer, id.step, press)})
                except ServiceError as error:
                    await self._step(answer, guild, id.step, refusals.PROBLEMS[error.problem]())
                else:
                    await self._step(answer, guild, STEPS[STEPS.index(id.step) + 1])

    async def _value(self, answer: Answer, here: SetupStep, press: Press) -> Any:
        """Return the value that a control of a step sets.

        Raises:
            UserError: no control of the step sets such a value.
        """
        match here:
            case SetupStep.LANGUAGE if press.value:
                return self._code_of(press.value)
            case SetupStep.ZONE if press.typed:
                return press.typed.get(WORDS, "")
            case SetupStep.LOOK if press.value in [*Look]:
                return press.value
            case SetupStep.TELL:
                return False
            case SetupStep.DISPUTES if re.fullmatch("[0-9]{1,19}", press.value) and await answer.seen(int(press.value)):
                return int(press.value)
        raise UserError(refusals.UNKNOWN_BUTTON())

    async def _step(self, answer: Answer, guild: int, first: SetupStep, note: str | None = None) -> None:
        """Show the first step from *first* on with something that is missing: a permission, or a setting that the staff
        have not chosen. Without any, show that all is done.
        """
        if first is SetupStep.PERMISSIONS:
            found = await self._helps.permissions(answer)
            if not all(there for _, there, _ in found):
                await answer.show(permissions(found))
                return
        chosen = await self._servers.find(guild)
        here, after = [*(one for one in STEPS[STEPS.index(first) :] if _is_missing(one, chosen)), *DONE][:2]
        if here is SetupStep.DONE:
            await self._show(answer, guild, setup.DONE())
        else:
            await answer.show(step(here, after, chosen, self._languages.values(), note))


def _is_missing(step: SetupStep, chosen: ServerSettings) -> bool:
    """Return whether the staff have not chosen the setting of this step."""
    return step in server_settings_text.SETTINGS and getattr(chosen, step) is None
