"""Keys of the deals of the day that were drawn after the first one, which stays in `hash_keys`."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "daily_keys",
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("drawn_on", sa.Date(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("first_day", name="pk_daily_keys"),
    )
