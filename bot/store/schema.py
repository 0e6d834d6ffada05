"""The tables of the database. A change here needs a revision: see `bot.store.migrate`.

Most have a column for each field of a dataclass in `bot.store.rows`, so that one function writes them all.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Date,
    Dialect,
    Double,
    Enum,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    func,
    text,
    true,
)
from sqlalchemy.types import TypeDecorator

from bot.codes import Cause
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store.codec import GROWS
from bot.store.column_types import LargeBinary, String, Text
from bot.store.rows.alarms import AlarmKind, Shards
from bot.store.rows.avoided import Avoided
from bot.store.rows.company import Waiter
from bot.store.rows.daily import DailyDay, DailyResult, DailyShare
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.house import HouseRow
from bot.store.rows.leases import Lease, ProcessRow
from bot.store.rows.ledger import AccountKind
from bot.store.rows.matches import MatchRow, ResultRow, Season, Standing
from bot.store.rows.outbox import MessageRef, OutboxMessage
from bot.store.rows.owner import Block, Departure, Notice
from bot.store.rows.practice import PracticeRow
from bot.store.rows.put_backs import PutBack, TableTally
from bot.store.rows.review import ReviewRow
from bot.store.rows.settings import SERVER_SETTINGS, Kind, PlayerSettings, ServerSettings
from bot.store.rows.solo import SoloRow
from bot.store.rows.subjects import EntropyLine, JournalLine
from bot.store.rows.tables import TableRow
from bot.store.rows.tellings import Listener
from bot.store.rows.tournaments import SeriesRow, TournamentRow
from bot.store.rows.web import WebKey, WebSession

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """A time in UTC, stored as whole microseconds since 1970: there is no zone to lose, and sums are exact."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(microseconds=value)


def choice(kind: type[StrEnum]) -> Enum:
    """Return the type of a `StrEnum`, stored by its value. There is no CHECK, so a new member needs no migration."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=16,
        values_callable=lambda members: [member.value for member in members],
    )


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Written out, not bound: SQLite uses a partial index only if the query repeats its condition.
IS_OPEN = text("status IN ('lobby', 'playing')")
NOT_DONE = text("done = false")


def open_index(name: str, column: str) -> Index:
    """Return an index of the open tables alone: it stays small however many have been played."""
    return Index(name, column, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)


def on_shards(guild: Column[Any], shards: Shards) -> ColumnElement[bool]:
    """Return the condition of rows that belong to servers of these shards; direct messages belong to the first
    shard.
    """
    if shards.are_all:
        return true()
    shard = (func.coalesce(guild, 0) // Shards.SERVERS) % shards.count
    return shard.in_(sorted(shards.ids))


OWNER = frozenset({"of", "table"})
"""Fields whose column `belongs_to` makes."""


def belongs_to(owner: str, key: str = "of") -> Column[str]:
    """Return the first part of a key: the `table` or `tournament` that this row belongs to."""
    return Column(owner, ForeignKey(f"{owner}s.id", ondelete="CASCADE"), key=key, primary_key=True)


TYPES: Mapping[Any, Any] = {
    bool: Boolean,
    bytes: LargeBinary(32),
    date: Date,
    datetime: Moment,
    float: Double,
    int: Integer,
    str: String,
    PlayerId: BigInteger,
    Seat: Integer,
    TableId: String(6),
    TournamentId: String(6),
}
"""The column type of each field type, unless its table has another; a `StrEnum` is stored as a `choice`."""
DISCORD = frozenset(
    {
        *("guild", "channel", "thread", "message", "user", "interaction"),
        *(field for field, kind in SERVER_SETTINGS.items() if kind in (Kind.CHANNEL, Kind.ROLE)),
    }
)
"""Fields with Discord's ids, which need 63 bits."""
SAME_NAMES: Mapping[str, str] = MappingProxyType({})


def columns_of(kind: type, *key: str, called: Mapping[str, str] = SAME_NAMES, **types: Any) -> Iterator[Column[Any]]:
    """Yield a column for each field of a dataclass but its owner; NULL stands for None.

    `key`: the fields of the primary key. `called`: names of columns that differ from their fields' names. `types`:
    column types that differ from `TYPES`.
    """
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in OWNER}
    for name, hint in hints.items():
        field, *none = get_args(hint) or (hint,)
        usual = BigInteger if name in DISCORD else TYPES.get(field)
        column, stored_as = called.get(name, name), types.get(name) or usual or choice(field)
        is_key = name in key
        yield Column(column, stored_as, key=name, primary_key=is_key, autoincrement=False, nullable=bool(none))


@dataclass(frozen=True, slots=True)
class Parts:
    """The database tables for the parts of tables, or of tournaments; the first column of each is keyed `of`."""

    entropy: Table
    people: Table
    alarms: Table
    outbox: Table
    messages: Table


def parts_of(owner: str, prefix: str, people: str, number: str, *alarm: Column[int]) -> Parts:
    """Return the parts of an owner; a prefix begins their names. `number` and `alarm` are columns that differ."""
    return Parts(
        entropy=Table(
            f"{prefix}entropy",
            metadata,
            belongs_to(owner),
            *columns_of(EntropyLine, "seq"),
            sqlite_with_rowid=False,
        ),
        people=Table(
            people,
            metadata,
            belongs_to(owner),
            Column("player", BigInteger, primary_key=True),
            Index(f"ix_{people}_player", "player"),
            sqlite_with_rowid=False,
        ),
        alarms=Table(
            f"{prefix}alarms",
            metadata,
            belongs_to(owner),
            Column("kind", choice(AlarmKind), primary_key=True),
            Column("due", Moment, nullable=False),
            *alarm,
            Index(f"ix_{prefix}alarms_due", "due"),
            sqlite_with_rowid=False,
        ),
        outbox=Table(
            f"{prefix}postings",
            metadata,
            belongs_to(owner),
            *columns_of(OutboxMessage, "kind", "number", called={"number": number}, number=BigInteger),
            Index(f"ix_{prefix}postings_created_at", "created_at", sqlite_where=NOT_DONE, postgresql_where=NOT_DONE),
            sqlite_with_rowid=False,
        ),
        messages=Table(
            f"{prefix}messages",
            metadata,
            belongs_to(owner),
            *columns_of(MessageRef, "kind"),
            sqlite_with_rowid=False,
        ),
    )


tables = Table(
    "tables",
    metadata,
    *columns_of(TableRow, "id", rules=Text, lobby=Text, preview=Text),
    open_index("ix_tables_open", "id"),
    *(open_index(f"ix_tables_{name}", name) for name in ("guild", "channel", "thread", "host", "tournament")),
)
"""`tournament` is no foreign key: a tournament is created and its tables are opened in separate transactions."""

journal = Table(
    "journal", metadata, belongs_to("table"), *columns_of(JournalLine, "seq", action=Text), sqlite_with_rowid=False
)

of_tables = parts_of("table", "", "players", "deal", Column("step", Integer, nullable=False), Column("seat", Integer))

settings = Table("settings", metadata, *columns_of(PlayerSettings, "player"))
settings.c.paused_until.info[GROWS] = True  # if two pauses are chosen at once, the longer one holds

learned = Table(
    "learned",
    metadata,
    belongs_to("table", "table"),
    *columns_of(ReviewRow, "player"),
    Index("ix_learned_player", "player", "at"),
    sqlite_with_rowid=False,
)

solos = Table("solos", metadata, *columns_of(SoloRow, "player", "place", journal=Text), sqlite_with_rowid=False)

practice = Table(
    "practice", metadata, *columns_of(PracticeRow, "player", "puzzle", leads=Text), sqlite_with_rowid=False
)

web_keys = Table(
    "web_keys", metadata, *columns_of(WebKey, "hash"), Index("ix_web_keys_player", "player"), sqlite_with_rowid=False
)

web_sessions = Table(
    "web_sessions",
    metadata,
    *columns_of(WebSession, "number", number=BigInteger),
    Index("ix_web_sessions_player", "player"),
)

daily_days = Table("daily_days", metadata, *columns_of(DailyDay, "day", rules=Text))

daily_keys = Table(
    "daily_keys",
    metadata,
    Column("first_day", Date, primary_key=True),
    Column("drawn_on", Date, nullable=False),
    Column("key", LargeBinary(32), nullable=False),
)
"""The seeds of days from `first_day` to that of the next key come from a key. Earlier ones come from `hash_keys`."""

daily_results = Table(
    "daily_results",
    metadata,
    *columns_of(DailyResult, "day", "player"),
    Index("ix_daily_results_rank", "day", "points", "turns"),
    Index("ix_daily_results_player", "player", "day"),
    sqlite_with_rowid=False,
)

daily_shares = Table(
    "daily_shares",
    metadata,
    *columns_of(DailyShare, "day", "guild", "player"),
    Index("ix_daily_shares_player", "player"),
    sqlite_with_rowid=False,
)

daily_played = Table(
    "daily_played",
    metadata,
    Column("day", Date, primary_key=True),
    Column("person", LargeBinary(32), primary_key=True),
    sqlite_with_rowid=False,
)
"""People who began the deal of a day and had their data erased. `person` is as in `erased_chips`."""

daily_posts = Table(
    "daily_posts",
    metadata,
    Column("server", String, key="of", primary_key=True),
    *columns_of(OutboxMessage, "kind", "number", called={"number": "day"}),
    sqlite_with_rowid=False,
)
"""`day` counts from the first day of the year 1."""

erasures = Table(
    "erasures",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)

erased_chips = Table(
    "erased_chips",
    metadata,
    Column("person", LargeBinary(32), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("amount", BigInteger, nullable=False),
    Column("daily_at", Moment),
    Column("until", Moment, nullable=False),
    sqlite_with_rowid=False,
)
"""`person` is the HMAC-SHA-256 of an id, under the key of that name in `hash_keys`."""

erased_reporters = Table(
    "erased_reporters",
    metadata,
    Column("person", LargeBinary(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""`person` is as in `erased_chips`, and `number` as in `erasures`. Rows stay while a case waits for the staff."""

hash_keys = Table(
    "hash_keys",
    metadata,
    Column("name", String, primary_key=True),
    Column("key", LargeBinary(32), nullable=False),
)
"""Keys made with the database; they never leave it. Each has the name of the table whose people it hides. Only
`daily_seeds` is different: the seeds of days before those of `daily_keys` come from it.
"""

beats = Table(
    "beats",
    metadata,
    Column("process", String, primary_key=True),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("at", Moment, nullable=False),
)

processes = Table("processes", metadata, *columns_of(ProcessRow, "name"))

leases = Table("leases", metadata, *columns_of(Lease, "shard", served=Text))

ledger = Table(
    "ledger",
    metadata,
    Column("ref", String, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("cause", choice(Cause), nullable=False),
    Column("kind", choice(AccountKind), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("owner", String, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    Index("ix_ledger_account", "guild", "kind", "owner", "at"),
    sqlite_with_rowid=False,
)

balances = Table(
    "balances",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", choice(AccountKind), primary_key=True),
    Column("owner", String, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint("kind = 'mint' OR amount >= 0", name="covered"),
    sqlite_with_rowid=False,
)

matches = Table(
    "matches",
    metadata,
    belongs_to("table", "table"),
    *columns_of(MatchRow, stake=BigInteger),
    Index("ix_matches_guild", "guild", "finished_at"),
    Index("ix_matches_format", "guild", "format", "finished_at"),
)

results = Table(
    "results",
    metadata,
    belongs_to("table", "table"),
    *columns_of(ResultRow, "seat", chips=BigInteger),
    Index("ix_results_player", "player"),
    sqlite_with_rowid=False,
)

disputes = Table(
    "disputes",
    metadata,
    belongs_to("table"),
    *columns_of(DisputeLine, "seq", words=Text),
    Index("ix_disputes_actor", "actor"),
    sqlite_with_rowid=False,
)
"""A log: triggers of the migration refuse every change or deletion of a row, except for an erasure."""

standings = Table(
    "standings",
    metadata,
    *columns_of(Standing, "guild", "season", "format", "player", chips=BigInteger, league=BigInteger),
    Index("ix_standings_league", "guild", "season", "format", "league", "won"),
    sqlite_with_rowid=False,
)

seasons = Table("seasons", metadata, *columns_of(Season, "guild", "number"))

avoided = Table(
    "avoided",
    metadata,
    *columns_of(Avoided, "player", "other", other=BigInteger),
    Index("ix_avoided_other", "other"),
    sqlite_with_rowid=False,
)

waiters = Table(
    "waiters",
    metadata,
    *columns_of(Waiter, "guild", "player"),
    Index("ix_waiters_player", "player"),
    sqlite_with_rowid=False,
)

listeners = Table(
    "listeners",
    metadata,
    *columns_of(Listener, "guild", "player"),
    Index("ix_listeners_player", "player"),
    sqlite_with_rowid=False,
)

tellings = Table(
    "tellings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)
"""When a server was told of a table last."""

welcomes = Table(
    "welcomes",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)
"""When a server that added the bot was to be welcomed."""

house_rules = Table(
    "house_rules", metadata, *columns_of(HouseRow, "id", rules=Text), Index("ix_house_rules_guild", "guild")
)

departures = Table("departures", metadata, *columns_of(Departure, "guild"))

blocks = Table("blocks", metadata, *columns_of(Block, "kind", "id", id=BigInteger), sqlite_with_rowid=False)

notices = Table("notices", metadata, *columns_of(Notice, "number", words=Text))

notice_posts = Table(
    "notice_posts",
    metadata,
    Column("server", String, key="of", primary_key=True),
    *columns_of(OutboxMessage, "kind", "number", called={"number": "notice"}),
    sqlite_with_rowid=False,
)

pauses = Table(
    "pauses",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("since", Moment, nullable=False),
    sqlite_with_rowid=False,
)
"""Pauses of the whole bot: with a row named `maintenance` nothing new may begin."""

owner_servers = Table("owner_servers", metadata, Column("guild", BigInteger, primary_key=True, autoincrement=False))
"""The servers in which the owner's commands are registered."""

applications = Table(
    "applications",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("id", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The application whose bot works with the database: a row named `discord`, once that bot has connected."""

tally = Table("tally", metadata, *columns_of(TableTally, "id", id=String(16), count=BigInteger))
"""At most one row, and none on a server."""

put_backs = Table("put_backs", metadata, *columns_of(PutBack, "noted_at", missing=BigInteger))

servers = Table("servers", metadata, *columns_of(ServerSettings, "guild"))

NOT_OVER = text("status NOT IN ('finished', 'cancelled')")

tournaments = Table(
    "tournaments",
    metadata,
    *columns_of(TournamentRow, "id", rules=Text, plan=Text, state=Text),
    Index("ix_tournaments_open", "guild", sqlite_where=NOT_OVER, postgresql_where=NOT_OVER),
    Index("ix_tournaments_guild", "guild", "changed_at"),
    Index("ix_tournaments_series", "series"),
)

series = Table(
    "series",
    metadata,
    *columns_of(SeriesRow, "id"),
    Index("ix_series_guild", "guild"),
    Index("ix_series_due", "due"),
)
"""`id` is that of a tournament; `series` of `tournaments` keeps it after the row here is gone."""

of_tournaments = parts_of(
    "tournament", "tournament_", "entrants", "number", Column("round", Integer, key="step", nullable=False)
)
