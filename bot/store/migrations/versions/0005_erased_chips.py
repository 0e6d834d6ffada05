"""Keyed hashes with the chips of people who had their data erased."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "erased_chips",
        sa.Column("person", sa.LargeBinary(length=32), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("daily_at", sa.BigInteger(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "guild", name=op.f("pk_erased_chips")),
        sqlite_with_rowid=False,
    )
    keys = op.create_table(
        "hash_keys",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_hash_keys")),
    )
    op.bulk_insert(keys, [{"name": "erased_chips", "key": secrets.token_bytes(32)}])
