"""The terminal's offers once a match is over: the review and the replay."""

import pytest

from bot.text import review as review_text
from bot.text import terminal
from tests.terminal.player import END, Strategy, choices, plain, play

ARGUMENTS = ("--computers", "1", "--seed", "4")


def then(*labels: str) -> Strategy:
    """Play plainly; once the match is over, choose these one after another, and at last that it was enough."""
    left = iter((*labels, terminal.ENOUGH()))

    def strategy(lines: list[str]) -> str:
        offered = choices(lines)
        return offered[next(left)] if terminal.ENOUGH() in offered else plain(lines)

    return strategy


@pytest.mark.parametrize(("rules", "said"), [("circle", "Luck: "), ("romme", "to go out")])
def test_the_review_and_the_replay_are_offered_after_the_match(
    monkeypatch: pytest.MonkeyPatch, rules: str, said: str
) -> None:
    on, replay, review = review_text.FOLLOWING(), review_text.REPLAY(), review_text.BUTTON()
    pressed = (review, on, replay, on, on, review_text.LAST(), review)
    status, out, _ = play(monkeypatch, then(*pressed), "--rules", rules, *ARGUMENTS, looks_back=True)
    assert status == 0
    after = out.split("You can look back on it:")[1]
    assert after.count("Review of table 000001") == 3
    assert said in after
    assert "Page 2 of" in after
    assert [f"Picture {number} of" in after for number in (1, 2, 3)] == [True] * 3
    assert "🤖 Meera" in after


@pytest.mark.parametrize("ended", [True, False])
def test_nobody_has_to_look_back(monkeypatch: pytest.MonkeyPatch, ended: bool) -> None:
    def strategy(lines: list[str]) -> str:
        return (END if ended else "0") if terminal.ENOUGH() in choices(lines) else plain(lines)

    status, out, _ = play(monkeypatch, strategy, *ARGUMENTS, looks_back=True)
    assert status == 0
    assert out.rstrip().endswith(f"0. {terminal.ENOUGH()}")
