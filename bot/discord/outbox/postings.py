"""Messages that must appear exactly once: start, show, score sheet, result, and that the bot is back.

How one is sent once is told in `once`; here stands what a table has to post, where, and in which order.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import discord
import structlog

from bot import screens as messages
from bot import text
from bot.discord.channels import PlaceClosedError, Places
from bot.discord.faults import FAULTS, TOO_MANY_THREADS, code_of, is_code, is_passing
from bot.discord.outbox.boards import place_of
from bot.discord.outbox.once import Once
from bot.rummy.ids import PlayerId, TableId
from bot.screens import Message
from bot.screens.base import Layout
from bot.screens.ids import ButtonId
from bot.service.paces import Pace
from bot.service.recent import Recent
from bot.service.update import Update
from bot.store.rows import Finished, Posting, PostingKind
from bot.store.store import Store

ORDER = tuple(PostingKind)
LIMIT = 1000

log = structlog.get_logger()


class Postings:
    """Sends what a table has to post. Called for one table by one task at a time."""

    def __init__(
        self,
        places: Places,
        store: Store,
        clock: Callable[[], datetime],
        process: str,
        move: Callable[[TableId, int, int | None], Awaitable[None]],
    ) -> None:
        self._places = places
        self._store = store
        self._once = Once(places, store, clock, process)
        self._move = move
        self._settled: Recent[TableId, tuple[object, ...]] = Recent()
        self._told: set[TableId] = set()

    async def post(self, update: Update, *, opening: bool) -> Update:
        """Send what is due: the start where `opening`, else all other; answers the table where it plays now."""
        if self._settled.get(update.id) == mark(update):
            return update
        due = list(await self._store.unticked(LIMIT, update.id))
        due.sort(key=lambda p: (p.created_at, p.deal if p.kind != PostingKind.BACK else 0, ORDER.index(p.kind)))
        for posting in due:
            if (posting.kind == PostingKind.START) == opening and is_told_by(update, posting):
                update = await self._post(update, posting)
        if not opening and not any(posting.kind == PostingKind.START for posting in due):
            self._settled[update.id] = mark(update)  # nothing more before the table has come further
        return update

    def unsettle(self, table: TableId) -> None:
        """Look again what is to be posted."""
        self._settled.pop(table, None)

    async def _post(self, update: Update, posting: Posting) -> Update:
        tried = await self._once.take(posting)
        if tried is None:
            return update  # another process has taken it, or it stands
        try:
            if posting.kind == PostingKind.START:
                update = await self._with_thread(update)
            id = await self._post_where_it_may(update, posting)
        except PlaceClosedError as error:
            if self._is_hopeless(update, posting, error):
                await self._once.give_up(posting, error.code)
                return update
            raise
        except FAULTS:
            if self._once.is_stale(posting):
                await self._once.give_up(posting, 0)
            raise
        await self._store.tick(posting, id)
        return update

    async def _post_where_it_may(self, update: Update, posting: Posting) -> int:
        place = self._place(update, posting)
        try:
            return await self._post_at(place, update, posting)
        except PlaceClosedError:
            other = self._place(update, posting)
            if other == place:
                raise
            return await self._post_at(other, update, posting)

    async def _post_at(self, place: int, update: Update, posting: Posting) -> int:
        is_it = partial(is_posting, posting=posting)
        return await self._once.stand(place, posting, is_it, partial(self._send, place, update, posting))

    def _place(self, update: Update, posting: Posting) -> int:
        """Where it belongs: the result into the channel, if that can be written in, all else to the table.

        A tournament tells in its channel how all its tables have ended, so theirs stay where they played; how a
        private one has ended is for those who played there.
        """
        row = update.row
        for_all = posting.kind == PostingKind.RESULT and row.tournament is None and not row.private
        if for_all and (row.thread is None or not self._places.is_closed(row.channel)):
            return row.channel
        return place_of(update)

    def _is_hopeless(self, update: Update, posting: Posting, error: PlaceClosedError) -> bool:
        """Whether no place is left for it: in a closed thread's stead the channel is tried, and for a result both."""
        if self._once.is_stale(posting):
            return True
        places = {update.row.channel, place_of(update)}
        # A refusal without a code is not Discord's word on the place: its guard in front refuses everything so.
        return bool(error.code) and all(map(self._places.is_closed, places))

    async def _send(self, place: int, update: Update, posting: Posting) -> int:
        kept = await self._store.match(update.id) if posting.kind == PostingKind.RESULT else None
        message = marked(_MESSAGES[posting.kind](update, posting, kept), posting)
        everybody = tuple(map(PlayerId, messages.mentions(update))) if posting.kind == PostingKind.START else ()
        return await self._places.send(place, message, everybody, f"{posting.table}-{posting.kind}-{posting.deal}")

    # -- the thread ---------------------------------------------------------------------------------

    async def _with_thread(self, update: Update) -> Update:
        """The table in a thread of its own, where there can be one; else in its channel, and the host is told."""
        row = update.row
        if row.thread is not None or row.guild is None:
            return update
        try:
            members = update.lobby.persons if row.private else ()
            thread = await self._places.open_thread(
                row.channel,
                f"Rummy {row.id}",
                private=row.private,
                slow=update.pace is Pace.SLOW,
                members=members,
            )
        except FAULTS as error:
            if is_passing(error):
                raise
            log.warning("no thread", table=row.id, error=code_of(error))
            await self._tell_host(update, error)
            return update
        if thread is None:
            return update
        await self._move(row.id, row.channel, thread)
        return replace(update, row=replace(row, thread=thread))

    async def _tell_host(self, update: Update, error: BaseException) -> None:
        """Say once why this table plays in the channel, naming the permission that is missing."""
        if update.id in self._told:
            return
        self._told.add(update.id)
        said = text.table.NO_ROOM if is_code(error, TOO_MANY_THREADS) else no_thread(update)
        await self._places.send(update.row.channel, messages.plain(f"<@{update.row.host}> {said}"), (update.row.host,))


def no_thread(update: Update) -> str:
    """What keeps a table from having its own thread."""
    missing = "create_private_threads" if update.row.private else "create_public_threads"
    return text.table.no_thread(text.doctor.PERMISSIONS[missing])


def is_told_by(update: Update, posting: Posting) -> bool:
    """Whether the table as it is shown has come as far as the posting: another change may have been committed."""
    if posting.kind == PostingKind.RESULT:
        return update.row.status.is_over
    return posting.kind not in (PostingKind.SHOW, PostingKind.SHEET) or posting.deal <= len(update.public.outcomes)


def mark(update: Update) -> tuple[object, ...]:
    """Changes exactly when there may be something to post."""
    table = update.table
    return (update.row.status, len(table.match.outcomes) if table else None, table is None)


_MESSAGES: dict[str, Callable[[Update, Posting, Finished | None], Message]] = {
    PostingKind.START: lambda update, posting, kept: messages.start(update),
    PostingKind.SHOW: lambda update, posting, kept: messages.show(update, posting.deal),
    PostingKind.SHEET: lambda update, posting, kept: messages.sheet(update, deal=posting.deal),
    PostingKind.RESULT: lambda update, posting, kept: messages.result(update, kept),
    PostingKind.BACK: lambda update, posting, kept: messages.back(update),
}


# -- telling postings apart -------------------------------------------------------------------------


def is_posting(custom_id: str, posting: Posting) -> bool:
    """Whether a button with that custom id stands under that posting."""
    id = ButtonId.parse(custom_id)
    return id is not None and id.table == posting.table and id.args == (posting.kind, str(posting.deal))


def marked(message: Message, posting: Posting) -> Message:
    """The message with the name of the posting in the custom id of its first button, or of one that is added.

    Nobody but `is_posting` reads it: what a button does is said by its first word.
    """
    for item in message.layout.walk_children():
        if isinstance(item, discord.ui.Button) and item.custom_id:
            id = ButtonId.parse(item.custom_id)
            if id is not None and not id.args:
                item.custom_id = str(replace(id, action=f"{id.action} {posting.kind} {posting.deal}"))
                return message
    id = ButtonId(posting.table, 0, f"scores {posting.kind} {posting.deal}")
    button: discord.ui.Button[Layout] = discord.ui.Button(label="Scores", custom_id=str(id))
    message.layout.add_item(discord.ui.ActionRow(button))
    return message
