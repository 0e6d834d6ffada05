"""The log: one line for each event, as text or as JSON.

Callers never log a secret: no card, no token, no seed. So nothing is removed here.
"""

import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor

from bot.error_fields import error_fields

LEAST = {
    "aiosqlite": logging.WARNING,
    "alembic": logging.WARNING,
    "asyncio": logging.INFO,
    "discord.client": logging.INFO,
    "discord.gateway": logging.INFO,
    "discord.http": logging.INFO,
    "discord.state": logging.INFO,
    "discord.ui.view": logging.INFO,
    "discord.webhook.async_": logging.INFO,
    "PIL": logging.INFO,
    "sqlalchemy": logging.WARNING,
}
"""The lowest level of each library. Below it, they log requests and rows, which hold cards."""


def _in_brief(_: object, __: str, event: EventDict) -> EventDict:
    """Replace a traceback by the safe fields of the error. Keep the first line of a message; others may name a card."""
    found = event.pop("exc_info", None)
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        for name, value in error_fields(error).items():
            event.setdefault(name, value)
    event["event"] = str(event.get("event", "")).partition("\n")[0]
    return event


SHARED: tuple[Processor, ...] = (
    _in_brief,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


Report = Callable[[Mapping[str, Any]], None]
"""A function that takes each line of the log, as names and values."""


def configure(
    level: str = "INFO", form: str = "text", stream: TextIO | None = None, report: Report | None = None
) -> None:
    """Send the log of structlog and the libraries to *stream* (stderr), in one form, and to *report*."""
    out = stream if stream is not None else sys.stderr
    shared = SHARED if report is None else (*SHARED, _reporting(report))
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form, out)],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name, least in LEAST.items():
        logging.getLogger(name).setLevel(max(least, logging.root.level))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _reporting(report: Report) -> Processor:
    def reported(_: object, __: str, event: EventDict) -> EventDict:
        report(event)
        return event

    return reported


def _rendering(form: str, out: TextIO) -> list[Processor]:
    if form == "json":
        return [structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=out.isatty())]
