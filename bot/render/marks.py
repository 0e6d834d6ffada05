"""How a group is marked: a colour, a sign and a word for each kind."""

from dataclasses import dataclass

from bot.games.indian.melds import MeldKind
from bot.render.palette import Colour


@dataclass(frozen=True, slots=True)
class Mark:
    """A band above cards."""

    band: Colour
    sign: str
    word: str
    spoken: str
    """For alt text."""

    @property
    def ink(self) -> Colour:
        """What is written on the band."""
        return Colour.BLACK if self.band is Colour.GOLD else Colour.TEXT


KINDS = {
    MeldKind.PURE_SEQUENCE: Mark(Colour.PURE, "✔", "Pure", "pure sequence"),
    MeldKind.IMPURE_SEQUENCE: Mark(Colour.IMPURE, "★", "Impure", "impure sequence"),
    MeldKind.SET: Mark(Colour.SET, "=", "Set", "set"),
    MeldKind.INVALID: Mark(Colour.OPEN, "✘", "Not yet", "not yet a meld"),
}
UNGROUPED = Mark(Colour.OPEN, "", "Ungrouped", "ungrouped")
FINISHING = Mark(Colour.GOLD, "", "Finish", "in the finish slot")
DEADWOOD = Mark(Colour.OPEN, "", "Deadwood", "deadwood")
IN_HAND = Mark(Colour.OPEN, "", "In hand", "in hand")
LEFT_OVER = Mark(Colour.OPEN, "", "Left in hand", "left in hand")
