"""The host's announcements to all servers."""

from bot.layout import Accent, Button, Screen, row, screen
from bot.screens.base import escaped
from bot.store.rows.owner import Notice
from bot.text import owner


def notice(said: Notice) -> Screen:
    """Return an announcement. Its button does nothing: its id identifies the message."""
    number = Button(owner.number(said.number), _id(said), disabled=True)
    return screen(Accent.BLURPLE, owner.notice(escaped(said.words)), row(number))


def is_notice(said: Notice, custom_id: str) -> bool:
    """Return whether a button with that custom id belongs to that announcement."""
    return custom_id == _id(said)


def _id(said: Notice) -> str:
    return f"rummy:notice:{said.number}"
