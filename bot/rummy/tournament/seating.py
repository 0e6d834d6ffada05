"""The seating of a round in a knock-out.

Players stand for their place in the seeding: 0 is the best ranked.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence

Seating = tuple[tuple[int, ...], ...]
"""Players by table, the best ranked first at each."""


def shape(players: int, seats: int, advance: int) -> tuple[int, int]:
    """Return the number of tables and the number of byes in a round of more than `seats` players.

    Fewer than `seats` advance. The byes are the fewest with which every table has more players than advance. If that
    takes more byes than there are tables, nobody has a bye, and fewer players advance from the smaller tables.
    """
    byes = next(byes for byes in range(players) if _tables(players - byes, seats) * (advance + 1) <= players - byes)
    tables = _tables(players - byes, seats)
    return (tables, byes) if byes <= tables else (_tables(players, seats), 0)


def _tables(players: int, seats: int) -> int:
    return -(-players // seats)


def seat_round(players: Sequence[int], seats: int, advance: int, last_tables: Mapping[int, Hashable]) -> Seating:
    """Return the tables for these players: first those with a bye, as many as `shape` returns, then by rank.

    Everybody comes from a table of the round before, unless `last_tables` does not name them. As few pairs as possible
    meet again, and every table gets one player of each row (the best ranked, the next ranked, …).
    """
    tables, byes = shape(len(players), seats, advance)
    seated = players[byes:]
    pots = [place // tables for place in range(len(seated))]
    wishes = [_snake(place, tables) for place in range(len(seated))]
    groups = _split([last_tables.get(player, f"alone {player}") for player in seated], tables)
    chosen = _Colouring(tables).colour(pots, groups, wishes)
    found: list[list[int]] = [[] for _ in range(tables)]
    for player, table in zip(seated, chosen, strict=True):
        found[table].append(player)
    return tuple(map(tuple, found))


def _snake(place: int, tables: int) -> int:
    """Return the table of that place if rows are dealt back and forth: 0 1 2 2 1 0 0 1 …"""
    row, column = divmod(place, tables)
    return tables - 1 - column if row % 2 else column


def _split(groups: Sequence[Hashable], size: int) -> list[tuple[Hashable, int]]:
    """Return groups cut into parts of at most that size.

    If a group is larger than the number of tables, some of it must meet: one of each part at every table is the fewest.
    """
    seen: Counter[Hashable] = Counter()
    parts = []
    for group in groups:
        parts.append((group, seen[group] // size))
        seen[group] += 1
    return parts


class _Colouring:
    """Gives every player a table so that no two players of a pot and no two of a group sit together.

    Each player is an edge between its pot and its group, each table a colour. Such a colouring of a bipartite graph
    always exists with as many colours as the busiest node has edges (Kőnig), and swapping the two colours of a chain
    finds it.
    """

    def __init__(self, colours: int) -> None:
        self.colours = range(colours)
        self.edges: list[tuple[Hashable, Hashable]] = []
        self.chosen: list[int] = []
        self.at: defaultdict[Hashable, dict[int, int]] = defaultdict(dict)
        """The edge of each colour, by node."""

    def colour(self, pots: Sequence[int], groups: Sequence[Hashable], wishes: Sequence[int]) -> list[int]:
        """Return a colour for each edge: its wish, if that is still free when its turn comes."""
        for pot, group, wish in zip(pots, groups, wishes, strict=True):
            self._add(("pot", pot), ("group", group), wish)
        return self.chosen

    def _add(self, pot: Hashable, group: Hashable, wish: int) -> None:
        colour = self._free((wish, *self.colours), pot, group)
        if colour is None:
            colour, other = self._free(self.colours, pot), self._free(self.colours, group)
            assert colour is not None
            assert other is not None
            self._swap(group, colour, other)
        self.edges.append((pot, group))
        self.chosen.append(colour)
        self.at[pot][colour] = self.at[group][colour] = len(self.edges) - 1

    def _free(self, colours: Iterable[int], *nodes: Hashable) -> int | None:
        """Return the first of these colours that no edge at these nodes has."""
        return next((colour for colour in colours if not any(colour in self.at[node] for node in nodes)), None)

    def _swap(self, node: Hashable, first: int, second: int) -> None:
        """Exchange two colours along the chain of edges that begins at a node with the first of them."""
        chain = []
        colour = first
        while (edge := self.at[node].get(colour)) is not None:
            chain.append(edge)
            pot, group = self.edges[edge]
            node = group if node == pot else pot
            colour = first + second - colour
        for edge in chain:
            for end in self.edges[edge]:
                del self.at[end][self.chosen[edge]]
        for edge in chain:
            self.chosen[edge] = first + second - self.chosen[edge]
            for end in self.edges[edge]:
                self.at[end][self.chosen[edge]] = edge
