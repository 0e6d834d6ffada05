"""Everything private in discord.py and aiohttp that the bot touches.

Private is what their documentation does not name. Each definition lists its private names, with the release that they
were checked with; `tests/discord/test_library.py` fails by name for one that is gone. All other modules keep to what
is documented, besides the methods of `discord.Client.http`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from json import JSONDecodeError
from typing import Any

import discord
import structlog
from discord import ui
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

API = Route.BASE
"""The address of Discord's own API. discord.py 2.7.1: `Route.BASE`."""
GOODBYE_SECONDS = 3.0
"""The time for Discord to confirm that a connection is to be closed."""
NORMAL = 1000
"""The code that ends a session: Discord keeps no events for it."""

log = structlog.get_logger()

EventHandler = Callable[[Any], None]
"""Takes the data of a gateway event."""
Requester = Callable[..., Awaitable[Any]]
"""Sends a route with options, and returns Discord's answer."""


def expect_no_voice() -> None:
    """Keep discord.py from warning hosts that it could not use voice.

    There is no narrower place. The constructor of a client reads these two flags from the class, and sets them to False
    there once it has warned.

    discord.py 2.7.1: `VoiceClient.warn_nacl`, `VoiceClient.warn_dave`.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


# -- the gateway ------------------------------------------------------------------------------------


def handle(client: discord.Client, event: str, handler: EventHandler) -> EventHandler:
    """Give *handler* the data of each gateway event of that name. Return the handler that had it before.

    discord.py 2.7.1: `Client._connection`, `ConnectionState.parsers`.
    """
    handlers: dict[str, EventHandler] = client._connection.parsers
    before, handlers[event] = handlers[event], handler
    return before


def choose_sockets(client: discord.Client, address: Callable[[str], str]) -> None:
    """Open each websocket of *client* at the *address* of the one that discord.py asks for.

    discord.py 2.7.1: `HTTPClient.ws_connect`.
    """
    connect = client.http.ws_connect

    async def ws_connect(url: str, **options: Any) -> Any:
        return await connect(address(url), **options)

    client.http.ws_connect = ws_connect  # type: ignore[method-assign]


def drop_unreadable(client: discord.Client) -> None:
    """Drop each gateway frame of *client* that discord.py cannot read as JSON. It would end the process.

    orjson, which discord.py uses where it is installed, reads no text with half of a surrogate pair.

    discord.py 2.7.1: `Client._connection`, `ConnectionState._update_references`, `DiscordWebSocket.received_message`.
    """
    state = client._connection
    know = state._update_references

    def update_references(ws: Any) -> None:
        know(ws)
        receive = ws.received_message

        async def received_message(frame: Any, /) -> None:
            try:
                await receive(frame)
            except JSONDecodeError:
                log.warning("gateway frame dropped: it is no JSON", shard=ws.shard_id)

        ws.received_message = received_message

    state._update_references = update_references  # type: ignore[method-assign]


def set_shards(client: discord.AutoShardedClient, count: int) -> None:
    """Set the number of shards.

    discord.py 2.7.1: `Client._connection`, `ConnectionState.shard_count`, `AutoShardedConnectionState.shard_ids`.
    """
    state = client._connection
    state.shard_count, state.shard_ids = count, range(count)


async def leave(client: discord.AutoShardedClient, *shards: int) -> None:
    """Close the connections of these shards, or all if none is named. discord.py does not open them again.

    aiohttp drops what still arrives on a connection that it closes, and that may be a press. Here it is read until
    Discord closes its side, so that everything Discord has sent is served.

    discord.py 2.7.1: `ShardInfo._parent`.
    """
    found = [shard._parent for id, shard in client.shards.items() if not shards or id in shards]
    await asyncio.gather(*map(_leave, found))


async def _leave(shard: Any) -> None:
    """Close the connection of one shard.

    discord.py 2.7.1: `Shard._handle_disconnect`, `Shard.reidentify`, `Shard.reconnect`, `Shard.ws`, `Shard._task`,
    `Shard.close`, `DiscordWebSocket.open`, `DiscordWebSocket._keep_alive`, `KeepAliveHandler.stop`,
    `DiscordWebSocket._close_code`, `DiscordWebSocket.socket`.
    aiohttp 3.14.5: `ClientWebSocketResponse._writer`, `WebSocketWriter.close`.
    """
    for retry in ("_handle_disconnect", "reidentify", "reconnect"):
        setattr(shard, retry, _stay_away)
    socket = shard.ws
    if socket._keep_alive is not None:
        socket._keep_alive.stop()
        socket._keep_alive = None
    socket._close_code = NORMAL
    reading = shard._task
    if reading is None or reading.done() or not socket.open:
        return
    try:
        await socket.socket._writer.close(NORMAL, b"")
    except OSError:
        return  # the connection is broken already
    await asyncio.wait([reading], timeout=GOODBYE_SECONDS)
    await shard.close()


async def _stay_away(*_: object) -> None:
    """Stand in for the method that would connect a shard again."""


def forget(client: discord.AutoShardedClient, shard: int) -> None:
    """Drop everything known of a shard that another process has now.

    discord.py 2.7.1: `Client._connection`, `ConnectionState._remove_guild`,
    `AutoShardedClient._AutoShardedClient__shards`.
    """
    for guild in [guild for guild in client.guilds if guild.shard_id == shard]:
        client._connection._remove_guild(guild)
    vars(client)["_AutoShardedClient__shards"].pop(shard, None)


# -- requests ---------------------------------------------------------------------------------------


def send_by(client: discord.Client, api: str, around: Callable[[Requester], Requester]) -> None:
    """Send the requests of *client* to the API at that address, by what *around* makes of discord.py's own sending.

    discord.py 2.7.1: `HTTPClient.request`.
    """
    send = around(client.http.request)

    async def request(route: Route, **options: Any) -> Any:
        return in_brief(await send(_moved(route, api), **options))

    client.http.request = request  # type: ignore[method-assign]


def answer_by(api: str) -> None:
    """Send answers to interactions to the API at that address, in this task and in those that it begins.

    discord.py 2.7.1: `discord.webhook.async_.async_context`.
    """
    async_context.set(_Adapter(api))


class _Adapter(AsyncWebhookAdapter):
    """Sends answers to interactions as discord.py does.

    discord.py 2.7.1: `AsyncWebhookAdapter.request`.
    """

    def __init__(self, api: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._api = api

    async def request(self, route: Route, *args: Any, **options: Any) -> Any:
        return in_brief(await super().request(_moved(route, self._api), *args, **options))


def _moved(route: Route, api: str) -> Route:
    """Return *route* with its place at the API of that address.

    discord.py 2.7.1: `Route.BASE`, `Route.url`.
    """
    route.url = route.url.replace(Route.BASE, api, 1)
    return route


def in_brief(data: Any) -> Any:
    """Return Discord's answer without the parts that nothing reads: discord.py would build objects of them.

    These are the controls of a message, and in the answer to a press the message itself, since its id stands apart
    from it. Lists of messages stay as they are.
    """
    if isinstance(data, dict):
        if "components" in data:
            data["components"] = []
        data.pop("resource", None)
    return data


async def commands_of(client: discord.Client, server: int | None = None) -> list[dict[str, Any]]:
    """Return the commands that Discord has, all over or in that server, with their words in all languages.

    The methods of discord.py ask for the English words alone.

    discord.py 2.7.1: `HTTPClient.request`, `discord.http.Route`.
    """
    path = "/applications/{application}" + ("" if server is None else "/guilds/{server}") + "/commands"
    route = Route("GET", path, application=client.application_id or 0, server=server)
    return list(await client.http.request(route, params={"with_localizations": "true"}))


# -- what is shown ----------------------------------------------------------------------------------


class Layout(ui.LayoutView):
    """A layout of components as they are sent. discord.py never stores it: presses are routed by their custom ids.

    A stored view that ends would take our buttons' patterns with it, for the whole process. The library's own items
    would be built only to be taken apart again.

    discord.py 2.7.1: `BaseView.is_finished`, `BaseView.to_components`, `BaseView.has_components_v2`.
    """

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._sent = components
        self.stop()

    def is_finished(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        return self._sent

    def has_components_v2(self) -> bool:
        return True


class Modal(ui.Modal):
    """A typed form that discord.py never stores: it is routed by its custom id.

    discord.py 2.7.1: `BaseView.is_finished`.
    """

    def __init__(self, title: str, id: str) -> None:
        super().__init__(title=title, timeout=None, custom_id=id)
        self.stop()

    def is_finished(self) -> bool:
        return True


def strip(interaction: discord.Interaction[Any]) -> None:
    """Drop the pressed message: it is most of an interaction's memory, and later answers do not need it.

    discord.py 2.7.1: `Interaction.message`, `Interaction.data`.
    """
    interaction.message = interaction.data = None
