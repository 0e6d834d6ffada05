"""What the staff of servers have chosen."""

from sqlalchemy import Connection

from bot.store import schema
from bot.store.codec import columns, upsert, values
from bot.store.rows import Server


def server(connection: Connection, guild: int) -> Server:
    """What the staff of this server have chosen, else the defaults."""
    row = connection.execute(columns(schema.servers, Server).where(schema.servers.c.guild == guild)).first()
    return Server(guild) if row is None else Server(*row)


def save_server(connection: Connection, chosen: Server) -> None:
    """Replace what the staff of a server have chosen."""
    upsert(connection, schema.servers, values(chosen))
