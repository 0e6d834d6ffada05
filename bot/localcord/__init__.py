"""A Discord of one's own on loopback: the bot runs against it as its own process, without an account.

`World` holds servers, channels and people, and acts for them; `Server` puts it behind HTTP and a websocket. Only
`bot.localcord.model` touches SimCord, whose insides it uses: its version is pinned, and a test holds it there.
"""
