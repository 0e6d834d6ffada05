"""Keys and sessions of the page in a browser."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "web_keys",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        *_person(),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_web_keys"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_web_keys_player", "web_keys", ["player"])
    op.create_table(
        "web_sessions",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        *_person(),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_web_sessions"),
    )
    op.create_index("ix_web_sessions_player", "web_sessions", ["player"])


def _person() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("handle", sa.String(), nullable=False),
    )
