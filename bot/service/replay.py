"""A finished match in steps: one for each turn, with all hands laid open."""

from dataclasses import dataclass, field
from typing import Self

from bot.rummy.deal_view import Event
from bot.rummy.outcome import ShownHand
from bot.rummy.record import Record
from bot.rummy.table import Table
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class Frame:
    """A finished match as it stood after one turn."""

    place: int
    """Index of the turn; 0 is the first."""
    places: int
    view: View
    """The public view."""
    hands: tuple[ShownHand, ...]
    """The hands of all who were dealt in."""
    events: tuple[Event, ...]
    """The events since the step before."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A table after a turn."""

    table: Table = field(repr=False)
    seen: int
    """Number of events of its deal that came before."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """All steps of a match."""

    _steps: tuple[_Step, ...]

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return the steps of a record.

        Raises:
            ParseError: it cannot be played again.
        """
        steps: list[_Step] = []
        before, seen = record.opening(), 0
        for table in record.tables():
            deal, last = table.deal, before.deal
            if deal is not None and deal is not last:
                is_new = last is None or (last.outcome is not None and deal.outcome is None)
                if is_new:
                    seen = 0
                is_over = deal.outcome is not None and (last is None or last.outcome is None)
                if is_new or is_over or (last is not None and deal.turns != last.turns):
                    steps.append(_Step(table, seen))
                    seen = len(deal.events)
            before = table
        return cls(tuple(steps))

    @property
    def places(self) -> int:
        """Return how many steps there are."""
        return len(self._steps)

    def last_deal(self) -> tuple[Frame, ...]:
        """Return the steps of the deal that decided the match."""
        first = max(place for place, step in enumerate(self._steps) if not step.seen)
        return tuple(map(self.frame, range(first, self.places)))

    def frame(self, place: int) -> Frame:
        """Return that step, or the nearest one."""
        place = max(0, min(place, self.places - 1))
        table, seen = self._steps[place].table, self._steps[place].seen
        deal = table.deal
        assert deal is not None  # only tables with a deal are kept
        return Frame(place, self.places, table.view(None), deal.open_hands(), deal.events[seen:])
