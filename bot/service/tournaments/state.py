"""A tournament, restored from its stored rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from bot.codes import TournamentStatus
from bot.rummy.errors import ParseError, RulesError
from bot.rummy.ids import DisplayName, Player, PlayerId, TournamentId, called
from bot.rummy.rules import Games, Rules
from bot.service.cache import State
from bot.service.errors import CorruptError
from bot.service.tables.names import UNKNOWN, computer_name, namesakes
from bot.service.tables.state import rules_of
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Entrant, Progress
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.outbox import OutboxMessage
from bot.store.rows.subjects import StoredTournament
from bot.store.rows.tournaments import TournamentRow


class Post(StrEnum):
    """The messages that a tournament must post exactly once: kinds of its `OutboxMessage`."""

    CHECK_IN = "check_in"
    """Check-in has opened: call all entrants."""
    REMIND = "remind"
    """It starts soon: call those who have not checked in."""
    PLACE = "place"
    """A person who waited has a place now: call them. The number is that of their line of entropy."""
    PASSED = "passed"
    """A person could not take the place when it was their turn: write to them. The number is that in `Progress.passed`.
    """
    ROUND = "round"
    """The round of that `number` has begun: the tables and their players."""
    PUT_BACK = "put_back"
    """The database was put back: ask the staff whether the round is played again."""
    MISSING = "missing"
    """A round of the beacon has not come: ask the staff whether the tables wait for it."""
    RESULT = "result"
    """It is over: champion, places, prizes. The role of the champion moves."""
    CANCELLED = "cancelled"
    """It will not be played; the entries went back."""


@dataclass(frozen=True)
class TournamentState(State[TournamentId, TournamentRow]):
    """A tournament as it stands after a change."""

    plan: TournamentPlan
    progress: Progress
    rules: Rules

    @property
    def status(self) -> TournamentStatus:
        return self.row.status

    @cached_property
    def entrants(self) -> Mapping[PlayerId, Entrant]:
        """Return all entrants in the order they signed up, including those who are out by now."""
        return {entrant.id: entrant for entrant in self.progress.entrants}

    @property
    def checked_in(self) -> tuple[Entrant, ...]:
        """Return the entrants who have checked in."""
        return tuple(entrant for entrant in self.progress.entrants if entrant.checked_in)

    @property
    def is_full(self) -> bool:
        """Return whether all places are taken."""
        return len(self.progress.entrants) >= self.plan.most

    def place_in_line(self, player: PlayerId) -> int | None:
        """Return the place of a person on the waiting list, counted from 1. Return None if they do not wait."""
        return next((place for place, one in enumerate(self.progress.waiting, 1) if one.id == player), None)

    def concerns(self, player: PlayerId) -> bool:
        """Return whether a person has signed up, waits for a place, or could not take theirs."""
        others = (*self.progress.waiting, *self.progress.passed)
        return player in self.entrants or any(one.id == player for one in others)

    @property
    def series(self) -> TournamentId:
        """Return the pattern of its series. A tournament that no series announced is its own pattern."""
        return self.row.series or self.id

    @property
    def pot(self) -> int:
        """Return all entries, in hundredths."""
        return self.plan.entry * len(self.progress.entrants)

    @property
    def waits_for_staff(self) -> bool:
        """Return whether it is paused since the database was put back."""
        return self.status is TournamentStatus.PAUSED and self.progress.put_back is not None

    @property
    def may_join(self) -> bool:
        """Return whether sign-up is open; the tournament may be full."""
        return self.status.is_before and self.alarm(AlarmKind.SIGN_UP) is not None

    def due(self, kind: AlarmKind) -> datetime | None:
        """Return the time of that deadline. Return None if it has passed or there is none."""
        alarm = self.alarm(kind)
        return alarm.due if alarm else None

    def message(self, kind: Post, now: datetime, number: int = 0) -> OutboxMessage[TournamentId]:
        """Return an outbox message about it."""
        return OutboxMessage(self.id, kind, number, self.row.channel, now)

    @property
    def starts_at(self) -> datetime:
        """Return the start; later than planned if the bot was away at that time."""
        return self.due(AlarmKind.START) or self.plan.start_at

    @cached_property
    def namesakes(self) -> frozenset[PlayerId]:
        """Return the entrants who need their handles to be told apart."""
        return namesakes({one.id: self.name(Player(one.id)) for one in self.progress.entrants})

    @property
    def computers(self) -> range:
        """Return the numbers of the computers that play, as far as there is room."""
        return range(1, self.plan.computers + 1)

    def name(self, player: Player) -> DisplayName:
        """Return the name of an entrant."""
        if player.is_computer:
            return computer_name(player.id)
        entrant = self.entrants.get(PlayerId(player.id))
        return called(entrant.id, entrant.name, entrant.name.handle) if entrant else UNKNOWN


class TournamentListener(Protocol):
    """Shows tournaments to people. It is called after the commit and never waited for."""

    def announce_tournament(self, state: TournamentState) -> None:
        """Show a tournament as it stands now, and post its outbox messages."""


def restored(stored: StoredTournament, games: Games) -> TournamentState:
    """Return a tournament from its row.

    Raises:
        CorruptError: its plan or its state cannot be read.
    """
    row = stored.row
    try:
        plan, progress = TournamentPlan.parse(row.plan), Progress.parse(row.state)
        rules = rules_of(row.rules, row.rules_id, games)
    except (ParseError, RulesError) as error:
        raise CorruptError(f"tournament {row.id}", error) from error
    return TournamentState(row, plan, progress, rules, alarms=stored.alarms, entropy=stored.entropy)
