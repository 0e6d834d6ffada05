"""Sends errors to Sentry where a host asks for it: their kind, cause, code and places, and nothing besides.

Events are built from lines of the log, which hold no secret, so there is no traceback, variable, request or machine
to be taken out of them. What the library adds by itself is dropped again before an event leaves.
"""

import logging
from collections.abc import Mapping
from importlib import metadata
from typing import TYPE_CHECKING, Any

from bot.error_fields import LoggableError

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

SENT = frozenset(
    {"event_id", "timestamp", "platform", "level", "logger", "message", "exception", "fingerprint", "tags", "release"}
)
"""The parts of an event that leave."""
TAGS = ("code", "table", "tournament", "loop", "kind")
"""What of a line of the log comes with an event."""
CLOSE_SECONDS = 2.0


class SentryError(LoggableError):
    """Errors cannot be sent as the settings ask."""


class ErrorReports:
    """Sends each line of the log that tells of an error."""

    def __init__(self, dsn: str, transport: "Transport | None" = None) -> None:
        """Raises SentryError: the address is none, or the library is missing."""
        try:
            from sentry_sdk import Client
            from sentry_sdk.utils import BadDsn
        except ImportError:
            raise SentryError("SENTRY_DSN", "needs the Sentry library: pip install '.[sentry]'") from None
        try:
            self._client = Client(
                dsn=dsn,
                transport=transport,
                release=f"paplu@{metadata.version('paplu')}",
                server_name="",
                default_integrations=False,
                auto_enabling_integrations=False,
                include_local_variables=False,
                include_source_context=False,
                max_breadcrumbs=0,
                before_send=_bare,
            )
        except BadDsn:
            allowed = "an address such as https://key@host/1, as Sentry gives it"
            raise SentryError("SENTRY_DSN", allowed) from None

    def send(self, line: Mapping[str, Any]) -> None:
        """Send a line of the log that tells of an error; others are left alone."""
        if logging.getLevelNamesMapping().get(str(line.get("level", "")).upper(), 0) >= logging.ERROR:
            self._client.capture_event(_event_of(line))

    def close(self) -> None:
        """Send what waits, for a short time at most."""
        self._client.close(timeout=CLOSE_SECONDS)


def _event_of(line: Mapping[str, Any]) -> "Event":
    kind, places = str(line.get("error", "")), [place for place in str(line.get("places", "")).split(" > ") if place]
    message = str(line.get("event", "")).partition("\n")[0]
    record = line.get("_record")  # a line of a library, which may hold figures: without them, lines of one kind are one
    pattern = message if record is None else str(record.msg).partition("\n")[0]
    frames = [{"filename": file, "lineno": int(number)} for file, _, number in (p.rpartition(":") for p in places)]
    problem = {"type": kind or message, "value": str(line.get("cause", "")), "stacktrace": {"frames": frames}}
    return {
        "level": "error",
        "logger": str(line.get("logger", "")),
        "message": message,
        "exception": {"values": [problem]},
        "fingerprint": [pattern, kind, *places[-1:]],
        "tags": {name: str(line[name]) for name in TAGS if line.get(name) is not None},
    }


def _bare(event: "Event", _: "Hint") -> "Event":
    """The event without what the library has added."""
    kept: Any = {name: value for name, value in event.items() if name in SENT}
    return kept  # type: ignore[no-any-return]
