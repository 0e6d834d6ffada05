"""Pictures and their descriptions are in the language of their reader."""

import re

from bot.games.indian.face.words import hand
from bot.games.indian.view import indian_deal
from bot.languages.saying import reading
from bot.render import alt_hand, draw_hand
from tests.languages.pseudo import pseudo_language, untranslated
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
