"""Not a benchmark: the baseline's bot. It answers every use of its menu with one fixed private picture.

The values of the menu name further requests to send for that use, so that it can send the same requests as the bot.
"""

import asyncio
import io
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

PICTURE_BYTES = int(os.environ.get("PICTURE_BYTES", "20000"))
PICTURE = os.urandom(PICTURE_BYTES)
ALSO = ("nothing", "board", "call", "uncall", "hand")
"""The requests that a use of the menu may cause besides the answer."""


class Layout(discord.ui.LayoutView):
    """A picture, a row of buttons and a menu, as a hand has."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: discord.ui.MediaGallery[Layout] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://hand.png")
        self.add_item(gallery)
        row: discord.ui.ActionRow[Layout] = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Again", custom_id="bare"))
        self.add_item(row)
        menus: discord.ui.ActionRow[Layout] = discord.ui.ActionRow()
        options = [discord.SelectOption(label=word) for word in ALSO]
        menus.add_item(discord.ui.Select(custom_id="also", options=options, max_values=len(ALSO)))
        self.add_item(menus)
        self.stop()


def _file() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), "hand.png")


class Bare(discord.Client):
    """The least a bot can be."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._calls: list[discord.PartialMessage] = []
        self._first: discord.Interaction[Any] | None = None
        """The private message that is redrawn without a press on it."""
        self._board: discord.PartialMessage | None = None
        self._also: dict[str, Callable[[], Awaitable[object]]] = {
            "board": self._redraw_board,
            "call": self._call,
            "uncall": self._uncall,
            "hand": self._redraw_hand,
        }

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self.get_partial_messageable(self.guilds[0].text_channels[0].id)

    async def on_ready(self) -> None:
        if self.guilds[0].text_channels[0].last_message_id is None:
            layout = discord.ui.LayoutView(timeout=None)
            row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
            row.add_item(discord.ui.Button(label="Press", custom_id="bare"))
            layout.add_item(row)
            layout.stop()
            await self._channel.send(view=layout)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await interaction.response.edit_message(view=Layout(), attachments=[_file()])
        else:
            await interaction.response.send_message(view=Layout(), file=_file(), ephemeral=True)
            sent = await self._channel.send(view=Layout(), file=_file())
            self._first, self._board = interaction, self._channel.get_partial_message(sent.id)
        data: dict[str, Any] = dict(interaction.data or {})
        for word in data.get("values", ()):
            if word in self._also:
                await self._also[word]()

    async def _redraw_board(self) -> None:
        if self._board is not None:
            await self._board.edit(view=Layout(), attachments=[_file()])

    async def _call(self) -> None:
        layout = discord.ui.LayoutView(timeout=None)
        layout.add_item(discord.ui.TextDisplay("Your turn."))
        layout.stop()
        self._calls.append(self._channel.get_partial_message((await self._channel.send(view=layout)).id))

    async def _uncall(self) -> None:
        if self._calls:
            await self._calls.pop(0).delete()

    async def _redraw_hand(self) -> None:
        if self._first is not None:
            await self._first.edit_original_response(view=Layout(), attachments=[_file()])


async def main() -> None:
    address, token = os.environ["DISCORD_API_URL"], os.environ["DISCORD_TOKEN"]
    Route.BASE = address
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(f"{address}/gateway/bot") as answer:
        DiscordWebSocket.DEFAULT_GATEWAY = URL((await answer.json())["url"])
    await Bare().start(token)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
