"""Commands of the owner: the state of the bot, words to all servers, blocks, maintenance."""

from collections.abc import Callable
from datetime import datetime

from bot.codes import BlockKind
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.screens.base import date_and_time, relative
from bot.service.disputes import readable
from bot.service.owner.admission import Admission
from bot.store.rows.put_backs import PutBack
from bot.text import owner
from bot.text.refusals import UserError

MOST_SHOWN = 20  # blocks


class OwnerFlow:
    """Answers to people who manage the owner's server, all of them private."""

    def __init__(
        self,
        context: Context,
        admission: Admission,
        server: int,
        servers: Callable[[], int],
        clock: Callable[[], datetime],
    ) -> None:
        """`server`: the owner's server. `servers`: returns the number of servers that this process is in."""
        self._context = context
        self._admission = admission
        self._server = server
        self._servers = servers
        self._clock = clock

    def _check(self, answer: Answer) -> None:
        """Check that the owner asks.

        Raises:
            UserError: it is another person.
        """
        if answer.guild != self._server or not answer.manages_server():
            raise UserError(owner.NOT_OWNER())

    async def status(self, answer: Answer) -> None:
        """Show the state of the bot."""
        self._check(answer)
        await self._admission.look(self._clock())
        census, since = await self._context.store.census.take(self._clock()), self._admission.maintained_since
        said = owner.status(
            self._servers(),
            census.tables,
            census.tournaments,
            census.matches,
            census.overdue,
            census.unsent,
            len(census.processes),
            None if since is None else relative(since),
            [owner.block(block.kind, block.id) for block in self._admission.blocks[:MOST_SHOWN]],
            _put_back(census.put_back),
        )
        await self._context.say(answer, said)

    async def announce(self, answer: Answer, words: str) -> None:
        """Post these words in all servers, once in each."""
        self._check(answer)
        notices = self._context.store.notices
        await notices.say(readable(words), self._clock())
        await self._context.say(answer, owner.announced(await notices.places()))

    async def block(self, answer: Answer, server: str | None, person: int | None, *, lift: bool) -> None:
        """Block a server or a person, or lift the block."""
        self._check(answer)
        kind, id = self._meant(server, person)
        if lift:
            if not await self._admission.unblock(kind, id):
                raise UserError(owner.NOT_BLOCKED())
            await self._context.say(answer, owner.unblocked(kind, id))
            return
        if id in (answer.player, self._server):
            raise UserError(owner.NOT_ONESELF())
        await self._admission.block(kind, id)
        await self._context.say(answer, owner.blocked(kind, id))

    @staticmethod
    def _meant(server: str | None, person: int | None) -> tuple[BlockKind, int]:
        if (server is None) == (person is None):
            raise UserError(owner.ONE_OF_BOTH())
        if person is not None:
            return BlockKind.PERSON, person
        typed = (server or "").strip()
        if not (typed.isascii() and typed.isdecimal() and 15 <= len(typed) <= 20 and int(typed) < 1 << 63):
            raise UserError(owner.NOT_AN_ID())
        return BlockKind.SERVER, int(typed)

    async def maintenance(self, answer: Answer, *, on: bool) -> None:
        """Switch maintenance on or off. While it is on, nothing new begins."""
        self._check(answer)
        await self._admission.maintain(on=on)
        await self._context.say(answer, owner.MAINTENANCE_ON() if on else owner.MAINTENANCE_OFF())


def _put_back(found: PutBack | None) -> str:
    """Return that the database was put back; empty if it was not."""
    if found is None:
        return ""
    until = None if found.until is None else date_and_time(found.until)
    return owner.put_back(date_and_time(found.back_to), until, found.missing)
