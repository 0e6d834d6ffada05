"""Not a benchmark: the baseline's bot. It answers every click with one fixed private picture, and does nothing else."""

import asyncio
import io
import os
import sys

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.discord.client import use_api

PICTURE_BYTES = int(os.environ.get("PICTURE_BYTES", "20000"))
PICTURE = os.urandom(PICTURE_BYTES)


class Layout(discord.ui.LayoutView):
    """A picture and a row of buttons, as a hand has."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: discord.ui.MediaGallery[Layout] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://hand.png")
        self.add_item(gallery)
        row: discord.ui.ActionRow[Layout] = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Again", custom_id="bare"))
        self.add_item(row)
        self.stop()


class Bare(discord.Client):
    """The least a bot can be."""

    async def on_ready(self) -> None:
        if self.guilds[0].text_channels[0].last_message_id is None:
            layout = discord.ui.LayoutView(timeout=None)
            row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
            row.add_item(discord.ui.Button(label="Press", custom_id="bare"))
            layout.add_item(row)
            layout.stop()
            await self.guilds[0].text_channels[0].send(view=layout)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        file = discord.File(io.BytesIO(PICTURE), "hand.png")
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await interaction.response.edit_message(view=Layout(), attachments=[file])
        else:
            await interaction.response.send_message(view=Layout(), file=file, ephemeral=True)


async def main() -> None:
    address, token = os.environ["DISCORD_API_URL"], os.environ["DISCORD_TOKEN"]
    use_api(address)
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(f"{address}/gateway/bot") as answer:
        DiscordWebSocket.DEFAULT_GATEWAY = URL((await answer.json())["url"])
    await Bare(intents=discord.Intents(guilds=True)).start(token)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
