"""Faces of cards as emoji."""

from io import BytesIO

from PIL import Image

from bot.render.emoji import card_emoji
from bot.rummy.cards import CARDS, JOKER

MOST_BYTES = 256 << 10
"""The size of an emoji that Discord takes."""


def test_each_card_has_a_small_square_picture_of_its_own() -> None:
    drawn = [card_emoji(card) for card in (*CARDS, JOKER)]
    assert len({digest for _, digest in drawn}) == len(drawn) == 53
    for file, _ in drawn:
        picture = Image.open(BytesIO(file))
        assert len(file) <= MOST_BYTES
        assert picture.size == (128, 128)
        assert picture.getpixel((0, 0)) == (0, 0, 0, 0), "nothing lies around the card"
    assert card_emoji(JOKER) == drawn[-1], "the same picture has the same digest"
