"""A press of the person at the terminal, and the screens and forms that answer it."""

from dataclasses import dataclass, field

from bot.flows.answer import AnswerResult
from bot.layout import Form, Screen
from bot.rummy.ids import DisplayName, PlayerId, TableId


@dataclass(eq=False)
class TerminalAnswer:
    """Keeps what is shown until the terminal prints it. All that one person sees is theirs alone."""

    id: int
    player: PlayerId
    name: DisplayName
    edits: bool
    """False after a form: an error is then a sentence, and the form can be asked again."""
    shown: list[Screen | Form] = field(default_factory=list)
    guild: int | None = None
    locale: str | None = None
    guild_locale: str | None = None
    channel: int | None = None
    message: int | None = None
    edits_direct_message: bool = False
    shown_in: int | None = None
    table: TableId | None = None
    outcome: AnswerResult = AnswerResult.DONE
    fault: str | None = None
    code: str | None = None

    @property
    def parent_channel(self) -> int | None:
        """None: a terminal has no channels."""
        return None

    @property
    def control_ids(self) -> set[str]:
        """None are needed: no screen of a terminal is redrawn."""
        return set()

    async def show(self, screen: Screen) -> bool:
        """Keep the screen."""
        self.shown.append(screen)
        return True

    async def share(self, screen: Screen) -> bool:
        """Keep the screen: no other person could see it."""
        return await self.show(screen)

    async def ask(self, form: Form) -> bool:
        """Keep the form."""
        self.shown.append(form)
        return True

    async def accept(self) -> None:
        """Nothing is shown."""

    async def redraw(self, screen: Screen) -> bool:
        """Return what is printed stays as it is."""
        return False

    async def remove(self) -> None:
        """Do nothing: what is printed stays."""

    def manages_server(self) -> bool:
        """There is no server."""
        return False

    def may_steer(self, role: int | None) -> bool:
        """There are no tournaments."""
        return False

    def may_give(self, role: int) -> bool:
        """There are no roles."""
        return False

    def may_write(self) -> bool:
        """The person may always type."""
        return True

    async def knows_channel(self, channel: int) -> bool:
        """There are no channels."""
        return False

    async def sees(self, channel: int) -> bool:
        """There are no channels."""
        return False

    def permissions(self) -> list[tuple[str, bool, str]]:
        """Return nothing: no permission is needed."""
        return []

    def missing_to_play(self) -> str | None:
        """Return None: no permission is needed."""
        return None
