"""The western game in words: house rules with numbers that the shipped rule set does not have."""

from bot.games.western.face import words as western_words
from bot.rummy.rules import Rules
from bot.text import rules as rules_text
from bot.text import words
from tests.known import GAMES, shipped

BASES = {id: shipped(id).text() for id in ("circle", "romme")}


def told(own: str) -> str:
    """Return the text of a house rule on the western game: two lines, then all of it."""
    rules = Rules.parse(f'base = "romme"\nname = "Own"\n{own}', "own", GAMES, BASES)
    return "\n".join([rules_text.short(rules), *(body for _, body in rules_text.game(rules))])


def test_without_jokers_nothing_is_said_of_them() -> None:
    full = told("[romme]\njokers = 0")
    assert "2 packs and no joker" in full
    assert "There are none." in full
    assert "Left in hand, an ace costs 11;" in full
    for absent in ("0 jokers", "swap", "a joker"):
        assert absent not in full.lower()


def test_a_rummy_without_a_bonus_is_not_told() -> None:
    full = told("[romme]\nrummy_bonus = 0")
    assert "Rummy**" not in full
    assert "Rummy:" not in full
    assert "\nAfter 3 missed turns in a row you are out of the deal." in full


def test_a_bonus_of_one_point() -> None:
    assert "Rummy: 1 point off." in told("[romme]\nrummy_bonus = 1")


def test_points_below_nothing_and_an_empty_hand() -> None:
    assert words.points(-25) == "−25 points"
    assert western_words.hand_line((), 0) == western_words.NO_CARDS_LEFT()


def test_a_game_for_two() -> None:
    assert "\n2 players get 13 cards each." in told("max_players = 2")


def test_packs_by_players() -> None:
    assert "1 pack for 2 players, 2 packs for 3–6 players and 3 jokers" in told("[packs]\nby_players = [1, 2, 2, 2, 2]")


def test_who_begins_and_jokers_on_the_open_deck() -> None:
    full = told('start = "toss"\n[jokers]\npick = "first_open_only"')
    assert "the highest plays first" in full
    assert "chosen by chance" not in full
    assert "A joker on the open deck stays there" in full
