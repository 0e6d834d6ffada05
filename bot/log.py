"""What the bot writes about itself: one line an event, as text or as JSON.

Nothing secret is ever passed to a log: no card, no token, no seed. So nothing needs to be blacked out here.
"""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor

LEAST = {
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
"""What libraries may log at most: below, they write what they carry, and requests and rows hold cards."""


def _in_brief(_: object, __: str, event: EventDict) -> EventDict:
    """An error's kind in place of its traceback: its text may name a card, and its lines help nobody who hosts."""
    found = event.pop("exc_info", None)
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event.setdefault("error", type(error).__name__)
    return event


SHARED: tuple[Processor, ...] = (
    _in_brief,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure(level: str = "INFO", form: str = "text", stream: TextIO | None = None) -> None:
    """Send what structlog and the libraries log to `stream` (stderr), in one form."""
    out = stream if stream is not None else sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form, out)],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name, least in LEAST.items():
        logging.getLogger(name).setLevel(max(least, logging.root.level))
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _rendering(form: str, out: TextIO) -> list[Processor]:
    if form == "json":
        return [structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=out.isatty())]
