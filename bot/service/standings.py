"""What a finished match adds to standings: league points, counts and ratings. Pure functions, and no more."""

from collections.abc import Sequence
from dataclasses import replace

from openskill.models import PlackettLuce

from bot.store.rows import Counting, ResultRow, Standing

SHARES = 60
"""League points are counted in sixtieths: up to six who share a place share its points exactly."""

START = 1000.0
SCALE = 24.0
"""Shown ratings begin at 1000; one unit of openskill's is 24 of them, so that its first sigma is 200."""

MODEL = PlackettLuce()


def parse_scheme(text: str) -> tuple[int, ...]:
    """A server's own points by place, such as `10 6 3 1`; empty for the usual ones.

    Raises:
        ValueError: these are no whole numbers from 0 to 1000, or more than a table has seats.
    """
    points = tuple(int(word) for word in text.split())
    if len(points) > 6 or not all(0 <= each <= 1000 for each in points):
        raise ValueError("a scheme is up to six whole numbers from 0 to 1000")
    return points


def places(players: int, scheme: str = "") -> tuple[int, ...]:
    """The league points of each place among so many players, the first place first.

    By a scheme, with nothing for places beyond it; else the p-th of n gets n − p and the first one more.
    """
    if own := parse_scheme(scheme):
        return (own + (0,) * players)[:players]
    return (players, *range(players - 2, -1, -1))


def award(results: tuple[ResultRow, ...], scheme: str) -> tuple[ResultRow, ...]:
    """These results with their league points: who share a place get the mean of the places they take up."""
    worth = places(len(results), scheme)
    return tuple(replace(one, league=_share(worth[one.place - 1 :][: one.sharing])) for one in results)


def _share(worth: Sequence[int]) -> int:
    return SHARES * sum(worth) // len(worth)


def count(results: tuple[ResultRow, ...], standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """What these standings, one for each result and all of one scope, are after the match."""
    return tuple(map(_counted, results, standings, _rated(results, standings)))


def _counted(result: ResultRow, before: Standing, skill: tuple[float, float]) -> Standing:
    won = result.place == 1
    streak = before.streak + 1 if won else 0
    return replace(
        before,
        name=result.name,
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
    """Everybody's mu and sigma after the match, each player a team of one."""
    teams = [[MODEL.create_rating([one.mu, one.sigma])] for one in standings]
    rated = MODEL.rate(teams, ranks=[float(result.place) for result in results])
    return [(team[0].mu, team[0].sigma) for team in rated]


def rating(standing: Standing) -> float:
    """The skill that a player has almost surely (mu − 3 sigma), from 1000 at the start."""
    return START + SCALE * (standing.mu - 3 * standing.sigma)


COUNTING = Counting(award, count, rating)
"""What the store needs to count a match."""
