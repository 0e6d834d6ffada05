"""Views of the western game made by hand, and the scenes that golden pictures are taken of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.games.western.codes import WesternEnding
from bot.games.western.melds import Meld, hand_points, in_order, laid
from bot.games.western.rules import WesternRules, own
from bot.games.western.view import WesternView
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.deal_view import OpenCard, Phase, SeatView
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import Ending, EndingCode, Outcome, SeatStatus, ShownHand
from bot.rummy.view import Stage, View
from tests.known import shipped
from tests.render.scenes import NAMES, seat_view, view_of

RULES = shipped("romme")
TERMS = Terms.parse("limit_200")


def romme_rules() -> WesternRules:
    """Return the values that only the western game has."""
    return own(RULES)


def meld(seat: int, text: str, romme: WesternRules | None = None) -> Meld:
    """Return a meld as that seat would lay it."""
    found = laid(parse_cards(text), Seat(seat), romme or romme_rules())
    assert isinstance(found, Meld), found
    return found


TWENTY = tuple(
    meld(i % 6, text)
    for i, text in enumerate(
        [
            *["QC QS JK", "5H JK 7H 8H", "AC 2C 3C", "9D 9H 9S 9C", "TD JD QD KD AD", "4S 4H JK", "2S 3S 4S"],
            *["7C 8C 9C TC", "KC KS KH", "6D 7D 8D", "TH JH QH", "3D 3H 3S", "5C 5S 5D 5H", "8S 9S TS JS QS"],
            *["AD AH AS", "2D 3D 4D", "JC JS JH", "6C 6S 6H 6D", "2H 3H 4H 5H 6H 7H", "TC TS TD"],
        ]
    )
)
"""The most melds that a full table may see."""
STAND_INS = tuple(meld(i, text) for i, text in enumerate(["QC QS JK JK", "JK 5H 6H 7H", "TC JC QC KC AC", "9D 9H 9S"]))


def romme_view(
    hand: str = "",
    melds: Sequence[Meld] = (),
    *,
    drawn: str | None = None,
    seats: Sequence[SeatView] = tuple(map(seat_view, range(3))),
    **changes: Any,
) -> WesternView:
    """Return a deal as the first seat sees it."""
    fields: dict[str, Any] = {
        "rules": RULES,
        "drops": None,
        "seat": Seat(0),
        "phase": Phase.DISCARD if drawn else Phase.DRAW,
        "turn": Seat(0),
        "first": Seat(0),
        "dealer": Seat(len(seats) - 1),
        "turns": 4,
        "wild": None,
        "open": (OpenCard(Card.parse("5D"), None), OpenCard(Card.parse("9S"), Seat(1))),
        "closed": 47,
        "reshuffles": 0,
        "quiet_turns": None,
        "seats": tuple(seats),
        "events": (),
        "hand": parse_cards(hand),
        "drawn": Card.parse(drawn) if drawn else None,
        "outcome": None,
        "own": romme_rules(),
        "melds": tuple(melds),
        "steps": 0,
        "owed": 0,
        "settled": parse_cards(hand),
    }
    return WesternView(**{**fields, **changes})


def romme_table(deal: WesternView, totals: tuple[int, ...] = (), terms: Terms = TERMS) -> View:
    """Return a table in that deal, by default on the way to 200 points."""
    match = Match.start(RULES, terms, len(deal.seats))
    return view_of(deal, match=replace(match, totals=totals) if totals else match)


def ended(ending: EndingCode, *hands: str, winners: Sequence[int] = (0,), left: Sequence[int] = ()) -> Outcome:
    """Return a deal by the hands that were left; the winners pay nothing."""
    cards = [in_order(parse_cards(hand)) for hand in hands]
    spared = -25 if ending is WesternEnding.RUMMY else 0
    points = [spared if i in winners else hand_points(held, romme_rules()) for i, held in enumerate(cards)]
    shown = [ShownHand(Seat(i), (), held, points[i], i in winners) for i, held in enumerate(cards) if i not in left]
    statuses = tuple(SeatStatus.LEFT if i in left else SeatStatus.IN for i in range(len(hands)))
    return Outcome(ending, tuple(map(Seat, winners)), tuple(points), tuple(shown), statuses)


RUMMY = ended(
    WesternEnding.RUMMY, "", "KC 4S AH JK 2D 3D", "QC QS 7H 8H TD 2C 3S 4H 9S 9D 6D JK AS", "TC JC 5H 6H", left=(3,)
)
STAYED = ended(WesternEnding.RUMMY, "KC 4S AH", "", "QC QS 7H 8H TD 2C 3S 4H", "TC JC 5H 6H", winners=(1,))
STALEMATE = ended(Ending.STALEMATE, "KC 4S", "2C 3H", "KD 4H", "9S TS JK", winners=(1,))
SHARED = ended(WesternEnding.SHARED, "2C 3S", "3C 2H", "KD 4H", winners=(0, 1))


def played(course: str, *outcomes: Outcome) -> View:
    """Return a table after these deals."""
    match = Match.start(RULES, Terms.parse(course), len(outcomes[0].points))
    for outcome in outcomes:
        match = match.after(outcome)
    last = outcomes[-1]
    seats = [seat_view(i, status, last.points[i]) for i, status in enumerate(last.statuses)]
    deal = romme_view(seats=seats, phase=Phase.OVER, outcome=last)
    stage = Stage.FINISHED if match.is_over else Stage.BETWEEN
    return view_of(deal, match=match, stage=stage)


HELD = "2C 5C QC 3S QS QH 4H 8H 9H 9D TD JD AD JK"
SIX = tuple(replace(seat_view(i, lapses=i // 4), cards=13 - 2 * i) for i in range(6))
PLAIN, LARGE = Theme(), Theme(four_colour=True, large=True)


def _hand(theme: Theme, hand: str, melds: Sequence[Meld] = (), **deal: Any) -> Callable[[], bytes]:
    return lambda: draw_hand(romme_table(romme_view(hand, melds, **deal)), theme)


def _table(totals: tuple[int, ...], melds: Sequence[Meld], **deal: Any) -> Callable[[], bytes]:
    return lambda: draw_table(romme_table(romme_view("", melds, **deal), totals), NAMES)


SCENES: Mapping[str, Callable[[], bytes]] = {
    "western_table_begins": _table((), (), seats=SIX[:2], open=()),
    "western_table_few": _table((12, -25, 145, 0), STAND_INS, seats=SIX[:4], turn=Seat(2)),
    "western_table_twenty": _table((12, -25, 145, 0, 199, 63), TWENTY, seats=SIX, drawn="9D"),
    "western_hand": _hand(PLAIN, HELD, STAND_INS[1:], drawn="9D"),
    "western_hand_waits": _hand(PLAIN, HELD.removesuffix(" JK"), turn=Seat(1)),
    "western_hand_owes": _hand(LARGE, "2C 5C 9C 9S 3D 3H JK", (meld(0, "7C 7S 7D"), *STAND_INS), drawn="3H", owed=1),
    "western_show_rummy": lambda: draw_show(played("limit_200", RUMMY), NAMES),
    "western_show_stalemate": lambda: draw_show(played("limit_200", STALEMATE), NAMES),
    "western_show_shared": lambda: draw_show(played("limit_200", SHARED), NAMES),
    "western_sheet_limit": lambda: draw_sheet(played("limit_200", STAYED, STALEMATE, STALEMATE, STAYED, STAYED), NAMES),
    "western_sheet_best_of": lambda: draw_sheet(played("best_of_5", *[STAYED, STALEMATE] * 2, RUMMY), NAMES),
}
