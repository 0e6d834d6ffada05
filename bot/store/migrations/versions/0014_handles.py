"""The handle of a person beside their name."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    for name in ("results", "standings"):
        op.add_column(name, sa.Column("handle", sa.String(), nullable=True))
