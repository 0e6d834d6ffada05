"""Deals that people play alone."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "solos",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player", "place", name="pk_solos"),
        sqlite_with_rowid=False,
    )
