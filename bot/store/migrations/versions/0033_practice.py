"""Puzzles that people practise with."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.create_table(
        "practice",
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(), nullable=False),
        sa.Column("best", sa.String(), nullable=False),
        sa.Column("leads", sa.Text(), nullable=False),
        sa.Column("rung", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player", "puzzle", name=op.f("pk_practice")),
        sqlite_with_rowid=False,
    )
