"""Rules: every number and switch of the game, read from TOML texts.

A rule set is one file. `base = "circle"` takes over whatever the file does not name. References such as
`001 L196` in these files and in the code are sheet and line of the published rule sheets they come from; ids such as
`B12` are decisions. `docs/RULES.md` lists both.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from bot.rummy.cards import JOKER, Card, Rank, packs
from bot.rummy.errors import RulesError

HAND_SIZE = 13
MAX_PLAYERS = 6
MAX_CHARACTERS = 20_000
"""Of a rule set's text."""


class Format(StrEnum):
    """How deals make a match."""

    POINTS = "points"
    POOL_101 = "pool_101"
    POOL_201 = "pool_201"
    DEALS = "deals"
    BEST_OF_3 = "best_of_3"
    BEST_OF = "best_of"
    """As many deals as the table sets."""
    LIMIT = "limit"
    """Deals until somebody reaches the points that the table sets."""


INDIAN = (Format.POINTS, Format.POOL_101, Format.POOL_201, Format.DEALS, Format.BEST_OF_3)
WESTERN = (Format.POINTS, Format.BEST_OF_3, Format.BEST_OF, Format.LIMIT)
"""Which formats each game knows."""


class Start(StrEnum):
    """Who plays first."""

    TOSS = "toss"
    """Each draws a card; highest sits and plays first, lowest is dealer (002 L4-6)."""
    RANDOM_DEALER = "random_dealer"
    """Whoever sits after a random dealer, clockwise (000 L12)."""


class PrintedCut(StrEnum):
    """What is wild when the cut card is a printed joker."""

    ACES = "aces"
    PRINTED_ONLY = "printed_only"


class JokerPick(StrEnum):
    """When a joker may be picked from the open deck."""

    FIRST_OPEN_ONLY = "first_open_only"
    """Only the card turned up at the deal, by the first player in the first turn (002 L32-33)."""
    ALWAYS = "always"


class PointsStake(StrEnum):
    """What is agreed on when one deal is played for chips."""

    POINT_VALUE = "point_value"
    """The value of a point (001 L210)."""
    BOOT = "boot"
    """What a full count costs; fewer points cost their share of it (000 L27, L41)."""
    ENTRY = "entry"
    """What each pays in; the winner gets the pot."""


class LoserPolicy(StrEnum):
    """Which valid groups spare a loser their points."""

    TWO_SEQ_OR_ALL = "two_seq_or_all"
    """None, unless there are two sequences, one of them pure (001 L181)."""
    PURE_PROTECTS = "pure_protects"
    """Without a second sequence the pure sequence alone (000 L24)."""
    ANY_VALID_GROUP = "any_valid_group"
    """Every valid group (004 L25-26, read literally)."""


class LapseMode(StrEnum):
    """Which lapses count together."""

    CONSECUTIVE = "consecutive"
    CUMULATIVE = "cumulative"


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers a rule may have, and how many of them in a list (None: any)."""

    least: int
    most: int
    length: int | None = None


@dataclass(frozen=True, slots=True)
class PackRules:
    """The cards on the table."""

    by_players: Annotated[tuple[int, ...], Between(1, 6, length=MAX_PLAYERS - 1)]
    """Packs for 2, 3, 4, 5 and 6 players."""
    printed_jokers: Annotated[int, Between(0, 6)]
    """Printed jokers in each pack."""


@dataclass(frozen=True, slots=True)
class JokerRules:
    """What jokers may do."""

    printed_cut: PrintedCut
    pick: JokerPick
    wild_natural_pure: bool
    """A card of the wild rank in its own place leaves a sequence pure (002 L10)."""


@dataclass(frozen=True, slots=True)
class GroupRules:
    """Limits of groups."""

    max_set_size: Annotated[int, Between(0, HAND_SIZE)]
    """Most cards in a set, jokers included; 0 is no limit."""


@dataclass(frozen=True, slots=True)
class TurnRules:
    """Drawing, time and lapses."""

    turn_seconds: Annotated[int, Between(5, 86_400)]
    bank_seconds: Annotated[int, Between(0, 86_400)]
    """Extra time for each player and deal, spent when a turn or a declaration runs over."""
    declare_seconds: Annotated[int, Between(5, 86_400)]
    lapse_mode: LapseMode
    lapse_limit: Annotated[int, Between(1, 100)]
    """Lapses after which a player is dropped."""
    lapse_first_drop: bool
    """One who lapses out without ever drawing pays the first drop instead of the middle drop."""
    max_reshuffles: Annotated[int, Between(0, 1000)]


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """Points of a loser who shows cards."""

    full_count: Annotated[int, Between(1, 1000)]
    """The most a hand can cost; a wrong declaration costs it."""
    loser_policy: LoserPolicy
    min_loser_points: Annotated[int, Between(0, 100)]
    deal_show: bool
    """Half the points for one who had no turn before the declaration (002 L63-66)."""
    deal_show_min: Annotated[int, Between(0, 100)]
    auto_arrange_losers: bool
    """The solver arranges what a loser did not group in time."""
    points_stake: PointsStake
    rake_percent: Annotated[int, Between(0, 50)]
    """Taken from what the winners get; rounded down."""


@dataclass(frozen=True, slots=True)
class DropRules:
    """What leaving a deal costs in the points format."""

    first_drop: Annotated[int, Between(0, 1000)]
    middle_drop: Annotated[int, Between(0, 1000)]


@dataclass(frozen=True, slots=True)
class PoolRules:
    """A pool: out at `limit` points or more."""

    limit: Annotated[int, Between(2, 10_000)]
    first_drop: Annotated[int, Between(0, 1000)]
    middle_drop: Annotated[int, Between(0, 1000)]
    rejoin_max: Annotated[int, Between(0, 10_000)]
    """No rejoin once an active player stands above this."""
    split_min: Annotated[int, Between(0, 10_000)]
    """The pool is shared equally when all who are left stand at this or above."""


@dataclass(frozen=True, slots=True)
class DealsRules:
    """A fixed number of deals, played for chips."""

    counts: Annotated[tuple[int, ...], Between(1, 100)]


@dataclass(frozen=True, slots=True)
class WesternRules:
    """The western game, with melds on the table (003)."""

    jokers: Annotated[int, Between(0, 12)]
    """Jokers in all, whatever the packs (003 L7)."""
    joker_points: Annotated[int, Between(0, 100)]
    """What a joker left in hand costs (F2)."""
    ace_points: Annotated[int, Between(1, 100)]
    """What an ace left in hand costs (F2)."""
    first_meld: Annotated[int, Between(0, 100)]
    """The fewest points of what one places first, in one turn; 0: any (F4)."""
    adjacent_jokers: bool
    """Jokers may lie side by side in a sequence (F8)."""
    more_jokers: bool
    """A meld may hold more jokers than other cards (against 003 L49-51)."""
    rummy_bonus: Annotated[int, Between(0, 1000)]
    """Comes off the points of one who places all cards in one turn, nothing before (003 L62)."""
    best_of: Annotated[tuple[int, ...], Between(2, 99)]
    """How many deals a match of several may have."""
    limits: Annotated[tuple[int, ...], Between(10, 10_000)]
    """Points at which a match may end."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set."""

    id: str
    name: str
    """Our own plain name, at most 40 characters."""
    sheet: str
    """Whose published rules it follows; empty for a house rule."""
    listed: bool
    """False where another rule set plays alike and menus need only one."""
    formats: tuple[Format, ...]
    min_players: Annotated[int, Between(2, MAX_PLAYERS)]
    max_players: Annotated[int, Between(2, MAX_PLAYERS)]
    start: Start
    packs: PackRules
    jokers: JokerRules
    groups: GroupRules
    turns: TurnRules
    scoring: ScoringRules
    points: DropRules
    pool_101: PoolRules
    pool_201: PoolRules
    deals: DealsRules
    romme: WesternRules | None
    """The western game; None: the Indian one."""

    def pool(self, format: Format) -> PoolRules | None:
        """The limits of a pool; None for the other formats."""
        return {Format.POOL_101: self.pool_101, Format.POOL_201: self.pool_201}.get(format)

    def drops(self, format: Format) -> DropRules | None:
        """What a drop costs in a format; None: it has none (B12, B13)."""
        if self.romme is not None:
            return None
        if pool := self.pool(format):
            return DropRules(pool.first_drop, pool.middle_drop)
        return self.points if format is Format.POINTS else None

    def packs_for(self, players: int) -> int:
        """Number of packs for `players` players."""
        return self.packs.by_players[players - 2]

    def cards(self, players: int) -> tuple[Card, ...]:
        """All cards for `players` players, unshuffled."""
        count = self.packs_for(players)
        if self.romme is None:
            return packs(count, self.packs.printed_jokers)
        return packs(count, 0) + (JOKER,) * self.romme.jokers

    def numbers(self, format: Format) -> tuple[int, ...]:
        """What a table may choose from: how many deals, or the limit; (0,) where nothing is to choose."""
        if format is Format.DEALS:
            return self.deals.counts
        if format is Format.BEST_OF:
            return self.romme.best_of if self.romme else ()
        if format is Format.LIMIT:
            return self.romme.limits if self.romme else ()
        return (0,)

    def wild_rank(self, cut: Card | None) -> Rank | None:
        """The rank whose cards are jokers besides the printed ones; None: no rank is (A10, A11)."""
        if cut is None:
            return None
        if cut != JOKER:
            return cut.rank
        return Rank.ACE if self.jokers.printed_cut is PrintedCut.ACES else None

    def text(self) -> str:
        """The rule set as TOML, complete; with the id the inverse of `parse`."""
        given = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "id"}
        values = {name: value for name, value in given.items() if value is not None and not is_dataclass(value)}
        lines = [f"{name} = {_toml(value)}" for name, value in values.items()]
        for table in fields(self):
            inner = getattr(self, table.name)
            if is_dataclass(inner):
                lines.append(f"[{table.name}]")
                lines += [f"{f.name} = {_toml(getattr(inner, f.name))}" for f in fields(inner)]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, id: str, bases: Mapping[str, str] = MappingProxyType({})) -> "Rules":
        """The rule set that a TOML text describes; `bases` are texts that `base` may name, by id.

        Raises:
            RulesError: an unknown key, a missing or bad value, or an unknown or circular base.
        """
        table = _merged(text, id, bases, ())
        rules: Rules = _build(cls, {"id": id, **table}, id, "")
        for key, allowed in rules._contradictions():
            raise RulesError(f"{id}.toml: {key}: {allowed}")
        return rules

    def _contradictions(self) -> Iterator[tuple[str, str]]:
        """Values that are fine one by one and cannot be played together: the key, and what is allowed."""
        if not self.name:
            yield "name", "a text that is not empty"
        if self.min_players > self.max_players:
            yield "min_players", f"at most max_players ({self.max_players})"
        if not self.formats or len(set(self.formats)) < len(self.formats):
            yield "formats", f"at least one of {_one_of(Format)}, each once"
        for format, key in ((Format.DEALS, "deals.counts"), (Format.BEST_OF, "romme.best_of")):
            if format in self.formats and not self.numbers(format):
                yield key, f"at least one number where the format {format} is played"
        if Format.LIMIT in self.formats and not self.numbers(Format.LIMIT):
            yield "romme.limits", "at least one number where the format limit is played"
        yield from self._numbers_twice()
        yield from self._endless_pools()
        yield from self._misplaced_formats()
        if 0 < self.groups.max_set_size < 3:
            yield "groups.max_set_size", f"0 (no limit) or a whole number from 3 to {HAND_SIZE}"
        for players in range(self.min_players, self.max_players + 1):
            # Each gets a hand; the cut card and the first open card are turned up.
            needed = HAND_SIZE * players + 2
            if len(self.cards(players)) < needed:
                yield "packs.by_players", f"enough packs for {players} players, who need {needed} cards"

    def _misplaced_formats(self) -> Iterator[tuple[str, str]]:
        """Formats of the other game, and numbers that another format has."""
        known = WESTERN if self.romme else INDIAN
        if not set(self.formats) <= set(known):
            yield "formats", f"some of {', '.join(known)} {'with' if self.romme else 'without'} a table [romme]"
        if self.romme and 3 in self.romme.best_of:
            yield "romme.best_of", "numbers other than 3: that is the format best_of_3"
        if self.romme and self.scoring.points_stake is not PointsStake.ENTRY:
            # Several may share a deal there: what each point costs would have nobody to go to.
            yield "scoring.points_stake", "entry with a table [romme]"

    def _numbers_twice(self) -> Iterator[tuple[str, str]]:
        """Lists from which a menu is made."""
        lists = {"deals.counts": self.deals.counts}
        if self.romme:
            lists |= {"romme.best_of": self.romme.best_of, "romme.limits": self.romme.limits}
        for key, numbers in lists.items():
            if len(set(numbers)) < len(numbers):
                yield key, "numbers, each once"

    def _endless_pools(self) -> Iterator[tuple[str, str]]:
        """Pools in which lapsing out costs nothing: with everybody away they would go on for ever."""
        for format in self.formats:
            if pool := self.pool(format):
                word = "first_drop" if self.turns.lapse_first_drop else "middle_drop"
                if not getattr(pool, word):
                    yield f"{format}.{word}", "a whole number from 1 to 1000, for it is what lapsing out costs"


def _merged(text: str, id: str, bases: Mapping[str, str], seen: tuple[str, ...]) -> dict[str, Any]:
    if len(text) > MAX_CHARACTERS:
        raise RulesError(f"{id}.toml: at most {MAX_CHARACTERS} characters")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOML's own error is a ValueError
        raise RulesError(f"{id}.toml: not TOML: {error}") from None
    base = table.pop("base", None)
    if "id" in table:
        raise RulesError(f"{id}.toml: id: unknown key; the file's name is the id")
    if base is None:
        return table
    if not isinstance(base, str) or base not in bases or base == id or base in seen:
        allowed = ", ".join(sorted(set(bases) - {id, *seen}))
        raise RulesError(f"{id}.toml: base: one of {allowed}, not {base!r}")
    under = _merged(bases[base], base, bases, (*seen, id))
    # A house rule built on a published sheet is not that sheet, and menus list it.
    under.update({"listed": True, "sheet": ""})
    for key, value in table.items():
        both = isinstance(value, dict) and isinstance(under.get(key), dict)
        under[key] = {**under[key], **value} if both else value
    return under


def _build(kind: Any, table: Any, id: str, path: str) -> Any:
    """The dataclass `kind` filled from a TOML table; `path` names the table for errors."""
    if not isinstance(table, dict):
        raise RulesError(f"{id}.toml: {path.rstrip('.')}: a table [{path.rstrip('.')}], not {table!r}")
    types = get_type_hints(kind, include_extras=True)
    names = [spec.name for spec in fields(kind)]
    for key in table:
        if key not in names:
            known = ", ".join(sorted(set(names) - {"id"}))
            raise RulesError(f"{id}.toml: {path}{key}: unknown key; known here: {known}")
    for name in names:
        if name not in table and not _is_optional(types[name]):
            raise RulesError(f"{id}.toml: {path}{name}: missing; {_allowed(types[name])}, or name a base that has it")
    return kind(**{name: _value(types[name], table.get(name), id, path + name) for name in names})


def _is_optional(kind: Any) -> bool:
    """Whether a table of that type may be left out."""
    return NoneType in get_args(kind)


def _value(kind: Any, value: Any, id: str, path: str, between: Between | None = None) -> Any:
    """One value, checked against the type of its field."""
    if _is_optional(kind):
        (kind,) = set(get_args(kind)) - {NoneType}
        return None if value is None else _value(kind, value, id, path)
    if get_origin(kind) is Annotated:
        kind, between = get_args(kind)
    if is_dataclass(kind):
        return _build(kind, value, id, path + ".")
    if get_origin(kind) is tuple:
        length = between.length if between else None
        if not isinstance(value, list) or (length and len(value) != length):
            count = f"{length} values" if length else "values"
            raise RulesError(f"{id}.toml: {path}: a list of {count}, not {value!r}")
        return tuple(_value(get_args(kind)[0], item, id, path, between) for item in value)
    if issubclass(kind, Enum):
        if value not in [str(member) for member in kind]:
            raise RulesError(f"{id}.toml: {path}: {_allowed(kind)}, not {value!r}")
        return kind(value)
    if between is not None:
        if type(value) is not int or not between.least <= value <= between.most:
            raise RulesError(f"{id}.toml: {path}: {_allowed(Annotated[kind, between])}, not {value!r}")
    elif type(value) is not kind:
        raise RulesError(f"{id}.toml: {path}: {_allowed(kind)}, not {value!r}")
    elif kind is str and (len(value) > 40 or not value.isprintable()):
        raise RulesError(f"{id}.toml: {path}: one line of at most 40 characters")
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
        return f"one of {_one_of(kind)}"
    if between is not None:
        return f"a whole number from {between.least} to {between.most}"
    return "true or false" if kind is bool else "a text"


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    # Texts are printable, so JSON's escapes are TOML's.
    return json.dumps(str(value), ensure_ascii=False)


def _one_of(kind: type[Enum]) -> str:
    return ", ".join(str(member) for member in kind)


@cache
def _packaged() -> Mapping[str, str]:
    folders = [resources.files("bot.games") / game / "rulesets" for game in ("indian", "western")]
    found = (file for folder in folders for file in folder.iterdir() if file.name.endswith(".toml"))
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in found}


@cache
def _shipped(id: str) -> Rules:
    return Rules.parse(_packaged()[id], id, _packaged())


def shipped(id: str) -> Rules:
    """The rule set of that id that comes with the program.

    Raises:
        RulesError: there is none.
    """
    if id not in _packaged():
        raise RulesError(f"no rule set {id!r}; there are {', '.join(sorted(_packaged()))}")
    return _shipped(id)


def load(folder: Path | None = None) -> Mapping[str, Rules]:
    """All rule sets by id: those that come with the program and those in `folder`.

    Raises:
        RulesError: a file in `folder` cannot be used, or takes the id of a shipped one.
    """
    texts = dict(_packaged())
    if folder is not None and not folder.is_dir():
        raise RulesError(f"{folder}: no folder of rule sets")
    own = sorted(folder.glob("*.toml")) if folder else []
    for file in own:
        if file.stem in texts:
            raise RulesError(f"{file.name}: a rule set of this name comes with the program")
        try:
            if not file.is_file() or file.stat().st_size > 4 * MAX_CHARACTERS:
                raise RulesError(f"{file.name}: a file of at most {MAX_CHARACTERS} characters")
            texts[file.stem] = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RulesError(f"{file.name}: cannot be read: {error}") from None
    return {id: Rules.parse(text, id, texts) for id, text in sorted(texts.items())}
