"""Previews that the clock may play."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("preview", sa.Text(), nullable=True))
