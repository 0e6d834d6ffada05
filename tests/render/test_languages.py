"""Pictures and their descriptions are in the language of their reader."""

import re

from bot.games.indian.face.words import hand
from bot.games.indian.view import indian_deal
from bot.languages.saying import reading
from bot.render import alt_hand, draw_hand
from bot.render.drawing.scripts import from_right, pieces
from tests.languages.pseudo import language_from_right, pseudo_language, untranslated
from tests.render.golden import SCENES
from tests.render.scenes import deal_view, view_of

_CARDS = re.compile(r"\b(?:10|[2-9AKQJ])[♣♦♠♥]")


def test_a_hand_is_drawn_and_described_in_the_language_of_its_reader() -> None:
    view = view_of(deal_view("2H 3H 4H | TS TD", "KS JK", drawn="JK"))
    english = draw_hand(view)
    with reading(pseudo_language()):
        assert draw_hand(view) != english
        for told in (alt_hand(view), hand(indian_deal(view.deal))):
            assert untranslated(_CARDS.sub("", told)) == []
    assert draw_hand(view) == english, "a kept picture is of its own language"


def test_a_line_from_right_begins_there_and_keeps_names_and_numbers_in_order() -> None:
    def order(text: str) -> list[str]:
        return [piece.text.strip() for piece in pieces(from_right(text)) if piece.text.strip()]

    assert order("אב \u2068Asha 7♥ 8♥\u2069 גד \u2068−25\u2069") == ["−25", "גד", "Asha 7♥ 8♥", "אב"]
    assert order("\u2068Asha\u2069: אב") == ["אב", ":", "Asha"]
    assert order("\u2068אב \u2068Ben\u2069 16\u2069 גד") == ["גד", "16", "Ben", "אב"]
    assert order("Pool 101 · 4") == ["Pool 101 · 4"]


def test_pictures_are_drawn_from_right_as_large_as_in_english() -> None:
    with reading(language_from_right()):
        for name in ("hand", "table_six", "sheet_pool", "show", "profile", "standings", "gin_table", "twentyone_show"):
            assert SCENES[name]().startswith(b"\x89PNG"), name
