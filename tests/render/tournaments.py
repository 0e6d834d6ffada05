"""Brackets, rounds and places made by hand, and the scenes that golden pictures are taken of."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.languages.formats import hundredths, number
from bot.render.bracket import BoxLine, BracketMark, BracketPage, RoundBand, TableBox, bracket_pages, draw_bracket
from bot.render.bracket_tree import BracketTree, draw_tree
from bot.render.drawing.names import numbered
from bot.render.placings import PlaceLine, PlacesPage, draw_places
from bot.rummy.tournament.rounds import By, Purpose
from bot.text import tournaments
from tests.render.leagues import CALLED


def name(i: int) -> str:
    """Return the name of the i-th entrant."""
    return CALLED[i] if i < len(CALLED) else numbered(i)


def box(table: int, players: list[int], advance: int = 1, *, over: bool = True, champion: bool = False) -> TableBox:
    """Return a table of these, of whom the first ones go on."""
    best = BracketMark.CHAMPION if champion else BracketMark.ADVANCED
    marks = (
        [best] * advance + [BracketMark.OUT] * (len(players) - advance)
        if over
        else [BracketMark.PLAYING] * len(players)
    )
    lines = (BoxLine(name(p), str(20 * i), mark) for i, (p, mark) in enumerate(zip(players, marks, strict=True)))
    note = tournaments.decided(By.STAFF) if table == 3 else "" if over else tournaments.deal(2)
    return TableBox(tournaments.table_title(Purpose.ROUND, table), tuple(lines), note)


def knock_out(entrants: int, seats: int) -> list[RoundBand]:
    """Return all rounds of a knock-out in which the first of each table goes on, the newest round first."""
    bands: list[RoundBand] = []
    left, number = list(range(entrants)), 1
    while len(left) > 1:
        groups = [left[first : first + seats] for first in range(0, len(left), seats)]
        byes, groups = [g[0] for g in groups if len(g) == 1], [g for g in groups if len(g) > 1]
        last = len(groups) == 1 and not byes
        boxes = tuple(box(number + i, group, champion=last) for i, group in enumerate(groups))
        title = tournaments.FINAL() if last else tournaments.round_name(len(bands) + 1)
        bands.insert(0, RoundBand(title, boxes, tuple(map(name, byes))))
        number += len(groups)
        left = [group[0] for group in groups] + byes
    return bands


def tree(entrants: int, seats: int) -> BracketTree:
    """Return a finished knock-out as a tree."""
    came: dict[str, TableBox] = {}
    for band in reversed(knock_out(entrants, seats)):
        for box in band.tables:
            fed = replace(box, feeders=tuple(came[line.name] for line in box.lines if line.name in came))
            came.update({line.name: fed for line in box.lines[:1]})
    return BracketTree("Autumn Cup", fed)


def page(entrants: int, seats: int, number: int = 0) -> BracketPage:
    return bracket_pages("Autumn Cup", knock_out(entrants, seats))[number]


def a_round() -> BracketPage:
    """Return a round in play."""
    title = tournaments.round_name(2)
    tables = tuple(box(5 + i, [4 * i + p for p in range(4)], over=i == 0) for i in range(4))
    band = RoundBand(title, tables, ("Dev",))
    return BracketPage(tournaments.round_title("Autumn Cup", title), (band,))


def league() -> PlacesPage:
    """Return the table of a league."""
    return PlacesPage(
        "Autumn League",
        (tournaments.PLAYED(), tournaments.WON(), tournaments.POINTS()),
        tuple(PlaceLine(i + 1, name(i), (str(6), str(6 - i % 7), number(30 - 1.5 * i, 1)), i == 0) for i in range(12)),
    )


def final() -> PlacesPage:
    """Return the last places, with prizes."""
    prizes = [hundredths(round(500_000 / (i + 1))) if i < 3 else "" for i in range(8)]
    lines = tuple(PlaceLine(i + 1, name(i), (prize,), i == 0) for i, prize in enumerate(prizes))
    return PlacesPage("Autumn Cup", (tournaments.PRIZE(),), lines)


SCENES: Mapping[str, Callable[[], bytes]] = {
    "bracket_16": lambda: draw_bracket(page(16, 4)),
    "bracket_64_fours": lambda: draw_bracket(page(64, 4)),
    "tree_8_pairs": lambda: draw_tree(tree(8, 2)),
    "tree_64_pairs": lambda: draw_tree(tree(64, 2)),
    "round_live": lambda: draw_bracket(a_round()),
    "points_table": lambda: draw_places(league()),
    "final_table": lambda: draw_places(final()),
}
