"""The looks that people and servers have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    for table in ("settings", "servers"):
        op.add_column(table, sa.Column("look", sa.String(), nullable=True))
