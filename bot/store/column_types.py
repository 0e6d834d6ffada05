"""Column types that refuse values of another kind when they are read. SQLite keeps any value in any column."""

from collections.abc import Callable
from typing import Any

import sqlalchemy
from sqlalchemy import Dialect


def _only(kind: type) -> Callable[[object], object]:
    def read(value: object) -> object:
        if value is not None and not isinstance(value, kind):
            raise ValueError(f"a value that is no {kind.__name__}")
        return value

    return read


class String(sqlalchemy.String):
    """A short text."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        return _only(str)


class Text(sqlalchemy.Text):
    """A text of any length."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        return _only(str)


class LargeBinary(sqlalchemy.LargeBinary):
    """Bytes."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        return _only(bytes)
