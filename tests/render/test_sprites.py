"""Every card's picture shows that card and no other, in every size and colouring."""

import pytest

from bot.codes import Look
from bot.languages.sentence import Reader, reading
from bot.render.drawing.palette import PALETTES, Colour
from bot.render.drawing.sprites import BOARD, HAND, LARGE, LYING, SMALL, Coat, Size, back_sprite, card_sprite
from bot.render.drawing.theme import Theme
from bot.rummy.cards import CARDS, JOKER, Card, parse_cards
from tests.render.pixels import BACK, RANKS, read_sprite

FELT = PALETTES[Look.FELT]

SIZES = pytest.mark.parametrize(
    "size", [HAND, LARGE, SMALL, LYING, BOARD], ids=["hand", "large", "small", "lying", "board"]
)
FACES = [rank + suit for suit in "♣♦♠♥" for rank in RANKS[:13]]
"""The texts on the 52 cards, by index."""
FEW = range(0, 52, 5)
"""Some cards of every suit."""
TWO_COLOURS = {"♣": Colour.BLACK, "♦": Colour.RED, "♠": Colour.BLACK, "♥": Colour.RED}
FOUR_COLOURS = {**TWO_COLOURS, "♣": Colour.GREEN, "♦": Colour.BLUE}


def face(card: Card, size: Size, coat: Coat = Coat(), *, covered: bool = False) -> str:
    """Return the text that can be read on the card."""
    return read_sprite(card_sprite(card, size, Theme(), coat), FELT, covered=covered)[0]


@SIZES
def test_every_card_shows_its_rank_and_suit(size: Size) -> None:
    assert [face(card, size) for card in CARDS] == FACES
    assert face(JOKER, size) == "Joker"


@SIZES
def test_the_strip_of_a_covered_card_is_enough(size: Size) -> None:
    under = Coat(over=True, under=True)
    assert [face(card, size, under, covered=True) for card in CARDS] == FACES
    assert face(JOKER, size, under, covered=True) == "Joker"


@SIZES
@pytest.mark.parametrize(("four", "colours"), [(False, TWO_COLOURS), (True, FOUR_COLOURS)])
def test_every_suit_has_its_colour(size: Size, four: bool, colours: dict[str, Colour]) -> None:
    theme = Theme(four_colour=four)
    for i in FEW:
        assert read_sprite(card_sprite(CARDS[i], size, theme), FELT) == (FACES[i], colours[FACES[i][-1]])
    assert read_sprite(card_sprite(JOKER, size, theme), FELT) == ("Joker", Colour.VIOLET)


@pytest.mark.parametrize("size", [HAND, LARGE, SMALL, BOARD])
def test_a_wild_card_bears_a_badge(size: Size) -> None:
    assert [face(CARDS[i], size, Coat(wild=True)) for i in FEW] == [f"{FACES[i]}(wild)" for i in FEW]


@pytest.mark.parametrize("size", [HAND, LARGE])
@pytest.mark.parametrize(
    ("coat", "mark"),
    [
        (Coat(drawn=True), "new"),
        (Coat(due=True), "use"),
        (Coat(wild=True, drawn=True), "wild, new"),
        (Coat(drawn=True, over=True, under=True), "new"),
    ],
)
def test_a_card_that_stands_out_says_why(size: Size, coat: Coat, mark: str) -> None:
    shown = [face(CARDS[i], size, coat, covered=coat.under) for i in FEW]
    assert shown == [f"{FACES[i]}({mark})" for i in FEW]


@pytest.mark.parametrize("size", [HAND, LARGE])
def test_a_swapped_joker_says_that_it_must_be_used(size: Size) -> None:
    assert face(JOKER, size, Coat(due=True)) == "Joker(use)"


def test_a_joker_on_the_table_shows_the_card_that_it_stands_for() -> None:
    shown = [face(JOKER, LYING, Coat(stands=(card,), over=True)) for card in CARDS]
    assert shown == [f"Joker({one})" for one in FACES]


@pytest.mark.parametrize("texts", ["QC QS", "QH QD", "4C 4D", "9S 9H", "9C 9D", "6D 6S", "TD TH", "KC KS", "AD AH"])
def test_or_each_of_the_cards_that_it_can_stand_for(texts: str) -> None:
    first, second = parse_cards(texts)
    shown = f"Joker({FACES[first.index - 1]} {FACES[second.index - 1]})"
    assert face(JOKER, LYING, Coat(stands=(first, second))) == shown


@SIZES
def test_the_back_shows_no_card(size: Size) -> None:
    assert read_sprite(back_sprite(size), FELT)[0] == BACK


@pytest.mark.parametrize("size", [HAND, SMALL, BOARD])
def test_each_look_has_a_back_of_its_own(size: Size) -> None:
    drawn = set()
    for look in Look:
        with reading(Reader(look=look)):
            drawn.add(back_sprite(size).image.tobytes())
            assert read_sprite(back_sprite(size), FELT)[0] == BACK
    assert len(drawn) == len(Look)
