"""Frozen dataclasses as TOML tables, both ways, with errors that name file, key and what is allowed."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from bot.rummy.errors import ErrorText, RulesError

MAX_CHARACTERS = 20_000
"""The most characters of a rule set's text."""
MOST_DOTS = 8
"""The most dots in a line: the time for a key grows with the square of its parts."""
MOST_SIGNS = 1000
"""The most signs that begin a value, a table or a list, outside lines of comment: a rule set has some hundred."""
MOST_FOUND = 60
"""The most characters of a wrong value that an error repeats."""

T = TypeVar("T")
Further = Mapping[str, Iterable[str]]
NOTHING: Further = {}


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers that a rule may have, and the length of a list of them (None for any)."""

    least: int
    most: int
    length: int | None = None
    or_none: bool = False
    """Whether 0 may stand for none."""

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most or (self.or_none and number == 0)

    @property
    def allowed(self) -> ErrorText:
        """Return the numbers that are allowed, as an error's text."""
        if self.or_none:
            return ErrorText("0, or a whole number from {least} to {most}", least=self.least, most=self.most)
        return ErrorText("a whole number from {least} to {most}", least=self.least, most=self.most)


def read(text: str, file: str) -> dict[str, Any]:
    """Return the table of a TOML text.

    Raises:
        RulesError: the text is too long or no TOML.
    """
    if len(text) > MAX_CHARACTERS:
        raise RulesError(f"{file}.toml", ErrorText("at most {most} characters", most=MAX_CHARACTERS))
    # A text of several lines could end in a line that looks like a comment, and more could stand behind it.
    is_plain = '"""' not in text and "'''" not in text
    lines = [line for line in text.split("\n") if not (is_plain and line.lstrip().startswith("#"))]
    if any(line.count(".") > MOST_DOTS for line in lines):
        raise RulesError(f"{file}.toml", ErrorText("at most {most} dots in a line", most=MOST_DOTS))
    if sum(line.count(sign) for line in lines for sign in "=,[{") > MOST_SIGNS:
        raise RulesError(f"{file}.toml", ErrorText("at most {most} values", most=MOST_SIGNS))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib raises a ValueError
        raise RulesError(f"{file}.toml", ErrorText("cannot be read: {error}", error=error)) from None


def build(kind: type[T], table: Any, file: str, path: str = "", further: Further = NOTHING, **given: Any) -> T:
    """Return the dataclass `kind` filled from a TOML table.

    Args:
        kind: its fields are values, enums, lists of these, or dataclasses: tables of their own. A field with a default
            may be missing: older texts mean the default.
        table: the value that TOML has in that place.
        file: its name without `.toml`, for errors.
        path: of the table in the file, for errors; ends with a dot.
        further: other known keys, by the path of their table; they are read elsewhere.
        given: fields that do not come from the table.

    Raises:
        RulesError: a key is unknown or missing, or a value is not allowed.
    """
    if not isinstance(table, dict):
        path = path.rstrip(".")
        raise RulesError(
            f"{file}.toml", path, ErrorText("a table [{path}], not {found}", path=path, found=repeated(table))
        )
    types = get_type_hints(kind, include_extras=True)
    names = [name for name in names_of(kind) if name not in given]
    for key in table:
        if key not in names:
            known = ", ".join(sorted({*names, *further.get(path, ())}))
            raise RulesError(f"{file}.toml", f"{path}{key}", ErrorText("unknown key; known here: {keys}", keys=known))
    optional = _optional(kind)
    for name in names:
        if name not in table and name not in optional:
            fault = ErrorText("missing; {allowed}, or name a base that has it", allowed=_allowed(types[name]))
            raise RulesError(f"{file}.toml", f"{path}{name}", fault)
    there = (name for name in names if name in table)
    return kind(**given, **{name: _value(types[name], table[name], file, path + name, further) for name in there})


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a dataclass, in their order."""
    return tuple(field.name for field in fields(kind))


def allowed_in(kind: type[Any], name: str) -> ErrorText:
    """Return the values that a field of a dataclass may have, as an error's text."""
    return _allowed(get_type_hints(kind, include_extras=True)[name])


def _optional(kind: type[Any]) -> frozenset[str]:
    """Return the fields of a dataclass that have a default."""
    return frozenset(field.name for field in fields(kind) if field.default is not MISSING)


def values_of(value: Any) -> dict[str, Any]:
    """Return the values of a dataclass, by field."""
    return {name: getattr(value, name) for name in names_of(type(value))}


def _value(
    kind: Any, value: Any, file: str, path: str, further: Further = NOTHING, between: Between | None = None
) -> Any:
    """Return one value, checked against the type of its field."""
    if get_origin(kind) is Annotated:
        kind, between = get_args(kind)
    if is_dataclass(kind):
        return build(kind, value, file, path + ".", further)  # type: ignore[arg-type]
    if get_origin(kind) is tuple:
        length = between.length if between else None
        if not isinstance(value, list) or (length and len(value) != length):
            raise _wrong(kind, between, value, file, path)
        return tuple(_value(get_args(kind)[0], item, file, path, between=between) for item in value)
    if issubclass(kind, Enum):
        if value not in [str(member) for member in kind]:
            raise _wrong(kind, between, value, file, path)
        return kind(value)
    if between is not None:
        if type(value) is not int or value not in between:
            raise _wrong(kind, between, value, file, path)
    elif type(value) is not kind:
        raise _wrong(kind, between, value, file, path)
    elif kind is str and (len(value) > 40 or not value.isprintable()):
        raise RulesError(f"{file}.toml", path, ErrorText("one line of at most {most} characters", most=40))
    return value


def _wrong(kind: Any, between: Between | None, value: Any, file: str, path: str) -> RulesError:
    """Return the error for a value that is not allowed."""
    allowed = _allowed(kind if between is None else Annotated[kind, between])
    return RulesError(f"{file}.toml", path, ErrorText("{allowed}, not {found}", allowed=allowed, found=repeated(value)))


def repeated(value: Any) -> str:
    """Return the beginning of a wrong value, as an error repeats it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of too many digits, or tables in tables
        return "…"
    return text if len(text) <= MOST_FOUND else f"{text[: MOST_FOUND - 1]}…"


def _allowed(kind: Any) -> ErrorText:
    """Return the values that a type allows, as an error's text."""
    between: Between | None = None
    if get_origin(kind) is Annotated:
        kind, between = get_args(kind)
    if is_dataclass(kind):
        return ErrorText("a table")
    if get_origin(kind) is tuple:
        if between is None or not between.length:
            return ErrorText("a list of values")
        return ErrorText("a list of {number} values", number=between.length)
    if issubclass(kind, Enum):
        return ErrorText("one of {names}", names=one_of(kind))
    if between is not None:
        return between.allowed
    return ErrorText("true or false") if kind is bool else ErrorText("a text")


def document(table: Mapping[str, Any]) -> str:
    """Return a table as TOML: its values, then the tables in it."""
    tables = {name: value for name, value in table.items() if isinstance(value, Mapping)}
    lines = [f"{name} = {written(value)}" for name, value in table.items() if name not in tables]
    for name, inner in tables.items():
        lines.append(f"[{name}]")
        lines += [f"{key} = {written(value)}" for key, value in inner.items()]
    return "\n".join(lines) + "\n"


def written(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    # Texts are printable, so JSON's escapes are TOML's.
    return json.dumps(str(value), ensure_ascii=False)


def one_of(kind: Iterable[Any]) -> str:
    """Return the values of an enum as a list in one line."""
    return ", ".join(str(member) for member in kind)
