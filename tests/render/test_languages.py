"""Pictures and their descriptions are in the language of their reader."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games.indian.face.words import hand
from bot.games.indian.view import indian_deal
from bot.languages.language import Languages
from bot.languages.sentence import reading
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas, Sprite
from bot.render.drawing.names import numbered
from bot.render.drawing.scripts import from_right, pieces
from bot.render.hand import draw_hand, drawn_fans
from bot.render.words import alt_hand
from tests.languages.pseudo import language_from_right, pseudo_language, untranslated
from tests.render import languages
from tests.render.golden import SCENES
from tests.render.leagues import CALLED
from tests.render.scenes import PLAYERS, deal_view, view_of

ROOM = (MARGIN, WIDTH - MARGIN)
NAMED = ["JK", "and", *" ".join([*CALLED, *PLAYERS, "Autumn Cup", "Autumn League", "Pool"]).split()]
"""Names of people and tournaments, one of which may be cut; the joker of western cards; and words from the CLDR."""
LITTLE = 16  # pixels
LOWEST = 60
"""Pixels: anything less high is no card but a sign with a letter, such as that of the dealer."""
_CARDS = re.compile(r"\b(?:10|[2-9AKQJ])[♣♦♠♥]")


def test_a_hand_is_drawn_and_described_in_the_language_of_its_reader() -> None:
    view = view_of(deal_view("2H 3H 4H | TS TD", "KS JK", drawn="JK"))
    english = draw_hand(view)
    with reading(pseudo_language()):
        assert draw_hand(view) != english
        for told in (alt_hand(view), hand(indian_deal(view.deal))):
            assert untranslated(_CARDS.sub("", told)) == []
    assert draw_hand(view) == english, "a kept picture is of its own language"


def test_all_that_is_drawn_is_said_in_the_language_of_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()
    text = Canvas.text

    def noted(self: Canvas, at: tuple[int, int], words: str, *args: Any, **options: Any) -> int:
        found.update(untranslated(words))
        return text(self, at, words, *args, **options)

    monkeypatch.setattr(Canvas, "text", noted)
    drawn_fans.cache_clear()
    with reading(pseudo_language()):
        for name in SCENES.keys() - languages.SCENES.keys():
            SCENES[name]()
    assert {word for word in found if not any(name.startswith(word) for name in NAMED)} == set()


def test_longer_words_have_room_and_only_names_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: set[str] = set()
    fit = fonts.fit

    def noted(words: str, *args: Any) -> str:
        if (fitted := fit(words, *args)) != words:
            cut.add(words)
        return fitted

    monkeypatch.setattr(fonts, "fit", noted)
    drawn_fans.cache_clear()
    with reading(Languages()["de"]):
        for name in SCENES.keys() - languages.SCENES.keys():
            SCENES[name]()
        unnamed = numbered(10_000)
    long = "Bartholomew the Magnificent of Nowhere"
    assert {words for words in cut if long[:11] not in words and words not in long} <= {unnamed}


def test_a_line_from_right_begins_there_and_keeps_names_and_numbers_in_order() -> None:
    def order(text: str) -> list[str]:
        return [piece.text.strip() for piece in pieces(from_right(text)) if piece.text.strip()]

    assert order("אב \u2068Asha 7♥ 8♥\u2069 גד \u2068−25\u2069") == ["−25", "גד", "Asha 7♥ 8♥", "אב"]
    assert order("\u2068Asha\u2069: אב") == ["אב", ":", "Asha"]
    assert order("\u2068אב \u2068Ben\u2069 16\u2069 גד") == ["גד", "16", "Ben", "אב"]
    assert order("Pool 101 · 4") == ["Pool 101 · 4"]


@pytest.mark.parametrize("name", ["show", "sheet_pool", "profile", "standings", "round_live", "gin_sheet"])
def test_a_heading_begins_where_its_reader_does(name: str) -> None:
    left, right = heading(SCENES[name]())
    assert left < ROOM[0] + LITTLE
    assert right < ROOM[1] - LITTLE, "else it would tell nothing"
    with reading(language_from_right()):
        left, right = heading(SCENES[name]())
    assert left > ROOM[0] + LITTLE
    assert right > ROOM[1] - LITTLE


def heading(file: bytes) -> tuple[int, int]:
    """Return where the line at the top of a picture begins and ends."""
    with Image.open(BytesIO(file)) as picture:
        line = picture.convert("RGBA").convert("RGB").crop((MARGIN, 20, picture.width - MARGIN, 60))
    box = ImageChops.difference(line, Image.new("RGB", line.size, line.getpixel((0, 0)))).getbbox()
    assert box is not None
    return MARGIN + box[0], MARGIN + box[2]


@pytest.mark.parametrize("name", ["hand", "table_six", "show", "sheet_pool", "standings", "twentyone_show"])
def test_cards_and_numbers_stand_in_their_order_from_right_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    english = placed(SCENES[name], monkeypatch)
    with reading(language_from_right()):
        assert placed(SCENES[name], monkeypatch) == english


def placed(draw: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, object]]:
    """Return the cards and the numbers alone, line after line, each from the left."""
    found: list[tuple[tuple[int, int], object]] = []
    text, paste = Canvas.text, Canvas.paste

    def noted_text(self: Canvas, at: tuple[int, int], words: str, *args: Any, **options: Any) -> int:
        if re.fullmatch(r"[−+]?[\d./]+", words):
            found.append((at, words))
        return text(self, at, words, *args, **options)

    def noted_paste(self: Canvas, sprite: Sprite, at: tuple[int, int]) -> None:
        if sprite.image.height > LOWEST:
            corner = sprite.image.crop((0, 0, sprite.image.width, sprite.image.height // 2))  # “new” stands below
            found.append((at, corner.tobytes()))
        paste(self, sprite, at)

    draw()  # what is kept from here on is drawn no more
    drawn_fans.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", noted_text)
        patch.setattr(Canvas, "paste", noted_paste)
        draw()
    assert found
    return [(at[1], what) for at, what in sorted(found, key=lambda one: (one[0][1], one[0][0]))]
