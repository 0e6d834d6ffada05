"""A local Discord on loopback: the bot runs against it as a process of its own, without an account.

The bot knows nothing of it: no module of the bot imports this package, and the bot reaches it by HTTP and a websocket.
`World` holds servers, channels and people, and acts for them; `LocalDiscord` serves it; `Site` shows it in a browser.
Only `bot.localcord.model` touches SimCord, whose internals it uses: its version is pinned, and a test checks that.
"""


class PlayError(Exception):
    """A run of `paplu play` cannot start or go on; the message is one line for a terminal."""
