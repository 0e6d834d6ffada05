"""Servers that removed the bot, people and servers that the host blocks, and announcements to all servers."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

REFUSED = "nobody can change the log of disputes"
ERASED = (
    'OLD."table" IN (SELECT tables.id FROM tables JOIN departures ON departures.guild = tables.guild '
    "WHERE departures.erasing)"
)
"""Whether all data of the server is being erased."""


def upgrade() -> None:
    op.create_table(
        "departures",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=False),
        sa.Column("erasing", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_departures"),
    )
    op.create_table(
        "blocks",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "id", name="pk_blocks"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_notices"),
    )
    op.create_table(
        "notice_posts",
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("notice", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("process", sa.String(), nullable=True),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("server", "kind", "notice", name="pk_notice_posts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pauses",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_pauses"),
        sqlite_with_rowid=False,
    )
    op.add_column("servers", sa.Column("news_channel", sa.BigInteger(), nullable=True))
    op.add_column("settings", sa.Column("remind_hours", sa.Integer(), nullable=True))
    op.add_column("settings", sa.Column("paused_until", sa.BigInteger(), nullable=True))
    guard = guard_postgresql if op.get_bind().dialect.name == "postgresql" else guard_sqlite
    guard()


def guard_sqlite() -> None:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    op.execute("DROP TRIGGER disputes_delete")
    op.execute(f"CREATE TRIGGER disputes_delete BEFORE DELETE ON disputes WHEN NOT ({ERASED}) {refuse}")


def guard_postgresql() -> None:
    body = f"BEGIN IF {ERASED} THEN RETURN OLD; END IF; RAISE EXCEPTION '{REFUSED}'; END"
    op.execute(f"CREATE FUNCTION disputes_erase() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
    op.execute("DROP TRIGGER disputes_delete ON disputes")
    each = "BEFORE DELETE ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_erase()"
    op.execute(f"CREATE TRIGGER disputes_delete {each}")
