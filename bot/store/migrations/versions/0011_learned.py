"""Figures from reviews, and whether a person wants all matches reviewed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "learned",
        sa.Column("table", sa.String(length=6), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("declared", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("discards", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Double(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("drops", sa.Integer(), nullable=False),
        sa.Column("bad_drops", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_learned_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "player", name="pk_learned"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_learned_player", "learned", ["player", "at"])
    op.add_column("settings", sa.Column("reviewed", sa.Boolean(), nullable=True))
