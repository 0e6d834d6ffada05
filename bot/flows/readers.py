"""The languages and looks of readers.

The reader decides: private answers are in the language and look of the person, public messages in those of the server.
"""

from bot.codes import Look
from bot.flows.answer import Answer
from bot.languages.language import ENGLISH, Language, Languages
from bot.languages.sentence import Reader
from bot.rummy.ids import PlayerId, TournamentId
from bot.service.lru import LruDict
from bot.service.server_settings import ServerSettingsCache
from bot.service.settings import PlayerSettingsCache
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.repositories.tournaments import TournamentRepository
from bot.store.rows.settings import PlayerSettings


class Readers:
    """The languages and looks of people and of servers. It notes the language in which they use Discord."""

    def __init__(
        self,
        settings: PlayerSettingsCache,
        servers: ServerSettingsCache,
        languages: Languages,
        tournaments: TournamentRepository,
    ) -> None:
        self.languages = languages
        self._settings = settings
        self._servers = servers
        self._tournaments = tournaments
        self._announced: LruDict[TournamentId, PlayerId | None] = LruDict()
        """The people who announced the tournaments whose tables were shown lately."""

    def guess(self, answer: Answer) -> Reader:
        """Return the person who asks, as far as they are known without the database."""
        known, seen = self._settings.known(answer.player), self._seen(answer.locale)
        if known is None:
            return Reader(self._first(seen))
        return _person(self._first(known.language, seen), known)

    async def of_person(self, player: PlayerId, locale: str | None = None) -> Reader:
        """Return the person as a reader: in the language that they have chosen, or that of their Discord.

        `locale`: the language of their Discord now; None: as it was seen last.
        """
        chosen = await self._settings.cached(player)
        seen = chosen.locale if locale is None else self._seen(locale)
        return _person(self._first(chosen.language, seen), chosen)

    async def of_server(self, guild: int | None, opener: PlayerId | None = None) -> Reader:
        """Return the server as a reader: in the look and the language that its staff have chosen, with the portraits
        of people unless they have switched them off.

        Without a chosen language, it is that of the server in Discord, or else that of *opener*. Without a server,
        return *opener* as a reader.

        English counts as unset: it is the default of servers without the Community feature.
        """
        if guild is None:
            return await self._opener(opener)
        chosen = await self._servers.cached(guild)
        found = self._known(chosen.language) or self._known(chosen.locale) or (await self._opener(opener)).language
        return Reader(found, chosen.look or Look.FELT, chosen.portraits is not False)

    async def _opener(self, player: PlayerId | None) -> Reader:
        return Reader(self._first()) if player is None else await self.of_person(player)

    async def of_all(self, answer: Answer) -> Reader:
        """Return the readers of screens that the person shows to all where they ask."""
        return await self.of_server(answer.guild, answer.player)

    async def of_table(self, state: TableState) -> Reader:
        """Return the readers of the public messages of a table. Those of a tournament's table are the tournament's."""
        tournament = state.row.tournament
        if tournament is not None:
            return await self.of_server(state.row.guild, await self._announcer(tournament))
        return await self.of_server(state.row.guild, state.row.host if state.row.guild is None else state.opener)

    async def _announcer(self, tournament: TournamentId) -> PlayerId | None:
        """Return the person who announced a tournament."""
        if tournament not in self._announced:
            self._announced[tournament] = await self._tournaments.host_of(tournament)
        return self._announced[tournament]

    async def of_tournament(self, state: TournamentState) -> Reader:
        """Return the readers of the public messages of a tournament."""
        return await self.of_server(state.row.guild, state.row.host)

    async def note(self, answer: Answer) -> None:
        """Store the languages of the person's Discord and of the server, if they have changed."""
        if answer.locale is not None:
            await self._settings.note_locale(answer.player, self._seen(answer.locale))
        if answer.guild is not None:
            await self.note_server(answer.guild, answer.guild_locale)

    async def note_server(self, guild: int, locale: str | None) -> None:
        """Store the language of a server in Discord, if it has changed."""
        await self._servers.note_locale(guild, self._seen(locale))

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


def _person(language: Language, settings: PlayerSettings) -> Reader:
    return Reader(language, settings.look or Look.FELT, card_emoji=not settings.text_only)
