"""The deal of the day: seeds, results, where they were shown, and where it is posted."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "daily_days",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rules_id", sa.String(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_days"),
    )
    op.create_table(
        "daily_results",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "player", name="pk_daily_results"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_results_rank", "daily_results", ["day", "points", "turns"])
    op.create_index("ix_daily_results_player", "daily_results", ["player", "day"])
    op.create_table(
        "daily_shares",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("shared_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "guild", "player", name="pk_daily_shares"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_shares_player", "daily_shares", ["player"])
    op.create_table(
        "daily_played",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("person", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("day", "person", name="pk_daily_played"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_posts",
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("process", sa.String(), nullable=True),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("server", "kind", "day", name="pk_daily_posts"),
        sqlite_with_rowid=False,
    )
    op.add_column("servers", sa.Column("daily_channel", sa.BigInteger(), nullable=True))
    keys = sa.table("hash_keys", sa.column("name", sa.String()), sa.column("key", sa.LargeBinary()))
    names = ("daily_played", "daily_seeds")
    op.bulk_insert(keys, [{"name": name, "key": secrets.token_bytes(32)} for name in names])
