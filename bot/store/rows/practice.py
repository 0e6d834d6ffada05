"""Puzzles that people practise with."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.rummy.ids import PlayerId


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A puzzle that a person has met, or will: one of their own turning points."""

    player: PlayerId
    puzzle: str  # its name; only the service reads it
    best: str = field(repr=False)  # the best move as an action; empty for a puzzle that a game ships
    leads: str = field(repr=False)  # JSON: what each other move costs; only the service reads it
    rung: int  # right answers in a row; with the last one the puzzle is learnt
    streak: int  # right answers to all puzzles in a row, with the last one to this
    due_at: datetime | None  # when it comes again; None: it is learnt
    answered_at: datetime | None  # None: never
