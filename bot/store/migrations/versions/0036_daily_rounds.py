"""The rounds of a beacon that deals of the day are mixed with."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("daily_days", sa.Column("round", sa.String(), nullable=True))
