"""The order of entrants: placings of a knock-out, the points table of a league."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.rummy.ids import Player
from bot.rummy.match.league import league_points
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.events import Replay

_NONE = 1 << 40
"""A number that sorts missing values last."""


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """The placing of one entrant."""

    player: Player
    place: int
    """The place; 1 is the best. Equal entrants share it, and the places after it stay empty."""
    sharing: int
    """Number of entrants who share the place, this one included."""


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A line of the points table."""

    placing: TournamentPlace
    points: int
    """League points, in sixtieths."""
    matches: int
    won: int
    """Number of first places, shared ones included."""
    withdrawn: bool


def placings(bracket: Bracket, scheme: Sequence[int] = ()) -> tuple[TournamentPlace, ...]:
    """Return all entrants, the best first. While a knock-out runs, all who can still win share the first place.

    Knock-out: later elimination, then the place at the table, then the total. A player who withdrew between two rounds
    stands behind all who played in the later one. League: the points table by that scheme, the usual one if empty.
    """
    if bracket.is_league:
        return tuple(line.placing for line in points_table(bracket, scheme))
    return _placed(bracket, _knock_out_keys(bracket))


def champions(bracket: Bracket) -> tuple[Player, ...]:
    """Return the winners of a finished tournament; several may share the first place of a league."""
    return tuple(one.player for one in placings(bracket) if one.place == 1) if bracket.is_over else ()


def former_champions(bracket: Bracket) -> frozenset[Player]:
    """Return the players who had won before a table was played again."""
    former: set[Player] = set()
    before = Bracket.start(bracket.plan, bracket.entrants)
    for event in bracket.events:
        if isinstance(event, Replay):
            former.update(champions(before))
        before = before.play(event)
    return frozenset(former)


def points_table(bracket: Bracket, scheme: Sequence[int] = ()) -> tuple[LeagueLine, ...]:
    """Return the points table, the best first; players who withdrew stand behind all others."""
    points = dict.fromkeys(bracket.entrants, 0)
    matches, won = dict(points), dict(points)
    for table in bracket.tables:
        finishes = table.verdict.finishes if table.verdict is not None else ()
        worth = league_points([finish.place for finish in finishes], scheme)
        for finish, sixtieths in zip(finishes, worth, strict=True):
            points[finish.player] += sixtieths
            matches[finish.player] += 1
            won[finish.player] += finish.place == 1
    gone = set(bracket.withdrawn)
    keys = {player: (int(player in gone), -points[player]) for player in bracket.entrants}
    return tuple(
        LeagueLine(one, points[one.player], matches[one.player], won[one.player], one.player in gone)
        for one in _placed(bracket, keys)
    )


def _placed(bracket: Bracket, keys: Mapping[Player, tuple[int, ...]]) -> tuple[TournamentPlace, ...]:
    """Return places by keys, less is better; equal ones in the order of their seeding."""
    ordered = sorted(bracket.entrants, key=keys.__getitem__)
    sharing = Counter(keys.values())
    firsts: dict[tuple[int, ...], int] = {}
    for place, player in enumerate(ordered, start=1):
        firsts.setdefault(keys[player], place)
    return tuple(TournamentPlace(player, firsts[keys[player]], sharing[keys[player]]) for player in ordered)


def _knock_out_keys(bracket: Bracket) -> dict[Player, tuple[int, ...]]:
    reached = {gone.player: gone.reached for gone in bracket.gone} | bracket.lost
    places = dict.fromkeys(reached, 0)
    totals = dict.fromkeys(reached, _NONE)
    for round in bracket.rounds:
        for table in round.tables:
            for finish in table.verdict.finishes if table.verdict is not None else ():
                if reached.get(finish.player, _NONE) <= round.number:
                    # An extra deal or a match for third place divides the places that were shared before.
                    places[finish.player] += finish.place - 1 if places[finish.player] else finish.place
                    if totals[finish.player] == _NONE and finish.total is not None:
                        totals[finish.player] = finish.total
    return {
        player: (-reached[player], places[player] or _NONE, totals[player]) if player in reached else (-_NONE,)
        for player in bracket.entrants
    }
