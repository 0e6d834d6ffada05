"""The fields of an error for a log: its kind, a safe line about its cause, and the chain of places it came through.

The text of most errors may name a card, a token or what a person typed, so it is never written. A few kinds are safe:
those that promise it, errors of the system, and the codes of Discord.
"""

import os
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from bot.rummy.errors import ExplainedError

MOST_PLACES = 16
_OURS = ("bot.", "cogs.")


class LoggableError(ExplainedError):
    """An error with a line that is fit for a log: it holds nothing that players must not see."""

    @property
    def line(self) -> str | None:
        """Return that line: the first of its text, unless its class has another."""
        return next(iter(str(self).splitlines()), None)


def error_fields(error: BaseException) -> dict[str, Any]:
    """Return the fields that a log may hold of an error: its class, its places in our code, and its cause if that is
    safe.
    """
    cause = cause_of(error)
    line = {} if cause is None else {"cause": cause}
    return {"error": type(error).__name__, **line, "places": " > ".join(places_of(error))}


def cause_of(error: BaseException) -> str | None:
    """Return what went wrong first, in one safe line; None if nothing safe is known."""
    lines = [line for one in _chain(error) if (line := _safe_line(one)) is not None]
    return lines[-1] if lines else None


def places_of(error: BaseException) -> list[str]:
    """Return the places of our code through which an error came, the outermost first; the last is where it began."""
    found: list[str] = []
    for one in _chain(error):
        traces = [*_traces(one)]
        steps = [_place(trace) for trace in traces if _is_ours(trace) or trace is traces[-1]]
        found += [step for step in steps if step not in found]
    return found[-MOST_PLACES:]


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, what caused it, and so on."""
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _safe_line(error: BaseException) -> str | None:
    if isinstance(error, LoggableError):
        return error.line
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    if isinstance(status, int) and isinstance(code, int):
        return f"{status}/{code}"
    # These two have error numbers of their own, and lines that are safe to log.
    if isinstance(error, ssl.SSLError):
        line = getattr(error, "verify_message", None) or getattr(error, "reason", None)
        return line.partition(",")[0] if line else None  # after a comma it may name the host
    if isinstance(error, socket.gaierror):
        return error.strerror
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno)
    return None


def _traces(error: BaseException) -> Iterator[TracebackType]:
    trace = error.__traceback__
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_ours(trace: TracebackType) -> bool:
    return str(trace.tb_frame.f_globals.get("__name__", "")).startswith(_OURS)


def _place(trace: TracebackType) -> str:
    file = "/".join(Path(trace.tb_frame.f_code.co_filename).parts[-2:])
    return f"{file}:{trace.tb_lineno}"
