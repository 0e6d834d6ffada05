"""The tally of a database, and the moments at which it was put back to a copy."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tally"),
    )
    op.create_table(
        "put_backs",
        sa.Column("noted_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("back_to", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("missing", sa.BigInteger(), nullable=True),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("noted_at", name="pk_put_backs"),
    )
