"""An answer to a press on the page."""

import secrets
from dataclasses import dataclass, field
from typing import Protocol

from bot.flows.answer import AnswerResult, CardPlace, Threads, WithoutStaff
from bot.layout import Form, Screen
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.rummy.view import View
from bot.service.tables.state import TableState
from bot.text.refusals import UserError
from bot.text.web import DISCORD_SILENT

PRESS_BIT = 1 << 62
"""The bit that the id of every press on the page has. Discord's ids have it in a thousand years."""


def new_press() -> int:
    """Return a new id of a press on the page."""
    return PRESS_BIT | secrets.randbits(62)


class Member(Protocol):
    """A member of a server."""

    @property
    def name(self) -> DisplayName:
        """Return the name of the member in the server."""

    async def seen(self, *channels: int) -> frozenset[int]:
        """Return those of these channels and threads of the server that the member may read."""

    async def place(self, channel: int) -> CardPlace:
        """Return the place for the card of a table that is opened in that channel."""


@dataclass(frozen=True, slots=True)
class AnsweredHand:
    """A hand as its owner sees it at one state of a table."""

    state: TableState
    view: View | None = None
    """The view of its owner, if the screen was drawn from that alone."""


@dataclass(eq=False)
class WebAnswer(WithoutStaff):
    """A press on the page, and the screens and forms that answer it. All of them are private.

    On the page nobody is of the staff.
    """

    id: int
    player: PlayerId
    name: DisplayName
    guild: int | None
    channel: int | None
    member: Member | None
    """The person in that server; None in direct messages, or if Discord does not answer."""
    edits: bool
    """False after a form. An error is then shown as a sentence, and the form stays."""
    shown: list[Screen | Form] = field(default_factory=list)
    acknowledged_after: float | None = None
    """Seconds from the arrival of the press to its answer; None until then."""
    hand: AnsweredHand | None = None
    """The person's hand, if the screen shown last is it."""
    locale: str | None = None
    guild_locale: str | None = None
    message: int | None = None
    edits_direct_message: bool = False
    redraws: bool = False
    shown_in: int | None = None
    table: TableId | None = None
    outcome: AnswerResult = AnswerResult.DONE
    fault: str | None = None
    code: str | None = None

    @property
    def parent_channel(self) -> int | None:
        """Return the channel."""
        return self.channel

    @property
    def control_ids(self) -> set[str]:
        """Return no ids: the page draws its screens anew."""
        return set()

    async def show(self, screen: Screen) -> bool:
        """Store the screen."""
        self.shown.append(screen)
        self.hand = None
        return True

    async def share(self, screen: Screen) -> bool:
        """Return False: nothing is posted from the page."""
        return False

    async def ask(self, form: Form) -> bool:
        """Store the form."""
        self.shown.append(form)
        return True

    async def accept(self) -> None:
        """Show nothing."""

    async def redraw(self, screen: Screen) -> bool:
        """Show the screen in place of the last one."""
        self.shown[-1:] = [screen]
        return True

    async def remove(self) -> None:
        """Change nothing: the next screen takes the place of the last one."""

    async def knows_channel(self, channel: int) -> bool:
        """Return whether the person sees that channel."""
        return self.guild is None or bool(await self.seen(channel))

    async def seen(self, *channels: int) -> frozenset[int]:
        """Return those of these channels and threads of the server that the person may read."""
        return frozenset() if self.member is None else await self.member.seen(*channels)

    async def place(self, channel: int | None = None) -> CardPlace:
        """Return the place for the card of a table that is opened in *channel*, or where they asked for the page.

        Raises:
            UserError: Discord does not answer.
        """
        wanted = channel or self.channel or 0
        if self.guild is None:
            return CardPlace(wanted)
        if self.member is None:
            raise UserError(DISCORD_SILENT())
        return await self.member.place(wanted)

    async def channels_with(self, threads: Threads) -> list[int]:
        """Return no channels: a table opens where the person asked for the page."""
        return []

    async def permissions(self) -> list[tuple[str, bool, str]]:
        """Return no permissions: the staff look at them in Discord."""
        return []
