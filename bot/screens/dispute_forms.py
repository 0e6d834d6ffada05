"""The forms in which players dispute a result or report a table, and staff answer or make the match void."""

from bot import text
from bot.layout import Field, Form, TableControlId
from bot.screens.base import step_of
from bot.service.disputes import MOST_WORDS
from bot.service.tables.state import TableState

WORDS = "words"
"""The field in which people type."""


def dispute_form(state: TableState) -> Form:
    """Why a player disputes the result."""
    return _form(
        state, "dispute", text.disputes.SAY(), text.disputes.SAY_ABOUT(), text.disputes.SAY_HINT(), text.disputes.ONCE()
    )


def report_form(state: TableState) -> Form:
    """Why a person reports a table."""
    title, about, hint = text.reports.SAY(), text.reports.SAY_ABOUT(), text.reports.SAY_HINT()
    return _form(state, "report", title, about, hint, text.reports.ONCE())


def answer_form(state: TableState) -> Form:
    """What the staff answer."""
    return _form(
        state, "answer-dispute", text.disputes.ANSWER(), text.disputes.ANSWER_ABOUT(), text.disputes.ANSWER_HINT(), ""
    )


def void_form(state: TableState) -> Form:
    """Why the staff make a match void, and what that does."""
    does = text.disputes.VOIDS()
    if state.row.tournament is not None:
        does = f"{does}\n{text.disputes.VOIDS_IN_TOURNAMENT()}"
    return _form(state, "void-match", text.disputes.VOID(), text.disputes.VOID_ABOUT(), text.disputes.VOID_HINT(), does)


def _form(state: TableState, request: str, title: str, about: str, hint: str, below: str) -> Form:
    id = TableControlId(state.id, step_of(state), request, is_own=True)
    return Form(str(id), title, (Field(WORDS, text.disputes.REASON(), about, "", hint, MOST_WORDS),), below)
