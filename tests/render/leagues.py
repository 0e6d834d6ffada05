"""Standings and profiles made by hand, and the scenes that golden pictures are taken of."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.render.profile import Profile, draw_profile
from bot.render.standings import StandingLine, StandingsPage, draw_standings
from tests.render.scenes import NAMES

CALLED = (*NAMES.values(), "Chitra", "Dev", "Иван", "Farah")


def line(place: int, name: str = "Asha", **changes: object) -> StandingLine:
    """Return the line of a player at that place."""
    made = StandingLine(
        place=place,
        name=name,
        matches=120 - 7 * place,
        won=43 - 3 * place,
        league=(214 - 13 * place) * 60 + 20,
        deals=310 - 10 * place,
        deals_won=90 - 5 * place,
        rating=1480.4 - 95 * place,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def page(first: int = 1, count: int = 10, mine: int | None = 4, title: str = "Autumn · Pool 101") -> StandingsPage:
    """Return a page with the lines from that place on."""
    lines = (line(first + i, CALLED[i], mine=first + i == mine) for i in range(count))
    return StandingsPage(title, tuple(lines))


PROFILE = Profile(
    name="Bartholomew the Magnificent of Nowhere",
    matches=120,
    won=40,
    league=12345 * 60 + 20,
    best_streak=7,
    deals=1240,
    deals_won=388,
    games=1,
    average=21.4,
    drops=20,
    wrong=3,
    ratings=tuple(1010 + 6.5 * i - (i % 7) * 19.0 for i in range(50)),
)
ONCE = replace(PROFILE, name="Zoë", matches=1, won=1, deals=1, deals_won=1, average=0.0, ratings=(1062.5,))
NEVER = replace(PROFILE, name="🎉", matches=0, won=0, league=0, deals=0, deals_won=0, games=0, average=None, ratings=())
BEYOND = replace(
    page(),
    lines=tuple(
        line(
            9998 + i,
            CALLED[i],
            matches=9876 - i,
            won=5432 - i,
            league=98_765 * 60 + 20,
            deals=30_000,
            deals_won=30_000,
            rating=-123.4 - i,
        )
        for i in range(3)
    ),
)
"""A page with as much of everything as there can be."""

SCENES: Mapping[str, Callable[[], bytes]] = {
    "standings": lambda: draw_standings(page()),
    "standings_beyond": lambda: draw_standings(BEYOND),
    "profile": lambda: draw_profile(PROFILE),
    "profile_once": lambda: draw_profile(ONCE),
    "profile_never": lambda: draw_profile(NEVER),
}
