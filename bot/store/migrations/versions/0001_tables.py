"""Tables with their journals, deadlines, postings and messages; settings and beats."""

from collections.abc import Set
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

OPEN = sa.text("status IN ('lobby', 'playing')")
NOT_DONE = sa.text("done = false")


def upgrade() -> None:
    create_tables()
    create_of_table("journal", ["seq"], seq=sa.Integer, actor=sa.String, action=sa.Text, at=sa.BigInteger)
    create_of_table("entropy", ["seq"], seq=sa.Integer, kind=sa.String, user=sa.BigInteger, interaction=sa.BigInteger)
    create_of_table("players", ["player"], player=sa.BigInteger)
    op.create_index("ix_players_player", "players", ["player"])
    create_of_table(
        "alarms",
        ["kind"],
        {"seat"},
        kind=sa.String(16),
        due=sa.BigInteger,
        step=sa.Integer,
        seat=sa.Integer,
    )
    op.create_index("ix_alarms_due", "alarms", ["due"])
    create_of_table(
        "postings",
        ["kind", "deal"],
        {"channel", "sent_at", "process", "message"},
        kind=sa.String,
        deal=sa.BigInteger,
        channel=sa.BigInteger,
        created_at=sa.BigInteger,
        sent_at=sa.BigInteger,
        process=sa.String,
        done=sa.Boolean,
        message=sa.BigInteger,
    )
    op.create_index(
        "ix_postings_created_at", "postings", ["created_at"], sqlite_where=NOT_DONE, postgresql_where=NOT_DONE
    )
    create_of_table(
        "messages",
        ["kind"],
        kind=sa.String,
        channel=sa.BigInteger,
        message=sa.BigInteger,
        posted_at=sa.BigInteger,
    )
    create_settings_and_beats()


def create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(6), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("thread", sa.BigInteger),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("rules_id", sa.String, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("lobby", sa.Text, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    index_open("ix_tables_open", "id")
    for column in ("guild", "channel", "thread", "host"):
        index_open(f"ix_tables_{column}", column)


def index_open(name: str, column: str) -> None:
    op.create_index(name, "tables", [column], sqlite_where=OPEN, postgresql_where=OPEN)


def create_of_table(name: str, key: list[str], null: Set[str] = frozenset(), **columns: Any) -> None:
    """Create a table whose rows belong to one of `tables` and are stored next to each other."""
    op.create_table(
        name,
        sa.Column("table", sa.String(6), nullable=False),
        *(sa.Column(column, kind, nullable=column in null) for column, kind in columns.items()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=f"fk_{name}_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", *key, name=f"pk_{name}"),
        sqlite_with_rowid=False,
    )


def create_settings_and_beats() -> None:
    op.create_table(
        "settings",
        sa.Column("player", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("delivery", sa.String(16), nullable=False),
        sa.Column("four_colour", sa.Boolean, nullable=False),
        sa.Column("large", sa.Boolean, nullable=False),
        sa.Column("text_only", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_settings"),
    )
    op.create_table(
        "beats",
        sa.Column("process", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("process", name="pk_beats"),
    )
