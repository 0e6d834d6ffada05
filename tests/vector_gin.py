"""Worked cases of gin: the result of a knock, whether a player may knock, the points of a match.

P1 is the first player and knocks. A case names the cards that matter; all others lie where nobody looks.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.games.gin.actions import BigGin, Knock
from bot.games.gin.codes import GinEnding
from bot.games.gin.deal import GinDeal
from bot.rummy.actions import Move
from bot.rummy.cards import CARDS, Card, Seat
from bot.rummy.deal import SeatState
from bot.rummy.deal_view import Phase
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.rules import Rules

P1, P2 = Seat(0), Seat(1)


def cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def turn(rules: Rules, hand: tuple[Card, ...], other: tuple[Card, ...] = (), first_open: str | None = None) -> GinDeal:
    """Return the deal in which P1 has drawn from the closed deck and holds these eleven cards, and P2 those.

    The open deck began with that card.
    """
    opened = Card.parse(first_open) if first_open else _unused((*hand, *other))[0]
    rest = [card for card in _unused((*hand, *other)) if card != opened]
    other = (*other, *rest)[:10]
    order = (*(card for pair in zip(hand[:10], other, strict=True) for card in pair), opened)
    closed = [card for card in CARDS if card not in order]
    deal = GinDeal.of(rules, P1, (True, True), (*order, *closed))
    held = SeatState(hand, has_drawn=True, had_turn=True)
    closed = [card for card in closed if card not in hand]
    return replace(
        deal, hands=(held, deal.hands[P2]), closed=tuple(closed), phase=Phase.DISCARD, drawn=hand[-1], turns=4
    )


def _unused(used: Iterable[Card]) -> list[Card]:
    return [card for card in CARDS if card not in set(used)]


def check_knock(vector: dict[str, Any], rules: Rules) -> Any:
    """Return winner and points after P1 drew a card that goes face down, and knocked."""
    kept, other = cards(vector["knocker"]), cards(vector["opponent"])
    opened = vector.get("first_open")
    knock: Move
    if vector.get("big"):
        hand, knock = kept, BigGin()
    else:
        away = _unused((*kept, *other, *([Card.parse(opened)] if opened else [])))[0]
        hand, knock = (*kept, away), Knock(away)
    deal = turn(rules, hand, other, opened).play(P1, knock)
    assert deal.outcome is not None
    (winner,) = deal.outcome.winners
    return {"winner": "knocker" if winner == P1 else "opponent", "points": deal.outcome.points[winner]}


def check_may_knock(vector: dict[str, Any], rules: Rules) -> Any:
    """Return whether P1, who holds these eleven cards, may knock with that one; without one, whether it is big gin."""
    thrown = vector.get("discard")
    deal = turn(rules, cards(vector["hand"]), first_open=vector.get("first_open"))
    return deal.refusal(P1, Knock(Card.parse(thrown)) if thrown else BigGin()) is None


def check_match(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the result of the deals in order, as long as the match goes on; nobody wins before reaching the limit."""
    match = Match.start(rules, Terms.parse(f"limit_{vector['limit']}"), 2)
    for deal in vector["deals"]:
        if not match.is_over:
            match = match.after(outcome(deal["winner"], deal["points"]))
    totals = {"P1": match.totals[P1], "P2": match.totals[P2]}
    if not match.is_over:
        # A case may say that nobody has won, or expect nothing at all.
        return None if vector["expect"] is None else {"winner": None, "totals": totals}
    return {"winner": ("P1", "P2")[match.winners[0]], "totals": totals}


def outcome(won_by: str, count: int) -> Outcome:
    """Return a deal that P1 or P2 has won with that many points."""
    winner = P1 if won_by == "P1" else P2
    points = tuple(count if seat == winner else 0 for seat in (P1, P2))
    return Outcome(GinEnding.KNOCK, (winner,), points, (), (SeatStatus.IN, SeatStatus.IN))


CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {
    "gin_knock": check_knock,
    "gin_may_knock": check_may_knock,
    "gin_match": check_match,
}
