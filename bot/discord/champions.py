"""The role of the champion: an extra that play does not depend on."""

from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.discord.channels import Channels
from bot.discord.errors import DISCORD_ERRORS, code_of, is_passing
from bot.rummy.ids import PlayerId
from bot.rummy.tournament.order import former_champions
from bot.screens.menus import plain
from bot.screens.tournaments.brackets import TournamentView, mentions_of, title
from bot.service.tournaments.state import TournamentState
from bot.text import tournaments

PAST = 100
"""The number of past tournaments among which the last champion is searched."""

log = structlog.get_logger()


class ChampionRoles:
    """The roles of champions, which pass from one to the next."""

    def __init__(
        self,
        client: discord.Client,
        channels: Channels,
        past: Callable[[int, int], Awaitable[tuple[TournamentState, ...]]],
    ) -> None:
        self._client = client
        self._channels = channels
        self._past = past

    async def pass_on(self, view: TournamentView) -> None:
        """Take the role from the last champions and give it to the new ones. If that fails, tell the staff.

        Raises:
            Any of `DISCORD_ERRORS`: Discord was not reached; another try does no harm.
        """
        role, state = view.plan.champion_role, view.state
        if role is None:
            return
        now = set(mentions_of(view.champions))
        before = await self._last(state, role)
        if view.bracket is not None:
            before |= set(mentions_of([*former_champions(view.bracket)]))
        http, guild = self._client.http, state.row.guild
        done = [await self._change(http.remove_role(guild, player, role)) for player in before - now]
        done += [await self._change(http.add_role(guild, player, role)) for player in now]
        if not all(done):
            await self._tell_staff(state)

    async def _last(self, state: TournamentState, role: int) -> set[PlayerId]:
        """Return the players who have the role from the tournament before."""
        for past in await self._past(state.row.guild, PAST):
            champions = TournamentView(past).champions
            if past.id != state.id and past.plan.champion_role == role and champions:
                return set(mentions_of(champions))
        return set()

    async def _change(self, request: Awaitable[object]) -> bool:
        """Return whether the request succeeded, or was about a person who has left the server."""
        try:
            await request
        except DISCORD_ERRORS as error:
            if is_passing(error):
                raise
            log.warning("role not changed", error=code_of(error))
            return isinstance(error, discord.NotFound)
        return True

    async def _tell_staff(self, state: TournamentState) -> None:
        said = plain(tournaments.no_role(f"<@{state.row.host}>", title(state)))
        await self._channels.send(state.row.channel, said, (state.row.host,), f"{state.id}-norole")
