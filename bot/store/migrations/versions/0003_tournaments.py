"""Tournaments."""

from collections.abc import Set
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

OPEN = sa.text("status IN ('lobby', 'playing')")
NOT_DONE = sa.text("done = false")
NOT_OVER = sa.text("status NOT IN ('finished', 'cancelled')")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=6), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("rules_id", sa.String(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("entropy_sha256", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index("ix_tournaments_guild", "tournaments", ["guild", "changed_at"])
    op.create_index("ix_tournaments_open", "tournaments", ["guild"], sqlite_where=NOT_OVER, postgresql_where=NOT_OVER)
    create_of_tournament("entrants", ["player"], player=sa.BigInteger)
    op.create_index("ix_entrants_player", "entrants", ["player"])
    create_of_tournament("tournament_alarms", ["kind"], kind=sa.String(16), due=sa.BigInteger, round=sa.Integer)
    op.create_index("ix_tournament_alarms_due", "tournament_alarms", ["due"])
    create_of_tournament(
        "tournament_entropy", ["seq"], seq=sa.Integer, kind=sa.String, user=sa.BigInteger, interaction=sa.BigInteger
    )
    create_of_tournament(
        "tournament_messages",
        ["kind"],
        kind=sa.String,
        channel=sa.BigInteger,
        message=sa.BigInteger,
        posted_at=sa.BigInteger,
    )
    create_of_tournament(
        "tournament_postings",
        ["kind", "number"],
        {"channel", "sent_at", "process", "message"},
        kind=sa.String,
        number=sa.BigInteger,
        channel=sa.BigInteger,
        created_at=sa.BigInteger,
        sent_at=sa.BigInteger,
        process=sa.String,
        done=sa.Boolean,
        message=sa.BigInteger,
    )
    op.create_index(
        "ix_tournament_postings_created_at",
        "tournament_postings",
        ["created_at"],
        sqlite_where=NOT_DONE,
        postgresql_where=NOT_DONE,
    )
    op.add_column("servers", sa.Column("tournament_role", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("tournament", sa.String(length=6), nullable=True))
    op.create_index("ix_tables_tournament", "tables", ["tournament"], sqlite_where=OPEN, postgresql_where=OPEN)


def create_of_tournament(name: str, key: list[str], null: Set[str] = frozenset(), **columns: Any) -> None:
    """Create a table whose rows belong to one of `tournaments` and are stored next to each other."""
    op.create_table(
        name,
        sa.Column("tournament", sa.String(6), nullable=False),
        *(sa.Column(column, kind, nullable=column in null) for column, kind in columns.items()),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=f"fk_{name}_tournament", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", *key, name=f"pk_{name}"),
        sqlite_with_rowid=False,
    )
