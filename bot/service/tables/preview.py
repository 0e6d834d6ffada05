"""A preview: a move that a player has looked at. If their time runs out, the clock plays it instead of a lapse."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from bot.rummy.actions import Action, Lapse, Vocabulary, parse_action
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction, ParseError
from bot.rummy.table import Table
from bot.rummy.view import Stage


@dataclass(frozen=True, slots=True)
class Preview:
    """Actions that a player was shown in a turn and could have played. Only that player may learn of it."""

    seat: Seat
    deal: int
    """Number of the deal; 1 is the first."""
    turn: int
    """Number of turns begun before this one."""
    actions: tuple[Action, ...]
    is_played: bool = False
    """Whether the clock has played it and its player has done nothing since."""

    @classmethod
    def of(cls, table: Table, seat: Seat, actions: tuple[Action, ...]) -> Self | None:
        """Return a preview of the running turn. Return None if it is not that seat's turn, or the rules refuse these
        actions.
        """
        deal = table.deal
        if deal is None:
            return None
        made = cls(seat, len(table.match.outcomes) + 1, deal.turns, actions)
        return made if made.fits(table) else None

    def fits(self, table: Table) -> bool:
        """Return whether its turn still runs and the rules allow it."""
        deal = table.deal
        if table.stage is not Stage.PLAYING or deal is None or deal.turn != self.seat:
            return False
        if (len(table.match.outcomes) + 1, deal.turns) != (self.deal, self.turn):
            return False
        try:
            for action in self.actions:
                table = table.play(self.seat, action)
        except IllegalAction:
            return False
        return True

    def rest(self, played: Iterable[Action]) -> Self | None:
        """Return the preview without its first actions that the player has now played. Return None if none is left."""
        left = self.actions
        for action in played:
            if left and action == left[0]:
                left = left[1:]
        return replace(self, actions=left) if left else None

    def __str__(self) -> str:
        """Return the text that is stored: `1 1 4 kept`, then a line for each action."""
        head = f"{self.seat} {self.deal} {self.turn} {'played' if self.is_played else 'kept'}"
        return "\n".join([head, *map(str, self.actions)])

    @classmethod
    def parse(cls, text: str, game: Vocabulary) -> Self:
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no preview.
        """
        head, *lines = text.split("\n")
        try:
            seat, deal, turn, state = head.split(" ")
            is_played = {"played": True, "kept": False}[state]
            actions = tuple(parse_action(line, game) for line in lines)
            return cls(Seat(int(seat)), int(deal), int(turn), actions, is_played)
        except (ValueError, KeyError) as error:
            raise ParseError(f"no preview: {error}") from None


def due_preview(table: Table, kept: Preview | None) -> Preview | None:
    """Return the clock's move for the player whose time is over, or None for a lapse.

    It is the kept preview, else the game's own move, such as the declaration of saved groups.
    """
    if kept is not None and not kept.is_played:
        return kept
    if table.deal is None or isinstance(overdue := table.deal.overdue(), Lapse):
        return None
    return Preview(table.deal.turn, len(table.match.outcomes) + 1, table.deal.turns, (overdue,))
