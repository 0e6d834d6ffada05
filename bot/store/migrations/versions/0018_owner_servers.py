"""The servers that have the owner's commands."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "owner_servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_owner_servers"),
    )
