"""House rules: the rule sets that the staff of a server have made, beside those of the host."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache

import structlog

from bot.codes import Problem
from bot.rummy.errors import ErrorText, RulesError
from bot.rummy.ids import folded, one_line
from bot.rummy.rules import Games, Rules
from bot.rummy.toml import read
from bot.service.errors import ServiceError
from bot.service.shuffle import new_rules_id
from bot.store.rows.house import HouseRow
from bot.store.store import Store

MOST = 20
"""The most rule sets of a server."""
MOST_VALUES = 25
"""The most values in a list: as many choices as a menu shows."""
FILE = "house"
"""The name of the file in errors about it."""
MARKUP = frozenset("@#<>*_~|`\\[]")
"""Characters that a name must not have: a mention or formatting could begin with them."""

log = structlog.get_logger()


class HouseRules:
    """The rule sets of all servers. Callers check permissions."""

    def __init__(self, store: Store, games: Games, rules: Mapping[str, Rules], clock: Callable[[], datetime]) -> None:
        self.rules = rules
        """The rule sets of the host, which all servers have, by id."""
        self._store = store
        self._games = games
        self._clock = clock

    @cached_property
    def _bases(self) -> Mapping[str, str]:
        return {id: one.text() for id, one in self.rules.items()}

    async def rows(self, guild: int) -> tuple[HouseRow, ...]:
        """Return the rule sets that the staff of a server offer, by name."""
        return tuple(row for row in await self._store.house.of(guild) if row.removed_at is None)

    async def offered(self, guild: int | None) -> Mapping[str, Rules]:
        """Return the rule sets for new tables of a server, by id. `guild` None stands for direct messages."""
        own = () if guild is None else await self.rows(guild)
        return {**self._parsed(own), **self.rules}

    async def known(self, guild: int | None) -> Mapping[str, Rules]:
        """Return the rule sets by which matches of a server were played, by id: also those that were removed."""
        own = () if guild is None else await self._store.house.of(guild)
        return {**self._parsed(own), **self.rules}

    async def find(self, guild: int | None, id: str) -> Rules:
        """Return a rule set for a new table of a server.

        Raises:
            ServiceError: there is no such rule set in that server.
        """
        found = self.rules.get(id) or (await self.offered(guild)).get(id)
        if found is None:
            raise ServiceError(Problem.NO_SUCH_RULES)
        return found

    def _parsed(self, rows: Iterable[HouseRow]) -> Mapping[str, Rules]:
        """Return the rule sets of these rows, without those that this version cannot read."""
        found = {}
        for row in rows:
            try:
                found[row.id] = _rules(row.rules, row.id, self._games)
            except RulesError as error:
                log.error("house rules unreadable", rules=row.id, cause=str(error))
        return found

    async def add(self, guild: int, text: str, said: Iterable[str] = ()) -> HouseRow:
        """Add the rule set that a TOML text describes, and return it. `said`: how other languages call the host's.

        Raises:
            RulesError: as a rule set of the host; it has another base, other cards or players than its base, or no name
                of its own.
            ServiceError: the server has as many as it may, or another rule set has that name.
        """
        rules, base = self._read(text)
        taken = (*said, *self.rules, *(one.name for one in self.rules.values()))
        if folded(rules.name) in map(folded, taken):
            raise ServiceError(Problem.RULES_NAME_TAKEN)
        row = HouseRow(new_rules_id(), guild, rules.name, base.id, rules.text(), self._clock())
        if (problem := await self._store.house.add(row, MOST)) is not None:
            raise ServiceError(problem)
        return row

    def _read(self, text: str) -> tuple[Rules, Rules]:
        """Return the rule set of a TOML text, and its base."""
        table = read(text, FILE)
        if "base" not in table:
            names = ", ".join(sorted(self.rules))
            raise RulesError(f"{FILE}.toml", "base", ErrorText("missing; one of {names}", names=names))
        rules = Rules.parse(text, FILE, self._games, self._bases)
        base = self.rules[table["base"]]
        for path, allowed in _faults(rules, base, table):
            raise RulesError(f"{FILE}.toml", path, allowed)
        return replace(rules, sheet="", listed=True), base

    async def remove(self, guild: int, id: str) -> None:
        """Offer a rule set no longer. Tables that play by it go on.

        Raises:
            ServiceError: that server has no such rule set.
        """
        if not await self._store.house.remove(guild, id, self._clock()):
            raise ServiceError(Problem.NO_SUCH_RULES)


@lru_cache(maxsize=1024)  # a server has up to 120, and all are read for a profile
def _rules(text: str, id: str, games: Games) -> Rules:
    return Rules.parse(text, id, games)


def _faults(rules: Rules, base: Rules, table: Mapping[str, object]) -> Iterable[tuple[str, ErrorText]]:
    """Yield the key of each value that only a host may choose, and what is allowed."""
    if "name" not in table or not folded(rules.name) or rules.name != one_line(rules.name):
        yield "name", ErrorText("a name of its own")
    if MARKUP.intersection(rules.name):
        yield "name", ErrorText("a name without mentions and formatting")
    as_base = ErrorText("as in the base {base}", base=base.id)
    for key in ("min_players", "max_players"):
        if getattr(rules, key) != getattr(base, key):
            yield key, as_base
    players = range(base.min_players, base.max_players + 1)
    if rules.game is not base.game or any(rules.cards(number) != base.cards(number) for number in players):
        yield "packs", as_base
    for name, value in table.items():
        inner = value if isinstance(value, dict) else {"": value}
        for key, one in inner.items():
            if isinstance(one, list) and len(one) > MOST_VALUES:
                yield f"{name}.{key}".rstrip("."), ErrorText("at most {most} values", most=MOST_VALUES)
