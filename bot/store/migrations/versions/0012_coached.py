"""Whether a player asked the coach in a finished match."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("results", sa.Column("coached", sa.Boolean(), nullable=True))
