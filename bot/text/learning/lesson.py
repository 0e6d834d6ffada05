"""What is said around a lesson: where one is, how to go on, and what comes next."""

from collections.abc import Iterable

from bot.text.lobby import PLAY_NOW
from bot.text.words import alternatives

FIRST_HAND = "Your first hand"
LEARN_FIRST = "Learn first"
DO_IT = "Do it for me"
START_OVER = "Start over"
STOP = "Stop"
GO_ON = "Go on"
AGAIN = "Once more"

NEWCOMER = (
    f"-# New to rummy? **{LEARN_FIRST}** takes you through one hand in three minutes, with no one waiting for you."
)
"""Below a table that was opened for a person who has never played here."""
STOPPED = (
    f"You may stop here. **{GO_ON}** leads back to where you are, and so does `/rummy learn`, in any server and in "
    "direct messages."
)
ASK_START_OVER = "**Start over?** The lesson begins again at its first step, and what you have done so far is gone."
WELCOME_BACK = "Welcome back. You go on where you were."
CHANGED = "This lesson has changed since you were here, so it begins again."
DONE_FOR_YOU = "Done for you."
ONE_STEP_ON = "That step is behind you. This is where you are."
NO_TABLE = "You play at no table now, but you are in the middle of your first hand: `/rummy learn` leads back to it."


def begins(title: str, opening: str) -> str:
    """Above the first step."""
    return f"### {FIRST_HAND}: {title}\n{opening}"


def step(number: int, most: int, title: str, task: str) -> str:
    """What the person is to do now."""
    return f"**{number} of {most} · {title}**\n{task}"


def over(paid: str, rules: str | None) -> str:
    """Below the show: what the others pay, and what to do next.

    `rules`: the name of the rule set to choose for a table of one's own; None: **Play now** plays by it.
    """
    now = f"**{PLAY_NOW()}** deals you a hand of your own, with computers in the empty seats."
    new = f"`/rummy new` opens a table of your own: choose the rules **{rules}**, and add computers."
    return (
        f"**What the others pay**\n{paid}\n\n**That is rummy.** {now if rules is None else new} `/rummy rules` and "
        f"`/rummy help` tell the rest; **{AGAIN}** or `/rummy learn` repeats this lesson."
    )


def learn(title: str) -> str:
    """The button that leads to another lesson."""
    return f"Learn {title}"


def no_such(titles: Iterable[str]) -> str:
    """A lesson was asked for that does not exist."""
    return f"There is no such lesson. You can learn {alternatives(titles)}."
