"""Running processes, and the process that answers for each shard."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("beat", sa.Integer(), nullable=False),
        sa.Column("shares", sa.Boolean(), nullable=False),
        sa.Column("leaves", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
    )
    op.create_table(
        "leases",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(), nullable=True),
        sa.Column("heir", sa.String(), nullable=True),
        sa.Column("is_heir_ready", sa.Boolean(), nullable=False),
        sa.Column("served", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_leases"),
    )
