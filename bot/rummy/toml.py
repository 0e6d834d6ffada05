"""Frozen dataclasses as TOML tables, both ways, with errors that name file, key and what is allowed."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from bot.rummy.errors import RulesError

MAX_CHARACTERS = 20_000
"""Of a rule set's text."""

T = TypeVar("T")
Further = Mapping[str, Iterable[str]]
NOTHING: Further = {}


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers a rule may have, and how many of them in a list (None: any)."""

    least: int
    most: int
    length: int | None = None
    or_none: bool = False
    """Whether 0 may stand for there being none."""

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most or (self.or_none and number == 0)

    def __str__(self) -> str:
        return f"{'0, or ' if self.or_none else ''}a whole number from {self.least} to {self.most}"


def read(text: str, file: str) -> dict[str, Any]:
    """The table that a TOML text is.

    Raises:
        RulesError: the text is too long or no TOML.
    """
    if len(text) > MAX_CHARACTERS:
        raise RulesError(f"{file}.toml: at most {MAX_CHARACTERS} characters")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOML's own error is a ValueError
        raise RulesError(f"{file}.toml: not TOML: {error}") from None


def build(kind: type[T], table: Any, file: str, path: str = "", further: Further = NOTHING, **given: Any) -> T:
    """The dataclass `kind` filled from a TOML table.

    Args:
        kind: its fields are values, enums, lists of these, or dataclasses: tables of their own. One with a default
            may be missing: texts from before it was added mean that.
        table: what TOML has in that place.
        file: its name without `.toml`, for errors.
        path: of the table in the file, for errors; ends with a dot.
        further: keys that are known besides, by the path of their table; they are read elsewhere.
        given: fields that do not come from the table.

    Raises:
        RulesError: a key is unknown or missing, or a value is not allowed.
    """
    if not isinstance(table, dict):
        raise RulesError(f"{file}.toml: {path.rstrip('.')}: a table [{path.rstrip('.')}], not {table!r}")
    types = get_type_hints(kind, include_extras=True)
    names = [name for name in names_of(kind) if name not in given]
    for key in table:
        if key not in names:
            known = ", ".join(sorted({*names, *further.get(path, ())}))
            raise RulesError(f"{file}.toml: {path}{key}: unknown key; known here: {known}")
    optional = _optional(kind)
    for name in names:
        if name not in table and name not in optional:
            raise RulesError(f"{file}.toml: {path}{name}: missing; {_allowed(types[name])}, or name a base that has it")
    there = (name for name in names if name in table)
    return kind(**given, **{name: _value(types[name], table[name], file, path + name, further) for name in there})


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass, in their order."""
    return tuple(field.name for field in fields(kind))


def _optional(kind: type[Any]) -> frozenset[str]:
    """The fields of a dataclass that have a default."""
    return frozenset(field.name for field in fields(kind) if field.default is not MISSING)


def values_of(value: Any) -> dict[str, Any]:
    """The values of a dataclass, by field."""
    return {name: getattr(value, name) for name in names_of(type(value))}


def _value(
    kind: Any, value: Any, file: str, path: str, further: Further = NOTHING, between: Between | None = None
) -> Any:
    """One value, checked against the type of its field."""
    if get_origin(kind) is Annotated:
        kind, between = get_args(kind)
    if is_dataclass(kind):
        return build(kind, value, file, path + ".", further)  # type: ignore[arg-type]
    if get_origin(kind) is tuple:
        length = between.length if between else None
        if not isinstance(value, list) or (length and len(value) != length):
            count = f"{length} values" if length else "values"
            raise RulesError(f"{file}.toml: {path}: a list of {count}, not {value!r}")
        return tuple(_value(get_args(kind)[0], item, file, path, between=between) for item in value)
    if issubclass(kind, Enum):
        if value not in [str(member) for member in kind]:
            raise RulesError(f"{file}.toml: {path}: {_allowed(kind)}, not {value!r}")
        return kind(value)
    if between is not None:
        if type(value) is not int or value not in between:
            raise RulesError(f"{file}.toml: {path}: {_allowed(Annotated[kind, between])}, not {value!r}")
    elif type(value) is not kind:
        raise RulesError(f"{file}.toml: {path}: {_allowed(kind)}, not {value!r}")
    elif kind is str and (len(value) > 40 or not value.isprintable()):
        raise RulesError(f"{file}.toml: {path}: one line of at most 40 characters")
    return value


def _allowed(kind: Any) -> str:
    """What a value of that type may be."""
    between = None
    if get_origin(kind) is Annotated:
        kind, between = get_args(kind)
    if is_dataclass(kind):
        return "a table"
    if get_origin(kind) is tuple:
        length = f"{between.length} " if between and between.length else ""
        return f"a list of {length}values"
    if issubclass(kind, Enum):
        return f"one of {one_of(kind)}"
    if between is not None:
        return str(between)
    return "true or false" if kind is bool else "a text"


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    # Texts are printable, so JSON's escapes are TOML's.
    return json.dumps(str(value), ensure_ascii=False)


def one_of(kind: Iterable[Any]) -> str:
    """The values of an enum, to choose from."""
    return ", ".join(str(member) for member in kind)
