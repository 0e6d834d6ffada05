"""Run by Alembic, with the connection and inside the transaction that `bot.store.migrate` opened."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Enum

from bot.store.schema import Moment, metadata


def render(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Render a type for a revision. A revision must not change with the code, so our own types are written as the types
    stored.
    """
    if kind == "type" and isinstance(item, Moment):
        return "sa.BigInteger()"
    if kind == "type" and isinstance(item, Enum):
        return f"sa.String({item.length})"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite makes most alterations by copying the table
    render_item=render,
)
context.run_migrations()
