"""What stands for people who had their data erased."""

import hmac

from sqlalchemy import Connection, Table, select

from bot.rummy.ids import PlayerId
from bot.store import schema


def person_hash(table: Table, connection: Connection, player: PlayerId) -> bytes:
    """Return what stands for a person in that table: an HMAC-SHA-256, which tells their id to nobody without the
    key.
    """
    return hmac.digest(key_of(connection, table.name), str(player).encode(), "sha256")


def key_of(connection: Connection, name: str) -> bytes:
    """Return the key of that name, of 32 bytes."""
    key: bytes = connection.execute(select(schema.hash_keys.c.key).where(schema.hash_keys.c.name == name)).scalar_one()
    return key
