"""How cards that lie together are marked: a colour, a sign and a word."""

from dataclasses import dataclass

from bot.render.drawing.palette import Colour


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
