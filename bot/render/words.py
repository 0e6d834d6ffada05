"""The words on pictures and beside them: every picture has an alt text.

Those for all to see name no card that lies hidden.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.render.marks import KINDS
from bot.render.names import spoken
from bot.rummy.cards import Card, Groups, Rank, Seat
from bot.rummy.melds import Kind, kind_of
from bot.rummy.outcome import Ending, Outcome, ShownHand, Status
from bot.rummy.scoring import card_points, charge, raw_points
from bot.rummy.view import DealView, Phase, SeatView, Stage, View

ALT_LIMIT = 1024
"""Characters that Discord takes as a description."""

OUT = {
    Status.DROPPED: "dropped",
    Status.LAPSED: "timed out",
    Status.LEFT: "left",
    Status.WRONG: "wrong show",
    Status.ABSENT: "not in this deal",
}
"""How a seat that is out of a deal is called."""

ENDINGS = {
    Ending.DECLARED: "declared",
    Ending.LAST_IN: "is the last one in",
    Ending.STALEMATE: "has the lowest hand: no cards left to draw",
}


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand as grouped is worth, in points."""

    deadwood: int
    """Cards in no meld."""
    counts: int
    """What would be charged: without the sequences the rules ask for, melds spare nothing."""


def worth(deal: DealView) -> Worth:
    """The own hand's points, before any halving."""
    invalid = [group for group in deal.groups if kind_of(group, deal.wild, deal.rules) is Kind.INVALID]
    loose = [*deal.ungrouped, *(card for group in invalid for card in group)]
    raw = raw_points(deal.groups, deal.ungrouped, deal.wild, deal.rules)
    deadwood = card_points(loose, deal.wild)
    return Worth(deadwood, deadwood if raw <= deadwood else charge(raw, deal.rules))


def own_status(deal: DealView) -> str | None:
    """How the own seat left the deal; None while it is in."""
    if deal.seat is None or deal.seats[deal.seat].status is Status.IN:
        return None
    own = deal.seats[deal.seat]
    return f"You: {OUT[own.status]}" + (f", {points(own.points)}" if own.points else "")


def points(count: int) -> str:
    """`1 point`, `20 points`."""
    return f"{count} point" if count == 1 else f"{count} points"


def card_word(card: Card) -> str:
    """`10♥`, `joker`."""
    if card.suit is None:
        return "joker"
    return ("10" if card.rank is Rank.TEN else card.rank.letter) + card.suit.symbol


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(card_word, cards))


def wild_word(deal: DealView) -> str:
    """What is wild."""
    if deal.wild is None:
        return "only printed jokers are wild"
    return f"wild rank {'10' if deal.wild is Rank.TEN else deal.wild.letter}"


def limited(parts: Iterable[str]) -> str:
    """Sentences, as many characters as a description may have."""
    text = " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts if part)
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


# -- the own hand -----------------------------------------------------------------------------------


def alt_hand(view: View) -> str:
    """The own hand in words; for its owner alone."""
    deal = view.deal
    if deal is None or deal.seat is None:
        return "No hand."
    held = worth(deal)
    counts = f", counts {held.counts}" if held.counts > held.deadwood else ""
    return limited(
        [
            own_status(deal) or "",
            *(_group_words(group, deal) for group in deal.groups),
            f"ungrouped: {_cards(deal.ungrouped)}" if deal.ungrouped else "",
            f"just drawn: {card_word(deal.drawn)}" if deal.drawn else "",
            f"in the finish slot: {card_word(deal.finishing)}" if deal.finishing else "",
            f"deadwood {points(held.deadwood)}{counts}",
            f"cut card {card_word(deal.cut)}, {wild_word(deal)}",
        ]
    )


def _group_words(group: tuple[Card, ...], deal: DealView) -> str:
    return f"{KINDS[kind_of(group, deal.wild, deal.rules)].spoken}: {_cards(group)}"


# -- what all may see -------------------------------------------------------------------------------


def alt_table(view: View, names: Mapping[Seat, str]) -> str:
    """The public board in words."""
    deal = view.deal
    if deal is None:
        return limited([f"seat {i + 1}: {spoken(names, Seat(i))}" for i in range(len(view.players))])
    top = deal.open[-1] if deal.open else None
    thrown = f" from {spoken(names, top.seat)}" if top and top.seat is not None else ""
    return limited(
        [
            f"deal {view.deal_number}",
            f"open card {card_word(top.card)}{thrown}" if top else "the open deck is empty",
            f"{deal.closed} cards in the closed deck",
            f"cut card {card_word(deal.cut)}, {wild_word(deal)}",
            *(_seat_words(seat, view, deal, names) for seat in deal.seats),
        ]
    )


def _seat_words(seat: SeatView, view: View, deal: DealView, names: Mapping[Seat, str]) -> str:
    dealer = ", dealer" if seat.seat == deal.dealer else ""
    total = f", total {view.totals[seat.seat]}" if has_totals(view) else ""
    return f"{spoken(names, seat.seat)}: {seat_status(seat, view, deal)}{dealer}{total}"


def has_totals(view: View) -> bool:
    """Whether points of earlier deals are worth showing."""
    return any(view.totals)


def seat_status(seat: SeatView, view: View, deal: DealView) -> str:
    """How a seat stands, in a few words."""
    cost = f", {points(seat.points)}" if seat.points else ""
    if seat.status is not Status.IN:
        return OUT[seat.status] + (cost if seat.status is not Status.ABSENT else "")
    if deal.outcome is not None:
        return "won" if deal.outcome.winner == seat.seat else f"lost{cost}"
    lapses = f", {seat.lapses} lapse" + ("s" if seat.lapses > 1 else "") if seat.lapses else ""
    return _doing(seat, deal) + lapses


_TURN = {
    Phase.DRAW: "to draw",
    Phase.DISCARD: "to discard",
    Phase.DECLARE: "to declare",
}


def _doing(seat: SeatView, deal: DealView) -> str:
    if deal.phase is Phase.SHOW:
        declared = "declared" if seat.seat == deal.turn else "has shown"
        return declared if seat.shown else "to show groups"
    return _TURN.get(deal.phase, "in") if seat.seat == deal.turn else "in"


def alt_toss(view: View, names: Mapping[Seat, str]) -> str:
    """Toss and seats in words."""
    roles = seat_roles(view)
    return limited(
        f"seat {i + 1}: {spoken(names, Seat(i))}"
        + (f" tossed {card_word(view.toss[i])}" if i < len(view.toss) else "")
        + (f", {' and '.join(roles[Seat(i)])}" if roles[Seat(i)] else "")
        for i in range(len(view.players))
    )


def seat_roles(view: View) -> dict[Seat, list[str]]:
    """Who plays first and who deals, as far as known."""
    roles: dict[Seat, list[str]] = {Seat(i): [] for i in range(len(view.players))}
    first = view.deal.first if view.deal else Seat(0) if view.toss else None
    dealer = view.deal.dealer if view.deal else Seat(len(view.players) - 1) if view.toss else None
    if first is not None:
        roles[first].append("plays first")
    if dealer is not None:
        roles[dealer].append("dealer")
    return roles


# -- after a deal -----------------------------------------------------------------------------------


def last_outcome(view: View) -> Outcome:
    """The outcome of the last finished deal.

    Raises:
        ValueError: none is finished.
    """
    if not view.outcomes:
        raise ValueError("no deal is finished")
    return view.outcomes[-1]


def shown_deal(view: View) -> DealView | None:
    """The deal of the last outcome, if the view still holds it."""
    return view.deal if view.deal and view.deal.outcome == last_outcome(view) else None


def headline(outcome: Outcome, name: str | None) -> str:
    """How a deal ended, in a few words."""
    if outcome.winner is None or name is None:
        return "Void: equal lowest hands, dealt again"
    return f"{name} {ENDINGS[outcome.ending]}"


def out_word(seat: Seat, view: View) -> str:
    """How a seat that shows no cards left the last deal."""
    outcome, deal = last_outcome(view), shown_deal(view)
    if outcome.winner == seat:
        return "won"
    if deal is not None and deal.seats[seat].status is not Status.IN:
        return OUT[deal.seats[seat].status]
    return "no cards shown"


def alt_show(view: View, names: Mapping[Seat, str]) -> str:
    """The last deal's hands in words."""
    outcome = last_outcome(view)
    winner = spoken(names, outcome.winner) if outcome.winner is not None else None
    shown = {hand.seat: hand for hand in outcome.shown}
    order = sorted(range(len(outcome.points)), key=lambda i: (i != outcome.winner, i not in shown, i))
    lines = [f"{spoken(names, Seat(i))}: {_shown_words(shown.get(Seat(i)), Seat(i), view)}" for i in order]
    deal = shown_deal(view)
    return limited([headline(outcome, winner), wild_word(deal) if deal else "", *lines])


def _shown_words(hand: ShownHand | None, seat: Seat, view: View) -> str:
    cost = points(last_outcome(view).points[seat])
    if hand is None:
        return f"{out_word(seat, view)}, {cost}"
    halved = ", halved: no turn yet" if hand.deal_show else ""
    return f"{cost}{halved}; {_laid(hand.groups, hand.deadwood)}"


def _laid(groups: Groups, deadwood: tuple[Card, ...]) -> str:
    laid = " | ".join(_cards(group) for group in groups)
    loose = f"deadwood {_cards(deadwood)}" if deadwood else ""
    return "; ".join(filter(None, (laid, loose)))


def alt_sheet(view: View, names: Mapping[Seat, str]) -> str:
    """The score sheet in words."""
    lines = [_sheet_line(Seat(i), view, names) for i in range(len(view.players))]
    won = [f"winner: {spoken(names, view.winner)}"] if view.winner is not None else []
    return limited([*won, *lines])


def _sheet_line(seat: Seat, view: View, names: Mapping[Seat, str]) -> str:
    deals = [outcome.points[seat] for outcome in view.outcomes if outcome.ending is not Ending.TIE]
    listed = f" ({', '.join(map(str, deals))})" if 1 < len(deals) <= 12 else ""
    gone = ", left the table" if seat in view.left and view.stage is not Stage.VOID else ""
    return f"{spoken(names, seat)}: {points(view.totals[seat])}{listed}{gone}"
