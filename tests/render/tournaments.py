"""Brackets, rounds and places made by hand, and the scenes that golden pictures are taken of."""

from collections.abc import Callable, Mapping

from bot.render.bracket import BoxLine, BracketMark, BracketPage, RoundBand, TableBox, bracket_pages, draw_bracket
from bot.render.placings import PlaceLine, PlacesPage, draw_places
from tests.render.leagues import CALLED


def name(i: int) -> str:
    """What the i-th entrant is called."""
    return CALLED[i % len(CALLED)] if i < len(CALLED) else f"Player {i}"


def box(number: int, players: list[int], advance: int = 1, *, over: bool = True, champion: bool = False) -> TableBox:
    """A table of these, of whom the first ones go on."""
    best = BracketMark.CHAMPION if champion else BracketMark.ADVANCED
    marks = (
        [best] * advance + [BracketMark.OUT] * (len(players) - advance)
        if over
        else [BracketMark.PLAYING] * len(players)
    )
    lines = (BoxLine(name(p), str(20 * i), mark) for i, (p, mark) in enumerate(zip(players, marks, strict=True)))
    return TableBox(f"Table {number}", tuple(lines), "by staff" if number == 3 else "" if over else "deal 2")


def knock_out(entrants: int, seats: int) -> list[RoundBand]:
    """All rounds of a knock-out in which the first of each table goes on, the newest round first."""
    bands: list[RoundBand] = []
    left, number = list(range(entrants)), 1
    while len(left) > 1:
        groups = [left[first : first + seats] for first in range(0, len(left), seats)]
        byes, groups = [g[0] for g in groups if len(g) == 1], [g for g in groups if len(g) > 1]
        last = len(groups) == 1 and not byes
        boxes = tuple(box(number + i, group, champion=last) for i, group in enumerate(groups))
        bands.insert(0, RoundBand("Final" if last else f"Round {len(bands) + 1}", boxes, tuple(map(name, byes))))
        number += len(groups)
        left = [group[0] for group in groups] + byes
    return bands


def page(entrants: int, seats: int, number: int = 0) -> BracketPage:
    return bracket_pages("Autumn Cup", knock_out(entrants, seats))[number]


ROUND = BracketPage(
    "Autumn Cup · Round 2",
    (RoundBand("Round 2", tuple(box(5 + i, [4 * i + p for p in range(4)], over=i == 0) for i in range(4)), ("Dev",)),),
)
LEAGUE = PlacesPage(
    "Autumn League",
    ("Played", "Won", "Points"),
    tuple(PlaceLine(i + 1, name(i), (str(6), str(6 - i % 7), f"{30 - 1.5 * i:g}"), i == 0) for i in range(12)),
)
FINAL = PlacesPage(
    "Autumn Cup",
    ("Prize",),
    tuple(PlaceLine(i + 1, name(i), (f"{5000 / (i + 1):,.2f}" if i < 3 else "",), i == 0) for i in range(8)),
)

SCENES: Mapping[str, Callable[[], bytes]] = {
    "bracket_16": lambda: draw_bracket(page(16, 4)),
    "bracket_64_pairs": lambda: draw_bracket(page(64, 2)),
    "bracket_64_fours": lambda: draw_bracket(page(64, 4)),
    "round_live": lambda: draw_bracket(ROUND),
    "points_table": lambda: draw_places(LEAGUE),
    "final_table": lambda: draw_places(FINAL),
}
