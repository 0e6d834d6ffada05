"""The record of each interaction: one line in the log, and counts. Neither has a card, a name, a token or a seed."""

import re
from dataclasses import dataclass
from typing import Protocol

import structlog

from bot.counts import AnswerCounts
from bot.flows.answer import Answer, AnswerResult, Press
from bot.layout import ControlId, SoloControlId, TableControlId
from bot.rummy.ids import TableId

UNNAMED = "other"
"""The name for everything without a name of ours: an id of an older version, or an invented one."""
UNANSWERED = "unanswered"
"""The result of an interaction for which Discord took no answer."""
_WORD = re.compile(r"[a-z]{1,16}(?:-[a-z]{1,16}){0,3}")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class InteractionKind:
    """The kind of an interaction, without anything that a person typed or holds."""

    kind: str
    """The word `command`, `press`, `choice` or `form`."""
    command: str
    """The name of a command, or of a control: the first word of its request, which is never a card."""
    table: TableId | None = None
    """The table of the control; None if it has none, or for a typed command."""

    @classmethod
    def by_command(cls, name: str | None) -> "InteractionKind":
        """Return the kind of a typed command, with all its words; None: the command is unknown."""
        return cls("command", UNNAMED if name is None else name)

    @classmethod
    def by_press(cls, press: Press, id: ControlId | None, *, is_form: bool) -> "InteractionKind":
        """Return the kind of a used control with that id; None: the id is not ours."""
        kind = "form" if is_form else "choice" if press.is_menu else "press"
        match id:
            case TableControlId():
                return cls(kind, _named(id.word), id.table)
            case SoloControlId():
                return cls(kind, f"alone {_named(id.word)}")
            case None:
                return cls(kind, UNNAMED)
        return cls(kind, type(id).__name__.removesuffix("Id").lower())


def _named(word: str) -> str:
    return word if _WORD.fullmatch(word) else UNNAMED


class TimedAnswer(Answer, Protocol):
    """An answer that knows when the person got it."""

    acknowledged_after: float | None
    """Seconds from the arrival of the press or command to its first answer; None if there was none."""


class PressLog:
    """The log and the counts of interactions that are over."""

    def __init__(self, counts: AnswerCounts) -> None:
        self._counts = counts

    def over(self, asked: InteractionKind, answer: TimedAnswer) -> None:
        """Log an interaction that is over, with the time of its acknowledgement and its outcome."""
        seconds = answer.acknowledged_after
        result = answer.outcome.value if seconds is not None else UNANSWERED
        if seconds is not None:
            self._counts.seconds.note(seconds, asked.kind)
        self._counts.ended.add(asked.kind, result)
        if answer.fault is not None:
            self._counts.faults.add(answer.fault)
        tell = log.info if answer.outcome is not AnswerResult.FAULT and seconds is not None else log.warning
        tell(
            "interaction",
            id=answer.id,
            kind=asked.kind,
            server=answer.guild,
            table=answer.table or asked.table,
            user=int(answer.player),
            command=asked.command,
            acknowledged_ms=None if seconds is None else round(1000 * seconds, 1),
            result=result,
            code=answer.code,
        )
