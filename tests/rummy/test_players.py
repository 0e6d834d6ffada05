"""Players as text, and texts that name none."""

import pytest

from bot.rummy.errors import ParseError
from bot.rummy.ids import LEVELS, USUAL_LEVEL, Player


@pytest.mark.parametrize(
    ("player", "written"),
    [
        (Player(987654321987654321), "987654321987654321"),
        (Player(1, is_computer=True), "computer-1"),
        *((Player(3, is_computer=True, level=level), f"computer-3-level-{level}") for level in LEVELS),
    ],
)
def test_a_player_is_text_and_back(player: Player, written: str) -> None:
    assert str(player) == written
    assert Player.parse(written) == player


@pytest.mark.parametrize(
    "written",
    [
        "",
        "computer-",
        "computer-1-level-",
        "computer-1-level-0",
        "computer-1-level-5",
        "computer-1-level-22",
        "computer-1-level-²",
        "computer-1-level-2 ",
        "computer-1-level-2\n",
        "computer-1-Level-2",
        "computer-1-4",
        "1-level-2",
        "computer-computer-1",
        "computer--1-level-2",
        "computer-" + "1" * 21,
        "1" * 21,
        "١",
        "-1",
        "1\n",
    ],
)
def test_what_names_no_player_is_refused(written: str) -> None:
    with pytest.raises(ParseError):
        Player.parse(written)


def test_a_computer_is_told_from_others_by_its_number_and_plays_at_the_usual_level_where_none_is_written() -> None:
    old, new = Player(1, is_computer=True), Player(1, is_computer=True, level=4)
    assert old.is_same(new)
    assert not new.is_same(Player(2, is_computer=True, level=4))
    assert not new.is_same(Player(1))
    assert (old.strength, new.strength) == (USUAL_LEVEL, 4)
