"""The draw: the tables of the next round."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.rummy.ids import Player
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.events import SeatRound
from bot.rummy.tournament.fixtures import fixtures, meetings, redraw
from bot.rummy.tournament.rounds import Purpose
from bot.rummy.tournament.seating import seat_round, shape

Named = tuple[tuple[Player, ...], ...]
"""Players by table."""


def next_round(bracket: Bracket) -> SeatRound | None:
    """Return the next round. Return None while a table is open, and when the tournament is over."""
    if bracket.open_tables or bracket.is_over:
        return None
    return SeatRound(_league(bracket) if bracket.is_league else _knock_out(bracket))


def _knock_out(bracket: Bracket) -> Named:
    left, plan, ranks = bracket.left, bracket.plan, bracket.ranks
    if len(left) <= plan.seats:
        return (left, bracket.third_place) if bracket.third_place else (left,)
    last = bracket.rounds[-1].tables if bracket.rounds else ()
    last_tables = {ranks[p]: table.number for table in last if table.purpose is not Purpose.TIE for p in table.players}
    tables = seat_round([ranks[player] for player in _rested(bracket)], plan.seats, plan.advance, last_tables)
    return _named(tables, bracket.entrants)


def _rested(bracket: Bracket) -> list[Player]:
    """Return the players who are left, those with a bye first. Byes go to the best ranked of those who have had the
    fewest.
    """
    left = bracket.left
    had = Counter(player for round in bracket.rounds for player in round.byes)
    byes = shape(len(left), bracket.plan.seats, bracket.plan.advance)[1]
    resting = sorted(left, key=had.__getitem__)[:byes]
    return [*resting, *(player for player in left if player not in resting)]


def _league(bracket: Bracket) -> Named:
    """Return the next round of a league: planned before the first round, and drawn again once an entrant has
    withdrawn.
    """
    needs, ranks, plan = bracket.needs, bracket.ranks, bracket.plan
    played = [tuple(table.players for table in round.tables) for round in bracket.rounds]
    began = _began(bracket)
    planned = fixtures(len(began), plan.seats, plan.matches)[: len(played) + 1]
    named = [_named(tables, began) for tables in planned]
    if len(needs) == len(began) and named[:-1] == played:
        return named[-1]
    met = meetings(tuple(tuple(ranks[player] for player in table) for table in tables) for tables in played)
    tables = redraw([(ranks[player], need) for player, need in needs.items()], plan.seats, met)
    return _named(tables, bracket.entrants)


def _began(bracket: Bracket) -> tuple[Player, ...]:
    """Return the players who were seated or had a bye in the first round."""
    if not bracket.rounds:
        return bracket.left
    first = bracket.rounds[0]
    there = {*first.byes, *(player for table in first.tables for player in table.players)}
    return tuple(player for player in bracket.entrants if player in there)


def _named(tables: Iterable[Sequence[int]], players: Sequence[Player]) -> Named:
    return tuple(tuple(players[place] for place in table) for table in tables)
