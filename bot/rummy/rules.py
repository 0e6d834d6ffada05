"""Rules: every number and switch that all games share, read from TOML texts together with those of one game.

A rule set is one file. `base = "circle"` takes over everything that the file does not name. References such as `001
L196` in these files and in the code are sheet and line of the published rule sheets they come from; docs/RULES.md
explains them.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, get_type_hints

from bot.rummy.cards import Card, Seat
from bot.rummy.errors import ErrorText, RulesError, cause
from bot.rummy.ids import folded
from bot.rummy.judge import Judge
from bot.rummy.match.formats import Format
from bot.rummy.outcome import Bonus, Outcome
from bot.rummy.toml import (
    MAX_CHARACTERS,
    Between,
    allowed_in,
    build,
    document,
    names_of,
    one_of,
    read,
    repeated,
    values_of,
    written,
)

MAX_PLAYERS = 6
OF_SERVER = re.compile("h-[a-z]{6}")
"""The ids of rule sets that the staff of servers have made. No other rule set has such an id."""
UNATTENDED_ROUNDS = 100
"""Number of rounds without a person after which a deal ends, if it may end quietly (B19)."""
PUZZLES = "puzzles.jsonl"
"""The file of a game with its puzzles. New ones come last, so that each keeps its name."""
NO_TEXTS: Mapping[str, str] = MappingProxyType({})


class Start(StrEnum):
    """The way to choose the first player."""

    TOSS = "toss"
    """Each draws a card; highest sits and plays first, lowest is dealer (002 L4-6)."""
    RANDOM_DEALER = "random_dealer"
    """The player who sits after a random dealer, clockwise (000 L12)."""


class StakeUnit(StrEnum):
    """The unit of a stake."""

    POINT_VALUE = "point_value"
    """The value of a point (001 L210)."""
    BOOT = "boot"
    """The cost of a full count; fewer points cost their share of it (000 L27, L41)."""
    ENTRY = "entry"
    """The entry that each pays in; the winner gets the pot."""


class JokerPick(StrEnum):
    """The rule for drawing a joker from the open deck."""

    FIRST_OPEN_ONLY = "first_open_only"
    """Only the card turned up at the deal, by the first player in the first turn (002 L32-33)."""
    ALWAYS = "always"


class LapseMode(StrEnum):
    """The lapses that are counted together."""

    CONSECUTIVE = "consecutive"
    CUMULATIVE = "cumulative"


@dataclass(frozen=True, slots=True)
class PackRules:
    """The cards on the table."""

    by_players: Annotated[tuple[int, ...], Between(1, 6, length=MAX_PLAYERS - 1)]
    """Packs for 2, 3, 4, 5 and 6 players."""
    printed_jokers: Annotated[int, Between(0, 6)]
    """Printed jokers in each pack."""


@dataclass(frozen=True, slots=True)
class JokerRules:
    """The rules of jokers that all games share."""

    pick: JokerPick


@dataclass(frozen=True, slots=True)
class TurnRules:
    """Drawing, time and lapses."""

    turn_seconds: Annotated[int, Between(5, 86_400, or_none=True)]
    """0 for no clock, whatever the other times are."""
    bank_seconds: Annotated[int, Between(0, 86_400)]
    """Extra time for each player and deal, spent when a turn or a declaration runs over."""
    declare_seconds: Annotated[int, Between(5, 86_400)]
    """Time for a declaration, for a show, and to answer between two deals."""
    lapse_mode: LapseMode
    lapse_limit: Annotated[int, Between(1, 100)]
    """Lapses after which a player is dropped."""
    max_reshuffles: Annotated[int, Between(-1, 1000)]
    """Number of times that the closed deck is made again in a deal; -1 for no limit."""
    quiet_rounds: Annotated[int, Between(0, 1000)] = 0
    """Rounds in a row without a card from the closed deck after which a deal ends; 0 for never (B19)."""

    @property
    def has_clock(self) -> bool:
        """Return whether the time of a turn, a declaration or a show ever runs out."""
        return self.turn_seconds > 0


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """The worth of points."""

    full_count: Annotated[int, Between(1, 1000)]
    """The most a hand can cost."""
    points_stake: StakeUnit
    """The unit of the stake if one deal is played for chips; in a match of several deals it is the entry."""
    rake_percent: Annotated[int, Between(0, 50)]
    """The rake: percent of the winners' gain, rounded down."""


@dataclass(frozen=True, slots=True)
class DropRules:
    """The costs of leaving a deal."""

    first_drop: Annotated[int, Between(0, 1000)]
    middle_drop: Annotated[int, Between(0, 1000)]


@dataclass(frozen=True, slots=True)
class PoolRules:
    """A pool: out at `limit` points or more."""

    limit: Annotated[int, Between(2, 10_000)]
    first_drop: Annotated[int, Between(0, 1000)]
    middle_drop: Annotated[int, Between(0, 1000)]
    rejoin_max: Annotated[int, Between(0, 10_000)]
    """The highest total of an active player at which others may still rejoin."""
    split_min: Annotated[int, Between(0, 10_000)]
    """The pool is shared equally when all who are left have this many points or more."""


class GameRules(ABC):
    """The part of a game that rule sets need. `bot.rummy.game.Game` adds the part that tables need."""

    def __init__(self, face: object = None) -> None:
        self.face = face
        """The face that shows the game to people; None if nothing is shown. The rules never look into it."""

    id: ClassVar[str]
    own: ClassVar[type[Any]]
    """The type of the game's own rule values: a frozen dataclass."""
    table: ClassVar[str | None] = None
    """The TOML table that holds these values and identifies the game of a rule set. If None, they stand at the top,
    each dataclass among them in its own table; at most one game has None. A table that all games share may hold
    further keys for a game: then `own` has a field of that name.
    """
    ignored: ClassVar[frozenset[str]] = frozenset()
    """Tables and keys (`scoring.deal_show`) of other games that this game's rule sets may hold."""
    formats: ClassVar[tuple[Format, ...]]
    """The formats that the game plays."""
    hand_size: ClassVar[int]
    face_up: ClassVar[int] = 1
    """Number of cards that lie face up when a deal begins; the last of them is the open card."""
    counts_up: ClassVar[bool] = False
    """Whether points are good, so that the most points win a match."""
    often: ClassVar[tuple[str, ...]] = ()
    """The values that house rules change most often: table and key, such as `scoring.full_count`."""
    package: ClassVar[str]
    """The package in whose folder `rulesets` lie the rule sets that come with the game, one TOML file each."""

    @abstractmethod
    def cards(self, rules: "Rules", players: int) -> tuple[Card, ...]:
        """Return all cards for that many players, unshuffled."""

    def contradictions(self, rules: "Rules") -> Iterator[tuple[str, ErrorText]]:
        """Yield the key of each value that is fine alone but cannot be played with the others, and what is allowed."""
        return iter(())

    def numbers(self, rules: "Rules", format: Format) -> tuple[int, ...]:
        """Return the numbers that a table may choose from: deals, or the limit. Return (0,) if there is no choice."""
        return (0,)

    def pool(self, rules: "Rules", format: Format) -> PoolRules | None:
        """Return the limits of a pool; None for the other formats."""
        return None

    def drops(self, rules: "Rules", format: Format) -> DropRules | None:
        """Return the costs of a drop in a format. Return None if it has none (B12, B13)."""
        return None

    def cost(self, points: int) -> int:
        """Return the points of a deal as a number; less is better."""
        return -points if self.counts_up else points

    settles: ClassVar[bool] = False
    """Whether the points of a match sum to zero, so that each may have a value although points are good.

    The highest total wins such a match, bonuses included.
    """

    def most(self, rules: "Rules") -> int:
        """Return the points that a stake by the value of a point must cover."""
        return rules.scoring.full_count

    def decides(self, outcome: Outcome) -> bool:
        """Return whether the winner of that deal has won the match, whatever the totals are."""
        return False

    def bonuses(
        self, rules: "Rules", format: Format, outcomes: Sequence[Outcome], winners: Sequence[Seat]
    ) -> tuple[Bonus, ...]:
        """Return the bonuses added once to the totals of a match that these seats have won.

        `outcomes` are those of its deals, without void ones. Bonuses do not change the winners.
        """
        return ()

    def without_help(self, rules: "Rules") -> "Rules":
        """Return the rule set as it is played at a table without help from the solver."""
        return rules

    def judge(self, rules: "Rules") -> Judge | None:
        """Return the judge and solver of hands under that rule set. Return None if this game does not judge hands."""
        return None


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set: what all games share, and the values of its own game."""

    game: GameRules
    id: str
    name: str
    """Our own plain name, at most 40 characters."""
    sheet: str
    """The author of the published rules that it follows; empty for a house rule."""
    listed: bool
    """False if another rule set plays alike and menus need only one."""
    formats: tuple[Format, ...]
    min_players: Annotated[int, Between(2, MAX_PLAYERS)]
    max_players: Annotated[int, Between(2, MAX_PLAYERS)]
    start: Start
    packs: PackRules
    jokers: JokerRules
    turns: TurnRules
    scoring: ScoringRules
    own: object
    """The game's own values, of the type `own` of the game; only the game looks into them."""

    @property
    def is_of_server(self) -> bool:
        """Return whether the staff of a server have made the rule set."""
        return OF_SERVER.fullmatch(self.id) is not None

    def often(self) -> Iterator[tuple[str, str, ErrorText]]:
        """Yield the values that house rules change most often: the path, the value as TOML, and what is allowed."""
        for path in self.game.often:
            table, key = path.split(".")
            holders = (
                self.own if table == self.game.table else getattr(self.own, table, None),
                getattr(self, table, None),
            )
            holder = next(one for one in holders if hasattr(one, key))
            yield path, written(getattr(holder, key)), allowed_in(type(holder), key)

    def __hash__(self) -> int:
        """Return the hash of the id alone: different rule sets seldom share an id, and views hold the rules three
        times.
        """
        return hash(self.id)

    def pool(self, format: Format) -> PoolRules | None:
        """Return the limits of a pool; None for the other formats."""
        return self.game.pool(self, format)

    def drops(self, format: Format) -> DropRules | None:
        """Return the costs of a drop in a format. Return None if it has none (B12, B13)."""
        return self.game.drops(self, format)

    def numbers(self, format: Format) -> tuple[int, ...]:
        """Return the numbers that a table may choose from: deals, or the limit. Return (0,) if there is no choice."""
        return self.game.numbers(self, format)

    def more_is_better(self, format: Format) -> bool:
        """Return whether the highest total wins a match: with stacks, and in a game whose points are good."""
        return format.has_stacks or self.game.counts_up

    def with_help(self, help: bool) -> "Rules":
        """Return the rule set as it is played at a table with or without help from the solver."""
        return self if help else self.game.without_help(self)

    def packs_for(self, players: int) -> int:
        """Return the number of packs for `players` players."""
        return self.packs.by_players[players - 2]

    def cards(self, players: int) -> tuple[Card, ...]:
        """Return all cards for `players` players, unshuffled."""
        return self.game.cards(self, players)

    def text(self) -> str:
        """Return the complete rule set as TOML; together with the id the inverse of `parse`."""
        shared = {name: value for name, value in values_of(self).items() if name not in ("game", "id", "own")}
        tables = {name: values_of(table) for name, table in shared.items() if name in _SHARED_TABLES}
        for name, table in _own_tables(self).items():
            tables[name] = tables.get(name, {}) | table
        return document({name: value for name, value in shared.items() if name not in tables} | tables)

    @classmethod
    def parse(cls, text: str, id: str, games: "Games", bases: Mapping[str, str] = NO_TEXTS) -> "Rules":
        """Return the rule set that a TOML text describes; `bases` are texts that `base` may name, by id.

        Raises:
            RulesError: an unknown key, a missing or bad value, or an unknown or circular base.
        """
        table = _merged(text, _checked(id), bases, ())
        game = games.of_table(table, id)
        rules = _built(game, table, id, filter(None, (other.table for other in games)))
        for key, allowed in (*rules._contradictions(), *game.contradictions(rules)):
            raise RulesError(f"{id}.toml", key, allowed)
        return rules

    @property
    def _may_stake(self) -> bool:
        """Return whether the rule set can settle its stake if points are good."""
        unit = self.scoring.points_stake
        return unit is StakeUnit.ENTRY or (self.game.settles and unit is StakeUnit.POINT_VALUE)

    def _contradictions(self) -> Iterator[tuple[str, ErrorText]]:
        """Yield the key of each value that no game can play, and what is allowed."""
        if not self.name:
            yield "name", ErrorText("a text that is not empty")
        if self.min_players > self.max_players:
            yield "min_players", ErrorText("at most max_players ({number})", number=self.max_players)
        known = self.game.formats
        if not self.formats or len(set(self.formats)) < len(self.formats):
            yield "formats", ErrorText("at least one of {names}, each once", names=one_of(known))
        if not set(self.formats) <= set(known):
            yield "formats", self._some_formats()
        if self.turns.max_reshuffles < 0 and not self.turns.quiet_rounds:
            # Two players who pass the open card back and forth would never end.
            yield "turns.quiet_rounds", ErrorText("at least 1 where max_reshuffles is -1")
        if self.game.counts_up and not self._may_stake:
            allowed = ErrorText("entry, for points cost nothing in this game")
            yield "scoring.points_stake", ErrorText("point_value or entry") if self.game.settles else allowed
        for players in range(self.min_players, self.max_players + 1):
            # Besides the hands, the deal needs the open card and one more to cut or draw.
            needed = self.game.hand_size * players + 2
            if len(self.cards(players)) < needed:
                yield (
                    "packs.by_players",
                    ErrorText(
                        "enough packs for {players} players, who need {cards} cards", players=players, cards=needed
                    ),
                )

    def _some_formats(self) -> ErrorText:
        """Return the formats that the game plays, as an error's text."""
        names = one_of(self.game.formats)
        if self.game.table is None:
            return ErrorText("some of {names} without a table of another game", names=names)
        return ErrorText("some of {names} with a table [{table}]", names=names, table=self.game.table)


def _built(game: GameRules, table: dict[str, Any], id: str, tables: Iterable[str]) -> Rules:
    """Return the rule set of a whole TOML table; `tables` are those that identify games."""
    for path in game.ignored:
        name, _, key = path.partition(".")
        if key and isinstance(table.get(name), dict):
            table[name].pop(key, None)
        elif not key:
            table.pop(name, None)
    if game.table is not None:
        own = build(game.own, table.pop(game.table), id, f"{game.table}.")
    else:
        own = build(game.own, _taken(game.own, table), id)
    return build(Rules, table, id, "", _further(game, tables), game=game, id=id, own=own)


def _further(game: GameRules, tables: Iterable[str]) -> dict[str, Iterable[str]]:
    """Return the keys of a rule set that are not shared, by the path of their table: the game's own, and those of other
    games.
    """
    own = {} if game.table is not None else get_type_hints(game.own)
    return {"": (*own, *tables, "base"), **{f"{name}.": names_of(own[name]) for name in own if name in _SHARED_TABLES}}


def _taken(own: type[Any], table: dict[str, Any]) -> dict[str, Any]:
    """Remove the tables and keys of a game from a TOML table, and return them. From a shared table, take only the
    game's own keys.
    """
    taken = {}
    for name, kind in get_type_hints(own).items():
        if name in table and isinstance(table[name], dict) and name in _SHARED_TABLES:
            own_keys = [key for key in names_of(kind) if key in table[name]]
            taken[name] = {key: table[name].pop(key) for key in own_keys}
        elif name in table:
            taken[name] = table.pop(name)
    return taken


def _own_tables(rules: Rules) -> dict[str, dict[str, Any]]:
    """Return the tables of the game's own values."""
    if rules.game.table is not None:
        return {rules.game.table: values_of(rules.own)}
    return {name: values_of(table) for name, table in values_of(rules.own).items()}


def _checked(id: str) -> str:
    """Return the id, which stands in records, menus and errors.

    Raises:
        RulesError: it cannot stand there.
    """
    if not id.isprintable() or not 0 < len(id) <= 40:
        raise RulesError(repr(id[:60]), "id", ErrorText("one line of at most {most} characters", most=40))
    return id


def _merged(text: str, id: str, bases: Mapping[str, str], seen: tuple[str, ...]) -> dict[str, Any]:
    table = read(text, id)
    base = table.pop("base", None)
    if "id" in table:
        raise RulesError(f"{id}.toml", "id", ErrorText("unknown key; the file's name is the id"))
    if base is None:
        return table
    if not isinstance(base, str) or base not in bases or base == id or base in seen:
        allowed = ", ".join(sorted(set(bases) - {id, *seen}))
        raise RulesError(
            f"{id}.toml", "base", ErrorText("one of {names}, not {found}", names=allowed, found=repeated(base))
        )
    under = _merged(bases[base], base, bases, (*seen, id))
    # A house rule built on a published sheet is not that sheet, and menus list it.
    under.update({"listed": True, "sheet": ""})
    for key, value in table.items():
        both = isinstance(value, dict) and isinstance(under.get(key), dict)
        under[key] = {**under[key], **value} if both else value
    return under


def called(sets: Mapping[str, Rules], typed: str, said: Callable[[str], str]) -> Rules | None:
    """Return the rule set with that id or name, however it is typed. Return None if there is none, or several.

    `said` gives a name in the language of the person who typed. The name in the file also counts.
    """
    if typed in sets:
        return sets[typed]
    word = folded(typed)
    found = [rules for rules in sets.values() if word in map(folded, (rules.id, rules.name, said(rules.name)))]
    # An id always means the rule set that has it, whatever another one's name is.
    found = [rules for rules in found if folded(rules.id) == word] or found
    return found[0] if len(found) == 1 else None


_SHARED_TABLES = frozenset(("packs", "jokers", "turns", "scoring"))


class Games:
    """The known games, and the rule sets that they ship."""

    def __init__(self, *games: GameRules) -> None:
        self._games = {game.id: game for game in games}
        self._shipped: dict[str, Rules] = {}

    def __iter__(self) -> Iterator[GameRules]:
        return iter(self._games.values())

    def of_table(self, table: Mapping[str, Any], id: str) -> GameRules:
        """Return the game of a rule set, identified by the game's own TOML table.

        Raises:
            RulesError: the rule set has none of these tables, and no game does without one.
        """
        found = next((game for game in self if game.table in table), None)
        found = found or next((game for game in self if game.table is None), None)
        if found is None:
            names = ", ".join(f"[{game.table}]" for game in self)
            raise RulesError(f"{id}.toml", ErrorText("one of the tables {names}", names=names))
        return found

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Return the rule sets that the games ship, by id, as TOML."""
        folders = (resources.files(game.package) / "rulesets" for game in self)
        files = (file for folder in folders for file in folder.iterdir() if file.name.endswith(".toml"))
        return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}

    @cached_property
    def puzzles(self) -> Mapping[str, str]:
        """Return the puzzles that the games ship, one a line, by the ids of the games."""
        files = {game.id: resources.files(game.package) / PUZZLES for game in self}
        return {id: file.read_text(encoding="utf-8") for id, file in files.items() if file.is_file()}

    def shipped(self, id: str) -> Rules:
        """Return the rule set of that id that a game ships.

        Raises:
            RulesError: there is none.
        """
        if id not in self.texts:
            ids = ", ".join(sorted(self.texts))
            raise RulesError(ErrorText("no rule set {typed}; there are {ids}", typed=repr(id), ids=ids))
        if id not in self._shipped:
            self._shipped[id] = Rules.parse(self.texts[id], id, self, self.texts)
        return self._shipped[id]

    def load(self, folder: Path | None = None) -> Mapping[str, Rules]:
        """Return all rule sets by id: those that the games ship and those in `folder`.

        Raises:
            RulesError: a file in `folder` cannot be used, or takes the id of a shipped one.
        """
        texts = dict(self.texts)
        if folder is not None and not folder.is_dir():
            raise RulesError(str(folder), ErrorText("no folder of rule sets"))
        own = sorted(folder.glob("*.toml")) if folder else []
        for file in own:
            if OF_SERVER.fullmatch(file.stem):
                raise RulesError(
                    file.name, ErrorText("no name of h- and six letters, which servers' own rule sets have")
                )
            if _checked(file.stem) in texts:
                raise RulesError(file.name, ErrorText("a rule set of this name comes with the program"))
            try:
                if not file.is_file() or file.stat().st_size > 4 * MAX_CHARACTERS:
                    raise RulesError(file.name, ErrorText("a file of at most {most} characters", most=MAX_CHARACTERS))
                texts[file.stem] = file.read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                raise RulesError(file.name, ErrorText("cannot be read: {error}", error=cause(error))) from None
        return {
            id: self.shipped(id) if id in self.texts else Rules.parse(text, id, self, texts)
            for id, text in sorted(texts.items())
        }
