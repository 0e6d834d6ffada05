"""Events at the library's own transport to Sentry: errors with their causes, and no card, name or token."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot import log
from bot.error_fields import error_fields
from bot.monitoring.sentry import ErrorReports, SentryError
from bot.store.writer import failed

DSN = "https://key@sentry.invalid/1"


class Kept(Transport):
    """Keeps the events that would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[dict[str, Any]] = []
        self.raw = ""

    def capture_envelope(self, envelope: Envelope) -> None:
        self.raw += envelope.serialize().decode()
        self.events += [item.payload.json for item in envelope.items if item.payload.json is not None]


@pytest.fixture
def sent() -> Iterator[Kept]:
    """Yield the events that are sent while the log goes to Sentry as in a running bot."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    kept = Kept()
    reports = ErrorReports(DSN, kept)
    log.configure("DEBUG", "json", io.StringIO(), reports.send)
    yield kept
    reports.close()
    for handler in root.handlers[:]:
        root.removeHandler(handler)
    for handler in handlers:
        root.addHandler(handler)
    root.setLevel(level)
    structlog.reset_defaults()


def break_with(hand: str) -> Exception:
    """Return an error that has a hand in its text, in its variables and in its cause."""
    try:
        try:
            raise KeyError(hand)
        except KeyError as cause:
            raise failed(OSError(28, "No space left on device", f"/data/{hand}")) from cause
    except Exception as error:
        return error


def test_an_error_arrives_with_its_cause_and_places_alone(sent: Kept) -> None:
    structlog.get_logger().error(
        "unexpected", code="ab12cd", name="Asha", hand="7S 8S", user=700700700700, **error_fields(break_with("7S 8S"))
    )
    (event,) = sent.events
    (problem,) = event["exception"]["values"]
    assert (problem["type"], problem["value"]) == ("StoreFailedError", "[Errno 28] No space left on device: …")
    assert problem["stacktrace"]["frames"][-1]["filename"] == "monitoring/test_sentry.py"
    assert event["tags"] == {"code": "ab12cd"}
    for secret in ("7S", "Asha", "700700700700", "KeyError"):
        assert secret not in json.dumps(event), secret
    assert not {"server_name", "modules", "breadcrumbs", "contexts", "user", "extra", "request"} & event.keys()


def test_errors_of_libraries_arrive_without_their_texts(sent: Kept) -> None:
    """An example is asyncio's error about a task, which contains the text of that task's error."""
    error = break_with("9H")
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: %r", error, exc_info=error)
    (event,) = sent.events
    assert event["message"] == "Task exception was never retrieved"
    assert "9H" not in sent.raw


def test_lines_of_libraries_that_differ_in_figures_are_one_kind(sent: Kept) -> None:
    """An example is discord.py's line before it connects again."""
    for seconds in (1.01, 3.96):
        error = break_with("9H")
        logging.getLogger("discord.client").error("Attempting a reconnect in %.2fs", seconds, exc_info=error)
    first, second = sent.events
    assert first["fingerprint"] == second["fingerprint"]
    assert (first["message"], second["message"]) == (
        "Attempting a reconnect in 1.01s",
        "Attempting a reconnect in 3.96s",
    )


def test_what_is_no_error_stays(sent: Kept) -> None:
    structlog.get_logger().warning("rate limited", table="abc123")
    logging.getLogger("discord.gateway").info("connected")
    assert sent.raw == ""


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(SentryError, match="SENTRY_DSN"):
        ErrorReports("nowhere")
