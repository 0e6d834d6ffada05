"""Portraits of players: initials on a colour of their own, or a picture."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.languages.sentence import Reader, reading
from bot.render.computers import computer_portrait
from bot.render.drawing.palette import HUES, PORTRAIT_COLOURS, PORTRAITS
from bot.render.drawing.portraits import PORTRAIT_OF, SIDE, Portrait, entries_of, hues, initials
from bot.render.table import draw_table
from bot.rummy.cards import Seat
from bot.rummy.ids import Player
from tests.render.scenes import CALLED, NAMES, deal_view, seat_view, view_of


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Asha", "A"),
        ("Bartholomew the Magnificent of Nowhere", "BN"),
        ("(new) zoë q", "ZQ"),
        ("Player 3", "P3"),
        ("मीना कुमारी", "मी"),
        ("محمد علي", "م"),
        ("★", "★"),
    ],
)
def test_initials_of_names_in_any_script(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.parametrize("names", [CALLED, NAMES, dict.fromkeys(CALLED, "Asha")])
def test_no_two_players_at_a_table_have_one_colour(names: dict[Seat, str]) -> None:
    found = hues(names, 6)
    assert len(set(found)) == 6
    assert max(found) < len(HUES) - 1, "the last one is that of players who are out"
    assert hues(names, 2) == found[:2]


def test_each_of_eight_computers_has_a_portrait_of_its_own() -> None:
    drawn = [computer_portrait(number) for number in range(1, 9)]
    assert len(set(drawn)) == 8
    assert computer_portrait(9) == drawn[0]
    for portrait in drawn:
        assert len(portrait.entries) == SIDE * SIDE
        assert min(portrait.entries) >= PORTRAITS
        antenna = portrait.entries[10 * SIDE + SIDE // 2]
        assert PORTRAIT_COLOURS[antenna - PORTRAITS] == (0xF7, 0xC9, 0x3E)


def test_a_given_portrait_takes_the_place_of_initials() -> None:
    view = view_of(deal_view(seats=[seat_view(0), seat_view(1)]))
    red = entries_of(Image.new("RGB", (SIDE, SIDE), (0xD8, 0x33, 0x3C)))
    plain, changed = draw_table(view, CALLED), draw_table(view, CALLED, portraits={Seat(1): Portrait(red.tobytes())})
    with Image.open(BytesIO(plain)) as before, Image.open(BytesIO(changed)) as after:
        assert before.size == after.size
        entry = red.getpixel((0, 0))
        assert isinstance(entry, int)
        assert entry >= PORTRAITS
        assert after.histogram()[entry] > 5000 > before.histogram()[entry]


def test_computers_have_their_portraits_on_the_board() -> None:
    people = view_of(deal_view(seats=[seat_view(0), seat_view(1)]))
    computer = replace(people, players=(people.players[0], Player(4, is_computer=True)))
    assert draw_table(computer, CALLED) == draw_table(people, CALLED, portraits={Seat(1): computer_portrait(4)})
    assert draw_table(computer, CALLED) != draw_table(people, CALLED)


def test_known_portraits_of_people_are_drawn_unless_the_reader_wants_none() -> None:
    view = view_of(deal_view())
    portrait = Portrait(entries_of(Image.new("RGB", (SIDE, SIDE), HUES[4])).tobytes())
    plain = draw_table(view, CALLED)
    person = next(player.id for player in view.players if not player.is_computer)
    token = PORTRAIT_OF.set(lambda id: portrait if id == person else None)
    try:
        assert draw_table(view, CALLED) == draw_table(view, CALLED, portraits={Seat(0): portrait}) != plain
        assert draw_table(view, CALLED, portraits={}) == plain
        with reading(Reader(portraits=False)):
            assert draw_table(view, CALLED) == plain
    finally:
        PORTRAIT_OF.reset(token)
