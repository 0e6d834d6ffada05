"""Keyed hashes that stand for people whose data was erased."""

import hmac

from sqlalchemy import Connection, Table, select

from bot.rummy.ids import PlayerId
from bot.store import schema


def person_hash(table: Table, connection: Connection, player: PlayerId) -> bytes:
    """Return the hash of a person in that table: an HMAC-SHA-256, which hides their id from everybody without the
    key.
    """
    return hmac.digest(key_of(connection, table.name), str(player).encode(), "sha256")


def key_of(connection: Connection, name: str) -> bytes:
    """Return the key of that name, 32 bytes."""
    key: bytes = connection.execute(select(schema.hash_keys.c.key).where(schema.hash_keys.c.name == name)).scalar_one()
    return key
