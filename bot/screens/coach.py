"""The question whether to ask the coach when that has a price."""

from bot.layout import Screen, Style
from bot.screens.base import button, deadline, question
from bot.service.tables.state import TableState
from bot.text import buttons, coach


def ask_coach(state: TableState) -> Screen:
    """Return the question whether to ask the coach in a match that would then no longer count."""
    back = button(state, "hand", buttons.BACK(), own=True)
    sure = button(state, "coach sure", coach.SURE(), Style.PRIMARY, own=True)
    return question(f"{coach.ASK()} {deadline(state)}", back, sure)
