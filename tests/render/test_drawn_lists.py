"""The pictures of standings, profiles, brackets and places: every name in its row, every number in its column."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from bot.render.bracket import BoxLine, BracketMark, BracketPage, RoundBand, TableBox, bracket_pages, draw_bracket
from bot.render.drawing.palette import Colour
from bot.render.placings import PlaceLine, PlacesPage, draw_places
from bot.render.profile import Profile, draw_profile
from bot.render.standings import StandingLine, StandingsPage, draw_standings
from tests.render import tournaments
from tests.render.drawn import Picture, in_lines, read
from tests.render.leagues import page as standings_page
from tests.render.scenes import PLAYERS

LEAGUE = [(0, "0"), (20, "0.33"), (60 * 7, "7"), (60 * 214 + 30, "214.5"), (60 * 98_765 + 20, "98765")]
"""League points in sixtieths, and their text in the room of seven characters."""


def check_columns(picture: Picture, heads: Sequence[str]) -> None:
    """Check that every number ends where the head of its column ends."""
    (line,) = (line for line in in_lines(picture.items) if [item.text for item in line] == list(heads))
    for tile in picture.tiles:
        rights = sorted(item.right for item in picture.items if tile.holds(item))
        assert rights[-len(heads) :] == [head.right for head in line]


# -- standings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_row_of_each_player_in_the_standings(seed: int) -> None:
    dice = Random(seed)
    names, first, mine = dice.sample(PLAYERS, 6), dice.randint(1, 95), dice.randrange(6)
    lines, rows = [], []
    for i, name in enumerate(names):
        matches, won, deals = (dice.randint(1, 9999) for _ in range(3))
        deals_won = dice.randint(0, deals)
        rating = dice.uniform(-50, 3000)
        league, shown = dice.choice(LEAGUE)
        lines.append(StandingLine(first + i, name, matches, won, league, deals, deals_won, rating, i == mine))
        rated = f"{rating:.0f}".replace("-", "−")
        rows.append([str(first + i), name, str(matches), str(won), shown, f"{100 * deals_won / deals:.0f} %", rated])
    picture = read(lambda: draw_standings(StandingsPage("Autumn · Pool 101", tuple(lines))))
    assert picture.rows == rows
    heads = ["Played", "Won", "League", "Deals", "Rating"]
    assert picture.outside() == [["Autumn · Pool 101"], heads, ["Deals: how many of them were won"]]
    assert [tile.rim for tile in picture.tiles] == [Colour.ACCENT if i == mine else None for i in range(6)]
    check_columns(picture, heads)


# -- a profile --------------------------------------------------------------------------------------


def profile(
    name: str,
    numbers: Sequence[int],
    league: int,
    ratings: Sequence[float],
    games: int = 1,
    average: float | None = 20.0,
) -> Profile:
    matches, won, streak, deals, deals_won, drops, wrong = numbers
    return Profile(name, matches, won, league, streak, deals, deals_won, games, average, drops, wrong, tuple(ratings))


@pytest.mark.parametrize("seed", range(4))
def test_a_profile_says_each_number_above_what_it_is(seed: int) -> None:
    dice = Random(seed)
    name, numbers = dice.choice(PLAYERS), dice.sample(range(1, 10_000), 7)
    matches, won, streak, deals, deals_won, drops, wrong = numbers
    average, of_points = dice.choice([(21.44, "21.4"), (-139 / 10, "−13.9"), (0.0, "0.0")])
    league, shown = dice.choice([(60 * 12_345 + 20, "12345.33"), (0, "0"), (60 * 31, "31")])
    ratings = [dice.uniform(500, 2500) for _ in range(dice.randint(2, 50))]
    picture = read(lambda: draw_profile(profile(name, numbers, league, ratings, average=average)))
    assert picture.outside() == [[name]]
    assert picture.rows == [
        [str(matches), "Matches"],
        [str(won), "Won"],
        [shown, "League points"],
        [str(streak), "Best streak"],
        [of_points, "Points a deal"],
        [f"{deals_won}/{deals}", "Deals won"],
        [str(drops), "Drops"],
        [str(wrong), "Wrong shows"],
        [
            f"Rating {ratings[-1]:.0f}, over the last {len(ratings)} matches",
            f"{max(ratings):.0f}",
            f"{min(ratings):.0f}",
        ],
    ]


def test_points_of_several_games_are_not_put_together() -> None:
    picture = read(lambda: draw_profile(profile("Om", [9] * 7, 0, [], 3, None)))
    assert picture.rows[4] == ["3", "Games"]


@pytest.mark.parametrize("seed", range(4))
def test_the_chart_goes_through_every_rating(seed: int) -> None:
    dice = Random(seed)
    ratings = [float(dice.randrange(1000, 2000, 10)) for _ in range(dice.randint(3, 9))]
    picture = read(lambda: draw_profile(profile("Asha", [9] * 7, 60, ratings)))
    high, low = picture.lines
    for i, rating in enumerate(ratings):
        x = high[0] + (high[2] - high[0] - 1) * i // (len(ratings) - 1)
        y = low[1] + 1 - (rating - min(ratings)) / (max(ratings) - min(ratings)) * (low[1] - high[1])
        golden = picture.column(x, Colour.ACCENT, high[1] - 10, low[3] + 10)
        assert golden[0] - 6 <= y <= golden[-1] + 6


def test_one_without_a_rating_has_no_chart() -> None:
    picture = read(lambda: draw_profile(profile("Om", [0] * 7, 0, [], 0, None)))
    assert picture.rows[4] == ["–", "Points a deal"]
    assert picture.rows[-1] == ["Not rated yet"]
    assert picture.lines == ()


# -- tournaments ------------------------------------------------------------------------------------

SIGNS = {BracketMark.PLAYING: [], BracketMark.ADVANCED: ["→"], BracketMark.OUT: [], BracketMark.CHAMPION: ["★"]}


def a_box(dice: Random, number: int, names: Sequence[str]) -> TableBox:
    lines = (BoxLine(name, str(dice.randint(0, 999)), dice.choice(list(BracketMark))) for name in names)
    return TableBox(f"Table {number}", tuple(lines), dice.choice(["", "deal 2"]))


def told(box: TableBox) -> list[str]:
    """Return how a table of a bracket reads."""
    lines = (text for line in box.lines for text in (*SIGNS[line.mark], line.name, line.total))
    return [box.title, *[box.note] * bool(box.note), *lines]


@pytest.mark.parametrize("tables", [1, 2, 4, 5, 9, 10, 16])
def test_every_table_of_a_round_lists_its_players_and_totals(tables: int) -> None:
    dice = Random(tables)
    boxes = [a_box(dice, i + 1, dice.sample(PLAYERS, dice.randint(2, 6))) for i in range(tables)]
    (page,) = bracket_pages("Autumn Cup", [RoundBand("Round 1", tuple(boxes), ("Ravi", "Om"))])
    picture = read(lambda: draw_bracket(page))
    assert picture.outside() == [["Autumn Cup"], ["Round 1"], ["No table this round: Ravi and Om"]]
    assert picture.rows == [told(box) for box in boxes]


def test_the_newest_round_stands_on_top() -> None:
    dice = Random(7)
    final = a_box(dice, 5, ["Meena", "Ravi", "Asha", "Kabir"])
    first = [a_box(dice, i + 1, dice.sample(PLAYERS, 4)) for i in range(4)]
    (page,) = bracket_pages("Cup", [RoundBand("Final", (final,)), RoundBand("Round 1", tuple(first))])
    picture = read(lambda: draw_bracket(page))
    assert picture.rows == [told(box) for box in (final, *first)]
    assert [line[0] for line in picture.outside()] == ["Cup", "Final", "Round 1"]
    heads = [picture.item(text).foot for text in ("Final", "Round 1")]
    tops = [tile.box[1] for tile in picture.tiles]
    assert heads[0] < tops[0] < heads[1] < tops[1]


def test_a_long_round_goes_on_over_the_page() -> None:
    dice = Random(3)
    boxes = [a_box(dice, i + 1, dice.sample(PLAYERS, 6)) for i in range(48)]
    pages = bracket_pages("Cup", [RoundBand("Round 1", tuple(boxes))])
    pictures = [read(lambda page=page: draw_bracket(page)) for page in pages]  # type: ignore[misc]
    assert len(pages) > 1
    assert [row for picture in pictures for row in picture.rows] == [told(box) for box in boxes]
    titles = [picture.outside()[0] for picture in pictures]
    assert titles == [[f"Cup · {i + 1}/{len(pages)}"] for i in range(len(pages))]


@pytest.mark.parametrize("seed", range(4))
def test_the_row_of_each_player_in_a_league(seed: int) -> None:
    dice = Random(seed)
    names = dice.sample(PLAYERS, 6)
    numbers = [tuple(str(dice.randint(0, 999)) for _ in range(3)) for _ in names]
    lines = tuple(
        PlaceLine(i + 1, name, told, i == 0) for i, (name, told) in enumerate(zip(names, numbers, strict=True))
    )
    heads = ("Played", "Won", "Points")
    picture = read(lambda: draw_places(PlacesPage("Autumn League", heads, lines)))
    assert picture.outside() == [["Autumn League"], list(heads)]
    assert picture.rows == [
        [str(i + 1), name, *told] for i, (name, told) in enumerate(zip(names, numbers, strict=True))
    ]
    check_columns(picture, heads)


def test_the_final_places_name_the_prizes() -> None:
    lines = (
        PlaceLine(1, "Kabir", ("5,000.00",), True),
        PlaceLine(2, "Meena", ("1,666.67",)),
        PlaceLine(2, "Om", ("1,666.67",)),
        PlaceLine(4, "Asha", ("",)),
    )
    picture = read(lambda: draw_places(PlacesPage("Autumn Cup", ("Prize",), lines)))
    assert picture.outside() == [["Autumn Cup"], ["Prize"]]
    assert picture.rows == [
        ["1", "Kabir", "5,000.00"],
        ["2", "Meena", "1,666.67"],
        ["2", "Om", "1,666.67"],
        ["4", "Asha"],
    ]
    assert [picture.item(name).ink for name in ("Kabir", "Asha")] == [Colour.ACCENT, Colour.TEXT]


TITLE, DRAWN = "Diwali Cup 🎉 दीपावली கோப்பை", "Diwali Cup दीपावली கோப்பை"


@pytest.mark.parametrize(
    "draw",
    [
        lambda: draw_standings(standings_page(title=TITLE)),
        lambda: draw_places(PlacesPage(TITLE, ("Prize",), (PlaceLine(1, "Kabir", ("5.00",), True),))),
        lambda: draw_bracket(BracketPage(TITLE, tournaments.a_round().bands)),
    ],
    ids=["season", "places", "bracket"],
)
def test_titles_are_drawn_in_their_own_script(draw: Callable[[], bytes]) -> None:
    assert read(draw).outside()[0] == [DRAWN]
