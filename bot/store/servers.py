"""What the staff of servers have chosen."""

from sqlalchemy import Connection

from bot.store import schema
from bot.store.codec import columns, upsert, values
from bot.store.rows import ServerSettings


def server(connection: Connection, guild: int) -> ServerSettings:
    """What the staff of this server have chosen, else the defaults."""
    row = connection.execute(columns(schema.servers, ServerSettings).where(schema.servers.c.guild == guild)).first()
    return ServerSettings(guild) if row is None else ServerSettings(*row)


def save_server(connection: Connection, chosen: ServerSettings) -> None:
    """Replace what the staff of a server have chosen."""
    upsert(connection, schema.servers, values(chosen))
