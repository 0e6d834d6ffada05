"""The settings of a player."""

from collections.abc import Iterator
from dataclasses import replace

from bot.codes import Look
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.routes import Route, on
from bot.languages.sentence import reading
from bot.layout import TableControlId
from bot.screens.ids import AS_IN_DISCORD, LanguageId, LookId, SettingId
from bot.screens.settings import settings as settings_screen
from bot.service.lru import LruDict
from bot.store.rows.settings import PLAYER_SETTINGS, PlayerSettings
from bot.text import refusals
from bot.text.refusals import UserError


class SettingsFlow:
    """Answers about the settings of a player, all of them private."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._backs: LruDict[int, str] = LruDict()
        """The control that leads back to the hand, by the private message that shows the form in its place."""

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(SettingId, lambda answer, id, _: self.set(answer, id))
        yield on(LanguageId, lambda answer, _, press: self.speak(answer, press.value))
        yield on(LookId, lambda answer, _, press: self.draw_in(answer, press.value))
        yield on(TableControlId, self._settings_pressed, "settings")

    async def _settings_pressed(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Show the form. In the place of a hand, it leads back there."""
        if answer.edits and id.is_own and answer.message is not None:
            self._backs[answer.message] = str(replace(id, text="hand"))
        await self.settings(answer)

    async def settings(self, answer: Answer) -> None:
        """Show the form of preferences."""
        await self._show_settings(answer, await self._context.settings.cached(answer.player))

    async def _show_settings(self, answer: Answer, chosen: PlayerSettings) -> None:
        back = self._backs.get(answer.message) if answer.message is not None else None
        await answer.show(settings_screen(chosen, self._context.readers.languages.values(), back=back))

    async def speak(self, answer: Answer, chosen: str) -> None:
        """Answer the person in that language from now on, and show the form in it."""
        readers, settings = self._context.readers, self._context.settings
        if chosen != AS_IN_DISCORD and chosen not in readers.languages:
            raise UserError(refusals.UNKNOWN_BUTTON())
        now = await settings.change(answer.player, language=None if chosen == AS_IN_DISCORD else chosen)
        with reading(await readers.of_person(answer.player, answer.locale)):
            await self._show_settings(answer, now)

    async def draw_in(self, answer: Answer, chosen: str) -> None:
        """Draw the person's own pictures in that look from now on, and show the form."""
        if chosen not in list(Look):
            raise UserError(refusals.UNKNOWN_BUTTON())
        await self._show_settings(answer, await self._context.settings.change(answer.player, look=Look(chosen)))

    async def set(self, answer: Answer, chosen: SettingId) -> None:
        """Switch a setting, and show the form with the change."""
        setting = PLAYER_SETTINGS[chosen.field]
        value = setting.on if chosen.on else setting.off
        now = await self._context.settings.change(answer.player, **{setting.field: value})
        if setting.field == "delivery":
            self._context.direct_hands.retry(answer.player)
        await self._show_settings(answer, now)
