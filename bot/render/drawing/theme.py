"""The look of pictures that a player has chosen."""

from dataclasses import dataclass

from bot.render.drawing.palette import Colour
from bot.rummy.cards import Card, Suit

_TWO = {
    Suit.CLUBS: Colour.BLACK,
    Suit.DIAMONDS: Colour.RED,
    Suit.SPADES: Colour.BLACK,
    Suit.HEARTS: Colour.RED,
}
_FOUR = {**_TWO, Suit.CLUBS: Colour.GREEN, Suit.DIAMONDS: Colour.BLUE}


@dataclass(frozen=True, slots=True)
class Theme:
    """A player's settings; one panel colour serves Discord's dark and light themes."""

    four_colour: bool = False
    """Whether clubs are green and diamonds blue."""
    large: bool = False
    """Whether cards and letters in the player's own hand are larger."""

    def ink(self, card: Card) -> Colour:
        """Return the colour of a card's signs."""
        if card.suit is None:
            return Colour.VIOLET
        return (_FOUR if self.four_colour else _TWO)[card.suit]


PLAIN = Theme()
"""The theme of public pictures."""
