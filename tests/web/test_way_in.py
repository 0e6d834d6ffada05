"""The way into the page: a key works once, a session is its browser's alone, and no other page may use it."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from types import SimpleNamespace

import aiohttp
import pytest

from bot.codes import Problem
from bot.layout import Link
from bot.screens.web import WebId, WebWord
from bot.service.errors import ServiceError
from bot.service.web import KEY_LASTS, MOST_KEYS, SESSION_LASTS, WebPlace
from bot.web import connection, site, visits
from bot.web.site import MOST_TRIES
from bot.web.visits import ENDED, MOST_OF_ONE, NOT_A_MEMBER, RECONNECT, TOO_FAST, TOO_MANY
from tests.screens.limits import buttons
from tests.service.context import ASHA, BEN, whose
from tests.web.pages import OpenPage, Web, is_closed, web


@pytest.fixture
def within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the minute in which tries are counted from ending, however busy the machine is."""
    monkeypatch.setattr(site, "time", SimpleNamespace(monotonic=lambda: 0.0))


async def test_a_key_lets_one_person_in_once() -> None:
    async with web() as page:
        key = await page.key(ASHA)
        async with await page.post("/who", key=key) as who:
            assert await who.json() == {"name": "Asha"}
        async with await page.post("/enter", key=key) as first, await page.post("/enter", key=key) as second:
            assert (first.status, second.status) == (200, 410)
            cookie = first.headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert f"Path=/u/{(await first.json())['number']}/" in cookie
        async with await page.post("/who", key=key) as again:
            assert again.status == 410


async def test_a_key_lasts_ten_minutes_and_a_session_thirty_days() -> None:
    async with web() as page:
        old, session = await page.key(ASHA), await page.session(ASHA)
        page.desk.services.now += KEY_LASTS
        async with await page.post("/enter", key=old) as late:
            assert late.status == 410
        page.desk.services.now += SESSION_LASTS - timedelta(days=1)
        assert (await OpenPage(await page.live(*session)).heard(t="hello"))["name"] == "Asha"
        page.desk.services.now += SESSION_LASTS - timedelta(days=1)  # the use above counts
        assert (await OpenPage(await page.live(*session)).heard(t="hello"))["name"] == "Asha"
        page.desk.services.now += SESSION_LASTS
        assert await is_closed(await page.live(*session)) == ENDED


async def test_no_secret_is_stored() -> None:
    async with web() as page:
        key, (path, cookie) = await page.key(ASHA), await page.session(BEN)
        stored = await page.desk.services.store.web.session(int(path.split("/")[2]))
        secret = cookie.partition("=")[2]
        assert stored is not None
        assert secret.encode() not in stored.hash
        assert not any(word in repr(stored) for word in (key, secret))


async def test_another_page_is_refused() -> None:
    async with web() as page:
        session = await page.session(ASHA)
        for origin in ("http://127.0.0.1:1", "https://example.org", "null"):
            async with await page.post("/enter", origin, key=await page.key(ASHA)) as refused:
                assert refused.status == 403
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await page.live(*session, origin)
        async with page.client.get(f"{page.origin}/") as document:
            policy = document.headers["Content-Security-Policy"]
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert " style=" not in await document.text()


async def test_a_session_is_no_other_ones() -> None:
    async with web() as page:
        (asha, _), (_, ben) = await page.session(ASHA), await page.session(BEN)
        renamed = f"paplu-{asha.split('/')[2]}={ben.partition('=')[2]}"
        for cookie in (ben, renamed, ""):
            assert await is_closed(await page.live(asha, cookie)) == ENDED


async def test_signing_out_ends_all_sessions_of_that_person() -> None:
    async with web() as page:
        asha, ben = await page.session(ASHA), await page.session(BEN)
        assert await page.door.end(ASHA.id) == 1
        assert await is_closed(await page.live(*asha)) == ENDED
        assert (await OpenPage(await page.live(*ben)).heard(t="hello"))["name"] == "Ben"


@pytest.mark.parametrize("sent", [{}, {"key": 7}, {"key": "x" * 5000}, {"key": "ä"}, {"key": None}])
async def test_nonsense_lets_nobody_in(sent: dict[str, object]) -> None:
    async with web() as page, await page.post("/who", **sent) as refused:
        assert refused.status in (400, 413)


@pytest.mark.usefixtures("within_a_minute")
async def test_tries_are_limited() -> None:
    async with web() as page:
        statuses = []
        for _ in range(MOST_TRIES + 1):
            async with await page.post("/who", key="guess") as tried:
                statuses.append(tried.status)
        assert set(statuses[:-1]) == {410}
        assert statuses[-1] == 429


@pytest.mark.usefixtures("within_a_minute")
async def test_tries_of_sessions_are_limited_and_open_pages_go_on() -> None:
    async with web() as page:
        path, cookie = await page.session(ASHA)
        opened = OpenPage(await page.live(path, cookie))
        await opened.heard(t="hello")
        guess = cookie.partition("=")[0] + "=guess"
        for _ in range(MOST_TRIES - 1):  # the way in was a try as well
            assert await is_closed(await page.live(path, guess)) == ENDED
        with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
            await page.live(path, guess)
        assert (await OpenPage(await page.live(path, cookie)).heard(t="hello"))["name"] == "Asha"
        assert "screens" in await opened.ask("press", control="rummy:k:list:0")


async def test_a_full_process_sends_pages_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with web() as page:
        session = await page.session(ASHA)
        opened = OpenPage(await page.live(*session))
        await opened.heard(t="hello")
        monkeypatch.setattr(visits, "MOST_OPEN", 1)
        assert await is_closed(await page.live(*session)) == RECONNECT


@pytest.mark.usefixtures("within_a_minute")
async def test_a_web_server_before_the_page_names_the_person_and_nobody_else_does() -> None:
    async def tries(page: Web, named: str, count: int) -> set[int]:
        headers, found = {"Origin": page.origin, "X-Forwarded-For": named}, set()
        for _ in range(count):
            async with page.client.post(f"{page.origin}/who", json={"key": "guess"}, headers=headers) as tried:
                found.add(tried.status)
        return found

    async with web("10.0.0.0/8", "127.0.0.1") as page:
        assert await tries(page, "198.51.100.1", MOST_TRIES + 1) == {410, 429}
        assert await tries(page, "192.0.2.9, 198.51.100.1", 1) == {429}, "it can invent what stands before"
        assert await tries(page, "192.0.2.9, 198.51.100.1, 10.7.0.1", 1) == {429}, "two web servers in a row"
        assert await tries(page, "198.51.100.2", 1) == {410}
        assert await tries(page, "198.51.100.1, nobody", 1) == {410}
        twice = [("Origin", page.origin), ("X-Forwarded-For", "192.0.2.9"), ("X-Forwarded-For", "198.51.100.1")]
        async with page.client.post(f"{page.origin}/who", json={"key": "guess"}, headers=twice) as tried:
            assert tried.status == 429, "some web servers add a line of their own"
    async with web() as page:
        assert await tries(page, "198.51.100.3", MOST_TRIES + 1) == {410, 429}
        assert await tries(page, "198.51.100.4", 1) == {429}


async def test_pages_of_one_person_and_messages_of_a_page_are_limited() -> None:
    async with web() as page:
        session = await page.session(ASHA)
        opened = [await page.live(*session) for _ in range(MOST_OF_ONE)]
        for socket in opened:
            await OpenPage(socket).heard(t="hello")
        assert await is_closed(await page.live(*session)) == TOO_MANY
        for _ in range(40):
            await opened[0].send_str("[" * 9000)
        assert await is_closed(opened[0]) == TOO_FAST
        await opened[1].send_str("x" * (17 << 10))
        assert await is_closed(opened[1]) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert await OpenPage(opened[2]).ask("nothing")


async def test_a_page_ends_for_a_person_who_left_the_server() -> None:
    async with web() as page:
        opened = await page.open(ASHA)
        page.members.gone.add(ASHA.id)
        await opened.socket.send_json({"id": 1, "do": "press", "control": "rummy:k:list:0"})
        assert await is_closed(opened.socket) == NOT_A_MEMBER


async def test_pages_connect_again_after_the_process_ends() -> None:
    async with web() as page:
        opened = await page.open(ASHA)
        await opened.heard(t="hello")
        closing = asyncio.create_task(is_closed(opened.socket))
    assert await closing == RECONNECT


async def test_discord_offers_the_page_where_it_is_served() -> None:
    async with web() as page:
        state = await page.desk.services.table(ASHA, BEN)
        for text in ("more", "hand-more"):
            plain = await page.desk.press(ASHA, page.desk.control(state.id, text))
            assert not any(WebId.parse(one.id) for one in buttons(plain.screen))
        object.__setattr__(page.desk.context, "web", page.door)
        for text in ("more", "hand-more"):
            offered = await page.desk.press(ASHA, page.desk.control(state.id, text))
            assert any(WebId.parse(one.id) for one in buttons(offered.screen))
        answer = await page.desk.press(ASHA, WebId(WebWord.OPEN))
        (link,) = (part for part in answer.screen.parts if isinstance(part, Link))
        async with await page.post("/who", key=link.address.partition("#k=")[2]) as who:
            assert await who.json() == {"name": "Asha"}
        for _ in range(MOST_KEYS - 1):
            await page.key(ASHA)
        assert "many unused links" in (await page.desk.press(ASHA, WebId(WebWord.OPEN))).text


async def test_presses_on_the_page_are_logged_like_others_without_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    async with web() as page:
        state = await page.desk.services.table(ASHA, BEN)
        opened = await page.open(ASHA)
        await opened.ask("press", control=f"rummy:y:{state.id}:0:discard 7S")
    logged = capsys.readouterr().out
    assert "command=discard" in logged
    assert "7S" not in logged


async def test_connections_of_strangers_are_few_and_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(connection, "MOST_OF_ADDRESS", 3)
    async with web() as page:
        opened = await page.open(ASHA)
        await opened.heard(t="hello")
        port = int(page.origin.rpartition(":")[2])
        sent = [
            b"",
            b"GET / HT",
            b"POST /who HTTP/1.1\r\nHost: a\r\nOrigin: %b\r\nContent-Length: 9\r\n\r\n{" % page.origin.encode(),
        ]
        slow = []
        for begun in sent:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(begun)
            await writer.drain()
            slow.append((reader, writer))
        with pytest.raises(aiohttp.ClientError):
            await page.client.get(f"{page.origin}/")
        for reader, writer in slow:
            async with asyncio.timeout(5):
                with suppress(ConnectionError):
                    await reader.read()
            writer.close()
        async with page.client.get(f"{page.origin}/") as document:
            assert document.status == 200
        assert await opened.ask("nothing"), "an open page stays"


async def test_garbage_is_neither_logged_nor_an_error_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    async with web() as page:
        port = int(page.origin.rpartition(":")[2])
        for garbage in (b"\x16\x03\x01\x02\r\n\r\n", b"GET / HTTP/1.1\r\nCookie paplu-1=secret\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(garbage)
            assert b" 400 " in await reader.read()
            writer.close()
        path, _ = await page.session(ASHA)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        cookie = f"paplu-{path.split('/')[2]}=".encode() + b"\xff"
        writer.write(b"GET %bwords HTTP/1.1\r\nHost: a\r\nCookie: %b\r\n\r\n" % (path.encode(), cookie))
        assert b" 200 " in await reader.read()
        writer.close()
    logged = "".join(capsys.readouterr())
    assert "error" not in logged.lower()
    assert "127.0.0.1 " not in logged


async def test_a_page_that_cannot_be_checked_keeps_no_other_from_being_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(visits, "CHECK_SECONDS", 0.04)
    async with web() as page:
        session = page.door.session
        pages = [await page.open(one) for one in (ASHA, BEN, ASHA, BEN)]
        for opened in pages:
            await opened.heard(t="hello")

        async def broken(number: int, secret: str) -> WebPlace | None:
            found = await session(number, secret)
            if found is None or found.player == ASHA.id:
                raise ServiceError(Problem.NO_TABLE)
            return found

        monkeypatch.setattr(page.door, "session", broken)
        page.members.gone.add(BEN.id)
        assert set(await asyncio.gather(*(is_closed(one.socket) for one in pages[1::2]))) == {NOT_A_MEMBER}


async def test_garbage_and_a_slow_reader_change_nothing_and_hold_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "SLOW_SECONDS", 0.5)
    async with web() as page:
        state = await page.desk.services.table(ASHA, BEN)
        mine, other = (ASHA, BEN) if whose(state) == ASHA.id else (BEN, ASHA)
        reader, attacker, slow = await page.open(mine), await page.open(other), await page.open(other)
        told = await reader.table()
        await attacker.table()
        await slow.table()

        async def stuck(text: str) -> None:
            await asyncio.sleep(60)

        for visit in page.visits._open:
            if visit.place.player == other.id:
                monkeypatch.setattr(visit._socket, "send_str", stuck)
        with suppress(ConnectionError, aiohttp.ClientError):
            for _ in range(10_000):
                await attacker.socket.send_str(f'{{"id":1,"do":"press","control":"rummy:y:{state.id}:0:drop"')
        async with asyncio.timeout(5):
            assert (await reader.press(told, "draw closed"))["hand"]
        assert await is_closed(attacker.socket) == TOO_FAST
        assert await is_closed(slow.socket) is not None
        assert (await page.desk.services.tables.find(state.id)).last_action == "draw closed"
