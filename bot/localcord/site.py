"""The page of each person: its files, and a websocket for the events that this person sees."""

import asyncio
import base64
import hmac
import json
import logging
import os
from collections import OrderedDict
from collections.abc import Mapping
from html import escape
from importlib import resources
from typing import Any
from urllib.parse import quote, unquote

from aiohttp import WSMsgType, web

from bot.languages.language import ENGLISH, Language, languages_of
from bot.languages.sentence import reading, say
from bot.localcord.avatars import avatar, avatar_name
from bot.localcord.model.actions import Refused
from bot.localcord.model.cdn import Upload
from bot.localcord.server import HOST, LocalDiscord
from bot.localcord.views import JSON, ChannelView, MessageView, ModalView, WorldEvent, WorldEventKind, localised, walk
from bot.localcord.words import spoken
from bot.localcord.world import WorldAction, WorldPerson, locale_of
from bot.page import HEADERS, packaged
from bot.text.refusals import is_readable

FILES = resources.files("bot.localcord") / "page"
SHOWN_MESSAGES = 150
"""The most messages of a channel that a page gets at a time."""
RECENT_FILES = 200
"""The number of files kept after an edit has replaced them; a page may still ask for one."""
MAX_FRAME = 1 << 24  # bytes: a form may carry files
PING_SECONDS = 20.0
PNG_HEAD, GIF_HEAD = b"\x89PNG\r\n\x1a\n", b"GIF89a"

LIST = """\
<!doctype html>
<html lang="{language}" dir="{direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paplu</title>
<link rel="icon" type="image/svg+xml" href="/page/icon.svg">
<link rel="stylesheet" href="/page/style.css">
<link rel="stylesheet" href="/page/client.css">
</head>
<body class="people">
<main>
<h1>{who}</h1>
<ul>{names}</ul>
</main>
</body>
</html>
"""
"""The page with links to the others."""

log = logging.getLogger(__name__)


class Site:
    """Adds the pages of people to a server that has not started.

    `keys` are secret parts of their addresses. `list_key` is that of the list of all pages.
    """

    def __init__(self, server: LocalDiscord, keys: Mapping[str, WorldPerson], list_key: str) -> None:
        self._server = server
        self._list_key = list_key
        self._visits = {key: Visitor(server, person) for key, person in keys.items()}
        server.app.router.add_get("/all/{key}/", self._list)
        server.app.router.add_get("/p/{key}/", self._page)
        server.app.router.add_get("/p/{key}/live", self._live)
        server.app.router.add_get("/p/{key}/file/{message}/{file}/{name}", self._file)
        server.app.router.add_get("/p/{key}/words", self._words)
        server.app.router.add_get("/page/{name}", self._static)
        self._numbers = {avatar_name(number): number for number in range(len(keys))}
        for name, person in zip(self._numbers, keys.values(), strict=True):
            server.world.model.users[person.id].avatar = name
        server.app.router.add_get("/avatars/{person}/{name}.png", self._avatar)
        server.app.router.add_get("/emojis/{name}", self._emoji)
        server.app.router.add_get("/attachments/{path:.*}", self._attachment)
        server.app.on_shutdown.append(self._shutdown)

    def address(self, key: str) -> str:
        """Return the address of the page with that key."""
        return f"{self._server.url}/p/{key}/"

    @property
    def list_address(self) -> str:
        """Return the address of the list of all pages."""
        return f"{self._server.url}/all/{self._list_key}/"

    def _visitor(self, request: web.Request) -> "Visitor":
        key = request.match_info["key"]
        for known, visitor in self._visits.items():
            if hmac.compare_digest(known.encode(), key.encode()):
                return visitor
        raise web.HTTPNotFound

    async def _page(self, request: web.Request) -> web.Response:
        self._visitor(request)
        return self._written((FILES / "index.html").read_text("utf-8"), _language(request))

    async def _list(self, request: web.Request) -> web.Response:
        """Return the list of all pages."""
        if not hmac.compare_digest(self._list_key.encode(), request.match_info["key"].encode()):
            raise web.HTTPNotFound
        lines = (f'<li><a href="/p/{key}/">{escape(one.name)}</a></li>' for key, one in self._visits.items())
        return self._written(LIST, _language(request), names="".join(lines))

    def _written(self, page: str, language: Language, **values: str) -> web.Response:
        """Return a page with its texts before its scripts run, or without scripts."""
        words = {key: escape(said) for key, said in spoken(language).items()}
        direction = "rtl" if language.from_right else "ltr"
        body = page.format(language=language.code, direction=direction, **words, **values)
        headers = {**HEADERS, "Content-Security-Policy": self._policy(), "Cache-Control": "no-store"}
        return web.Response(text=body, content_type="text/html", headers=headers)

    async def _words(self, request: web.Request) -> web.Response:
        """Return the texts of the page, in the language that its browser asks for."""
        visitor, language = self._visitor(request), _language(request)
        visitor.speak(language)
        told = {"language": language.code, "fromRight": language.from_right, "words": spoken(language)}
        return web.json_response(told, headers={**HEADERS, "Cache-Control": "no-store", "Vary": "Accept-Language"})

    def _policy(self) -> str:
        """Allow nothing but this server's own files, so that injected scripts cannot run."""
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
        for head, kind in ((PNG_HEAD, "image/png"), (GIF_HEAD, "image/gif")):
            if found.startswith(head):
                return web.Response(body=found, content_type=kind, headers=headers)
        # Any other upload is saved, never shown as a page of this origin.
        name = quote(unquote(request.match_info["name"]), safe="")
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
        return web.Response(body=found, content_type="application/octet-stream", headers=headers)

    async def _avatar(self, request: web.Request) -> web.Response:
        """Return the picture of a person, as Discord's content network does: to everybody."""
        number = self._numbers.get(request.match_info["name"])
        if number is None:
            raise web.HTTPNotFound
        return web.Response(body=avatar(number), content_type="image/png", headers=HEADERS)

    async def _emoji(self, request: web.Request) -> web.Response:
        """Return the picture of an emoji, as Discord's content network does: to everybody."""
        found = self._server.world.model.cdn.find(f"/emojis/{request.match_info['name']}")
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found, content_type="image/png", headers={**HEADERS, "Cache-Control": "max-age=3600"})

    async def _attachment(self, request: web.Request) -> web.Response:
        """Return a file that was added to a command, as Discord's content network does: to all who have its link."""
        found = self._server.world.model.cdn.find(request.path_qs)
        if not isinstance(found, Upload):
            raise web.HTTPNotFound
        return web.Response(body=found, content_type="application/octet-stream", headers=HEADERS)

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
    """The pages of one person, in any number of tabs."""

    @property
    def name(self) -> str:
        """Return the name of the person."""
        return self._person.name

    def __init__(self, server: LocalDiscord, person: WorldPerson) -> None:
        self._server = server
        self._world = server.world
        self._person = person
        self._sockets: set[web.WebSocketResponse] = set()
        self._recent: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self.language: Language = ENGLISH
        """The language of the page opened last."""

    def speak(self, language: Language) -> None:
        """Set the language of the person's client."""
        self.language = language
        self._world.model.locales[self._person.id] = locale_of(language)

    # -- events -------------------------------------------------------------------------------------

    async def serve(self, socket: web.WebSocketResponse) -> None:
        """Send events and answer requests until the socket closes."""
        self._sockets.add(socket)
        # One queue, so that the events of an action never overtake the answer to the action itself.
        queue: asyncio.Queue[JSON] = asyncio.Queue()
        # Converted at once, not when it is taken from the queue: the next edit deletes the picture.
        with self._person.events(lambda event: queue.put_nowait(self._event_json(event))):
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

    def _event_json(self, event: WorldEvent) -> JSON:
        match event.about:
            case MessageView() as message if event.kind is WorldEventKind.DELETED:
                about: JSON = {"channel": str(message.channel), "message": str(message.id)}
            case MessageView() as message:
                about = {"message": self._message_json(message)}
            case ModalView() as modal:
                about = modal.json()
            case ChannelView() as channel:
                about = {"channel": channel.json()}
            case int(id):
                about = {"channel" if event.kind is WorldEventKind.GONE else "interaction": str(id)}
        return {"t": event.kind, **about}

    def _message_json(self, view: MessageView) -> JSON:
        """Return a message whose files have addresses that only this person can use."""
        shown = view.json()
        own = {str(item["id"]): self._attachment_json(view, item) for item in view.attachments}
        shown["attachments"] = list(own.values())
        by_url = {item["url"]: own[str(item["id"])] for item in view.attachments}
        for part in walk(shown["components"]):
            for holder in (part, *(part.get("items") or ())):
                for key in ("media", "file"):
                    if isinstance(media := holder.get(key), dict):
                        holder[key] = by_url.get(media.get("url"), {})
        return shown

    def _attachment_json(self, view: MessageView, attachment: Mapping[str, Any]) -> JSON:
        """Return the entry of a file."""
        id, name = str(attachment["id"]), str(attachment["filename"])
        data = self._world.model.cdn.find(self._path(attachment)) or b""
        self._recent[str(view.id), id] = data
        while len(self._recent) > RECENT_FILES:
            self._recent.popitem(last=False)
        entry = {key: attachment.get(key) for key in ("filename", "description", "size")}
        return {**entry, "url": f"file/{view.id}/{id}/{quote(name, safe='')}", **_picture_size(data)}

    def _path(self, attachment: Mapping[str, Any]) -> str:
        return str(attachment["url"]).removeprefix(self._world.model.cdn.base)

    def file(self, message: str, id: str) -> bytes | None:
        """Return a file of a message that this person sees or has just seen."""
        view = self._person.message(int(message)) if message.isdecimal() and len(message) < 20 else None
        for attachment in view.attachments if view else ():
            if str(attachment["id"]) == id:
                return self._world.model.cdn.find(self._path(attachment))
        return self._recent.get((message, id))

    # -- requests -----------------------------------------------------------------------------------

    async def _read(self, socket: web.WebSocketResponse, queue: "asyncio.Queue[JSON]") -> None:
        waiting: set[asyncio.Task[None]] = set()
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            request = _request_of(frame.data)
            if request is None:
                continue
            # Autocomplete waits for the bot; other requests must not wait for it.
            task = asyncio.create_task(self._answer(request, queue))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        for task in waiting:
            task.cancel()

    async def _answer(self, request: JSON, queue: "asyncio.Queue[JSON]") -> None:
        with reading(self.language):
            queue.put_nowait(await self._answered(request))

    async def _answered(self, request: JSON) -> JSON:
        answer: JSON = {"t": "re", "re": request.get("id")}
        try:
            if not is_readable(request):
                raise Refused(say("That holds signs that are no text."))
            answer |= await self._do(request)
        except Refused as error:
            answer["error"] = str(error)
        except TimeoutError:
            answer["error"] = say("No answer came.")
        except (KeyError, TypeError, ValueError):
            answer["error"] = say("That could not be understood.")
        except Exception:
            log.exception("A page asked for %s", request.get("do"))
            answer["error"] = say("That did not work.")
        return answer

    async def _do(self, request: JSON) -> JSON:
        """Carry out a page's request. Return the content of its answer."""
        person = self._person
        match request["do"]:
            case "channels":
                return {"channels": [channel.json() for channel in person.channels()]}
            case "open":
                return self._newest(int(request["channel"]), int(request["before"]) if "before" in request else None)
            case "commands":
                locale = self._world.model.locales.get(person.id, "")
                return {"commands": [localised(one, locale) for one in person.commands(int(request["channel"]))]}
            case "autocomplete":
                option, typed = str(request["option"]), str(request["typed"])
                return {"choices": await person.autocomplete(*_call(request), option, typed, dict(request["options"]))}
            case "say":
                if text := str(request["text"]).strip()[:2000]:
                    person.say(int(request["channel"]), text)
                return {}
            case "dismiss":
                person.dismiss(int(request["message"]))
                return {}
        action = await self._act(request)
        return {"interaction": str(action.id)}

    async def _act(self, request: JSON) -> WorldAction:
        """Start an interaction."""
        person = self._person
        match request["do"]:
            case "click":
                return await person.click(*_control(request))
            case "select":
                return await person.select(*_control(request), [str(value) for value in request["values"]])
            case "submit":
                values = {key: _filled(value) for key, value in dict(request["values"]).items()}
                return await person.submit(int(request["interaction"]), values)
            case "command":
                options = {key: _filled(value) for key, value in dict(request["options"]).items()}
                return await person.command(*_call(request), options)
        raise ValueError("no such request")

    def _newest(self, channel: int, before: int | None) -> JSON:
        """Return the newest messages of a channel, or those before the given one."""
        found = self._person.visible_messages(channel, SHOWN_MESSAGES + 1, before)
        shown = found[-SHOWN_MESSAGES:]
        return {"messages": [self._message_json(view) for view in shown], "more": len(found) > len(shown)}


def _control(request: JSON) -> tuple[int, str]:
    return int(request["message"]), str(request["custom_id"])


def _call(request: JSON) -> tuple[int, str]:
    return int(request["channel"]), str(request["name"])


async def _write(socket: web.WebSocketResponse, queue: "asyncio.Queue[JSON]") -> None:
    while True:
        # In ASCII: a text that an older version has let into a world must not break everybody's connection.
        await socket.send_str(json.dumps(await queue.get()))


def _request_of(text: str) -> JSON | None:
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return request if isinstance(request, dict) else None


def _filled(value: Any) -> Any:
    """Return the value of a field; for files, their names and bytes."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [(str(file["name"]), base64.b64decode(file["data"])) for file in value]
    return value


def _language(request: web.Request) -> Language:
    return languages_of(os.environ).wanted(request.headers.get("Accept-Language", ""))


def _packaged(name: str, headers: Mapping[str, str]) -> web.Response:
    """Return a file of the page."""
    found = packaged(name, FILES)
    if found is None:
        raise web.HTTPNotFound
    return web.Response(body=found[0], content_type=found[1], charset="utf-8", headers={**HEADERS, **headers})


def _picture_size(data: bytes) -> JSON:
    """Return width and height of a PNG or GIF, so that the layout does not jump when it has loaded."""
    if data.startswith(PNG_HEAD) and len(data) >= 24:
        return {"width": int.from_bytes(data[16:20]), "height": int.from_bytes(data[20:24])}
    if data.startswith(GIF_HEAD) and len(data) >= 10:
        return {"width": int.from_bytes(data[6:8], "little"), "height": int.from_bytes(data[8:10], "little")}
    return {}
