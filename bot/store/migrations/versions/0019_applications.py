"""The application of Discord whose bot works with the database."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "applications",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_applications"),
        sqlite_with_rowid=False,
    )
