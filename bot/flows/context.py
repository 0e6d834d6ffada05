"""Where every interaction is served: errors become one sentence, and an answer always goes out."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog

from bot import screens as messages
from bot import text
from bot.discord.answers import Answer, OpenScreens, reference
from bot.discord.channels import Channels
from bot.discord.outbox.delivery import Delivery
from bot.flows.personal import Screens
from bot.rummy.errors import CardTextError, IllegalAction
from bot.rummy.ids import PlayerId, TableId
from bot.screens import Message
from bot.service.errors import OthersLackError, Problem, ServiceError, origin_of
from bot.service.lobby import Lobbies, Person
from bot.service.recent import Recent
from bot.service.state import CorruptTableError, TableState
from bot.service.tables import Tables
from bot.store.errors import StoreError
from bot.store.store import Store

log = structlog.get_logger()

Work = Callable[[Answer], Awaitable[None]]


class UserError(Exception):
    """Something a person asked for that cannot be done, already said nicely."""


class SeenInteractions:
    """The last interactions that were served: the network may deliver one twice."""

    def __init__(self) -> None:
        self._ids: Recent[int, None] = Recent()

    def is_new(self, id: int) -> bool:
        """Whether that one comes for the first time; from now on it does not."""
        if id in self._ids:
            return False
        self._ids[id] = None
        return True


@dataclass(frozen=True)
class Context:
    """All that answering people takes. The flows are built on it."""

    tables: Tables
    lobbies: Lobbies
    store: Store
    screens: Screens
    hands: OpenScreens
    places: Channels
    delivery: Delivery
    settled: Callable[[], Awaitable[None]]
    """Returns once deadlines are right again after time in which nobody was connected."""
    invite: Callable[[TableState, PlayerId], Awaitable[None]]
    """Tells somebody in the lobby's channel that they may sit down."""
    served: SeenInteractions = field(default_factory=SeenInteractions)

    async def serve(self, interaction: discord.Interaction[Any], work: Work, table: TableId | None = None) -> None:
        """Do the work and answer; whatever goes wrong is said in one sentence, in private."""
        if not self.served.is_new(interaction.id):
            log.info("delivered twice", interaction=interaction.id)
            return
        self.places.notice(interaction)
        async with Answer(interaction) as answer:
            try:
                await self.settled()
                await work(answer)
            except Exception as error:
                await self._excuse(answer, error, table)

    async def _excuse(self, answer: Answer, error: Exception, table: TableId | None) -> None:
        try:
            await self._say(answer, said(error), table)
        except Exception as further:
            log.error("no excuse", error=type(further).__name__, origin=origin_of(further))

    async def _say(self, answer: Answer, sentence: str, table: TableId | None) -> None:
        """Say it above the hand where a private message was clicked or that is promised, else by itself."""
        if table is not None and (answer.edits or sentence == text.PROBLEMS[Problem.STALE]):
            try:
                state = await self.tables.find(table)
                await self.show_hand(answer, state, sentence)
            except (ServiceError, CorruptTableError, StoreError):
                pass
            else:
                return
        await answer.show(messages.plain(sentence))

    # -- what most flows end with -------------------------------------------------------------------

    async def show_hand(self, answer: Answer, state: TableState, note: str | None = None) -> None:
        """Answer with the hand of whoever asked.

        Raises:
            ServiceError: they do not sit there.
        """
        message = await self.screens.hand(state, answer.player, note)
        if await answer.show(message):
            self.shown(answer, state)

    def shown(self, answer: Answer, state: TableState) -> None:
        """Note that whoever asked sees their hand as it stands."""
        clicked = answer.interaction.message
        if answer.edits and clicked is not None and not clicked.flags.ephemeral:
            self.delivery.saw(state, answer.player)
        else:
            self.hands.remember(answer.player, state.id, answer.interaction)

    async def show(self, answer: Answer, message: Message) -> None:
        """Answer with that message."""
        await answer.show(message)

    async def say(self, answer: Answer, sentence: str) -> None:
        """Answer with that sentence."""
        await answer.show(messages.plain(sentence))


def person(answer: Answer) -> Person:
    """Who asked, as the service knows people."""
    return Person(answer.player, answer.name)


def said(error: Exception) -> str:
    """The sentence for an error. One nobody foresaw gets a code that the log knows as well."""
    match error:
        case UserError():
            return str(error)
        case IllegalAction():
            return text.REFUSALS[error.refusal]
        case OthersLackError():
            return text.refusals.others_cannot_cover(f"<@{player}>" for player in error.players)
        case ServiceError():
            return text.PROBLEMS[error.problem]
        case CorruptTableError():
            log.error("table cannot be read", origin=origin_of(error))
            return text.table.BROKEN
        case CardTextError():
            return text.refusals.bad_card(error.word)
    code = reference()
    # No traceback and no text of the error: either may hold a hand.
    log.error("unexpected", code=code, error=type(error).__name__, origin=origin_of(error))
    return text.refusals.unexpected(code)
