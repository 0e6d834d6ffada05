"""The page of each person: its files, and what happens before that person's eyes over a websocket."""

import asyncio
import base64
import hmac
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from importlib import resources
from typing import Any
from urllib.parse import quote, unquote

from aiohttp import WSMsgType, web

from bot.localcord import views
from bot.localcord.model.acting import Refused
from bot.localcord.server import HOST, LocalDiscord
from bot.localcord.views import JSON, Event, MessageView
from bot.localcord.world import WorldPerson

FILES = resources.files("bot.localcord") / "page"
TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
SHOWN_MESSAGES = 150
"""How many messages of a channel a page is given at a time."""
RECENT_FILES = 200
"""A page may ask for a picture just after an edit has replaced it."""
MAX_FRAME = 1 << 24  # bytes: a form may carry files
PING_SECONDS = 20.0
PNG_HEAD = b"\x89PNG\r\n\x1a\n"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

log = logging.getLogger(__name__)


class Site:
    """Adds the pages of these people to a server that has not started; `keys` leads to them and is secret."""

    def __init__(self, server: LocalDiscord, keys: Mapping[str, WorldPerson]) -> None:
        self._server = server
        self._visits = {key: Visitor(server, person) for key, person in keys.items()}
        server.app.router.add_get("/p/{key}/", self._page)
        server.app.router.add_get("/p/{key}/live", self._live)
        server.app.router.add_get("/p/{key}/file/{message}/{file}/{name}", self._file)
        server.app.router.add_get("/page/{name}", self._static)
        server.app.on_shutdown.append(self._shutdown)

    def address(self, key: str) -> str:
        """Where the page behind that key is."""
        return f"{self._server.url}/p/{key}/"

    def _visitor(self, request: web.Request) -> "Visitor":
        key = request.match_info["key"]
        for known, visitor in self._visits.items():
            if hmac.compare_digest(known.encode(), key.encode()):
                return visitor
        raise web.HTTPNotFound

    async def _page(self, request: web.Request) -> web.Response:
        self._visitor(request)
        return _packaged("index.html", {"Content-Security-Policy": self._policy(), "Cache-Control": "no-store"})

    def _policy(self) -> str:
        """Nothing but this server's own files; a text that became a script would not run."""
        live = f"ws://{HOST}:{self._server.port} ws://localhost:{self._server.port}"
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' {live}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

    async def _static(self, request: web.Request) -> web.Response:
        return _packaged(request.match_info["name"], {"Cache-Control": "no-cache"})

    async def _file(self, request: web.Request) -> web.Response:
        visitor = self._visitor(request)
        found = visitor.file(request.match_info["message"], request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound
        headers = {**HEADERS, "Cache-Control": "private, max-age=3600"}
        if found.startswith(PNG_HEAD):
            return web.Response(body=found, content_type="image/png", headers=headers)
        # Whatever else was uploaded is saved, never shown as a page of this origin.
        name = quote(unquote(request.match_info["name"]), safe="")
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
        return web.Response(body=found, content_type="application/octet-stream", headers=headers)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        visitor = self._visitor(request)
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="Only the page itself may listen.")
        socket = web.WebSocketResponse(heartbeat=PING_SECONDS, max_msg_size=MAX_FRAME, compress=False)
        await socket.prepare(request)
        await visitor.serve(socket)
        return socket

    async def _shutdown(self, _: web.Application) -> None:
        for visitor in self._visits.values():
            await visitor.leave()


class Visitor:
    """One person's pages: any number of tabs."""

    def __init__(self, server: LocalDiscord, person: WorldPerson) -> None:
        self._server = server
        self._world = server.world
        self._person = person
        self._sockets: set[web.WebSocketResponse] = set()
        self._recent: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    # -- telling ------------------------------------------------------------------------------------

    async def serve(self, socket: web.WebSocketResponse) -> None:
        """Tell what happens and do what is asked, for as long as the socket lasts."""
        self._sockets.add(socket)
        with self._person.events() as events:
            # One queue, so that what an action leads to never overtakes the answer to the action itself.
            queue: asyncio.Queue[JSON] = asyncio.Queue()
            # Told at once, not when it is taken out: an edit that comes next lets the picture go.
            events.put = lambda event: queue.put_nowait(self._told(event))  # type: ignore[method-assign]
            queue.put_nowait(self._hello())
            writer = asyncio.create_task(_write(socket, queue))
            try:
                await self._read(socket, queue)
            finally:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
                self._sockets.discard(socket)

    async def leave(self) -> None:
        """Close every tab's socket."""
        for socket in list(self._sockets):
            await socket.close(code=1001, message=b"going away")

    def _hello(self) -> JSON:
        bot, server = self._world.model.bot_user, self._world.model.guilds[self._world.server]
        names = {str(person.id): person.name for person in self._world.people}
        return {
            "t": "hello",
            "me": str(self._person.id),
            "names": {**names, str(bot.id): bot.global_name or bot.name},
            "bot": str(bot.id),
            "server": server.name,
            "roles": {str(role.id): role.name for role in server.roles.values()},
            "home": str(self._world.channel),
            "channels": [channel.json() for channel in self._person.channels()],
        }

    def _told(self, event: Event) -> JSON:
        match event:
            case views.MessageCreated(message):
                return {"t": "message", "message": self._message(message)}
            case views.MessageUpdated(message):
                return {"t": "changed", "message": self._message(message)}
            case views.MessageDeleted(channel, message_id):
                return {"t": "deleted", "channel": str(channel), "message": str(message_id)}
            case views.ModalOpened(modal):
                return {
                    "t": "modal",
                    "interaction": str(modal.interaction),
                    "title": modal.title,
                    "components": modal.components,
                }
            case views.InteractionAnswered(id):
                return {"t": "answered", "interaction": str(id)}
            case views.InteractionFailed(id):
                return {"t": "failed", "interaction": str(id)}
            case views.ChannelChanged(channel_view):
                return {"t": "channel", "channel": channel_view.json()}
            case views.ChannelGone(id):
                return {"t": "gone", "channel": str(id)}

    def _message(self, view: MessageView) -> JSON:
        """A message with its files under addresses that only this person can use."""
        shown = view.json()
        own = {str(item["id"]): self._shared(view, item) for item in view.attachments}
        shown["attachments"] = list(own.values())
        by_url = {item["url"]: own[str(item["id"])] for item in view.attachments}
        for part in views.walk(shown["components"]):
            for holder in (part, *(part.get("items") or ())):
                for key in ("media", "file"):
                    if isinstance(media := holder.get(key), dict):
                        holder[key] = by_url.get(media.get("url"), {})
        return shown

    def _shared(self, view: MessageView, attachment: Mapping[str, Any]) -> JSON:
        """What a page learns of a file."""
        id, name = str(attachment["id"]), str(attachment["filename"])
        data = self._world.model.cdn.find(self._path(attachment)) or b""
        self._recent[str(view.id), id] = data
        while len(self._recent) > RECENT_FILES:
            self._recent.popitem(last=False)
        told = {key: attachment.get(key) for key in ("filename", "description", "size")}
        return {**told, "url": f"file/{view.id}/{id}/{quote(name, safe='')}", **_picture_size(data)}

    def _path(self, attachment: Mapping[str, Any]) -> str:
        return str(attachment["url"]).removeprefix(self._world.model.cdn.base)

    def file(self, message: str, id: str) -> bytes | None:
        """A file of a message that this person sees, or saw a moment ago."""
        view = self._person.message(int(message)) if message.isdecimal() and len(message) < 20 else None
        for attachment in view.attachments if view else ():
            if str(attachment["id"]) == id:
                return self._world.model.cdn.find(self._path(attachment))
        return self._recent.get((message, id))

    # -- doing --------------------------------------------------------------------------------------

    async def _read(self, socket: web.WebSocketResponse, queue: "asyncio.Queue[JSON]") -> None:
        waiting: set[asyncio.Task[None]] = set()
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            asked = _asked(frame.data)
            if asked is None:
                continue
            # Autocomplete waits for the bot; nothing else may wait for it.
            task = asyncio.create_task(self._answer(asked, queue))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        for task in waiting:
            task.cancel()

    async def _answer(self, asked: JSON, queue: "asyncio.Queue[JSON]") -> None:
        answer: JSON = {"t": "re", "re": asked.get("id")}
        try:
            answer |= await self._do(asked)
        except Refused as error:
            answer["error"] = str(error)
        except TimeoutError:
            answer["error"] = "No answer came."
        except (KeyError, TypeError, ValueError):
            answer["error"] = "That could not be understood."
        except Exception:
            log.exception("A page asked for %s", asked.get("do"))
            answer["error"] = "That did not work."
        queue.put_nowait(answer)

    async def _do(self, asked: JSON) -> JSON:
        does: dict[str, Callable[[JSON], Awaitable[JSON]]] = {
            "channels": self._channels,
            "open": self._open,
            "commands": self._commands,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "command": self._command,
            "autocomplete": self._autocomplete,
            "say": self._say,
            "dismiss": self._dismiss,
        }
        return await does[asked["do"]](asked)

    async def _channels(self, asked: JSON) -> JSON:
        return {"channels": [channel.json() for channel in self._person.channels()]}

    async def _open(self, asked: JSON) -> JSON:
        """The newest messages there, or those before the one that is named."""
        before = int(asked["before"]) if "before" in asked else None
        found = self._person.latest_messages(int(asked["channel"]), SHOWN_MESSAGES + 1, before)
        shown = found[-SHOWN_MESSAGES:]
        return {"messages": [self._message(view) for view in shown], "more": len(found) > len(shown)}

    async def _commands(self, asked: JSON) -> JSON:
        return {"commands": self._person.commands(int(asked["channel"]))}

    async def _click(self, asked: JSON) -> JSON:
        action = await self._person.click(int(asked["message"]), str(asked["custom_id"]))
        return {"interaction": str(action.id)}

    async def _select(self, asked: JSON) -> JSON:
        values = [str(value) for value in asked["values"]]
        action = await self._person.select(int(asked["message"]), str(asked["custom_id"]), values)
        return {"interaction": str(action.id)}

    async def _submit(self, asked: JSON) -> JSON:
        values = {key: _filled(value) for key, value in dict(asked["values"]).items()}
        action = await self._person.submit(int(asked["interaction"]), values)
        return {"interaction": str(action.id)}

    async def _command(self, asked: JSON) -> JSON:
        action = await self._person.command(int(asked["channel"]), str(asked["name"]), dict(asked["options"]))
        return {"interaction": str(action.id)}

    async def _autocomplete(self, asked: JSON) -> JSON:
        choices = await self._person.autocomplete(
            int(asked["channel"]),
            str(asked["name"]),
            str(asked["option"]),
            str(asked["typed"]),
            dict(asked["options"]),
        )
        return {"choices": [{"name": choice.name, "value": choice.value} for choice in choices]}

    async def _say(self, asked: JSON) -> JSON:
        text = str(asked["text"]).strip()[:2000]
        if text:
            self._person.say(int(asked["channel"]), text)
        return {}

    async def _dismiss(self, asked: JSON) -> JSON:
        self._person.dismiss(int(asked["message"]))
        return {}


async def _write(socket: web.WebSocketResponse, queue: "asyncio.Queue[JSON]") -> None:
    while True:
        await socket.send_str(json.dumps(await queue.get(), ensure_ascii=False))


def _asked(text: str) -> JSON | None:
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return asked if isinstance(asked, dict) else None


def _filled(value: Any) -> Any:
    """What was filled into a form; files as their names and bytes."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [(str(file["name"]), base64.b64decode(file["data"])) for file in value]
    return value


def _packaged(name: str, headers: Mapping[str, str]) -> web.Response:
    """A file of the page; only plain names of known kinds."""
    stem, _, kind = name.rpartition(".")
    file = FILES / name
    if kind not in TYPES or not stem.isidentifier() or not file.is_file():
        raise web.HTTPNotFound
    body = file.read_bytes()
    return web.Response(body=body, content_type=TYPES[kind], charset="utf-8", headers={**HEADERS, **headers})


def _picture_size(data: bytes) -> JSON:
    """Width and height of a PNG, so that nothing jumps when it has loaded."""
    if not data.startswith(PNG_HEAD) or len(data) < 24:
        return {}
    return {"width": int.from_bytes(data[16:20]), "height": int.from_bytes(data[20:24])}
