"""Whether to ask the coach, where that has a price."""

from bot.layout import Screen, Style
from bot.screens.base import button, deadline, question
from bot.service.tables.state import TableState
from bot.text import buttons, coach


def ask_coach(state: TableState) -> Screen:
    """Return whether to ask the coach in a match that counts: afterwards it does not."""
    back = button(state, "hand", buttons.BACK(), own=True)
    sure = button(state, "coach sure", coach.SURE(), Style.PRIMARY, own=True)
    return question(f"{coach.ASK()} {deadline(state)}", back, sure)
