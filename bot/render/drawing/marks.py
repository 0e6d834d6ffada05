"""How cards that lie together are marked: a colour, a sign and a word."""

from dataclasses import dataclass

from bot.languages.sentence import Sentence
from bot.render.drawing.palette import Colour


@dataclass(frozen=True, slots=True)
class Mark:
    """A band above cards."""

    band: Colour
    sign: str
    word: Sentence | str
    """What is written on it; a text, such as a name, as it is."""
    spoken: Sentence | None = None
    """The same in alt text, where it says more there."""

    @property
    def told(self) -> str:
        """Return what stands before the cards in alt text."""
        return str(self.spoken or self.word)

    @property
    def ink(self) -> Colour:
        """Return what is written on the band."""
        return Colour.BLACK if self.band is Colour.GOLD else Colour.TEXT
