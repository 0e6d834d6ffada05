"""Disputes about finished matches, in a log that nobody can change."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

REFUSED = "nobody can change the log of disputes"
ERASES = (
    'NEW."table" = OLD."table" AND NEW.seq = OLD.seq AND NEW.event = OLD.event AND NEW.at = OLD.at '
    "AND NEW.actor IN (SELECT number FROM erasures) AND NEW.words = ''"
)
"""The only allowed change, an erasure: a number replaces the person, and their words are deleted."""
LAST = 'COALESCE((SELECT MAX(seq) FROM disputes WHERE "table" = NEW."table"), -1)'


def upgrade() -> None:
    op.create_table(
        "disputes",
        sa.Column("table", sa.String(6), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_disputes_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seq", name="pk_disputes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_disputes_actor", "disputes", ["actor"])
    op.add_column("matches", sa.Column("voided_at", sa.BigInteger(), nullable=True))
    op.add_column("servers", sa.Column("dispute_channel", sa.BigInteger(), nullable=True))
    guard = guard_postgresql if op.get_bind().dialect.name == "postgresql" else guard_sqlite
    guard()


def guard_sqlite() -> None:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    # INSERT OR REPLACE deletes without a trigger, so a row must come right after the last one.
    op.execute(f"CREATE TRIGGER disputes_insert BEFORE INSERT ON disputes WHEN NEW.seq <> {LAST} + 1 {refuse}")
    op.execute(f"CREATE TRIGGER disputes_update BEFORE UPDATE ON disputes WHEN NOT ({ERASES}) {refuse}")
    op.execute(f"CREATE TRIGGER disputes_delete BEFORE DELETE ON disputes {refuse}")


def guard_postgresql() -> None:
    def function(name: str, allowed: str) -> None:
        body = f"BEGIN IF {allowed} THEN RETURN NEW; END IF; RAISE EXCEPTION '{REFUSED}'; END"
        op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")

    function("disputes_insert", f"NEW.seq = {LAST} + 1")
    function("disputes_update", ERASES)
    function("disputes_delete", "FALSE")
    for event in ("insert", "update", "delete"):
        each = f"BEFORE {event.upper()} ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_{event}()"
        op.execute(f"CREATE TRIGGER disputes_{event} {each}")
    op.execute("CREATE TRIGGER disputes_truncate BEFORE TRUNCATE ON disputes EXECUTE FUNCTION disputes_delete()")
