"""A local Discord and a small bot of its own, in this process: these tests are about the server."""

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.waiting import PATIENCE

PICTURE = b"\x89PNG not really"


class Small(discord.AutoShardedClient):
    """Knows one command group, and answers clicks by custom id."""

    def __init__(self, server: FaultyDiscord) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_ratelimit_timeout=30,
            guild_ready_timeout=0.1,
            heartbeat_timeout=2 * server.gateway.heartbeat_seconds,
        )
        self.server = server
        self.tree = app_commands.CommandTree(self)
        self.up = asyncio.Event()
        self.tree.command(name="hello", description="Say hello.")(self.hello)
        self.tree.command(name="pick", description="Pick one.")(self._pick())

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait."""

    async def on_ready(self) -> None:
        self.up.set()

    async def hello(self, interaction: discord.Interaction[Any], times: int = 1, quiet: bool = True) -> None:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.TextDisplay("hello " * times))
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="a hand")))
        buttons: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        for name in ("edit", "form", "late", "never", "delete"):
            buttons.add_item(discord.ui.Button(label=name, custom_id=name))
        menu: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow(
            discord.ui.Select(custom_id="menu", options=[discord.SelectOption(label=c, value=c) for c in "abc"])
        )
        view.add_item(buttons)
        view.add_item(menu)
        view.stop()
        file = discord.File(io.BytesIO(PICTURE), "a.png", description="a hand")
        await interaction.response.send_message(view=view, file=file, ephemeral=quiet)

    def _pick(self) -> Any:
        @app_commands.autocomplete(what=self.offer)
        async def pick(interaction: discord.Interaction[Any], what: str, who: discord.User | None = None) -> None:
            await interaction.response.send_message(f"{what} {who and who.id}")

        return pick

    async def offer(self, _: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=n.title(), value=n) for n in ("apple", "pear") if n.startswith(current)]

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        match data.get("custom_id"):
            case "edit":
                text: discord.ui.TextDisplay[discord.ui.LayoutView] = discord.ui.TextDisplay("edited")
                view = discord.ui.LayoutView(timeout=None)
                view.add_item(text)
                view.stop()
                await interaction.response.edit_message(view=view, attachments=[])
            case "form":
                form = discord.ui.Modal(title="A form", custom_id="sent")
                form.add_item(discord.ui.TextInput(label="words", custom_id="words"))
                form.stop()
                await interaction.response.send_modal(form)
            case "sent":
                words = data["components"][0]["components"][0]["value"]
                await interaction.response.send_message(f"you wrote {words}", ephemeral=True)
            case "late":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await asyncio.sleep(0.2)
                await interaction.edit_original_response(content="at last")
            case "delete":
                await interaction.response.defer()
                await interaction.delete_original_response()
            case "menu":
                await interaction.response.send_message(f"chose {data['values']}", ephemeral=True)


@pytest.fixture
def shards() -> int:
    return 1


@pytest.fixture
def world(shards: int) -> World:
    return World.create(["Ana", "Ben"], servers=shards, shards=shards)


@pytest.fixture
async def server(world: World) -> AsyncIterator[FaultyDiscord]:
    async with FaultyDiscord(world) as served:
        yield served
        assert not served.gaps
        assert not served.errors


@pytest.fixture
async def bot(server: FaultyDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Small]:
    monkeypatch.setattr(Route, "BASE", server.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(server.gateway_url))
    client = Small(server)
    running = asyncio.create_task(client.start(server.token))
    ready = asyncio.create_task(client.up.wait())
    await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    if running.done():
        await running
    yield client
    await client.close()
    ready.cancel()
    await asyncio.gather(running, ready, return_exceptions=True)
