"""People who had their data erased while a report waits that they made, or that is about a table of theirs."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "erased_reporters",
        sa.Column("person", sa.LargeBinary(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("person", "number", name="pk_erased_reporters"),
        sqlite_with_rowid=False,
    )
    keys = sa.table("hash_keys", sa.column("name", sa.String()), sa.column("key", sa.LargeBinary()))
    op.bulk_insert(keys, [{"name": "erased_reporters", "key": secrets.token_bytes(32)}])
