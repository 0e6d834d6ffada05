"""The HTTP server of the local Discord: REST version 10 and the gateway's address. Loopback only."""

import io
import json
import logging
import re
import secrets
from collections.abc import Mapping
from typing import Any, Self

from aiohttp import web
from discord import File

from bot.localcord.gateway import Gateway
from bot.localcord.model.backend import BackendError, Model
from bot.localcord.world import World
from bot.text.refusals import is_readable

HOST = "127.0.0.1"
API = "/api/v10"
MAX_FILE, MAX_UPLOAD = 10 << 20, 25 << 20  # bytes
MAX_CONCURRENCY = 16
"""The most shards that may identify at once."""
VIA = {"Via": "1.1 google"}
"""discord.py takes a 429 without this header for a ban."""
WITHOUT_TOKEN = re.compile(r"/interactions/\d+/[^/]+/callback|/webhooks/\d+/.+|/gateway")
"""Paths that need no token in the headers, because they contain one."""

INVALID_JSON = 400, 50109, "The request body contains invalid JSON."
TOO_LARGE = 413, 40005, "Request entity too large"
"""Status, code and message of the response to a body that is too large."""
NOT_IMPLEMENTED = 501
"""The status of the response to a request that this Discord does not implement."""

log = logging.getLogger(__name__)


class LocalDiscord:
    """Serves one world. The bot reaches it at `api_url`, with `token`."""

    def __init__(self, world: World, *, port: int = 0) -> None:
        self.world = world
        self.port = port
        self.token = f"local.{secrets.token_urlsafe(24)}"
        self.gaps: list[str] = []
        """Requests that this Discord does not implement; tests expect none."""
        self.errors: list[str] = []
        """Requests that raised an unexpected error."""
        self._model: Model = world.model
        self.gateway = Gateway(self._model, self.token, lambda: self.gateway_url)
        self.app = web.Application(client_max_size=MAX_UPLOAD, middlewares=[self._local_only])
        """The application, to which routes may be added before it starts."""
        self.app.router.add_get("/gateway/", self.gateway.handle)
        self.app.router.add_route("*", API + "/{path:.*}", self._rest)
        self.runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=0.5)

    @property
    def url(self) -> str:
        """Return the address of the server."""
        return f"http://{HOST}:{self.port}"

    @property
    def api_url(self) -> str:
        """Return the value of the bot's `DISCORD_API_URL`."""
        return self.url + API

    @property
    def gateway_url(self) -> str:
        """Return the address of the websocket."""
        return f"ws://{HOST}:{self.port}/gateway/"

    # -- running ------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start to serve; a port of 0 becomes a free one.

        Raises:
            OSError: the port is taken.
        """
        await self.runner.setup()
        await self.accept()

    async def accept(self) -> None:
        """Accept connections."""
        await web.TCPSite(self.runner, HOST, self.port, reuse_address=True).start()
        self.port = self.runner.addresses[0][1]
        self._model.cdn.base = self.url

    async def stop(self) -> None:
        """Stop serving."""
        await self.gateway.stop()
        await self.runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @web.middleware
    async def _local_only(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse pages of other origins, even if their DNS name points to this address."""
        allowed = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in allowed or (origin is not None and origin.removeprefix("http://") not in allowed):
            raise web.HTTPForbidden(text="This server is for this machine alone.")
        response: web.StreamResponse = await handler(request)
        return response

    # -- requests -----------------------------------------------------------------------------------

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        method, path = request.method, "/" + request.match_info["path"]
        if not WITHOUT_TOKEN.fullmatch(path) and request.headers.get("Authorization") != f"Bot {self.token}":
            return json_response(401, {"message": "401: Unauthorized", "code": 0})
        try:
            body, files = await _read(request)
        except BackendError as error:
            return json_response(error.status, error.to_json())
        return await self.respond(request, method, path, body, files)

    async def respond(self, request: web.Request, method: str, path: str, body: Any, files: list[File]) -> web.Response:
        """Handle a request whose body has been read."""
        if path in ("/gateway", "/gateway/bot"):
            return json_response(200, self._gateway_info(path))
        try:
            reason = request.headers.get("X-Audit-Log-Reason")
            result = self._model.request(method, path, body, request.query, files, reason)
        except BackendError as error:
            if error.status == NOT_IMPLEMENTED:
                log.error("%s", error.message)
                self.gaps.append(error.message)
            return json_response(error.status, error.to_json())
        except Exception as error:
            log.exception("%s %s", method, path)
            self.errors.append(f"{method} {path}: {error!r}")
            return json_response(500, {"message": "500: Internal LocalDiscord Error", "code": 0})
        if result is None or _wants_nothing(path, request.query):
            return web.Response(status=204, headers=VIA)
        return json_response(200, result)

    def _gateway_info(self, path: str) -> dict[str, Any]:
        if path == "/gateway":
            return {"url": self.gateway_url}
        used = len(self.gateway.identified)
        starts = {"total": 1000, "remaining": max(0, 1000 - used), "reset_after": 14_400_000}
        return {
            "url": self.gateway_url,
            "shards": self.world.shards,
            "session_start_limit": {**starts, "max_concurrency": MAX_CONCURRENCY},
        }


def json_response(status: int, body: Any) -> web.Response:
    """Return a response with a body. discord.py parses it only if its type is exactly this."""
    headers = {**VIA, "Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)


def _wants_nothing(path: str, query: Mapping[str, str]) -> bool:
    """Return whether the response to an interaction has no body, because the bot did not ask for one."""
    return path.endswith("/callback") and query.get("with_response", "").lower() not in ("1", "true")


async def _read(request: web.Request) -> tuple[Any, list[File]]:
    """Return the body of a request and its files, in order.

    Raises:
        BackendError: it is too large or malformed.
    """
    try:
        if request.content_type == "multipart/form-data":
            return _unpacked(await request.post())
        text = await request.text()
        return (_parsed(text) if text else None), []
    except web.HTTPRequestEntityTooLarge:
        raise BackendError(*TOO_LARGE) from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise BackendError(*INVALID_JSON) from None


def _parsed(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: it is no JSON, or holds texts or numbers that cannot be sent on.
    """
    value = json.loads(text)
    if not is_readable(value):
        raise ValueError("no text")
    return value


def _unpacked(form: Mapping[str, Any]) -> tuple[Any, list[File]]:
    """Return the JSON in `payload_json` and the files, ordered by their numbers, with their alt texts."""
    body = _parsed(form["payload_json"]) if "payload_json" in form else None
    message = (body.get("data") or body) if body else {}
    alts = {str(item.get("id")): item.get("description") for item in message.get("attachments") or ()}
    files: dict[int, File] = {}
    for name, value in form.items():
        if isinstance(value, web.FileField):
            number = re.sub(r"\D", "", name) or "0"
            data = value.file.read(MAX_FILE + 1)
            if len(data) > MAX_FILE:
                raise BackendError(*TOO_LARGE)
            files[int(number)] = File(io.BytesIO(data), value.filename, description=alts.get(number))
    return body, [file for _, file in sorted(files.items())]
