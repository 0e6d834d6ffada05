"""Chips, matches and standings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "balances",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind = 'mint' OR amount >= 0", name=op.f("ck_balances_covered")),
        sa.PrimaryKeyConstraint("guild", "kind", "owner", name=op.f("pk_balances")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ledger",
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ref", "line", name=op.f("pk_ledger")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ledger_account", "ledger", ["guild", "kind", "owner", "at"])
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "number", name=op.f("pk_seasons")),
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chips", sa.Boolean(), nullable=False),
        sa.Column("rake_percent", sa.Integer(), nullable=False),
        sa.Column("league_points", sa.String(), nullable=False),
        sa.Column("monthly", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_servers")),
    )
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("drops", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "season", "format", "player", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_league", "standings", ["guild", "season", "format", "league", "won"])
    op.create_table(
        "matches",
        sa.Column("table", sa.String(length=6), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("rules_id", sa.String(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_matches_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_guild", "matches", ["guild", "finished_at"])
    op.create_index("ix_matches_format", "matches", ["guild", "format", "finished_at"])
    op.create_table(
        "results",
        sa.Column("table", sa.String(length=6), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("sharing", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("drops", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("league", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_results_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_results")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_player", "results", ["player"])
    op.add_column("tables", sa.Column("entropy_sha256", sa.String(), nullable=True))
    op.create_table(
        "erasures",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_erasures")),
    )
