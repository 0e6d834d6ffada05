"""The tests that read pictures notice if something else is there than was asked for."""

from collections.abc import Callable

import pytest
from PIL import Image

from bot.codes import Look
from bot.render.drawing import fonts, sprites
from bot.render.drawing.canvas import Canvas, Sprite
from bot.render.drawing.palette import PALETTES, Colour, solid
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import HAND, Coat, card_sprite, flagged_sprite
from bot.render.drawing.theme import Theme
from bot.rummy.cards import Card
from tests.render.drawn import read
from tests.render.pixels import UNREAD, read_sprite

FELT = PALETTES[Look.FELT]

SIZE = 31
"""A size that no picture uses, so that no cache keeps what is drawn here."""


def written(text: str, then: Callable[[Canvas], None] = lambda canvas: None) -> Callable[[], bytes]:
    """Return a function that draws a picture with that text."""

    def draw() -> bytes:
        canvas = Canvas.panel(120)
        canvas.text((60, 80), text, SIZE, Colour.TEXT, Colour.PANEL)
        then(canvas)
        return canvas.png()

    return draw


def test_a_text_is_read_where_it_stands() -> None:
    (item,) = read(written("Total 37")).items
    assert (item.text, item.left, item.foot, item.ink) == ("Total 37", 60, 80, Colour.TEXT)


@pytest.mark.parametrize(("asked", "drawn"), [("Sum 9", "Sum 6"), ("Sum 37", "Sum 38"), ("Ravi", "Rvai"), ("at 1", "")])
def test_other_letters_are_noticed(asked: str, drawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask = fonts.mask

    def wrong(text: str, cut: Cut, size: int) -> tuple[Image.Image, int]:
        return mask(drawn if text == asked else text, cut, size)

    monkeypatch.setattr(fonts, "mask", wrong)
    with pytest.raises(AssertionError):
        read(written(asked))


def test_a_covered_text_is_noticed() -> None:
    with pytest.raises(AssertionError):
        read(written("hidden", lambda canvas: canvas.box((60, 40, 90, 100), Colour.TILE, Colour.PANEL)))


def test_two_texts_in_one_place_are_noticed() -> None:
    def again(canvas: Canvas) -> None:
        canvas.text((70, 80), "above", SIZE, Colour.TEXT, Colour.PANEL)

    with pytest.raises(AssertionError):
        read(written("below", again))


def test_a_card_whose_corner_is_empty_is_not_read() -> None:
    sprite = card_sprite(Card.parse("9S"), HAND, Theme(), Coat(due=True))
    assert read_sprite(sprite, FELT)[0] == "9♠(use)"
    canvas = Canvas(*sprite.image.size, 0)
    canvas.image.paste(sprite.image)
    canvas.image.paste(solid(Colour.PAPER), (8, 8, HAND.strip, HAND.height // 2))
    assert UNREAD in read_sprite(Sprite(canvas, sprite.shape), FELT)[0].partition("(")[0]


def test_a_card_with_another_cards_suit_in_the_middle_is_noticed() -> None:
    nine, other = (card_sprite(Card.parse(text), HAND, Theme()) for text in ("9S", "9C"))
    middle = (HAND.strip, 0, HAND.width, HAND.height)
    canvas = Canvas(*nine.image.size, 0)
    canvas.image.paste(nine.image)
    canvas.image.paste(other.image.crop(middle), middle)
    assert read_sprite(Sprite(canvas, nine.shape), FELT)[0] == "9♠(with other art)"


@pytest.mark.parametrize("letter", ["I", "O", "B", "0", "1", "S", "T"])
def test_a_letter_that_is_no_rank_is_not_read(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "rank_text", lambda card: letter)
    draw = flagged_sprite.__wrapped__
    sprite = draw(Card.parse("JH"), HAND, Theme(), Coat(under=True), "")
    assert UNREAD in read_sprite(sprite, FELT, covered=True)[0]
