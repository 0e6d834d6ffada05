"""The languages of people and servers."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    for table in ("settings", "servers"):
        op.add_column(table, sa.Column("language", sa.String(), nullable=True))
        op.add_column(table, sa.Column("locale", sa.String(), nullable=True))
