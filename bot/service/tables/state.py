"""A lobby or table, restored from its stored rows."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Annotated, Any, ClassVar

from pydantic import PlainSerializer, PlainValidator

from bot.codes import DisputeEvent, Pace, Problem, TableStatus
from bot.rummy.actions import EndWithout
from bot.rummy.beacon import BeaconRound
from bot.rummy.cards import Seat, card_texts
from bot.rummy.entropy import Secrets
from bot.rummy.errors import IllegalAction, ParseError, RulesError
from bot.rummy.game import game_of
from bot.rummy.ids import ERASED, DisplayName, Player, PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry, Record, Shuffle
from bot.rummy.rules import Games, Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage, View
from bot.service.cache import State
from bot.service.errors import CorruptError, ServiceError
from bot.service.json_text import JsonText
from bot.service.paces import allowed, paced, usual
from bot.service.shuffle import Dice
from bot.service.tables.names import UNKNOWN, StoredName, computer_name, namesakes
from bot.service.tables.preview import Preview
from bot.store.rows.disputes import ASKS, DisputeLine
from bot.store.rows.subjects import EntropyLine, StoredTable
from bot.store.rows.tables import TableRow
from bot.store.rows.tournaments import TournamentRow

Persons = Annotated[frozenset[PlayerId], PlainSerializer(sorted)]


@dataclass(frozen=True, slots=True)
class Lobby(JsonText):
    """The seats and terms of a table; fixed once it starts."""

    terms: Terms
    seats: int
    """The most players."""
    players: tuple[Annotated[Player, PlainValidator(Player.parse), PlainSerializer(str)], ...]
    """The players in the order they joined."""
    names: Mapping[PlayerId, StoredName] = field(default_factory=dict)
    """The names of people, as they were when they joined."""
    help: bool = True
    """Whether the solver arranges hands for people here."""
    invited: Persons = frozenset()
    rematch_of: TableId | None = None
    ready: Persons = frozenset()
    """The people who have pressed for the rematch."""
    rematch: TableId | None = None
    """The lobby opened for a rematch of this table."""
    erased: Persons = frozenset()
    """Numbers in place of people whose data was erased: nobody is there to ask or to tell."""
    counted: bool = True
    """Whether the match counts in the standings of its server, if only people play: not by rules of its own."""
    quick: bool = False
    """Whether it is a table of quick play: it starts by itself, with computers in the empty seats."""
    is_pace_open: bool = False
    """Whether nobody has chosen the pace: it follows from who sits here at the start."""
    closed_by: Problem | None = None
    """The reason why it closed, if its last person could not play at one more table."""
    coach: bool = False
    """Whether the staff allow the coach at a table of a tournament. At other tables `help` decides."""
    coached: Persons = frozenset()
    """The people who have asked the coach. The match then counts in no standings."""
    waits_for_place: bool = False
    """Whether the table has lost its place. A match stands still until it has another."""
    agreed: Persons = frozenset()
    """The people who agree that a private table without a place goes on in public."""
    is_public: bool = False
    """Whether a private table goes on in public, since all its players have agreed."""
    put_back: datetime | None = None
    """The moment to which the database was put back, if that ended the table."""
    no_beacon: bool = False
    """Whether its shuffle has no beacon, since the players did not want to wait for it."""

    what: ClassVar[str] = "lobby"

    def _flat(self, values: dict[str, Any]) -> dict[str, Any]:
        del values["terms"]
        for word in (
            "quick",
            "is_pace_open",
            "coach",
            "coached",
            "waits_for_place",
            "agreed",
            "is_public",
            "no_beacon",
        ):
            if not values[word]:
                del values[word]  # as version 0.1 wrote it
        for word in ("closed_by", "put_back"):
            if values[word] is None:
                del values[word]
        return {"format": self.terms.course, "stake": self.terms.stake} | values

    @classmethod
    def _nested(cls, values: Any) -> Any:
        return {**values, "terms": Terms.parse(values["format"], int(values.get("stake", 0)))}

    @property
    def persons(self) -> tuple[PlayerId, ...]:
        """Return the people among the players, in the order they joined."""
        return tuple(PlayerId(player.id) for player in self.players if not player.is_computer)

    def name(self, player: Player) -> DisplayName:
        """Return the name of a player."""
        if player.is_computer:
            return computer_name(player.id)
        id = PlayerId(player.id)
        return ERASED if id in self.erased else self.names.get(id, UNKNOWN)

    @property
    def namesakes(self) -> frozenset[PlayerId]:
        """Return the people who need their handles to be told apart."""
        return namesakes({person: self.name(Player(person)) for person in self.persons})

    @property
    def computers(self) -> tuple[int, ...]:
        """Return the numbers of the computers."""
        return tuple(player.id for player in self.players if player.is_computer)


@dataclass(frozen=True)
class TableState(State[TableId, TableRow]):
    """A lobby or table as it stands after a change."""

    lobby: Lobby
    rules: Rules
    """The rules of the table, as they were when it opened."""
    table: Table | None = field(repr=False)
    """None while it is a lobby. Only views of it may be shown."""
    lines: int = 0
    """Number of lines in the journal."""
    last_action: str = ""
    """The last action in the journal, as text."""
    last_deal: View | None = field(default=None, repr=False)
    """The public view at the end of the deal before the running one."""
    preview: Preview | None = field(default=None, repr=False)
    """The move that the clock will play, or has just played, for a player. Only that player may see it."""
    disputes: tuple[DisputeLine, ...] = ()
    """Disputes and reports to the staff, and the staff's events."""

    @property
    def voided(self) -> DisputeLine | None:
        """Return the event by which the staff made the finished match void."""
        return next((line for line in self.disputes if line.event is DisputeEvent.VOIDED), None)

    @property
    def is_disputed(self) -> bool:
        """Return whether a player has disputed the result."""
        return any(line.event is DisputeEvent.RAISED for line in self.disputes)

    @property
    def asked(self) -> frozenset[DisputeEvent]:
        """Return the kinds of events that wait for the staff: disputes, reports."""
        asks = takewhile(lambda line: line.event in ASKS, reversed(self.disputes))
        return frozenset(line.event for line in asks)

    @property
    def is_reported(self) -> bool:
        """Return whether a player or a spectator has reported the table to the staff."""
        return any(line.event is DisputeEvent.REPORTED for line in self.disputes)

    @property
    def words(self) -> Mapping[PlayerId, str]:
        """Return the words of the people who sit here, as their lines of entropy end."""
        given = {PlayerId(line.user): line.word for line in self.entropy if line.word}
        return {person: given[person] for person in self.lobby.persons if person in given}

    @property
    def entropy_digest(self) -> str:
        """Return the digest of what people have added to the shuffle."""
        return self.row.entropy_sha256 or entropy_digest(self.row.secrets, self.entropy)

    @property
    def sat(self) -> frozenset[PlayerId]:
        """Return the people who sit here or once did. A person who left the lobby is still named by a press in the
        entropy.
        """
        return frozenset(self.lobby.persons) | {PlayerId(line.user) for line in self.entropy}

    @property
    def opener(self) -> PlayerId:
        """Return the person who opened the lobby: the host until they leave."""
        return PlayerId(self.entropy[0].user) if self.entropy else self.row.host

    @property
    def is_lobby(self) -> bool:
        return self.row.status is TableStatus.LOBBY

    @property
    def waits(self) -> bool:
        """Return whether it has lost its place, and waits for another."""
        return self.lobby.waits_for_place and self.row.status.is_open

    @property
    def round_missing(self) -> BeaconRound | None:
        """Return the round of a beacon that it waits for and has called missing. Return None if there is none."""
        awaited = self.table.round if self.table is not None and self.table.awaits_round else None
        return awaited if awaited is not None and awaited.is_missing and not self.waits else None

    @property
    def is_without_beacon(self) -> bool:
        """Return whether it ended before the first card because its people did not want to wait for the beacon."""
        is_first = self.table is not None and self.table.deal is None
        return self.row.status is TableStatus.VOID and self.last_action == EndWithout.word and is_first

    @property
    def is_kept_private(self) -> bool:
        """Return whether only its players may watch."""
        return self.row.private and self.row.guild is not None and not self.lobby.is_public

    @property
    def pace(self) -> Pace:
        return Pace(self.row.pace)

    @property
    def counts(self) -> bool:
        """Return whether the match counts in standings: only people play it, in a server, and nobody has asked the
        coach.

        A match of a tournament counts if the staff said so, one by the rules of a server's staff does not.
        """
        return self.would_count and not self.lobby.coached

    @property
    def coached(self) -> tuple[Seat, ...]:
        """Return the seats of the players who have asked the coach."""
        asked = {Player(one) for one in self.lobby.coached}
        return tuple(Seat(i) for i, player in enumerate(self.players) if player in asked)

    @property
    def would_count(self) -> bool:
        """Return whether it would count if no player had asked the coach."""
        return self.row.guild is not None and self.lobby.counted and not any(one.is_computer for one in self.players)

    @cached_property
    def public(self) -> View:
        """Return the public view."""
        return self._table.view(None)

    @property
    def called(self) -> tuple[PlayerId, ...]:
        """Return the people for whom the deal waits, or whose answer the next deal needs."""
        return self._awaited(self.public.called)

    def awaits(self, player: PlayerId) -> bool:
        """Return whether the deal, or the next one, waits for that person."""
        return player in self._awaited(self.public.awaited)

    def _awaited(self, between: Iterable[Seat]) -> tuple[PlayerId, ...]:
        """Return the people for whom the deal waits. Between deals, return those on the seats of `between`."""
        view = self.public
        seats = view.deal.awaited if view.deal is not None and view.stage is Stage.PLAYING else between
        return tuple(PlayerId(self.players[seat].id) for seat in seats if not self.players[seat].is_computer)

    def at_its_pace(self) -> "TableState":
        """Return a lobby that is about to start, at the pace that follows from the people there and the host's
        choice.
        """
        persons = len(self.lobby.persons)
        chosen = usual(persons) if self.lobby.is_pace_open else self.pace
        pace = allowed(chosen, persons, self.lobby.terms.stake)
        if pace is self.pace:
            return self
        return replace(self, row=replace(self.row, pace=pace), rules=paced(self.rules, pace))

    def for_seat(self, seat: Seat) -> View:
        """Return the view of that seat."""
        return self._table.view(seat)

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Return the seat of that person. Return None if they do not sit there or have left."""
        seat = self._table.seat_of(Player(player))
        return None if seat in self._table.left else seat

    def for_player(self, player: PlayerId) -> View:
        """Return the view of that person.

        Raises:
            ServiceError: the person does not sit here.
        """
        seat = self.seat_of(player)
        if seat is None:
            raise ServiceError(Problem.NOT_AT_TABLE)
        return self.for_seat(seat)

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the players by seat; in a lobby, in the order they joined."""
        return self.lobby.players if self.table is None else self.table.players

    def name(self, player: Player) -> DisplayName:
        """Return the name of a player at this table."""
        return self.lobby.name(player)

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        """Return the names of all players, by seat."""
        return {Seat(i): self.name(player) for i, player in enumerate(self.players)}

    @cached_property
    def namesakes(self) -> frozenset[PlayerId]:
        """Return the people at this table who need their handles to be told apart."""
        return self.lobby.namesakes

    @property
    def computers(self) -> tuple[int, ...]:
        """Return the numbers of the computers at this table."""
        return self.lobby.computers

    @property
    def _table(self) -> Table:
        if self.table is None:
            raise ServiceError(Problem.STILL_A_LOBBY)
        return self.table


@lru_cache(maxsize=64)
def rules_of(text: str, id: str, games: Games, pace: str | None = None) -> Rules:
    """Return the rules of a stored table. Its pace may have removed or added the clock at the start."""
    rules = Rules.parse(text, id, games)
    if pace == Pace.NONE:
        return paced(rules, Pace.NONE)
    return paced(rules, Pace.STANDARD) if pace == Pace.STANDARD and not rules.turns.has_clock else rules


def record_of(stored: StoredTable, games: Games) -> Record:
    """Return the record of a started table, with the seed once it is over.

    Raises:
        ServiceError: its moves have been deleted.
        ParseError, RulesError: the stored data cannot be read.
    """
    if stored.row.is_pruned:
        raise ServiceError(Problem.PRUNED)
    row, lobby = stored.row, Lobby.parse(stored.row.lobby)
    rules = rules_of(row.rules, row.rules_id, games, row.pace)
    game = game_of(rules)
    proof = None
    if row.status.is_over:
        entropy = () if row.entropy_sha256 else entropy_texts(row.secrets, stored.entropy)
        proof = Shuffle(row.commitment, row.seed, entropy, row.entropy_sha256, row.veil)
    return Record(
        code=row.id,
        rules=rules,
        terms=lobby.terms,
        players=lobby.players,
        entries=tuple(Entry.parse(f"{line.actor} {line.action}", game) for line in stored.journal),
        shuffle=proof,
        rules_text=row.rules if rules == rules_of(row.rules, row.rules_id, games) else rules.text(),
    )


def entropy_texts(secrets: Secrets, lines: Iterable[EntropyLine]) -> tuple[str, ...]:
    """Return the texts of lines of entropy, as they are hashed and shown."""
    if secrets.veil is None:
        return tuple(f"{line.kind} {line.user} {line.interaction}" for line in lines)
    return tuple(f"{line.kind} {line.user}" + (f" {line.word}" if line.word else "") for line in lines)


def entropy_digest(secrets: Secrets, lines: Iterable[EntropyLine]) -> str:
    """Return the digest of lines of entropy, as the shuffle uses it."""
    return secrets.digest(entropy_texts(secrets, lines))


def dice_of(row: TableRow | TournamentRow, lines: Iterable[EntropyLine]) -> Dice:
    """Return the dice of a table or tournament with these lines of entropy."""
    return Dice.of(row.secrets, row.entropy_sha256 or entropy_digest(row.secrets, lines))


def digest(table: Table | None) -> str:
    """Return a short fingerprint of a table, hidden cards included, to compare replays."""
    if table is None:
        return ""
    match = table.match
    parts = [str(table.step), str(table.stage), card_texts(table.toss), str(match.totals), str(match.out)]
    parts += [str(match.winners), str(sorted(table.ready)), str(sorted(table.left))]
    if table.deal is not None:
        parts += table.deal.fingerprint()
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:16]


def restored(stored: StoredTable, games: Games) -> TableState:
    """Return the state of a table from its journal.

    Raises:
        ServiceError: its moves have been deleted.
        CorruptError: the journal does not replay, or its end does not match the row.
    """
    try:
        lobby = Lobby.parse(stored.row.lobby)
        record = record_of(stored, games)
        table, last_deal = _replayed(record) if stored.journal else (None, None)
        kept = stored.row.preview
        preview = Preview.parse(kept, game_of(record.rules)) if kept is not None else None
    except (ParseError, RulesError, IllegalAction) as error:
        raise CorruptError(f"table {stored.row.id}", error, stored.row.status) from error
    if digest(table) != stored.row.digest:
        reason = "its journal does not lead to where its row stands"
        raise CorruptError(f"table {stored.row.id}", reason, stored.row.status)
    last_action = stored.journal[-1].action if stored.journal else ""
    after = len(stored.journal), last_action, last_deal, preview, stored.disputes
    return TableState(stored.row, lobby, record.rules, table, *after, alarms=stored.alarms, entropy=stored.entropy)


def _replayed(record: Record) -> tuple[Table, View | None]:
    """Return the table as it stands, and the public view at the end of the deal before."""
    table, last_deal = record.opening(), None
    for table in record.tables():
        last_deal = deal_over(table) or last_deal
    return table, last_deal


def deal_over(table: Table) -> View | None:
    """Return the public view of a deal that is over while the next is not dealt yet. Return None otherwise."""
    waits = table.stage in (Stage.BETWEEN, Stage.DEALING) and table.deal is not None
    return table.view(None) if waits else None
