"""The way in which players left their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("results", sa.Column("exit", sa.String(16), nullable=True))
