"""The hours after which servers archive the threads of finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("servers", sa.Column("archive_hours", sa.Integer(), nullable=True))
