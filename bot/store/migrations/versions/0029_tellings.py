"""People who are told of new tables."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.create_table(
        "listeners",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=True),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "player", name=op.f("pk_listeners")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_listeners_player"), "listeners", ["player"])
    op.create_table(
        "tellings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_tellings")),
    )
    op.add_column("servers", sa.Column("tells", sa.Boolean(), nullable=True))
    op.add_column("servers", sa.Column("tell_role", sa.BigInteger(), nullable=True))
