"""The client of a beacon, before a server on this machine that answers well, badly or not at all."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from pydantic import ValidationError

import bot.beacon
from bot.beacon import HttpBeacon, NoBeaconError
from bot.config import Config, ConfigError
from bot.rummy.beacon import QUICKNET
from tests.own_beacon import KEY, chain_of, signed

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[str]:
    """Yield the address of a server that answers so."""
    app = web.Application()
    app.router.add_get("/chain/public/{number}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/chain"
    finally:
        await runner.cleanup()


def said(found: object) -> Answer:
    """Return a server that always says that."""

    async def answer(request: web.Request) -> web.Response:
        return web.json_response(found) if not isinstance(found, str) else web.Response(text=found)

    return answer


async def asked(beacon: HttpBeacon, number: int = 7) -> bytes | None:
    """Return what is known of a round after the server was asked once."""
    assert beacon.signature(number) is None, "nothing waits for it"
    await asyncio.gather(*beacon._asking.values())
    return beacon._known.get(number)


async def test_a_round_is_asked_for_once_and_then_known() -> None:
    paths: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        paths.append(request.path)
        number = int(request.match_info["number"])
        return web.json_response({"round": number, "signature": signed(number).hex(), "randomness": "of no interest"})

    async with serving(answer) as url:
        beacon = HttpBeacon(url, chain_of())
        assert beacon.signature(7) is None
        assert await asked(beacon) == signed(7)
        assert beacon.signature(7) == signed(7)
    assert paths == ["/chain/public/7"]


@pytest.mark.parametrize(
    "found",
    [
        {"round": 7, "signature": signed(7, KEY + 1).hex()},
        {"round": 7, "signature": signed(6).hex()},
        {"round": 6, "signature": signed(6).hex()},
        {"round": 7, "signature": signed(7).hex() + "00"},
        {"round": 7, "signature": "c0" + "00" * 47},
        {"round": 7, "signature": None},
        {"round": 7},
        [],
        "",
        "not json",
        "[" * 4000,
        {"round": 7, "signature": signed(7).hex(), "more": "x" * 9000},
    ],
)
async def test_nothing_wrong_or_forged_is_believed(found: object) -> None:
    async with serving(said(found)) as url:
        assert await asked(HttpBeacon(url, chain_of())) is None


async def test_another_chain_an_error_and_a_redirect_are_not_believed() -> None:
    right: dict[str, Any] = {"round": 7, "signature": signed(7).hex()}

    async def away(request: web.Request) -> web.Response:
        raise web.HTTPFound("/chain/public/8")

    async def failing(request: web.Request) -> web.Response:
        return web.json_response(right, status=503)

    async with serving(said(right)) as url:
        assert await asked(HttpBeacon(url, QUICKNET)) is None
    for answer in (away, failing):
        async with serving(answer) as url:
            assert await asked(HttpBeacon(url, chain_of())) is None
    assert await asked(HttpBeacon(url, chain_of())) is None, "nobody is there"


async def test_a_slow_server_is_given_up_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.beacon, "SECONDS", 0.05)
    is_slow = [True]

    async def answer(request: web.Request) -> web.Response:
        if is_slow.pop() if is_slow else False:
            await asyncio.sleep(5)
        return web.json_response({"round": 7, "signature": signed(7).hex()})

    async with serving(answer) as url:
        beacon = HttpBeacon(url, chain_of())
        assert await asked(beacon) is None
        assert await asked(beacon) == signed(7)


def test_the_setting_is_refused_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyblst", None)
    with pytest.raises(NoBeaconError, match=r"BEACON_URL: needs the library.*\[beacon\]"):
        HttpBeacon("https://api.drand.sh", QUICKNET)


def test_a_chain_that_has_not_begun_is_refused() -> None:
    with pytest.raises(NoBeaconError, match="BEACON_KEY: the first round"):
        HttpBeacon("https://api.drand.sh", chain_of(genesis=99_999_999_999))


def test_a_malformed_setting_is_refused() -> None:
    assert Config.model_validate({}).beacon_url is None
    other = Config.model_validate({"beacon_url": "https://one.example/chain/", "beacon_key": str(chain_of())})
    assert (other.beacon_url, other.chain) == ("https://one.example/chain", chain_of())
    for name, value in (("beacon_url", "ftp://x"), ("beacon_key", "ab:1:3"), ("beacon_url", "https://a:b@c")):
        with pytest.raises((ValidationError, ConfigError)):
            Config.model_validate({name: value})
