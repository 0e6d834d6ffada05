"""Posts of a tournament that go out exactly once: check-in calls, reminders, rounds, result, cancellation."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

import structlog

from bot.codes import TournamentStatus
from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of, is_passing
from bot.discord.outbox.outbox import Outbox
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.layout import Screen
from bot.rummy.ids import PlayerId, TournamentId
from bot.screens.tournaments.brackets import TournamentView, mentions_of
from bot.screens.tournaments.cards import (
    CALLED_AT_ONCE,
    check_in_call,
    passed_over,
    place_call,
    round_card,
    tournament_cancelled,
    tournament_missing,
    tournament_put_back,
    tournament_reminder,
    tournament_result,
)
from bot.screens.tournaments.ids import TournamentButtonId
from bot.service.settings import PlayerSettingsCache
from bot.service.tournaments.state import Post, TournamentState
from bot.store.rows.outbox import MessageRef, OutboxMessage
from bot.store.rows.settings import HandDelivery
from bot.store.store import Store

ROUND = "round"
LIMIT = 1000
ORDER = tuple(Post)
CALLS = (Post.CHECK_IN, Post.REMIND, Post.PLACE)

log = structlog.get_logger()


class TournamentPostings:
    """The postings of tournaments. One task at a time calls it for a tournament."""

    def __init__(
        self,
        channels: Channels,
        store: Store,
        settings: PlayerSettingsCache,
        readers: Readers,
        pass_on_role: Callable[[TournamentView], Awaitable[None]],
        clock: Callable[[], datetime],
        process: str,
    ) -> None:
        self._channels = channels
        self._store = store.tournaments
        self._settings = settings
        self._readers = readers
        self._pass_on_role = pass_on_role
        self._clock = clock
        self._outbox = Outbox(channels, self._store, clock, process)

    async def post(self, view: TournamentView) -> None:
        """Send the postings that are due."""
        # Kinds that only a newer version knows are left to that version.
        due = [posting for posting in await self._store.unsent(LIMIT, view.state.id) if posting.kind in ORDER]
        due.sort(key=lambda posting: (posting.created_at, ORDER.index(Post(posting.kind)), posting.number))
        for posting in due:
            if not is_reached(view, posting):
                continue
            if is_late(view.state, posting):
                await self._outbox.give_up(posting, 0)
            else:
                await self._post(view, posting)

    async def _post(self, view: TournamentView, posting: OutboxMessage[TournamentId]) -> None:
        if await self._outbox.claim(posting) is None:
            return  # another process has taken it, or it has been sent
        if posting.kind == Post.PASSED:
            await self._tell_passed(view, posting)
            return
        called, channel = called_by(view.state, posting), view.state.row.channel
        try:
            message = await self._send_parts(view, posting, channel, called)
        except (ChannelClosedError, *DISCORD_ERRORS) as error:
            # The staff may move a tournament whose channel is gone. One that only lacks a permission may be open again.
            waits = self._channels.is_closed(channel) and not self._channels.is_gone(channel)
            if self._outbox.is_stale(posting) and not waits and not is_passing(error):
                await self._outbox.give_up(posting, 0)
            raise
        if posting.kind == Post.ROUND:
            kind = f"{ROUND} {posting.number}"
            await self._store.set_message(MessageRef(view.state.id, kind, channel, message, self._clock()))
        if posting.kind == Post.RESULT:
            await self._pass_on_role(view)
        await self._store.mark_sent(posting, message)
        if posting.kind in CALLS:
            await self._write_to(view, posting, called)

    async def _tell_passed(self, view: TournamentView, posting: OutboxMessage[TournamentId]) -> None:
        """Write to a person who lost their turn, who is told nowhere else but in the details of the tournament.

        If their direct messages are closed, those details have to do.
        """
        player = view.state.progress.passed[posting.number].id
        try:
            channel = await self._channels.direct(player)
            with reading(await self._readers.of_person(player)):
                message = await self._send_parts(view, posting, channel, ())
        except (ChannelClosedError, *DISCORD_ERRORS) as error:
            if is_passing(error) and not self._outbox.is_stale(posting):
                raise
            await self._outbox.give_up(posting, 0)
        else:
            await self._store.mark_sent(posting, message)

    async def _send_parts(
        self, view: TournamentView, posting: OutboxMessage[TournamentId], channel: int, called: Sequence[PlayerId]
    ) -> int:
        """Send the posting in messages that each call as many people as allowed. Return the id of the last."""
        id = 0
        for part, first in enumerate(range(0, max(1, len(called)), CALLED_AT_ONCE)):
            some = tuple(called[first : first + CALLED_AT_ONCE])
            name = f"{posting.kind}-{posting.number}-{part}"
            is_it = partial(is_posting, state=view.state, name=name)
            send = partial(self._send, view, posting, channel, some, name)
            id = await self._outbox.send_once(channel, posting, is_it, send)
        return id

    async def _send(
        self,
        view: TournamentView,
        posting: OutboxMessage[TournamentId],
        channel: int,
        called: tuple[PlayerId, ...],
        name: str,
    ) -> int:
        screen = screen_of(view, posting, called, name)
        return await self._channels.send(channel, screen, called, f"{view.state.id}-{name}")

    async def _write_to(
        self, view: TournamentView, posting: OutboxMessage[TournamentId], called: Sequence[PlayerId]
    ) -> None:
        """Call players who chose direct messages also there. If that fails, the call in the channel has to do."""
        for player in called:
            if (await self._settings.cached(player)).delivery is not HandDelivery.DM:
                continue
            try:
                channel = await self._channels.direct(player)
                with reading(await self._readers.of_person(player)):
                    await self._channels.send(channel, screen_of(view, posting, (player,), ""))
            except (ChannelClosedError, *DISCORD_ERRORS) as error:
                log.info("no direct message", tournament=view.state.id, error=code_of(error))


def is_reached(view: TournamentView, posting: OutboxMessage[TournamentId]) -> bool:
    """Return whether the tournament, as shown, has got as far as the posting: a later change may be stored."""
    match Post(posting.kind):
        case Post.PLACE:
            return posting.number < len(view.state.entropy)
        case Post.PASSED:
            return posting.number < len(view.state.progress.passed)
        case Post.ROUND:
            return view.number(posting.number) is not None
        case Post.RESULT:
            return view.state.status is TournamentStatus.FINISHED
        case Post.CANCELLED:
            return view.state.status is TournamentStatus.CANCELLED
        case _:
            return True


def is_late(state: TournamentState, posting: OutboxMessage[TournamentId]) -> bool:
    """Return whether a call comes too late: the tournament has begun, or waits for no entrant. Or the staff have
    answered a question before it could be asked.
    """
    if posting.kind == Post.PUT_BACK:
        return not state.waits_for_staff
    if posting.kind == Post.MISSING:
        return state.status is not TournamentStatus.RUNNING or state.progress.missing is None
    return posting.kind in CALLS and not (state.status.is_before and called_by(state, posting))


def called_by(state: TournamentState, posting: OutboxMessage[TournamentId]) -> tuple[PlayerId, ...]:
    """Return the players whom a posting pings: the entrants it waits for, who got a place or were removed, or the
    champions.
    """
    if posting.kind == Post.PLACE:
        moved = [PlayerId(line.user) for line in state.entropy if line.seq == posting.number]
        return tuple(one for one in moved if one in state.entrants)
    if posting.kind == Post.RESULT:
        return mentions_of(TournamentView(state).champions)
    if posting.kind == Post.ROUND and posting.number == 1:
        return tuple(one.id for one in state.progress.elsewhere[:CALLED_AT_ONCE])
    if posting.kind not in CALLS:
        return ()
    awaits_all = state.status is not TournamentStatus.CHECK_IN
    return tuple(entrant.id for entrant in state.progress.entrants if awaits_all or not entrant.checked_in)


def screen_of(
    view: TournamentView, posting: OutboxMessage[TournamentId], called: Sequence[PlayerId], name: str
) -> Screen:
    """Return the screen of a posting. `name` goes into the custom id of a button."""
    match Post(posting.kind):
        case Post.CHECK_IN:
            return check_in_call(view.state, called, name)
        case Post.REMIND:
            return tournament_reminder(view.state, called, name)
        case Post.PLACE:
            return place_call(view.state, called, name)
        case Post.PASSED:
            return passed_over(view.state, posting.number, name)
        case Post.ROUND:
            round = view.number(posting.number)
            assert round is not None
            return round_card(view, round, name)
        case Post.RESULT:
            return tournament_result(view, name)
        case Post.CANCELLED:
            return tournament_cancelled(view, name)
        case Post.PUT_BACK:
            return tournament_put_back(view, name)
        case Post.MISSING:
            return tournament_missing(view, name)


def is_posting(custom_id: str, state: TournamentState, name: str) -> bool:
    """Return whether a button with that custom id stands under that posting."""
    id = TournamentButtonId.parse(custom_id)
    return id is not None and (id.tournament, id.posted) == (state.id, name)
