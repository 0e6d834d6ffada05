"""The effect of a finished match on standings: league points, counts and ratings. Pure functions, and no more."""

from collections.abc import Sequence
from dataclasses import replace

from openskill.models import BradleyTerryFull

from bot.rummy.match.league import league_points, parse_scheme
from bot.store.rows.matches import ResultRow, Standing, StandingFunctions

START = 1000.0
SCALE = 24.0
"""Shown ratings begin at 1000; one unit of openskill's is 24 of them, so that its first sigma is 200."""

MODEL = BradleyTerryFull()
"""The rating model. The better place never gains less, also if places are shared. Plackett and Luce's model gives the
third of four more than the two who share a pool.
"""


def award(results: tuple[ResultRow, ...], scheme: str) -> tuple[ResultRow, ...]:
    """Return these results with their league points.

    Players who share a place get the mean of the places they take up.
    """
    points = league_points([one.place for one in results], parse_scheme(scheme))
    return tuple(replace(one, league=league) for one, league in zip(results, points, strict=True))


def count(results: tuple[ResultRow, ...], standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Return these standings, one for each result and all of one scope, after the match."""
    return tuple(map(counted, results, standings, _rated(results, standings)))


def counted(result: ResultRow, before: Standing, skill: tuple[float, float]) -> Standing:
    """Return a standing after one more match; *skill* is the mu and sigma after it."""
    won = result.place == 1
    streak = before.streak + 1 if won else 0
    return replace(
        before,
        name=result.name,
        handle=result.handle,
        matches=before.matches + 1,
        won=before.won + won,
        deals=before.deals + result.deals,
        deals_won=before.deals_won + result.deals_won,
        points=before.points + result.points,
        drops=before.drops + result.drops,
        wrong=before.wrong + result.wrong,
        streak=streak,
        best_streak=max(before.best_streak, streak),
        chips=before.chips + result.chips,
        league=before.league + result.league,
        mu=skill[0],
        sigma=skill[1],
    )


def _rated(results: Sequence[ResultRow], standings: Sequence[Standing]) -> list[tuple[float, float]]:
    """Return everybody's mu and sigma after the match; each player is a team of one."""
    teams = [[MODEL.create_rating([one.mu, one.sigma])] for one in standings]
    rated = MODEL.rate(teams, ranks=[float(result.place) for result in results])
    return [(team[0].mu, team[0].sigma) for team in rated]


def rating(standing: Standing) -> float:
    """Return the skill that a player has almost surely (mu − 3 sigma), from 1000 at the start."""
    return START + SCALE * (standing.mu - 3 * standing.sigma)


COUNTING = StandingFunctions(award, count, rating)
"""The functions with which the store counts a match."""
