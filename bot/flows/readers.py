"""The languages of readers.

The reader decides: private answers are in the language of the person, public messages in that of the server.
"""

from bot.flows.answer import Answer
from bot.languages.language import ENGLISH, Language, Languages
from bot.rummy.ids import PlayerId
from bot.service.server_settings import ServerSettingsCache
from bot.service.settings import PlayerSettingsCache
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState


class Readers:
    """The languages of people and of servers. It notes the language in which they use Discord."""

    def __init__(self, settings: PlayerSettingsCache, servers: ServerSettingsCache, languages: Languages) -> None:
        self.languages = languages
        self._settings = settings
        self._servers = servers

    def guess(self, answer: Answer) -> Language:
        """Return the language of the person who asks, as far as it is known without the database."""
        known = self._settings.known(answer.player)
        return self._first(None if known is None else known.language, self._seen(answer.locale))

    async def of_person(self, player: PlayerId, locale: str | None = None) -> Language:
        """Return the language that the person has chosen, or that of their Discord.

        `locale`: the language of their Discord now; None: as it was seen last.
        """
        chosen = await self._settings.cached(player)
        return self._first(chosen.language, chosen.locale if locale is None else self._seen(locale))

    async def of_server(self, guild: int | None, opener: PlayerId | None = None) -> Language:
        """Return the language that the staff have chosen, or that of the server in Discord, or that of its opener.

        English counts as unset: it is the default of servers without the Community feature.
        """
        if guild is not None:
            chosen = await self._servers.cached(guild)
            if (found := self._known(chosen.language) or self._known(chosen.locale)) is not None:
                return found
        return self._first() if opener is None else await self.of_person(opener)

    async def of_all(self, answer: Answer) -> Language:
        """Return the language for screens that the person shows to all where they ask."""
        return await self.of_server(answer.guild, answer.player)

    async def of_table(self, state: TableState) -> Language:
        """Return the language of the public messages of a table."""
        opener = state.entropy[0].user if state.entropy else state.row.host
        return await self.of_server(state.row.guild, PlayerId(opener))

    async def of_tournament(self, state: TournamentState) -> Language:
        """Return the language of the public messages of a tournament."""
        return await self.of_server(state.row.guild, state.row.host)

    async def note(self, answer: Answer) -> None:
        """Store the languages of the person's Discord and of the server, if they have changed."""
        await self._settings.note_locale(answer.player, self._seen(answer.locale))
        if answer.guild is not None:
            await self._servers.note_locale(answer.guild, self._seen(answer.guild_locale))

    def _seen(self, locale: str | None) -> str | None:
        """Return the code that is stored for a locale: that of a language of ours, or None.

        None means English, which is also for all who have no language of ours.
        """
        found = self.languages.of_locale(locale)
        return None if found is None or found.code == ENGLISH.code else found.code

    def _known(self, code: str | None) -> Language | None:
        return self.languages.get(code or "")

    def _first(self, *codes: str | None) -> Language:
        """Return the first of these languages that exists, or English."""
        return next(filter(None, map(self._known, codes)), self.languages[ENGLISH.code])
