"""Views made by hand, and the scenes that golden pictures are taken of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.games.indian.codes import IndianEnding
from bot.games.indian.melds import kind_of
from bot.games.indian.rules import wild_rank
from bot.games.indian.view import IndianShownHand, IndianView
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.render.pictures import pictures_of
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.toss import draw_toss
from bot.rummy.cards import Card, Seat, parse_cards, parse_groups
from bot.rummy.deal_view import DealView, OpenCard, Phase, SeatView
from bot.rummy.ids import Player
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.outcome import Ending, Outcome, SeatStatus
from bot.rummy.view import Stage, View
from tests.known import shipped

RULES = shipped("circle")
NAMES = {
    Seat(0): "Asha",
    Seat(1): "Bartholomew the Magnificent of Nowhere",
    Seat(2): "🎉🎉🎉",
    Seat(3): "𝓡𝓪𝓿𝓲 ★",
    Seat(4): "محمد علي",
    Seat(5): "Zoë\u202e\u0301\n",
}
"""A plain name, a long one, and some that can be drawn in part or not at all."""
PLAYERS = ("Meena", "Ravi", "Asha", "Kabir", "Zoya", "Om")
"""Names with room enough everywhere."""
CALLED = {Seat(i): name for i, name in enumerate(PLAYERS)}


def seat_view(seat: int, status: SeatStatus = SeatStatus.IN, points: int | None = None, lapses: int = 0) -> SeatView:
    """Return one seat of a deal."""
    return SeatView(Seat(seat), status, 13, False, True, lapses, 30, False, points)


MIXED = (
    seat_view(0),
    seat_view(1, lapses=2),
    seat_view(2, SeatStatus.DROPPED, 20),
    seat_view(3, SeatStatus.WRONG, 80),
    seat_view(4, SeatStatus.LEFT, 40),
    seat_view(5, SeatStatus.LAPSED, 40),
)


def deal_view(
    groups: str = "",
    hand: str = "",
    *,
    drawn: str | None = None,
    cut: str = "7H",
    seats: Sequence[SeatView] = MIXED[:3],
    **changes: Any,
) -> IndianView:
    """Return a deal as the first seat sees it; `hand` are the cards outside `groups`."""
    laid = parse_groups(groups)
    fields: dict[str, Any] = {
        "rules": RULES,
        "drops": RULES.drops(Format.POINTS),
        "seat": Seat(0),
        "phase": Phase.DISCARD if drawn else Phase.DRAW,
        "turn": Seat(0),
        "first": Seat(0),
        "dealer": Seat(len(seats) - 1),
        "turns": 4,
        "cut": Card.parse(cut),
        "wild": wild_rank(Card.parse(cut), RULES),
        "open": (OpenCard(Card.parse("5D"), None), OpenCard(Card.parse("9S"), Seat(1))),
        "closed": 47,
        "reshuffles": 0,
        "quiet_turns": None,
        "seats": tuple(seats),
        "events": (),
        "hand": tuple(card for group in laid for card in group) + parse_cards(hand),
        "groups": laid,
        "drawn": Card.parse(drawn) if drawn else None,
        "declared": (),
        "finishing": None,
        "outcome": None,
    }
    return IndianView(**{**fields, **changes})


def view_of(deal: DealView, **changes: Any) -> View:
    """Return a table in that deal."""
    count = len(deal.seats)
    fields: dict[str, Any] = {
        "rules": deal.rules,
        "seat": deal.seat,
        "stage": Stage.PLAYING,
        "step": 3,
        "players": tuple(Player(i + 1) for i in range(count)),
        "left": frozenset(),
        "toss": (),
        "match": Match.start(deal.rules, Terms(), count),
        "ready": frozenset(),
        "offers": (),
        "vote": None,
        "asked": None,
        "split_asked": False,
        "deal": deal,
    }
    return View(**{**fields, **changes})


def match_of(outcomes: Sequence[Outcome], totals: tuple[int, ...] = ()) -> Match:
    """Return a match of points with these deals behind it; `totals`: standing so instead."""
    match = Match.start(RULES, Terms(), len(outcomes[0].points) if outcomes else len(totals))
    for outcome in outcomes:
        match = match.after(outcome)
    return replace(match, totals=totals) if totals else match


_LETTERS = {"D": SeatStatus.DROPPED, "M": SeatStatus.LAPSED, "L": SeatStatus.LEFT, "W": SeatStatus.WRONG}


def ended(line: str) -> Outcome:
    """Return a deal by seat, in `* 20D 12 80W -`: `*` has won, `-` was not dealt in; it is void if nobody has won."""
    cells = line.split()
    winners = (Seat(cells.index("*")),) if "*" in cells else ()
    points = tuple(0 if cell in "*-" else int(cell.rstrip("DMLW")) for cell in cells)
    statuses = tuple(SeatStatus.ABSENT if cell == "-" else _LETTERS.get(cell[-1], SeatStatus.IN) for cell in cells)
    return Outcome(IndianEnding.DECLARED if winners else IndianEnding.TIE, winners, points, (), statuses)


def match_by(course: str, *steps: str) -> Match:
    """Return a match by its deals; `R2`: the third seat rejoins after the deal before."""
    match = Match.start(RULES, Terms.parse(course), len(steps[0].split()))
    for step in steps:
        if step.startswith("R"):
            seat = Seat(int(step[1:]))
            assert seat in match.just_out
            match = match.rejoin(seat)
            continue
        outcome = ended(step)
        assert not match.is_over
        assert match.next_seats == tuple(seat for seat in map(Seat, range(match.seats)) if outcome.has(seat))
        for seat in _leavers(outcome):
            match = match.leave(seat, len(match.outcomes) + 1)
        match = match.after(outcome)
    return match


def _leavers(outcome: Outcome) -> list[Seat]:
    return [Seat(i) for i, status in enumerate(outcome.statuses) if status is SeatStatus.LEFT]


def between(match: Match, **changes: Any) -> View:
    """Return a table after the last deal of that match."""
    last = match.outcomes[-1]
    left = frozenset(seat for outcome in match.outcomes for seat in _leavers(outcome))
    seats = [seat_view(i, status, last.points[i]) for i, status in enumerate(last.statuses)]
    deal = deal_view(seats=seats, phase=Phase.OVER, outcome=last, drops=match.drops)
    stage = Stage.FINISHED if match.is_over else Stage.BETWEEN
    return view_of(deal, **{"match": match, "stage": stage, "left": left, **changes})


def running(match: Match) -> View:
    """Return a table in the deal after those of that match."""
    playing = match.next_seats
    statuses = [SeatStatus.IN if Seat(i) in playing else SeatStatus.ABSENT for i in range(match.seats)]
    seats = [seat_view(i, status) for i, status in enumerate(statuses)]
    deal = deal_view(seats=seats, drops=match.drops, turn=playing[-1], dealer=playing[0])
    return replace(between(match, stage=Stage.PLAYING), deal=deal)


def shown(seat: int, groups: str, deadwood: str = "", points: int = 0, *, halved: bool = False) -> IndianShownHand:
    """Return a hand laid open, with sevens wild."""
    laid = parse_groups(groups)
    wild = Card.parse("7H").rank
    kinds = tuple(kind_of(group, wild, RULES) for group in laid)
    return IndianShownHand(Seat(seat), laid, parse_cards(deadwood), points, points == 0, kinds, halved)


def finished(outcome: Outcome, seats: Sequence[SeatView], earlier: Sequence[Outcome] = ()) -> View:
    """Return a table whose match is over with that outcome."""
    deal = deal_view(seats=seats, phase=Phase.OVER, outcome=outcome)
    outcomes = (*earlier, outcome)
    return view_of(deal, match=match_of(outcomes), stage=Stage.FINISHED)


IN = (SeatStatus.IN,) * 6
DECLARED = Outcome(
    IndianEnding.DECLARED,
    (Seat(0),),
    (0, 32, 20, 80, 40, 80),
    (
        shown(0, "2H 3H 4H | 5C 6C 7D 8C | KS KD KC | 9D 9C 9S"),
        shown(1, "2S 3S 4S | 5H 6H JK", "KH QD JS TC 9S 8D 2C", 32, halved=True),
        shown(5, "9D TD", "KH QD JS 8D 2C AS JK 7D 4H 3D 2D", 80),
    ),
    (SeatStatus.IN, SeatStatus.IN, SeatStatus.DROPPED, SeatStatus.WRONG, SeatStatus.LEFT, SeatStatus.IN),
    Card.parse("7H").rank,
)
DECLARED_SEATS = (seat_view(0, points=0), seat_view(1, points=32), *MIXED[2:5], seat_view(5, points=80))
TIE = Outcome(IndianEnding.TIE, (), (0, 0, 0, 0, 40, 0), (), (*IN[:4], SeatStatus.LEFT, SeatStatus.IN))
LAST_IN = Outcome(Ending.LAST_IN, (Seat(1),), (20, 0), (), (SeatStatus.DROPPED, SeatStatus.IN))

_OUT = ("* 20D 32 40M 80W 12", "15 * 30 3 21 40D", "10 20D * 18 - 52")
REJOINING = match_by("pool_101", *_OUT)
POOL = match_by("pool_101", *_OUT, "R5", "20D * 4 40L - 8", "12 * 12 - - 20D")
"""One was thrown out after a wrong declaration, one left, one came back."""
LONG_POOL = match_by(
    "pool_201",
    *["* 25D 12 8", "10 * 25D 2", "80W 6 * 50M", "25D 25D 3 *", "60 * 20 80W", "50D 11 * 61", "R0", "R3"],
    *["* 4 25D 2", "12 50M * 5", "2 9 * 25D", "25D * 14 3", "0 0 0 0", "* 8 22 6", "4 80W * 10"],
    *["* - 3 10", "8 - * 25D", "25D - 12 *", "* - 20 9", "10 - * 12"],
)
TIED = ("* 32 12 8", "25 * 2 40", "4 12 * 10")
LONG_DEALS = match_by(
    "deals_6",
    *["* 32 12 80W 80 80", "25 * 20 40M 11 80", "80 80 * 80 80W 80", "2 2 8 * 10 40", "9 4 4 30 * 12"],
)
DEALS = match_by("deals_3", *TIED, "* 20 - -")
BEST_OF = match_by("best_of_3", "* 32 80W", "12 2 *", "0 0 0", "20 * 3")
SPLIT = match_by("pool_101", "* 20D 20D 40M", "40D * 40D 20D", "20D 32 * 45", "22 * 22 -").split(MatchEnd.SPLIT)

GROUPED = {"groups": "2H 3H 4H | 5C 6C 7D 8C | KS KD KC", "hand": "JK 9D QH 7S", "drawn": "7S"}
FIVE = {"groups": "2H 3H 4H | 5C 6C 7C | KS KD JK | 9D TD", "hand": "AS 3C", "drawn": "3C"}
LOOSE = {"hand": "KS TH QH TD 2C 3C 4D 5S JK 7S 9H AD JD TC", "drawn": "TC"}
APART = {"groups": "9H TH JH", "hand": "2C 3C TC 4D JD AS 5S KS QH JK 7D", "drawn": "7D"}
"""Sorted by suit, and a card drawn since."""
SINGLES: dict[str, Any] = {"groups": "2C | 3D | 4H | 5S | 6C | 7D | 8H | 9S | TC | JD | QH | KS | AC", "hand": "JK"}
"""The most groups that a hand can have."""


def _hand(theme: Theme, **deal: Any) -> Callable[[], bytes]:
    return lambda: draw_hand(view_of(deal_view(**deal)), theme)


def _table(**deal: Any) -> Callable[[], bytes]:
    return lambda: draw_table(view_of(deal_view(**deal)), NAMES)


def _toss(cards: str, seats: int) -> Callable[[], bytes]:
    return lambda: draw_toss(view_of(deal_view(seats=MIXED[:seats]), toss=parse_cards(cards)), NAMES)


def _example() -> bytes:
    example = pictures_of(RULES).example()
    assert example is not None
    return example[0]


PLAIN, LARGE = Theme(), Theme(four_colour=True, large=True)
_DECLARED = finished(DECLARED, DECLARED_SEATS)
_LAST_IN = finished(LAST_IN, (MIXED[2], seat_view(1, points=0)))
_FINISHING = {"groups": "2H 3H 4H | 5C 6C 7D 8C | KS KD KC | 9D 9C 9S", "finishing": Card.parse("QD")}

SCENES: Mapping[str, Callable[[], bytes]] = {
    "hand": _hand(PLAIN, **GROUPED),
    "example": _example,
    "hand_large": _hand(LARGE, **GROUPED),
    "hand_five": _hand(PLAIN, **FIVE, cut="JK"),
    "hand_loose": _hand(PLAIN, **LOOSE),
    "hand_loose_large": _hand(LARGE, **LOOSE),
    "hand_suits_apart": _hand(PLAIN, **APART, rules=shipped("toking")),
    "hand_finishing": _hand(PLAIN, **_FINISHING, phase=Phase.DECLARE),
    "hand_dropped": _hand(Theme(four_colour=True), hand="KS TH QH TD 2C 3C", seats=MIXED[2:4][:1]),
    "table_two": _table(seats=MIXED[:2], open=()),
    "table_six": lambda: draw_table(
        view_of(deal_view(seats=MIXED), match=match_of((), (12, 0, 45, 80, 100, 3))), NAMES
    ),
    "toss_two": _toss("KS QH", 2),
    "toss_six": _toss("KS QH TD 9C 5S 2H", 6),
    "toss_none": _toss("", 3),
    "show": lambda: draw_show(_DECLARED, NAMES),
    "show_last_in": lambda: draw_show(_LAST_IN, NAMES),
    "sheet": lambda: draw_sheet(_DECLARED, NAMES),
    "table_pool": lambda: draw_table(running(POOL), NAMES),
    "table_deals": lambda: draw_table(running(match_by("deals_3", *TIED)), NAMES),
    "table_rejoin": lambda: draw_table(between(REJOINING, offers=(Seat(5),)), NAMES),
    "sheet_pool": lambda: draw_sheet(between(POOL), NAMES),
    "sheet_pool_long": lambda: draw_sheet(between(LONG_POOL), NAMES),
    "sheet_deals": lambda: draw_sheet(between(DEALS), NAMES),
    "sheet_best_of_three": lambda: draw_sheet(between(BEST_OF), NAMES),
    "sheet_split": lambda: draw_sheet(between(SPLIT), NAMES),
    "sheet_deals_long": lambda: draw_sheet(between(LONG_DEALS), NAMES),
}
