"""The forms in which players dispute a result or report a table, and staff answer or make the match void."""

from bot.layout import Field, Form, TableControlId
from bot.screens.base import WORDS, step_of
from bot.service.disputes import MOST_WORDS
from bot.service.tables.state import TableState
from bot.text import disputes, reports


def dispute_form(state: TableState) -> Form:
    """Return the form in which a player disputes the result."""
    return _form(state, "dispute", disputes.SAY(), disputes.SAY_ABOUT(), disputes.SAY_HINT(), disputes.ONCE())


def report_form(state: TableState) -> Form:
    """Return the form in which a person reports a table."""
    title, about, hint = reports.SAY(), reports.SAY_ABOUT(), reports.SAY_HINT()
    return _form(state, "report", title, about, hint, reports.ONCE())


def answer_form(state: TableState) -> Form:
    """Return the form in which the staff answer."""
    return _form(state, "answer-dispute", disputes.ANSWER(), disputes.ANSWER_ABOUT(), disputes.ANSWER_HINT(), "")


def void_form(state: TableState) -> Form:
    """Return the form in which the staff make a match void, with the effects of that."""
    does = disputes.VOIDS()
    if state.row.tournament is not None:
        does = f"{does}\n{disputes.VOIDS_IN_TOURNAMENT()}"
    return _form(state, "void-match", disputes.VOID(), disputes.VOID_ABOUT(), disputes.VOID_HINT(), does)


def _form(state: TableState, request: str, title: str, about: str, hint: str, below: str) -> Form:
    id = TableControlId(state.id, step_of(state), request, is_own=True)
    return Form(str(id), title, (Field(WORDS, disputes.REASON(), about, "", hint, MOST_WORDS),), below)
