"""Errors in logs: where they came through and why, and never the cards of a hand."""

import asyncio
import errno
import re
import socket
import ssl
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.error_fields import LoggableError, cause_of, error_fields, places_of
from bot.rummy.ids import TableId
from bot.store.errors import StoreFailedError
from bot.store.store import Store
from bot.store.writer import failed
from tests.store.samples import change


def caught(error: Exception, cause: Exception | None = None) -> Exception:
    """Return the error as it is where it was caught."""
    try:
        if cause is None:
            raise error
        try:
            raise cause
        except Exception as inner:
            raise error from inner
    except Exception as found:
        return found


def test_a_text_that_may_name_cards_is_never_told() -> None:
    error = caught(ValueError("7S 8S"), KeyError("Card 9H"))
    assert error_fields(error)["error"] == "ValueError"
    assert not any(card in str(error_fields(error)) for card in ("7S", "9H"))
    assert cause_of(error) is None


def test_the_first_safe_line_is_told_through_errors_that_say_nothing() -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "/data/7S.db")
    assert cause_of(caught(RuntimeError("7S"), full)) == "No space left on device"
    assert cause_of(caught(RuntimeError("7S"), LoggableError("database or disk is full\nDETAIL: 7S"))) == (
        "database or disk is full"
    )


async def test_what_keeps_a_connection_from_being_made_is_told() -> None:
    """Unknown host names, and servers that cannot prove their identity, have error numbers that the system lacks."""
    with pytest.raises(socket.gaierror) as unknown:
        socket.getaddrinfo("no number", None, flags=socket.AI_NUMERICHOST)
    assert cause_of(caught(RuntimeError("7S"), unknown.value)) == unknown.value.strerror
    foreign = ssl.SSLCertVerificationError(1, "failed")
    foreign.verify_message = "Hostname mismatch, certificate is not valid for 'proxy.example'."
    assert cause_of(foreign) == "Hostname mismatch"

    async def speak_plainly(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(speak_plainly, "127.0.0.1", 0) as server, aiohttp.ClientSession() as session:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(aiohttp.ClientConnectorSSLError) as plain:
            await session.get(f"https://127.0.0.1:{port}")
    line = error_fields(plain.value)
    assert line["error"] == "ClientConnectorSSLError"
    assert re.fullmatch("[A-Z_]+", line["cause"])


def test_a_driver_is_quoted_without_its_values() -> None:
    said = {
        "database or disk is full": "database or disk is full",
        'duplicate key value violates unique constraint "pk_tables"\nDETAIL: Key (id)=(7S)': (
            "duplicate key value violates unique constraint …"
        ),
        "invalid input for query argument $3: '7S 8S' (value out of int32 range)": (
            "invalid input for query argument …"
        ),
    }
    for line, fit in said.items():
        error = failed(Exception(line))
        assert isinstance(error, StoreFailedError)
        assert cause_of(error) == fit


def test_places_lead_from_the_outermost_to_where_it_began() -> None:
    error = caught(RuntimeError(), failed(ValueError()))
    assert places_of(error)[-1].startswith("monitoring/test_trouble.py:")
    with pytest.raises(ValueError) as deep:
        discord.Colour.from_str("no colour")
    assert places_of(deep.value)[-1].startswith("discord/colour.py:")


def test_an_error_that_is_its_own_cause_is_told_once() -> None:
    error = RuntimeError()
    error.__cause__ = error
    assert error_fields(error) == {"error": "RuntimeError", "places": ""}


async def fill(store: Store) -> None:
    """Write far more than fits."""
    for number in range(1000):
        await store.tables.commit(change(TableId(f"t{number:05}")))


async def test_a_full_database_says_so(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/full.db")
    try:
        await store.database.writer.submit(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1"))
        with pytest.raises(StoreFailedError) as full:
            await fill(store)
    finally:
        await store.close()
    assert error_fields(full.value)["cause"] == "database or disk is full"
    assert "store/writer.py" in error_fields(full.value)["places"]
