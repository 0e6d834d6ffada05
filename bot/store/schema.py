"""The tables of the database. A change here needs a revision: see `bot.store.migrate`.

Columns are named, or keyed, as the fields in `bot.store.rows`, so that one function writes them all.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    Double,
    Enum,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.types import TypeDecorator

from bot.store.rows import AccountKind, AlarmKind, Cause, HandDelivery, TableStatus, TournamentStatus

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """A time in UTC, stored as whole microseconds since 1970: no zone to lose, exact to add to."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(microseconds=value)


def choice(kind: type[StrEnum]) -> Enum:
    """A `StrEnum`, stored by its value. No CHECK: a new member needs no migration."""
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

# Written out, not bound: SQLite uses a partial index only where the query repeats its condition.
IS_OPEN = text("status IN ('lobby', 'playing')")
NOT_DONE = text("done = false")


def open_index(name: str, *columns: str) -> Index:
    """An index of the open tables alone: it stays small however many have been played."""
    return Index(name, *columns, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)


def belongs_to(owner: str, key: str = "of") -> Column[str]:
    """The first part of a key: the `table` or `tournament` this row belongs to."""
    return Column(owner, ForeignKey(f"{owner}s.id", ondelete="CASCADE"), key=key, primary_key=True)


@dataclass(frozen=True, slots=True)
class Parts:
    """The database tables of what belongs to tables, or to tournaments; the first column of each is keyed `of`."""

    entropy: Table
    people: Table
    alarms: Table
    outbox: Table
    messages: Table


def parts_of(owner: str, prefix: str, people: str, number: str, *alarm: Column[int]) -> Parts:
    """The parts of an owner, their names after a prefix; `number` and `alarm` are columns that differ."""
    return Parts(
        entropy=Table(
            f"{prefix}entropy",
            metadata,
            belongs_to(owner),
            Column("seq", Integer, primary_key=True),
            Column("kind", String, nullable=False),
            Column("user", BigInteger, nullable=False),
            Column("interaction", BigInteger, nullable=False),
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
            Column("kind", String, primary_key=True),
            Column(number, BigInteger, key="number", primary_key=True),
            Column("channel", BigInteger),
            Column("created_at", Moment, nullable=False),
            Column("sent_at", Moment),
            Column("process", String),
            Column("done", Boolean, nullable=False),
            Column("message", BigInteger),
            Index(f"ix_{prefix}postings_created_at", "created_at", sqlite_where=NOT_DONE, postgresql_where=NOT_DONE),
            sqlite_with_rowid=False,
        ),
        messages=Table(
            f"{prefix}messages",
            metadata,
            belongs_to(owner),
            Column("kind", String, primary_key=True),
            Column("channel", BigInteger, nullable=False),
            Column("message", BigInteger, nullable=False),
            Column("posted_at", Moment, nullable=False),
            sqlite_with_rowid=False,
        ),
    )


tables = Table(
    "tables",
    metadata,
    Column("id", String(6), primary_key=True),
    Column("status", choice(TableStatus), nullable=False),
    Column("version", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger),
    Column("host", BigInteger, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("rules_id", String, nullable=False),
    Column("rules", Text, nullable=False),
    Column("pace", String, nullable=False),
    Column("lobby", Text, nullable=False),
    Column("digest", String, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("commitment", String, nullable=False),
    Column("opened_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("entropy_sha256", String),
    # No foreign key: a tournament is created and its tables opened in transactions of their own.
    Column("tournament", String(6)),
    open_index("ix_tables_open", "id"),
    open_index("ix_tables_guild", "guild"),
    open_index("ix_tables_channel", "channel"),
    open_index("ix_tables_thread", "thread"),
    open_index("ix_tables_host", "host"),
    open_index("ix_tables_tournament", "tournament"),
)

journal = Table(
    "journal",
    metadata,
    belongs_to("table"),
    Column("seq", Integer, primary_key=True),
    Column("actor", String, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

of_tables = parts_of("table", "", "players", "deal", Column("step", Integer, nullable=False), Column("seat", Integer))

settings = Table(
    "settings",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("delivery", choice(HandDelivery), nullable=False),
    Column("four_colour", Boolean, nullable=False),
    Column("large", Boolean, nullable=False),
    Column("text_only", Boolean, nullable=False),
)

erasures = Table(
    "erasures",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)

beats = Table(
    "beats",
    metadata,
    Column("process", String, primary_key=True),
    Column("at", Moment, nullable=False),
)

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
    Column("guild", BigInteger),
    Column("season", Integer, nullable=False),
    Column("format", String, nullable=False),
    Column("rules_id", String, nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("finished_at", Moment, nullable=False),
    Index("ix_matches_guild", "guild", "finished_at"),
    Index("ix_matches_format", "guild", "format", "finished_at"),
)

results = Table(
    "results",
    metadata,
    belongs_to("table", "table"),
    Column("seat", Integer, primary_key=True),
    Column("player", BigInteger),
    Column("name", String, nullable=False),
    Column("place", Integer, nullable=False),
    Column("sharing", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("deals_won", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("drops", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("chips", BigInteger, nullable=False),
    Column("league", Integer, nullable=False),
    Column("rating", Double),
    Index("ix_results_player", "player"),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("format", String, primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("deals_won", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("drops", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("chips", BigInteger, nullable=False),
    Column("league", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index("ix_standings_league", "guild", "season", "format", "league", "won"),
    sqlite_with_rowid=False,
)

seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("closed_at", Moment),
)

servers = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("chips", Boolean, nullable=False),
    Column("rake_percent", Integer, nullable=False),
    Column("league_points", String, nullable=False),
    Column("monthly", Boolean, nullable=False),
    Column("tournament_role", BigInteger),
)

NOT_OVER = text("status NOT IN ('finished', 'cancelled')")

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(6), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("status", choice(TournamentStatus), nullable=False),
    Column("version", Integer, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("rules_id", String, nullable=False),
    Column("rules", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("commitment", String, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("entropy_sha256", String),
    Index("ix_tournaments_open", "guild", sqlite_where=NOT_OVER, postgresql_where=NOT_OVER),
    Index("ix_tournaments_guild", "guild", "changed_at"),
)

of_tournaments = parts_of(
    "tournament", "tournament_", "entrants", "number", Column("round", Integer, key="step", nullable=False)
)
