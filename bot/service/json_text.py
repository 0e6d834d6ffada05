"""Values stored as JSON, read leniently: missing keys get defaults, unknown ones are ignored."""

import json
from functools import cache
from typing import Any, ClassVar, Self

from pydantic import TypeAdapter, ValidationError

from bot.rummy.errors import ParseError


class JsonText:
    """A dataclass that is stored as JSON."""

    __slots__ = ()

    what: ClassVar[str]
    """The name of the value in errors."""
    ascii: ClassVar[bool] = True
    """Whether letters outside ASCII are escaped."""

    def __str__(self) -> str:
        values = self._adapter().dump_python(self, mode="json", by_alias=True)
        return json.dumps(self._flat(values), ensure_ascii=self.ascii)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no such value.
        """
        try:
            value: Self = cls._adapter().validate_python(cls._nested(json.loads(text)))
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise ParseError(f"no {cls.what}: {where}: {first['msg']}" if where else f"no {cls.what}") from None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError, ParseError) as error:
            raise ParseError(f"no {cls.what}: {error}") from None
        return value

    @classmethod
    def _adapter(cls) -> TypeAdapter[Any]:
        kind: Any = cls
        return _built(kind)

    def _flat(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the fields as they are written, given all of them as JSON."""
        return values

    @classmethod
    def _nested(cls, values: Any) -> Any:
        """Return the value for a text; the inverse of `_flat`."""
        return values


@cache
def _built(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
