"""A tournament as it stands, restored from what is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from bot.rummy.errors import ParseError
from bot.rummy.ids import Player, PlayerId, TournamentId
from bot.service.tournaments.plan import Plan
from bot.service.tournaments.state import Entrant, State
from bot.service.update import CorruptTableError
from bot.store.rows import EntropyLine
from bot.store.tournament_rows import (
    StoredTournament,
    TournamentAlarm,
    TournamentAlarmKind,
    TournamentRow,
    TournamentStatus,
)


class Post(StrEnum):
    """What must be posted exactly once: kinds of `TournamentPosting`."""

    CHECK_IN = "check_in"
    """Check-in has opened: call all entrants."""
    REMIND = "remind"
    """It starts soon: call those who are awaited."""
    ROUND = "round"
    """A round has begun, `number` says which: who sits where."""
    RESULT = "result"
    """It is over: champion, places, prizes. The role of the champion changes hands."""
    CANCELLED = "cancelled"
    """It will not be played; entries went back."""


@dataclass(frozen=True)
class TournamentUpdate:
    """A tournament as it stands after a change, for whoever shows it."""

    row: TournamentRow
    plan: Plan
    state: State
    alarms: tuple[TournamentAlarm, ...] = ()
    entropy: tuple[EntropyLine, ...] = ()

    @property
    def id(self) -> TournamentId:
        return self.row.id

    @property
    def status(self) -> TournamentStatus:
        return self.row.status

    @cached_property
    def entrants(self) -> Mapping[PlayerId, Entrant]:
        """Everybody who is in it, also those who are out by now, in the order they signed up."""
        return {entrant.id: entrant for entrant in self.state.entrants}

    @property
    def checked_in(self) -> tuple[Entrant, ...]:
        """Those who have said that they are there."""
        return tuple(entrant for entrant in self.state.entrants if entrant.checked_in)

    @property
    def pot(self) -> int:
        """All entries, in hundredths."""
        return self.plan.entry * len(self.state.entrants)

    @property
    def may_join(self) -> bool:
        """Whether sign-up is open; it may be full."""
        return self.status.is_before and self.alarm(TournamentAlarmKind.SIGN_UP) is not None

    def alarm(self, kind: TournamentAlarmKind) -> TournamentAlarm | None:
        """The deadline of that kind."""
        return next((alarm for alarm in self.alarms if alarm.kind is kind), None)

    def due(self, kind: TournamentAlarmKind) -> datetime | None:
        """When that deadline comes; None: it has passed, or there is none."""
        alarm = self.alarm(kind)
        return alarm.due if alarm else None

    @property
    def starts_at(self) -> datetime:
        """When it starts; later than planned where the bot was away at that time."""
        return self.due(TournamentAlarmKind.START) or self.plan.start_at

    def name(self, player: Player) -> str:
        """What an entrant is called."""
        entrant = self.entrants.get(PlayerId(player.id))
        return entrant.name if entrant else "A player"


class TournamentAnnouncer(Protocol):
    """Whoever shows tournaments to people. It is told after the commit and never waited for."""

    def announce_tournament(self, update: TournamentUpdate) -> None:
        """Show a tournament as it stands now, and send what is to be posted."""


class CorruptTournamentError(CorruptTableError):
    """A stored tournament whose text cannot be read."""


def restored(stored: StoredTournament) -> TournamentUpdate:
    """A tournament as its row has it.

    Raises:
        CorruptTournamentError: its plan or its state cannot be read.
    """
    row = stored.row
    try:
        return TournamentUpdate(row, Plan.parse(row.plan), State.parse(row.state), stored.alarms, stored.entropy)
    except ParseError as error:
        raise CorruptTournamentError(f"tournament {row.id}: {error}") from error
