"""The time zone of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("servers", sa.Column("zone", sa.String(), nullable=True))
