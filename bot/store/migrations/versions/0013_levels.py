"""The levels of the computers in a finished match."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("results", sa.Column("level", sa.Integer(), nullable=True))
