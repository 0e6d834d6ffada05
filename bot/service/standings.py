"""The effect of a finished match on standings: league points, counts and ratings. Pure functions, and no more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from openskill.models import BradleyTerryFull

from bot.rummy.ids import PlayerId
from bot.rummy.match.league import league_points, parse_scheme
from bot.rummy.rules import Rules
from bot.store.rows.matches import Counting, ResultRow, RulesTally, Standing

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
    return tuple(map(_counted, results, standings, _rated(results, standings)))


def _counted(result: ResultRow, before: Standing, skill: tuple[float, float]) -> Standing:
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


def alone(guild: int | None, player: PlayerId, results: Iterable[ResultRow]) -> Standing | None:
    """Return a player's figures for these matches against computers, the oldest first; None if there are none."""
    standing = None
    for result in results:
        before = standing or Standing(guild or 0, 0, "", player)
        standing = _counted(result, before, (before.mu, before.sigma))  # computers rate nobody
    return standing


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of one player's matches in one game."""

    rules: Rules  # one of those that were played
    matches: int
    won: int
    deals: int
    points: int  # in all deals, as the game counts them

    @property
    def average(self) -> float | None:
        """Return the points of an average deal; None if there was no deal."""
        return self.points / self.deals if self.deals else None


def by_game(found: Iterable[RulesTally], rules: Mapping[str, Rules]) -> tuple[GameFigures, ...]:
    """Return the figures of each game, the one played most first; points of two games are not added.

    A rule set that no longer exists is left out, because its game is not stored.
    """
    games: dict[str, GameFigures] = {}
    for one in found:
        if played := rules.get(one.rules_id):
            before = games.get(played.game.id) or GameFigures(played, 0, 0, 0, 0)
            games[played.game.id] = GameFigures(
                before.rules,
                before.matches + one.matches,
                before.won + one.won,
                before.deals + one.deals,
                before.points
                + played.game.cost(one.points),  # `cost` is its own inverse: this gives points as the game counts them
            )
    return tuple(sorted(games.values(), key=lambda figures: (-figures.matches, figures.rules.game.id)))


def _rated(results: Sequence[ResultRow], standings: Sequence[Standing]) -> list[tuple[float, float]]:
    """Return everybody's mu and sigma after the match; each player is a team of one."""
    teams = [[MODEL.create_rating([one.mu, one.sigma])] for one in standings]
    rated = MODEL.rate(teams, ranks=[float(result.place) for result in results])
    return [(team[0].mu, team[0].sigma) for team in rated]


def rating(standing: Standing) -> float:
    """Return the skill that a player has almost surely (mu − 3 sigma), from 1000 at the start."""
    return START + SCALE * (standing.mu - 3 * standing.sigma)


COUNTING = Counting(award, count, rating)
"""The functions with which the store counts a match."""
