"""The tables at which people look on pages in browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("web_sessions", sa.Column("looks_at", sa.String(6), nullable=True))
    op.add_column("web_sessions", sa.Column("visible_until", sa.BigInteger(), nullable=True))
