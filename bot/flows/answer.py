"""One press or command and its answer, for any front end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.layout import Form, Screen
from bot.rummy.ids import DisplayName, PlayerId, TableId


@dataclass(frozen=True, slots=True)
class Press:
    """A control that was used: its id, the values chosen in a menu, or the texts typed into a form by field."""

    id: str
    values: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    is_menu: bool = False
    """Whether it was a menu: one without a chosen value says nothing."""

    @property
    def value(self) -> str:
        """Return the first value that was chosen; empty if there is none."""
        return next(iter(self.values), "")


class AnswerResult(StrEnum):
    """How serving a press or command went, for the log and the figures of the host."""

    DONE = "done"
    REFUSED = "refused"
    """By the rules, the service or a check: the person was told why."""
    STALE = "stale"
    """The moment of the control had passed."""
    FAULT = "fault"
    """Something went wrong on our side."""


class Threads(StrEnum):
    """The threads that a channel can have."""

    ALL = "all"
    PUBLIC = "public"
    """An announcement channel has no private threads."""
    NONE = "none"
    """A thread has none, nor has the chat of a voice channel."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A channel or thread in which the card of a table or tournament is to stand."""

    channel: int
    threads: Threads = Threads.NONE
    missing: str | None = None
    """The name of the first permission missing without which no table can be shown there."""
    missing_in_private: str | None = None
    """The name of the first permission missing without which no private table can be shown there."""


class Answer(Protocol):
    """Who asked for something, where, what they may do there, and how to reply to them in private."""

    id: int
    """Of the press or command; no two have the same."""
    player: PlayerId
    name: DisplayName
    """What the person is called where they ask."""
    guild: int | None
    """The server they ask in; None: in direct messages."""
    locale: str | None
    """How the person's front end speaks to them, such as `de` or `en-US`; None: as it did before."""
    guild_locale: str | None
    """How it speaks in the server."""
    channel: int | None
    message: int | None
    """The message whose control was pressed; None: a command was typed."""
    edits: bool
    """Whether that message is the person's own: then the next screen takes its place."""
    edits_direct_message: bool
    """Whether that message stands in direct messages, where the bot itself sent it."""
    shown_in: int | None
    """The private message that shows the last screen; None: nothing was shown yet, or it is not known where."""
    table: TableId | None
    """The table that it is about, where a typed command has found one."""
    outcome: AnswerResult
    fault: str | None
    """The kind of error that a fault was."""
    code: str | None
    """What stands in the person's sentence and in the log for that fault."""

    @property
    def parent_channel(self) -> int | None:
        """Return the channel.

        Of a thread, the channel it belongs to, unless that is a forum, which takes no messages.
        """

    @property
    def control_ids(self) -> set[str]:
        """Return the ids of all controls of the message."""

    # -- replying -----------------------------------------------------------------------------------

    async def show(self, screen: Screen) -> bool:
        """Answer with that screen, in private; says whether the person gets it. A second one is a further message."""

    async def share(self, screen: Screen) -> bool:
        """Answer with a screen that all in the channel see; says whether it arrived."""

    async def ask(self, form: Form) -> bool:
        """Answer with a form; only possible as the first answer."""

    async def accept(self) -> None:
        """Answer without a word: the message is about to change for all."""

    async def redraw(self, screen: Screen) -> bool:
        """Put a screen in the place of the one shown last; says whether that was still possible."""

    async def remove(self) -> None:
        """Take away the message of the screen shown last, if that is still possible."""

    # -- what is allowed where they ask -------------------------------------------------------------

    def manages_server(self) -> bool:
        """Return whether the person may manage the server they ask in."""

    def may_steer(self, role: int | None) -> bool:
        """Return whether they may steer tournaments of that server; `role` names those who may besides its managers."""

    def may_give(self, role: int) -> bool:
        """Return whether both they and the bot could give that role to members by hand."""

    def may_write(self) -> bool:
        """Return whether they may write in the channel."""

    async def knows_channel(self, channel: int) -> bool:
        """Return whether the server has that channel or thread; True outside of servers."""

    async def sees(self, channel: int) -> bool:
        """Return whether the person may read that channel or thread of the server."""

    async def place(self, channel: int | None = None) -> CardPlace:
        """Return where the card of a table goes that is opened in *channel*, or here if that is None.

        In a thread it is the channel of the thread, or the thread itself if the bot may not write in its channel.
        """

    async def channels_with(self, threads: Threads) -> list[int]:
        """Return a few channels of the server that have such threads, and which both the person and the bot may use."""

    async def permissions(self) -> list[tuple[str, bool, str]]:
        """Return the name of each permission of the bot, whether it has it where a table opened here plays, and what
        breaks without it.
        """
