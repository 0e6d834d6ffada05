"""Version 2 of the shuffle: a second secret, the words of people, and the versions that a process knows."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    for table in ("tables", "tournaments"):
        op.add_column(table, sa.Column("shuffle", sa.Integer(), nullable=True))
        op.add_column(table, sa.Column("veil", sa.LargeBinary(), nullable=True))
    for table in ("entropy", "tournament_entropy"):
        op.add_column(table, sa.Column("word", sa.String(), nullable=True))
    op.add_column("processes", sa.Column("shuffle", sa.Integer(), nullable=True))
