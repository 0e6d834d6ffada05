"""The page's address: its files, the way in, and a websocket for each open page."""

import time
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from html import escape
from importlib import resources
from ipaddress import IPv4Network, IPv6Network, ip_address

from aiohttp import web

from bot.flows.readers import Readers
from bot.languages.language import Language
from bot.page import HEADERS, packaged
from bot.service.lru import LruDict
from bot.service.web import SESSION_LASTS, WebDoor, WebPlace
from bot.web.connection import WebConnection
from bot.web.visits import ENDED, MOST_BYTES, Visits
from bot.web.words import spoken

FILES = resources.files("bot.web") / "page"
MOST_TRIES = 60
"""The tries of keys and sessions that one address has in a minute."""
PING_SECONDS = 20.0
CLOSE_SECONDS = 2.0
"""The time in which a browser has to confirm that its websocket is closed."""
LONGEST_KEY = 100


class WebSite:
    """The routes of the page."""

    def __init__(
        self, door: WebDoor, visits: Visits, readers: Readers, proxies: Collection[IPv4Network | IPv6Network]
    ) -> None:
        """`proxies`: the networks of web servers that name the address of a person."""
        self._door = door
        self._visits = visits
        self._readers = readers
        self._proxies = proxies
        self._origin = door.origin
        self._is_secret = self._origin.startswith("https:")
        self._tries: LruDict[str, tuple[int, int]] = LruDict(10_000)
        """The minute of the last try of each address, and the number of tries in it."""
        self.app = web.Application(client_max_size=4096)
        self.app.on_response_prepare.append(_once)
        self.app.router.add_get("/", self._page)
        self.app.router.add_get("/words", self._words)
        self.app.router.add_get("/page/{name}", self._file)
        self.app.router.add_post("/who", self._who)
        self.app.router.add_post("/enter", self._enter)
        self.app.router.add_get("/u/{number:[0-9]{1,16}}/", self._page)
        self.app.router.add_get("/u/{number:[0-9]{1,16}}/words", self._own_words)
        self.app.router.add_get("/u/{number:[0-9]{1,16}}/live", self._live)

    # -- files --------------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.Response:
        """Return the page: the same document for the way in and for a session."""
        language = self._wanted(request)
        words = {key: escape(said) for key, said in spoken(language).items()}
        direction = "rtl" if language.from_right else "ltr"
        page = (FILES / "index.html").read_text("utf-8")
        body = page.format(language=language.code, direction=direction, **words)
        headers = {**HEADERS, "Content-Security-Policy": self._policy(), "Cache-Control": "no-store"}
        return web.Response(text=body, content_type="text/html", headers=headers)

    def _policy(self) -> str:
        """Allow nothing but this page's own files, and pictures that came with its messages."""
        live = f"ws{self._origin.removeprefix('http')}"
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {live}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

    async def _file(self, request: web.Request) -> web.Response:
        found = packaged(request.match_info["name"], FILES)
        if found is None:
            raise web.HTTPNotFound
        headers = {**HEADERS, "Cache-Control": "no-cache"}
        return web.Response(body=found[0], content_type=found[1], charset="utf-8", headers=headers)

    async def _words(self, request: web.Request) -> web.Response:
        """Return the texts of the page, in the language that its browser asks for."""
        return self._told(self._wanted(request))

    async def _own_words(self, request: web.Request) -> web.Response:
        """Return the texts of the page, in the language of its person."""
        place = await self._place(request)
        if place is None:
            return self._told(self._wanted(request))
        return self._told((await self._readers.of_person(place.player)).language)

    def _told(self, language: Language) -> web.Response:
        told = {
            "language": language.code,
            "fromRight": language.from_right,
            "isSecret": self._is_secret,
            "words": spoken(language),
        }
        return _json(told)

    def _wanted(self, request: web.Request) -> Language:
        return self._readers.languages.wanted(request.headers.get("Accept-Language", ""))

    # -- the way in ---------------------------------------------------------------------------------

    async def _who(self, request: web.Request) -> web.Response:
        """Return the name of the person whom a key lets in."""
        place = await self._door.who(await self._key(request))
        if place is None:
            raise web.HTTPGone
        return _json({"name": place.name})

    async def _enter(self, request: web.Request) -> web.Response:
        """Use a key up, and keep the session in a cookie that its address alone gets."""
        entered = await self._door.enter(await self._key(request))
        if entered is None:
            raise web.HTTPGone
        number, secret = entered
        response = _json({"number": str(number)})
        response.set_cookie(
            self._cookie(number),
            secret,
            max_age=int(SESSION_LASTS.total_seconds()),
            path=f"/u/{number}/",
            httponly=True,
            secure=self._is_secret,
            samesite="Lax",
        )
        return response

    async def _key(self, request: web.Request) -> str:
        """Return the key that the page has sent."""
        self._check_origin(request)
        self._count_try(self._address(request))
        try:
            key = (await request.json())["key"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise web.HTTPBadRequest from None
        if not isinstance(key, str) or not key.isascii() or len(key) > LONGEST_KEY:
            raise web.HTTPBadRequest
        return key

    def _address(self, request: web.Request) -> str:
        """Return the address of a person: the last one that no web server of the host has."""
        named = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        passed = [*(address.strip() for address in named if address.strip()), request.remote or ""]
        while len(passed) > 1 and self._is_proxy(passed[-1]):
            passed.pop()
        return passed[-1]

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def _count_try(self, address: str) -> None:
        now = int(time.monotonic() // 60)
        minute, tries = self._tries.get(address, (now, 0))
        tries = tries + 1 if minute == now else 1
        self._tries[address] = now, tries
        if tries > MOST_TRIES:
            raise web.HTTPTooManyRequests

    def _check_origin(self, request: web.Request) -> None:
        """Refuse what another page sends, also one at another port of this host."""
        if request.headers.get("Origin") != self._origin:
            raise web.HTTPForbidden

    # -- sessions -----------------------------------------------------------------------------------

    def _cookie(self, number: int) -> str:
        return f"{'__Secure-' if self._is_secret else ''}paplu-{number}"

    def _session(self, request: web.Request) -> tuple[int, str]:
        number = int(request.match_info["number"])
        return number, request.cookies.get(self._cookie(number), "")

    async def _place(self, request: web.Request) -> WebPlace | None:
        return await self._door.session(*self._session(request))

    async def _live(self, request: web.Request) -> web.StreamResponse:
        self._check_origin(request)
        place = await self._place(request)
        if place is None:
            self._count_try(self._address(request))
        socket = web.WebSocketResponse(
            heartbeat=PING_SECONDS, timeout=CLOSE_SECONDS, max_msg_size=MOST_BYTES, compress=False
        )
        await socket.prepare(request)
        if place is None:
            await socket.close(code=ENDED)  # a browser tells its page no status of a refused websocket
            return socket
        connection = request.protocol
        with connection.open_page() if isinstance(connection, WebConnection) else nullcontext():
            await self._visits.serve(place, self._session(request), socket)
        return socket


async def _once(_: web.Request, response: web.StreamResponse) -> None:
    """Serve one request in each connection, or one open page."""
    if not isinstance(response, web.WebSocketResponse):
        response.headers["Connection"] = "close"
        response.force_close()


def _json(data: Mapping[str, object]) -> web.Response:
    headers = {**HEADERS, "Cache-Control": "no-store", "Vary": "Accept-Language"}
    return web.json_response(data, headers=headers)
