"""What players prefer."""

from sqlalchemy import Connection

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, upsert, values
from bot.store.rows import PlayerSettings


def settings_of(connection: Connection, player: PlayerId) -> PlayerSettings:
    """What this player has chosen, else the defaults."""
    query = columns(schema.settings, PlayerSettings).where(schema.settings.c.player == player)
    row = connection.execute(query).first()
    return PlayerSettings(player) if row is None else PlayerSettings(*row)


def save_settings(connection: Connection, settings: PlayerSettings) -> None:
    """Replace what this player has chosen."""
    upsert(connection, schema.settings, values(settings))
