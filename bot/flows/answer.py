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
    """Whether it was a menu. A menu in which nothing was chosen has no value."""

    @property
    def value(self) -> str:
        """Return the first value that was chosen; empty if there is none."""
        return next(iter(self.values), "")


class AnswerResult(StrEnum):
    """The outcome of a press or command, for the log and the figures of the host."""

    DONE = "done"
    REFUSED = "refused"
    """The rules, the service or a check forbade it, and the person was told why."""
    STALE = "stale"
    """The control belonged to an earlier moment."""
    FAULT = "fault"
    """Something went wrong on our side."""


class Threads(StrEnum):
    """The threads that a channel can have."""

    ALL = "all"
    PUBLIC = "public"
    """Only public ones, as in an announcement channel."""
    NONE = "none"
    """No threads, as in a thread or in the chat of a voice channel."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A channel or thread for the card of a table or tournament."""

    channel: int
    threads: Threads = Threads.NONE
    missing: str | None = None
    """The name of the first missing permission without which no table can be shown there; None if none is missing."""
    missing_in_private: str | None = None
    """The name of the first missing permission without which no private table can be shown there; None if none is
    missing.
    """


class Answer(Protocol):
    """The person who asked for something, where they asked, what they may do there, and the way to reply in private."""

    id: int
    """The id of the press or command. It is unique."""
    player: PlayerId
    name: DisplayName
    """The name of the person where they ask."""
    guild: int | None
    """The server they ask in; None: in direct messages."""
    locale: str | None
    """The language of the person's front end, such as `de` or `en-US`; None: as before."""
    guild_locale: str | None
    """The language of the server in the front end."""
    channel: int | None
    message: int | None
    """The message whose control was pressed; None for a typed command."""
    edits: bool
    """Whether that message is the person's own. The next screen then takes its place."""
    edits_direct_message: bool
    """Whether the bot itself sent that message as a direct message."""
    redraws: bool
    """Whether a screen that was shown can be replaced."""
    shown_in: int | None
    """The private message that shows the last screen; None if nothing was shown yet, or if that is not known."""
    table: TableId | None
    """The table that it is about, if a typed command has found one."""
    outcome: AnswerResult
    fault: str | None
    """The kind of error that a fault was."""
    code: str | None
    """The code of that fault, which the person's sentence and the log have."""

    @property
    def parent_channel(self) -> int | None:
        """Return the channel; in a thread, the channel that it belongs to, or None for a forum, which takes no
        messages.
        """

    @property
    def control_ids(self) -> set[str]:
        """Return the ids of all controls of the message."""

    # -- replying -----------------------------------------------------------------------------------

    async def show(self, screen: Screen) -> bool:
        """Answer with that screen, in private. Return whether the person gets it.

        A second screen is a further message.
        """

    async def share(self, screen: Screen) -> bool:
        """Answer with a screen that all in the channel see. Return whether it arrived."""

    async def ask(self, form: Form) -> bool:
        """Answer with a form. Only the first answer can be a form. Return whether it arrived."""

    async def accept(self) -> None:
        """Acknowledge the press without a reply. The message is about to change for all."""

    async def redraw(self, screen: Screen) -> bool:
        """Replace the screen shown last. Return whether that was still possible."""

    async def remove(self) -> None:
        """Remove the message of the screen shown last, if that is still possible."""

    # -- what is allowed where they ask -------------------------------------------------------------

    def manages_server(self) -> bool:
        """Return whether the person may manage the server they ask in."""

    def may_steer(self, role: int | None) -> bool:
        """Return whether they may steer tournaments of that server. Its managers may, and people with that role."""

    def may_give(self, role: int) -> bool:
        """Return whether both they and the bot could give that role to members by hand."""

    def may_mention(self, role: int) -> bool:
        """Return whether the bot may mention that role of the server."""

    def may_write(self) -> bool:
        """Return whether they may write in the channel."""

    async def knows_channel(self, channel: int) -> bool:
        """Return whether the server has that channel or thread; True outside of servers."""

    async def seen(self, *channels: int) -> frozenset[int]:
        """Return those of these channels and threads of the server that the person may read."""

    async def place(self, channel: int | None = None) -> CardPlace:
        """Return the place for the card of a table that is opened in *channel*, or here if that is None.

        In a thread, the place is the channel of the thread, or the thread itself if the bot may not write in its
        channel.
        """

    async def channels_with(self, threads: Threads) -> list[int]:
        """Return a few channels of the server that have such threads, and which both the person and the bot may use."""

    async def permissions(self) -> list[tuple[str, bool, str]]:
        """Return the name of each permission of the bot, whether it has it here, and what breaks without it."""


class WithoutStaff:
    """The rights of a person where nobody is of the staff: at the terminal and on the page."""

    def manages_server(self) -> bool:
        return False

    def may_steer(self, role: int | None) -> bool:
        return False

    def may_give(self, role: int) -> bool:
        return False

    def may_mention(self, role: int) -> bool:
        return False

    def may_write(self) -> bool:
        """Return True: where the bot may not write for them, they have no place for a table."""
        return True
