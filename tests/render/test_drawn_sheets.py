"""The pictures of the score sheet: the points of each deal for every player, and the totals."""

from random import Random

import pytest

from bot.render.drawing.palette import Colour
from bot.render.sheet import draw_sheet
from bot.rummy.cards import Seat
from bot.rummy.match.match import MatchEnd
from bot.rummy.view import Stage, View
from tests.render.drawn import Item, Picture, in_lines, read
from tests.render.scenes import CALLED, PLAYERS, between, match_by

MARKS = "DMW"
"""Dropped, missed turns, declared wrongly."""


def sheet(view: View) -> Picture:
    return read(lambda: draw_sheet(view, CALLED))


def by_seat(picture: Picture) -> list[list[str]]:
    """Return the rows in the order of the seats; the picture has them in the order of rank."""
    return sorted(picture.rows, key=lambda row: PLAYERS.index(row[0]))


def course(dice: Random, seats: int, deals: int, most: int) -> list[list[str]]:
    """Return cells by deal and seat: `*` has won, others pay, some with a mark."""
    cells = [[f"{dice.randint(1, most)}{dice.choice(['', '', *MARKS])}" for _ in range(seats)] for _ in range(deals)]
    for deal in cells:
        deal[dice.randrange(seats)] = "*"
    return cells


def cost(cell: str) -> int:
    return 0 if cell == "*" else int(cell.rstrip(MARKS))


def marked(number: str, cell: str) -> list[str]:
    """Return a number and the letter after it."""
    return [number, cell[-1]] if cell[-1] in MARKS else [number]


def stack_change(cells: list[str], seat: int) -> int:
    """Return what a deal adds to a stack: the winner gets what all others pay."""
    return sum(map(cost, cells)) if cells[seat] == "*" else -cost(cells[seat])


def signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change else "0"


@pytest.mark.parametrize("seed", range(5))
def test_the_row_of_each_player_adds_up(seed: int) -> None:
    dice = Random(seed)
    seats, deals = 2 + seed % 5, dice.randint(2, 5)
    cells = course(dice, seats, deals, 40)
    picture = sheet(between(match_by("pool_201", *map(" ".join, cells))))
    assert picture.outside()[:2] == [
        [f"Pool 201 · after deal {deals}"],
        ["Deal", *(str(number + 1) for number in range(deals)), "Total"],
    ]
    for seat, row in enumerate(by_seat(picture)):
        costs = [text for deal in cells for text in marked(str(cost(deal[seat])), deal[seat])]
        total = sum(cost(deal[seat]) for deal in cells)
        drops = (200 - total) // 25
        assert row == [PLAYERS[seat], *costs, str(total), f"{drops} drop{'s' * (drops != 1)} left"]


@pytest.mark.parametrize("seed", range(4))
def test_a_match_of_deals_adds_up_stacks(seed: int) -> None:
    dice = Random(seed)
    seats, deals = dice.randint(2, 6), dice.randint(2, 4)
    cells = course(dice, seats, deals, 30)
    picture = sheet(between(match_by("deals_6", *map(" ".join, cells))))
    assert picture.outside()[1] == ["Deal", *(str(number + 1) for number in range(deals)), "Stack"]
    for seat, row in enumerate(by_seat(picture)):
        changes = [stack_change(deal, seat) for deal in cells]
        told = [
            text for change, deal in zip(changes, cells, strict=True) for text in marked(signed(change), deal[seat])
        ]
        assert row == [PLAYERS[seat], *told, str(6 * 80 + sum(changes))]


@pytest.mark.parametrize("seed", range(4))
def test_numbers_stand_under_the_number_of_their_deal(seed: int) -> None:
    dice = Random(seed)
    cells = course(dice, 4, 4, 40)
    view = between(match_by("pool_201", *map(" ".join, cells)))
    picture = sheet(view)
    (heads,) = (line for line in lines(picture) if line[0].text == "Deal")
    for seat, tile in zip(view.match.ranked, picture.tiles, strict=True):
        told = [item for item in picture.items if tile.holds(item) and item.text.isdigit()]
        numbers = [*(str(cost(deal[seat])) for deal in cells), str(sum(cost(deal[seat]) for deal in cells))]
        assert [item.text for item in told] == numbers
        assert [item.right for item in told] == [head.right for head in heads[1:]]


def lines(picture: Picture) -> list[list[Item]]:
    return list(in_lines(picture.items))


def test_players_stand_in_the_order_of_rank() -> None:
    deal = sheet(between(match_by("points", "32 * 20D 80W 40M 7")))
    assert [row[-1] for row in deal.rows] == ["0", "7", "20", "32", "40", "80"]
    stacks = sheet(between(match_by("deals_6", "32 * 20")))
    assert [row[0] for row in stacks.rows] == ["Ravi", "Asha", "Meena"]


def test_a_single_deal_names_who_won_it() -> None:
    picture = sheet(between(match_by("points", "32 * 20D 80W 40M 7")))
    assert picture.outside() == [
        ["Ravi wins"],
        ["Points rummy · ended after deal 1"],
        ["Deal 1", "Total"],
        ["D dropped   M missed turns   W declared wrongly"],
    ]
    assert by_seat(picture) == [
        ["Meena", "32", "32"],
        ["Ravi", "0", "0"],
        ["Asha", "20", "D", "20"],
        ["Kabir", "80", "W", "80"],
        ["Zoya", "40", "M", "40"],
        ["Om", "7", "7"],
    ]
    assert [tile.rim for tile in picture.tiles] == [Colour.ACCENT, None, None, None, None, None]


def test_a_pool_tells_who_left_who_is_out_and_who_came_back() -> None:
    steps = ("* 20D 32 40M 80W 12", "15 * 30 3 21 40D", "10 20D * 18 - 52", "R5", "20D * 4 40L - 8", "12 * 12 - - 20D")
    picture = sheet(between(match_by("pool_101", *steps)))
    assert picture.outside() == [
        ["Pool 101 · after deal 5"],
        ["Deal", "1", "2", "3", "4", "5", "Total"],
        ["D dropped   M missed turns   L left   W declared wrongly"],
        ["R rejoined at this total   – not in this deal"],
    ]
    assert by_seat(picture) == [
        ["Meena", "0", "15", "10", "20", "D", "12", str(0 + 15 + 10 + 20 + 12), "2 drops left"],
        ["Ravi", "20", "D", "0", "20", "D", "0", "0", str(20 + 0 + 20 + 0 + 0), "3 drops left"],
        ["Asha", "32", "30", "0", "4", "12", str(32 + 30 + 0 + 4 + 12), "1 drop left"],
        ["Kabir", "40", "M", "3", "18", "40", "L", "–", str(40 + 3 + 18 + 40), "left"],
        ["Zoya", "80", "W", "21", "–", "–", "–", str(80 + 21), "out"],
        # One more than the highest of the others: 62.
        ["Om", "12", "40", "D", "52", "8", "20", "D", str(63 + 8 + 20), "0 drops left", "R63"],
    ]


def test_a_seat_that_may_rejoin_reads_so() -> None:
    steps = ("* 20D 32 40M 80W 12", "15 * 30 3 21 40D")
    picture = sheet(between(match_by("pool_101", *steps), offers=(Seat(4),)))
    assert by_seat(picture)[4] == ["Zoya", "80", "W", "21", "101", "may rejoin"]


def test_the_best_of_three_has_the_fewest_points() -> None:
    picture = sheet(between(match_by("best_of_3", "* 32 80W", "12 2 *", "0 0 0", "20 * 3")))
    assert picture.outside()[:2] == [["Meena wins"], ["Best of three · ended after deal 4"]]
    assert by_seat(picture) == [
        ["Meena", "0", "12", "void", "20", "32"],
        ["Ravi", "32", "2", "void", "0", "34"],
        ["Asha", "80", "W", "0", "void", "3", "83"],
    ]


def test_a_split_pool_names_all_who_share_it() -> None:
    match = match_by("pool_101", "* 20D 20D 40M", "40D * 40D 20D", "20D 32 * 45", "22 * 22 -")
    picture = sheet(between(match.split(MatchEnd.SPLIT)))
    assert picture.outside()[0] == ["Meena, Ravi and Asha share the pool"]
    assert [(row[0], row[-1]) for row in by_seat(picture)] == [
        ("Meena", str(0 + 40 + 20 + 22)),
        ("Ravi", str(20 + 0 + 32 + 0)),
        ("Asha", str(20 + 40 + 0 + 22)),
        ("Kabir", "out"),
    ]
    assert by_seat(picture)[3][-2] == str(40 + 20 + 45)


@pytest.mark.parametrize("seed", range(4))
def test_early_deals_are_added_up_in_one_column(seed: int) -> None:
    dice = Random(seed)
    cells = course(dice, 4, 14, 14)
    picture = sheet(between(match_by("pool_201", *map(" ".join, cells))))
    (heads,) = (line for line in lines(picture) if line[0].text == "Deal")
    early = int(heads[1].text.removeprefix("1–"))
    assert [head.text for head in heads[2:]] == [*(str(number) for number in range(early + 1, 15)), "Total"]
    for seat, row in enumerate(by_seat(picture)):
        so_far = sum(cost(deal[seat]) for deal in cells[:early])
        late = [text for deal in cells[early:] for text in marked(str(cost(deal[seat])), deal[seat])]
        total = so_far + sum(cost(deal[seat]) for deal in cells[early:])
        ways = [sum(deal[seat].endswith(mark) for deal in cells[:early]) for mark in MARKS]
        counted = " ".join(
            f"{count if count > 1 else ''}{mark}" for count, mark in zip(ways, MARKS, strict=True) if count
        )
        drops = (200 - total) // 25
        notes = [f"{drops} drop{'s' * (drops != 1)} left", *[counted] * bool(counted)]
        assert row == [PLAYERS[seat], str(so_far), *late, str(total), *notes]


def test_a_void_table_says_so() -> None:
    picture = sheet(between(match_by("pool_101", "* 20 7"), stage=Stage.VOID))
    assert picture.outside()[0] == ["Pool 101 · ended without a result"]
    assert by_seat(picture) == [["Meena", "0", "0"], ["Ravi", "20", "20"], ["Asha", "7", "7"]]
