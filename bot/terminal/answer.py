"""An answer to a press at the terminal."""

from dataclasses import dataclass, field

from bot.flows.answer import AnswerResult, CardPlace, Threads, WithoutStaff
from bot.layout import Form, Screen
from bot.rummy.ids import DisplayName, PlayerId, TableId


@dataclass(eq=False)
class TerminalAnswer(WithoutStaff):
    """A press at the terminal and the screens and forms that answer it. All of them are private."""

    id: int
    player: PlayerId
    name: DisplayName
    edits: bool
    """False after a form. An error is then shown as a sentence, and the form can be shown again."""
    shown: list[Screen | Form] = field(default_factory=list)
    guild: int | None = None
    locale: str | None = None
    guild_locale: str | None = None
    channel: int | None = None
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
        """Return None, because a terminal has no channels."""
        return None

    @property
    def control_ids(self) -> set[str]:
        """Return no ids, because no screen of a terminal is redrawn."""
        return set()

    async def show(self, screen: Screen) -> bool:
        """Store the screen."""
        self.shown.append(screen)
        return True

    async def share(self, screen: Screen) -> bool:
        """Store the screen. No other person could see it."""
        return await self.show(screen)

    async def ask(self, form: Form) -> bool:
        """Store the form."""
        self.shown.append(form)
        return True

    async def accept(self) -> None:
        """Show nothing."""

    async def redraw(self, screen: Screen) -> bool:
        """Return False, because printed text stays."""
        return False

    async def remove(self) -> None:
        """Change nothing, because printed text stays."""

    async def knows_channel(self, channel: int) -> bool:
        """Return False, because there are no channels."""
        return False

    async def seen(self, *channels: int) -> frozenset[int]:
        """Return none, because there are no channels."""
        return frozenset()

    async def place(self, channel: int | None = None) -> CardPlace:
        """Return a place that stands for the terminal."""
        return CardPlace(0)

    async def channels_with(self, threads: Threads) -> list[int]:
        """Return no channels, because there are none."""
        return []

    async def permissions(self) -> list[tuple[str, bool, str]]:
        """Return no permissions, because none is needed."""
        return []
