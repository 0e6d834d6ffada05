"""Controls as numbered questions."""

import io

import pytest

from bot.layout import Accent, Button, Choice, Divider, Menu, Screen, TableControlId, row, screen
from bot.rummy.ids import TableId
from bot.terminal.console import Console
from bot.terminal.questions import Question, WrongLineError

TABLE = Button("Table", "table")


def button(request: str, label: str, *, disabled: bool = False) -> Button:
    return Button(label, str(TableControlId(TableId("abcdef"), 3, request, is_own=True)), disabled=disabled)


CLOSED, OPEN = button("draw closed", "Closed"), button("draw open", "Open", disabled=True)
PICK = Menu("pick", "Pick…", (Choice("A", "a"), Choice("B", "b")), most=2)
HAND = screen(Accent.GREEN, "Draw", row(CLOSED, OPEN), PICK, row(button("more", "⋯"), button("refresh", "Refresh")))


def question(asked: Screen) -> Question:
    found = Question.of(asked, TABLE)
    assert found is not None
    return found


def test_controls_are_numbered_and_keep_their_numbers() -> None:
    out = io.StringIO()
    question(HAND).show(Console(io.StringIO(), out, "Asha"))
    assert out.getvalue().splitlines() == ["1. Closed", "2. Open (not now)", "3. Pick…", "4. More…", "0. Table"]


def test_a_line_names_a_control_and_what_to_pick() -> None:
    asked = question(HAND)
    assert asked.chosen("1") == (CLOSED, "")
    assert asked.chosen("3") == (PICK, "")
    assert asked.chosen(" 3 2,1 ") == (PICK, "2 1")
    assert asked.chosen("0") == (TABLE, "")


@pytest.mark.parametrize(
    ("line", "said"),
    [("2", "That is not possible now."), ("5", "Type a number from 0 to 4."), ("1 1", "Type a number from 0 to 4.")],
)
def test_other_lines_are_wrong(line: str, said: str) -> None:
    with pytest.raises(WrongLineError, match=said):
        question(HAND).chosen(line)


def test_with_nothing_but_a_way_back_0_is_all_there_is_to_type() -> None:
    with pytest.raises(WrongLineError, match=r"^Type 0\.$"):
        Question((), TABLE).chosen("1")


def test_what_leads_to_the_hand_has_the_number_0() -> None:
    back = button("hand", "Back")
    asked = question(screen(Accent.RED, "Drop?", row(back, button("drop", "Drop"))))
    assert [control.id for control in asked.controls] == [button("drop", "Drop").id]
    assert asked.back == back


def test_a_screen_without_controls_asks_nothing() -> None:
    assert Question.of(screen(None, "Scores", Divider()), TABLE) is None
    assert Question.of(screen(None, "Scores", row(button("refresh", "Refresh"))), TABLE) is None


DISCARD = Menu(
    str(TableControlId(TableId("abcdef"), 3, "discard", is_own=True)),
    "Discard…",
    (Choice("7♣", "7C"), Choice("7♣", "7C-2"), Choice("Q♦", "QD")),
)
THROW = button("discard 5H", "Throw 5♥")
TURN = screen(Accent.GREEN, "Throw", row(THROW, button("best", "Best")), DISCARD)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("7c", (DISCARD, "1")),
        ("Q♦", (DISCARD, "3")),
        ("5h", (THROW, "")),
        ("best", (button("best", "Best"), "")),
        ("BEST", (button("best", "Best"), "")),
        ("throw 5♥", (THROW, "")),
    ],
)
def test_a_card_or_a_word_stands_for_a_number(line: str, meant: tuple[Button | Menu, str]) -> None:
    assert question(TURN).chosen(line) == meant


def test_closed_and_open_name_the_decks() -> None:
    assert question(HAND).chosen("closed") == (CLOSED, "")
    with pytest.raises(WrongLineError, match="not possible now"):
        question(HAND).chosen("open")


@pytest.mark.parametrize("line", ["8c", "closed", "7c 7c", "nonsense"])
def test_cards_and_words_that_are_not_offered_are_wrong(line: str) -> None:
    with pytest.raises(WrongLineError, match="Type a number"):
        question(TURN).chosen(line)


def test_controls_fit_in_one_line_with_their_numbers() -> None:
    out = io.StringIO()
    question(TURN).in_brief(Console(io.StringIO(), out, "Asha"))
    assert out.getvalue() == "1 Throw 5♥ · 2 Best · 3 Discard… · 0 Table · ? all, q quit\n"
