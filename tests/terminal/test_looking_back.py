"""The terminal's offers once a match is over: the review and the replay."""

import pytest

from bot.text import buttons, terminal
from bot.text import review as review_text
from tests.terminal.player import END, Strategy, choices, plain, play

ARGUMENTS = ("--computers", "1", "--seed", "4")


ON, REPLAY, REVIEW = review_text.FOLLOWING(), review_text.REPLAY(), review_text.BUTTON()


def then(*labels: str) -> Strategy:
    """Play plainly; once the match is over, choose these one after another, the hand, and that it was enough."""
    left = [*labels, buttons.HAND(), terminal.ENOUGH()]
    ended = False

    def strategy(lines: list[str]) -> str:
        nonlocal ended
        offered = choices(lines)
        ended = ended or terminal.ENOUGH() in offered
        return offered[left.pop(0)] if ended else plain(lines)

    return strategy


def looked_back(monkeypatch: pytest.MonkeyPatch, rules: str, *labels: str) -> str:
    """Return what a person reads who presses these after the match."""
    status, out, _ = play(monkeypatch, then(*labels), "--rules", rules, *ARGUMENTS, looks_back=True)
    assert status == 0
    after = out.split("You can look back on it:")[1]
    assert [f"Picture {number} of" in after for number in (1, 2, 3)] == [True] * 3
    assert "🤖 Meera" in after
    return after


def test_the_review_and_the_replay_are_offered_after_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    after = looked_back(monkeypatch, "circle", REVIEW, ON, REPLAY, ON, ON, review_text.LAST(), REVIEW)
    assert after.count("Review · ") == 3
    assert "Luck: " in after
    assert "Page 2 of" in after


def test_a_review_with_nothing_to_say_offers_the_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    after = looked_back(monkeypatch, "romme", REVIEW, REPLAY, ON, ON, REVIEW)
    assert after.count(review_text.NOTHING_FOUND()) == 2


@pytest.mark.parametrize("ended", [True, False])
def test_nobody_has_to_look_back(monkeypatch: pytest.MonkeyPatch, ended: bool) -> None:
    def strategy(lines: list[str]) -> str:
        return (END if ended else "0") if terminal.ENOUGH() in choices(lines) else plain(lines)

    status, out, _ = play(monkeypatch, strategy, *ARGUMENTS, looks_back=True)
    assert status == 0
    assert out.rstrip().endswith(f"0. {terminal.ENOUGH()}")
