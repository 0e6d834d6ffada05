"""The pictures of the board, the toss and the show: names, cards and numbers in their places."""

from io import BytesIO
from math import atan2, tau
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.games.indian.codes import IndianEnding
from bot.render.drawing.palette import Colour
from bot.render.drawing.sprites import HAND, SMALL
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.toss import draw_toss
from bot.rummy.cards import CARDS, Card, Seat, card_texts, parse_cards
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.outcome import Ending, Outcome, SeatStatus
from bot.rummy.view import View
from tests.render.drawn import Picture, Tile, face, read
from tests.render.pixels import FELT
from tests.render.scenes import (
    CALLED,
    PLAYERS,
    between,
    deal_view,
    finished,
    match_by,
    match_of,
    running,
    seat_view,
    shown,
    view_of,
)

SEATS = pytest.mark.parametrize("seats", range(2, 7))


def board(view: View, theme: Theme = Theme()) -> Picture:
    return read(lambda: draw_table(view, CALLED, theme))


# -- the decks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_decks_show_what_lies_there_and_whose_turn_it_is(seed: int) -> None:
    dice = Random(seed)
    cut, top, under = dice.sample(CARDS, 3)
    closed, turn, thrower, players = dice.randint(1, 120), dice.randrange(4), dice.randrange(4), list(range(4))
    deal = deal_view(
        cut=str(cut),
        seats=list(map(seat_view, players)),
        open=(OpenCard(under, None), OpenCard(top, Seat(thrower))),
        closed=closed,
        turn=Seat(turn),
    )
    picture = board(view_of(deal), Theme(four_colour=seed % 2 == 1))
    wild = "(wild)" if top.rank == cut.rank else ""
    below = face(under) + ("(wild)" if under.rank == cut.rank else "")
    assert picture.outside() == [
        [PLAYERS[turn], "to draw"],
        ["Deal 1  ·  Wild", f"{face(cut)[:-1]}★"],
        [f"{face(cut)}(wild)", "[back]", below, face(top) + wild],
        [f"{closed} closed", f"from {PLAYERS[thrower]}"],
    ]
    opened, told = (picture.item(text) for text in (face(top) + wild, f"from {PLAYERS[thrower]}"))
    assert abs(opened.middle - told.middle) <= 2


@pytest.mark.parametrize(
    ("changes", "who", "opened", "what", "below"),
    [
        ({"turn": Seat(1), "phase": Phase.DISCARD}, "Ravi", ["5♦", "9♠"], "to discard", ["47 closed", "from Ravi"]),
        (
            {"turn": Seat(2), "phase": Phase.SHOW},
            "Asha",
            ["5♦", "9♠"],
            "declared: show your groups",
            ["47 closed", "from Ravi"],
        ),
        ({"open": (OpenCard(Card.parse("QD"), None),)}, "Meena", ["Q♦"], "to draw", ["47 closed", "turned up"]),
        ({"open": (), "closed": 3}, "Meena", [], "to draw", ["3 closed", "empty"]),
    ],
)
def test_the_board_says_whom_it_waits_for(
    changes: dict[str, Any], who: str, opened: list[str], what: str, below: list[str]
) -> None:
    picture = board(view_of(deal_view(seats=list(map(seat_view, range(3))), **changes)))
    who_and_what, _, *decks = picture.outside()
    assert [who_and_what, *decks] == [[who, what], ["7♥(wild)", "[back]", *opened], below]


def test_an_empty_closed_deck_shows_no_back() -> None:
    picture = board(view_of(deal_view(closed=0)))
    assert picture.outside()[2:] == [["7♥(wild, bare)", "5♦", "9♠"], ["0 closed", "from Ravi"]]


def test_the_open_deck_shows_its_last_three_cards() -> None:
    thrown = tuple(OpenCard(card, Seat(i)) for i, card in enumerate(parse_cards("2C 3C 4C 5C 6C")[:4]))
    picture = board(view_of(deal_view(seats=list(map(seat_view, range(4))), open=thrown)))
    assert picture.outside()[2:] == [["7♥(wild)", "[back]", "3♣", "4♣", "5♣"], ["47 closed", "from Kabir"]]


def test_the_closed_deck_is_as_thick_as_it_is_full() -> None:
    edges = []
    for closed in (1, 10, 60, 110):
        picture = board(view_of(deal_view(closed=closed)))
        back = picture.item("[back]")
        with Image.open(BytesIO(picture.file)) as drawn:
            right = [drawn.convert("RGBA").getpixel((x, back.foot - 40)) for x in range(back.right, back.right + 70)]
        edges.append(right.count((*FELT[Colour.PAPER], 255)))
    assert edges == sorted(set(edges))


# -- the seats --------------------------------------------------------------------------------------


@SEATS
def test_the_row_of_each_player_says_name_total_and_state(seats: int) -> None:
    dice = Random(seats)
    totals = tuple(dice.sample(range(1000), seats))
    turn, dealer = dice.sample(range(seats), 2)
    states = [seat_view(i, lapses=i) for i in range(seats)]
    deal = deal_view(seats=states, turn=Seat(turn), dealer=Seat(dealer))
    picture = board(view_of(deal, match=match_of((), totals)))
    for i, row in enumerate(picture.seated(seats)):
        assert row[:-1] == ["13", *["D"] * (i == dealer), str(totals[i]), PLAYERS[i]]
        state = "to draw" if i == turn else "playing"
        missed = {0: [state], 1: [f"{state}, 1 missed turn", f"{state}, 1 missed"]}
        assert row[-1] in missed.get(i, [f"{state}, {i} missed turns", f"{state}, {i} missed"])
    rims = [tile.rim for tile in picture.seats(seats)]
    assert rims == [Colour.ACCENT if i == turn else None for i in range(seats)]


@SEATS
def test_the_seats_stand_round_the_decks_in_the_order_of_play(seats: int) -> None:
    picture = board(view_of(deal_view(seats=list(map(seat_view, range(seats))))))
    deck = picture.item("[back]")
    tiles = picture.seats(seats)
    angles = [atan2(_middle(tile)[1] - deck.foot + 90, _middle(tile)[0] - 480) % tau for tile in tiles]
    first = angles.index(min(angles))
    assert [*angles[first:], *angles[:first]] == sorted(angles), "clockwise"


def _middle(tile: Tile) -> tuple[int, int]:
    left, top, right, bottom = tile.box
    return (left + right) // 2, (top + bottom) // 2


def test_a_single_deal_has_no_totals() -> None:
    picture = board(view_of(deal_view(seats=list(map(seat_view, range(3))), turn=Seat(1))))
    assert picture.seated(3) == [["13", "Meena", "playing"], ["13", "Ravi", "to draw"], ["13", "D", "Asha", "playing"]]


def test_one_who_is_out_of_the_deal_reads_how_and_for_how_much() -> None:
    gone = [SeatStatus.DROPPED, SeatStatus.WRONG, SeatStatus.LEFT, SeatStatus.LAPSED]
    states = [seat_view(0), *(seat_view(i, way, 17 * i) for i, way in enumerate(gone, start=1)), seat_view(5)]
    assert board(view_of(deal_view(seats=states))).seated(6) == [
        ["13", "Meena", "to draw"],
        ["13", "Ravi", "dropped, 17 points"],
        ["13", "Asha", "declared wrongly, 34"],
        ["13", "Kabir", "left, 51 points"],
        ["13", "Zoya", "missed turns, 68"],
        ["13", "D", "Om", "playing"],
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_pool_shows_totals_and_the_last_drops(seed: int) -> None:
    dice = Random(seed)
    seats, deals = dice.randint(2, 6), dice.randint(1, 3)
    costs = [[dice.randint(1, 33) for _ in range(seats)] for _ in range(deals)]
    for deal in costs:
        deal[dice.randrange(seats)] = 0
    steps = [" ".join(str(cost) if cost else "*" for cost in deal) for deal in costs]
    picture = board(running(match_by("pool_101", *steps)))
    for i, row in enumerate(picture.seated(seats)):
        total = sum(deal[i] for deal in costs)
        drops = (100 - total) // 20
        told = [] if drops > 1 else ["1 drop left" if drops else "0 drops left"]
        state = "to draw" if i == seats - 1 else "playing"
        assert row == ["13", *["D"] * (i == 0), str(total), PLAYERS[i], state, *told]
    assert picture.outside()[1][0] == f"Pool 101 · deal {deals + 1}  ·  Wild"


def test_a_match_of_deals_shows_stacks() -> None:
    picture = board(running(match_by("deals_3", "* 32 12 8", "25 * 2 40")))
    assert picture.outside()[1][0] == "Deals rummy · deal 3  ·  Wild"
    assert picture.seated(4) == [
        ["13", "D", str(240 + 52 - 25), "Meena", "playing"],
        ["13", str(240 - 32 + 67), "Ravi", "playing"],
        ["13", str(240 - 12 - 2), "Asha", "playing"],
        ["13", str(240 - 8 - 40), "Kabir", "to draw"],
    ]


def test_between_two_deals_the_board_says_who_won_and_what_it_cost() -> None:
    view = between(match_by("pool_101", "* 20D 32 40M 80W 12", "15 * 30 3 21 40D"), offers=(Seat(4),))
    picture = board(view)
    assert picture.outside()[0] == ["Ravi", "won this deal"]
    assert picture.seated(6) == [
        ["13", "15", "Meena", "lost, 15 points"],
        ["13", "20", "Ravi", "won"],
        ["13", "62", "Asha", "lost, 30 points", "1 drop left"],
        ["13", "43", "Kabir", "lost, 3 points"],
        ["13", "101", "Zoya", "out, may rejoin"],
        ["13", "D", "52", "Om", "dropped, 40 points"],
    ]
    assert [tile.rim for tile in picture.seats(6)] == [None, Colour.ACCENT, None, None, None, None]


# -- the toss ---------------------------------------------------------------------------------------


@SEATS
def test_the_toss_shows_each_player_under_their_card(seats: int) -> None:
    dice = Random(seats)
    cards = dice.sample(CARDS, seats)
    first, dealer = dice.sample(range(seats), 2)
    states = list(map(seat_view, range(seats)))
    deal = deal_view(seats=states, first=Seat(first), dealer=Seat(dealer))
    view = view_of(deal, toss=parse_cards(card_texts(cards)))
    picture = read(lambda: draw_toss(view, CALLED, Theme(four_colour=True)))
    assert picture.outside() == [["Toss: the highest card plays first"]]
    plays = "plays first" if seats < 6 else "first"
    roles = {first: [plays], dealer: ["dealer"]}
    assert picture.rows == [[face(cards[i]), PLAYERS[i], *roles.get(i, [])] for i in range(seats)]
    assert [tile.rim is Colour.ACCENT for tile in picture.tiles] == [i in roles for i in range(seats)]


def test_without_a_toss_the_seats_are_shown() -> None:
    view = view_of(deal_view(seats=list(map(seat_view, range(4))), first=Seat(2), dealer=Seat(1)))
    picture = read(lambda: draw_toss(view, CALLED))
    assert picture.outside() == [["Seats, clockwise"]]
    assert picture.rows == [["Meena"], ["Ravi", "dealer"], ["Asha", "plays first"], ["Kabir"]]


# -- the show ---------------------------------------------------------------------------------------


def show(outcome: Outcome, theme: Theme = Theme()) -> Picture:
    view = finished(outcome, [seat_view(i, points=cost) for i, cost in enumerate(outcome.points)])
    return read(lambda: draw_show(view, CALLED, theme))


@pytest.mark.parametrize("theme", [Theme(), Theme(four_colour=True)], ids=str)
def test_the_show_lays_every_hand_below_its_player(theme: Theme) -> None:
    hands = (
        shown(2, "2H 3H 4H | 5C 6C 7D 8C | KS KD KC | 9D 9C 9S"),
        shown(0, "2S 3S 4S | 5H 6H JK", "KH QD JS TC 9S 8D 2C", 61),
        shown(3, "9D TD", "KH QD JS 8D 2C AS JK 7D 4H 3D 6D", 39, halved=True),
    )
    statuses = (SeatStatus.IN, SeatStatus.DROPPED, SeatStatus.IN, SeatStatus.IN, SeatStatus.WRONG, SeatStatus.LEFT)
    outcome = Outcome(
        IndianEnding.DECLARED, (Seat(2),), (61, 20, 0, 39, 80, 40), hands, statuses, Card.parse("7H").rank
    )
    assert show(outcome, theme).paragraphs == [
        "Asha declared",
        "Asha | 0 points",
        "winner",
        "✔ | Pure\n2♥ | 3♥ | 4♥",
        "★ | Impure\n5♣ | 6♣ | 7♦(wild) | 8♣",
        "= | Set\nK♠ | K♦ | K♣",
        "= | Set\n9♦ | 9♣ | 9♠",
        "Kabir | halved: no turn yet | 39 points",
        "✘ | Not yet\n9♦ | 10♦",
        "Left over\n2♣ | 3♦ | 6♦ | 7♦(wild) | 8♦ | Q♦ | A♠ | J♠ | 4♥ | K♥ | Joker",
        "Meena | 61 points",
        "✔ | Pure\n2♠ | 3♠ | 4♠",
        "★ | Impure\n5♥ | 6♥ | Joker",
        "Left over\n2♣ | 10♣ | 8♦ | Q♦ | 9♠ | J♠ | K♥",
        "Ravi | dropped | 20 points",
        "Zoya | declared wrongly | 80 points",
        "Om | left | 40 points",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_the_show_ranks_hands_by_what_they_cost(seed: int) -> None:
    dice = Random(seed)
    seats = dice.randint(2, 6)
    winner, costs = dice.randrange(seats), dice.sample(range(2, 81), seats)
    held = [dice.sample(CARDS, 13) for _ in range(seats)]
    points = tuple(0 if i == winner else cost for i, cost in enumerate(costs))
    hands = tuple(shown(i, "", card_texts(held[i]), points[i]) for i in range(seats))
    outcome = Outcome(IndianEnding.DECLARED, (Seat(winner),), points, hands, (SeatStatus.IN,) * seats, None)
    expected = [f"{PLAYERS[winner]} declared"]
    for i in sorted(range(seats), key=lambda i: points[i]):
        expected += [f"{PLAYERS[i]} | {points[i]} points", *["winner"] * (i == winner)]
        expected.append("Left over\n" + " | ".join(face(card) for card in CARDS if card in held[i]))
    assert show(outcome).paragraphs == expected


def test_the_winning_hand_is_larger_than_the_others_and_has_a_golden_edge() -> None:
    hands = (shown(1, "2H 3H 4H | 5C 6C 7D 8C"), shown(0, "", "KH QD JS", 30))
    statuses = (SeatStatus.IN, SeatStatus.IN)
    picture = show(Outcome(IndianEnding.DECLARED, (Seat(1),), (30, 0), hands, statuses, None))
    won, lost = picture.item("8♣"), picture.item("J♠")
    assert (won.right - won.left, lost.right - lost.left) == (HAND.width, SMALL.width)
    edge = picture.column(480, Colour.GOLD, 0, picture.size[1])
    assert len(edge) == 10
    assert edge[0] < picture.item("Ravi").foot < won.foot < edge[-1] < picture.item("Meena").foot


def test_one_who_won_unseen_stands_first() -> None:
    outcome = Outcome(
        Ending.LAST_IN, (Seat(1),), (20, 0, 40), (), (SeatStatus.DROPPED, SeatStatus.IN, SeatStatus.LAPSED)
    )
    assert show(outcome).paragraphs == [
        "Ravi is the last one playing",
        "Ravi | 0 points",
        "won",
        "Meena | dropped | 20 points",
        "Asha | missed turns | 40 points",
    ]


# -- what may never be cut off ----------------------------------------------------------------------

COSTS = (80, 101, 1000)
GONE = (SeatStatus.DROPPED, SeatStatus.WRONG, SeatStatus.LEFT, SeatStatus.LAPSED)


@pytest.mark.parametrize("drops", [False, True], ids=["", "drops"])
@pytest.mark.parametrize("cost", COSTS)
def test_points_of_a_seat_are_never_cut_off(cost: int, drops: bool) -> None:
    states = [seat_view(0), *(seat_view(i, way, cost) for i, way in enumerate(GONE, start=1))]
    match = match_by("pool_101", "* 65 65 65 65") if drops else match_of((), (0, *[-1234] * 4))
    picture = board(view_of(deal_view(seats=states), match=match))
    for row in picture.seated(5)[1:]:
        assert not any("…" in text for text in row)
        assert any(text.endswith((f", {cost}", f", {cost} points")) for text in row)


@pytest.mark.parametrize("theme", [Theme(), Theme(large=True)], ids=str)
@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("way", GONE)
def test_points_in_the_own_hand_are_never_cut_off(way: SeatStatus, cost: int, theme: Theme) -> None:
    deal = deal_view(hand="KS TH", cut="TH", seats=[seat_view(0, way, cost), seat_view(1)])
    told = read(lambda: draw_hand(view_of(deal), theme)).outside()[0][0]
    assert told.endswith(f", {cost} points")


def test_the_name_of_one_who_threw_takes_the_room_beside_it() -> None:
    long = "Maximiliane Oberhuber-Wagner"
    deal = deal_view(seats=[seat_view(0), seat_view(1)])
    assert read(lambda: draw_table(view_of(deal), {Seat(0): "Asha", Seat(1): long})).outside()[-1][-1] == f"from {long}"
    longest = "Bartholomew the Magnificent of Nowhere"
    told = read(lambda: draw_table(view_of(deal), {Seat(0): "Asha", Seat(1): longest})).outside()[-1][-1]
    assert told == longest, "the name alone"


@SEATS
@pytest.mark.parametrize("name", ["Maximiliane Oberhuber", "Bartholomew the Magnificent of Nowhere", "W" * 40])
def test_a_long_name_takes_more_lines_and_is_never_cut(name: str, seats: int) -> None:
    view = view_of(deal_view(seats=list(map(seat_view, range(seats)))), match=match_of((), tuple(range(seats))))
    for i, row in enumerate(read(lambda: draw_table(view, dict.fromkeys(CALLED, name))).seated(seats)):
        _, *lines, _ = row[row.index(str(i), 1) :]
        assert "".join(lines).replace(" ", "") == name.replace(" ", "")


def test_the_winners_name_stands_whole_in_the_title() -> None:
    outcome = Outcome(Ending.LAST_IN, (Seat(1),), (20, 0), (), (SeatStatus.DROPPED, SeatStatus.IN))
    view = finished(outcome, [seat_view(0, SeatStatus.DROPPED, 20), seat_view(1, points=0)])
    long = "Bartholomew the Magnificent of Nowhere"
    picture = read(lambda: draw_show(view, {Seat(0): "Asha", Seat(1): long}))
    assert picture.outside()[0] == [f"{long} is the last one playing"]
