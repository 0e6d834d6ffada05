"""A tournament as it stands, restored from what is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from bot.rummy.errors import ParseError, RulesError
from bot.rummy.ids import Player, PlayerId, TournamentId
from bot.rummy.rules import Games, Rules
from bot.service.state import CorruptTableError, rules_of
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Entrant, Progress
from bot.store.rows import EntropyLine
from bot.store.tournament_rows import (
    StoredTournament,
    TournamentAlarm,
    TournamentAlarmKind,
    TournamentRow,
    TournamentStatus,
)


class Post(StrEnum):
    """What must be posted exactly once: kinds of `TournamentOutboxMessage`."""

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
class TournamentState:
    """A tournament as it stands after a change, for whoever shows it."""

    row: TournamentRow
    plan: TournamentPlan
    progress: Progress
    rules: Rules
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
        return {entrant.id: entrant for entrant in self.progress.entrants}

    @property
    def checked_in(self) -> tuple[Entrant, ...]:
        """Those who have said that they are there."""
        return tuple(entrant for entrant in self.progress.entrants if entrant.checked_in)

    @property
    def pot(self) -> int:
        """All entries, in hundredths."""
        return self.plan.entry * len(self.progress.entrants)

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


class TournamentListener(Protocol):
    """Whoever shows tournaments to people. It is told after the commit and never waited for."""

    def announce_tournament(self, state: TournamentState) -> None:
        """Show a tournament as it stands now, and send what is to be posted."""


class CorruptTournamentError(CorruptTableError):
    """A stored tournament whose text cannot be read."""


def restored(stored: StoredTournament, games: Games) -> TournamentState:
    """A tournament as its row has it.

    Raises:
        CorruptTournamentError: its plan or its state cannot be read.
    """
    row = stored.row
    try:
        plan, progress = TournamentPlan.parse(row.plan), Progress.parse(row.state)
        rules = rules_of(row.rules, row.rules_id, games)
        return TournamentState(row, plan, progress, rules, stored.alarms, stored.entropy)
    except (ParseError, RulesError) as error:
        raise CorruptTournamentError(f"tournament {row.id}: {error}") from error
