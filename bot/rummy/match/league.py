"""League points: the worth of a place at a table in a points table."""

from collections.abc import Sequence

SHARES = 60
"""League points are counted in sixtieths, so that up to six players share the points of a place exactly."""


def parse_scheme(text: str) -> tuple[int, ...]:
    """Return a scheme of points by place, such as `10 6 3 1`; empty for the usual one.

    Raises:
        ValueError: these are no whole numbers from 0 to 1000, or more than a table has seats.
    """
    points = tuple(int(word) for word in text.split())
    if len(points) > 6 or not all(0 <= each <= 1000 for each in points):
        raise ValueError("a scheme is up to six whole numbers from 0 to 1000")
    return points


def worth(players: int, scheme: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the league points of each place among that many players, the first place first.

    In a scheme, places beyond it get nothing. Without one, the p-th of n gets n − p, and the first one more.
    """
    if scheme:
        return (*scheme, *(0,) * players)[:players]
    return (players, *range(players - 2, -1, -1))


def league_points(places: Sequence[int], scheme: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the league points, in sixtieths, for these places of one table. Players who share places get the mean of
    them.
    """
    points = worth(len(places), scheme)
    return tuple(_mean(points[place - 1 :][: places.count(place)]) for place in places)


def _mean(points: Sequence[int]) -> int:
    return SHARES * sum(points) // len(points)
