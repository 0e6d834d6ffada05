"""The people whom others avoid."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "avoided",
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("other", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "other", name=op.f("pk_avoided")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_avoided_other"), "avoided", ["other"])
