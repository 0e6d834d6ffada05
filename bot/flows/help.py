"""Help: how to play with this bot, and what the bot may do in a channel."""

from collections.abc import Iterator

from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.lesson import LessonFlow
from bot.flows.routes import Route, on
from bot.screens.ids import HelpId
from bot.screens.menus import doctor as doctor_screen
from bot.screens.menus import help as help_screen
from bot.text import doctor as doctor_text


class HelpFlow:
    """Answers for newcomers and for staff who set up the bot."""

    def __init__(self, context: Context, lessons: LessonFlow) -> None:
        self._context = context
        self._lessons = lessons

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(HelpId, lambda answer, _, press: self.help(answer, press.value))

    async def help(self, answer: Answer, topic: str | None) -> None:
        """Show how to play, or a topic of help."""
        in_words = (await self._context.settings.cached(answer.player)).text_only
        games, lessons, papers = self._context.tables.games, self._lessons.titles, self._context.papers_url
        await answer.show(help_screen(games, topic, in_words=in_words, lessons=lessons, papers=papers))

    async def doctor(self, answer: Answer) -> None:
        """Show which permissions the bot has here."""
        found = await self.permissions(answer)
        if found:
            await answer.show(doctor_screen(found))
        else:
            await self._context.say(answer, doctor_text.NOTHING_NEEDED())

    async def permissions(self, answer: Answer) -> list[tuple[str, bool, str]]:
        """Return the name of each permission that the bot needs here, whether it has it, and what breaks without it."""
        found = await answer.permissions()
        role = None if answer.guild is None else (await self._context.servers.find(answer.guild)).tell_role
        if role is not None:
            found = [*found, (doctor_text.TELL_ROLE(), answer.may_mention(role), doctor_text.TELL_ROLE_BREAKS())]
        return found
