"""Names become what the fonts can draw."""

import pytest

from bot.render.drawing import fonts
from bot.render.drawing.names import MAX_LENGTH, drawable, label, spoken
from bot.render.drawing.scripts import LATIN, Cut
from bot.rummy.cards import Seat
from bot.rummy.ids import DisplayName, PlayerId, called, one_line
from bot.screens.base import escaped


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Asha", "Asha"),
        ("  two\t\nlines ", "two lines"),
        ("Zoe\u0308", "Zoë"),
        ("𝓡𝓪𝓿𝓲", "Ravi"),
        ("Ivan Иван Ἰ", "Ivan Иван"),
        ("a\u200bb\u202ec\x00d", "abcd"),
        ("Ravi 🎉", "Ravi"),
        ("", "Player 3"),
        ("🎉🎉", "Player 3"),
        ("🤖 Meera", "🤖 Meera"),
        ("🤖", "Player 3"),
        ("محمد علي", "محمد علي"),
        ("आशा 🎉 Rao", "आशा Rao"),
        ("आशा" + "ँ" * 50, "आशाँ"),
        ("क्\u200dष", "क्\u200dष"),
        ("a\u202eआशा\u2066", "aआशा"),
        ("山田太郎 T", "Player 3"),
        ("|||", "Player 3"),
        ("Z" + "\u0335\u0321" * 50, "Z"),
    ],
)
def test_label(name: str, drawn: str) -> None:
    assert label({Seat(2): name}, Seat(2)) == drawn


def test_a_seat_without_name_has_its_number() -> None:
    assert label({}, Seat(0)) == spoken({}, Seat(0)) == "Player 1"


def test_spoken_keeps_other_scripts() -> None:
    assert spoken({Seat(0): "山田\u202e\n太郎"}, Seat(0)) == "山田 太郎"


@pytest.mark.parametrize("name", ["ශ්\u200dරී", "علی\u200cرضا", "दुसर्\u200dया", "അവന്\u200d"])
def test_joiners_stay_where_letters_need_them(name: str) -> None:
    told = f"\u2068{name}\u2069" if name.startswith("علی") else name
    assert spoken({Seat(0): name}, Seat(0)) == escaped(name) == told
    assert one_line(name) == name


@pytest.mark.parametrize("name", ["\u200dAs\u200dha\u200c", "As\u200bha", "आशा\u200d "])
def test_joiners_alone_stand_for_nothing(name: str) -> None:
    assert one_line(name).isprintable()


def test_length_is_limited() -> None:
    assert len(drawable("x" * 500)) == len(spoken({Seat(0): "x" * 500}, Seat(0))) == MAX_LENGTH


@pytest.mark.parametrize("cut", Cut)
def test_both_fonts_hold_every_drawable_letter(cut: Cut) -> None:
    missing = bytes(fonts.font(cut, 30).getmask("\uffff"))
    boxes = [char for char in LATIN if bytes(fonts.font(cut, 30).getmask(char)) == missing]
    assert boxes == []


@pytest.mark.parametrize("name", ["Meera", "मीरा", "மீரா"])
def test_the_sign_of_computers_is_drawn_before_their_names(name: str) -> None:
    coverage, above = fonts.mask(f"🤖 {name}", Cut.BOLD, 40)
    head = coverage.crop((0, above - 34, 34, above))
    assert 0.4 < sum(value > 127 for value in head.tobytes()) / (head.width * head.height) < 0.9
    assert fonts.width(f"🤖 {name}", Cut.BOLD, 40) > fonts.width(name, Cut.BOLD, 40) + 40


def test_text_is_clipped_to_its_room() -> None:
    fitted = fonts.fit("Bartholomew the Magnificent", Cut.BOLD, 36, 200)
    assert fitted.endswith("…")
    assert fonts.width(fitted, Cut.BOLD, 36) <= 200


@pytest.mark.parametrize(
    ("name", "handle", "drawn"),
    [
        ("山田太郎", "taro.y", "taro.y"),
        ("🎉🎉", "party_2", "party_2"),
        ("Ann", "ann_99", "Ann"),
        ("आशा", "asha", "आशा"),
        ("山田太郎", "", "Player 1"),
        ("山田太郎", "___", "Player 1"),
    ],
)
def test_what_cannot_be_drawn_is_the_handle(name: str, handle: str, drawn: str) -> None:
    names = {Seat(0): DisplayName(name, handle)}
    assert label(names, Seat(0)) == drawn
    assert spoken(names, Seat(0)) == name


def test_nobody_passes_for_one_whose_data_was_erased() -> None:
    assert called(PlayerId(7), "Player 7", None) == "erased player"
    assert called(PlayerId(7), "Player 7", "someone") == DisplayName("Player 7", "someone")
    assert called(PlayerId(8), "Player 7", None) == "Player 7"
