"""Marks of cards that lie together: a colour, a sign and a word."""

from dataclasses import dataclass

from bot.languages.sentence import Sentence
from bot.render.drawing.palette import Colour


@dataclass(frozen=True, slots=True)
class Mark:
    """A band above cards."""

    band: Colour
    sign: str
    word: Sentence | str
    """The text on the band; a string, such as a name, is used as it is."""
    spoken: Sentence | None = None
    """The text for alt text, if it is longer than the one drawn."""

    @property
    def alt_text(self) -> str:
        """Return the text before the cards in alt text."""
        return str(self.spoken or self.word)

    @property
    def ink(self) -> Colour:
        """Return the colour of the text on the band."""
        return Colour.BLACK if self.band is Colour.GOLD else Colour.WHITE
