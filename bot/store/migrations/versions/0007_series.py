"""Series of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("series", sa.String(length=6), nullable=True))
    op.create_index("ix_tournaments_series", "tournaments", ["series"])
    op.create_table(
        "series",
        sa.Column("id", sa.String(length=6), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("rhythm", sa.String(), nullable=False),
        sa.Column("next", sa.String(length=6), nullable=False),
        sa.Column("start_at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
    )
    op.create_index("ix_series_guild", "series", ["guild"])
    op.create_index("ix_series_due", "series", ["due"])
