"""The choice of people whose hands have a button for each card."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column("settings", sa.Column("card_buttons", sa.Boolean(), nullable=True))
