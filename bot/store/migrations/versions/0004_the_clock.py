"""Previews that the clock may play, and beats of each shard."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("preview", sa.Text(), nullable=True))
    beats = op.get_bind().execute(sa.text("SELECT process, at FROM beats")).all()
    op.drop_table("beats")
    made = op.create_table(
        "beats",
        sa.Column("process", sa.String(), nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", "shard", name="pk_beats"),
    )
    # Until now a beat stood for all servers, as a beat of the only shard does.
    op.bulk_insert(made, [{"process": process, "shard": 0, "shards": 1, "at": at} for process, at in beats])
