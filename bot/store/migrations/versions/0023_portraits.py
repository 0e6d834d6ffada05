"""Whether pictures show people's portraits, for people and for servers."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    for table, column in (("settings", "portrait"), ("servers", "portraits")):
        op.add_column(table, sa.Column(column, sa.Boolean(), nullable=True))
