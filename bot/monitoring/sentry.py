"""Error reports to Sentry, if a host asks for them: the kind, cause, code and places of an error.

Events are built from lines of the log, which hold no secret: no traceback, variable, request or machine. Whatever the
library adds is dropped before an event leaves.
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
"""The parts of an event that are sent."""
TAGS = ("code", "table", "tournament", "loop", "kind")
"""The fields of a line of the log that become tags of an event."""
CLOSE_SECONDS = 2.0


class SentryError(LoggableError):
    """A setting for error reports that cannot be used."""


class ErrorReports:
    """A sender of the lines of the log that report an error."""

    def __init__(self, dsn: str, transport: "Transport | None" = None) -> None:
        """Raise SentryError if the address is malformed or the library is missing."""
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
        """Send a line of the log if it reports an error."""
        if logging.getLevelNamesMapping().get(str(line.get("level", "")).upper(), 0) >= logging.ERROR:
            self._client.capture_event(_event_of(line))

    def close(self) -> None:
        """Send the reports that wait, for a short time at most."""
        self._client.close(timeout=CLOSE_SECONDS)


def _event_of(line: Mapping[str, Any]) -> "Event":
    kind, places = str(line.get("error", "")), [place for place in str(line.get("places", "")).split(" > ") if place]
    message = str(line.get("event", "")).partition("\n")[0]
    # A library's line may hold figures. The pattern without them groups lines of one kind.
    record = line.get("_record")
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
    """Return the event without the parts that the library has added."""
    kept: Any = {name: value for name, value in event.items() if name in SENT}
    return kept  # type: ignore[no-any-return]
