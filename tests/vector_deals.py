"""Worked cases that need a deal to be played: flow, lapses, picking jokers, reshuffles, penalties.

P1 is the first player, P2 the next, and so on.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.games.indian.actions import Declare, Finish
from bot.games.indian.deal import IndianDeal
from bot.games.western.rules import western_rules
from bot.rummy.actions import Discard, Draw, Drop, Lapse, Leave, Source
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import OpenCard
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import Rules, Start
from tests import vector_romme
from tests.known import load
from tests.playing import POINTS, indian, opened

P1 = Seat(0)
CLOSED = Draw(Source.CLOSED)


FORMATS = {
    "points": POINTS,
    "pool101": Terms(Format.POOL_101),
    "pool201": Terms(Format.POOL_201),
    "best_of_2": Terms(Format.DEALS, 2),
    "best_of_3": Terms(Format.BEST_OF_3),
}
"""What is played; best of 2 is deals 2 under another name (G9)."""


def dealt(rules: Rules, players: int = 3, terms: Terms = POINTS) -> IndianDeal:
    """Some deal in which P1, the first player, sits on seat 0."""
    table, _ = opened(replace(rules, start=Start.TOSS), players, random.Random(1), terms)
    return indian(table)


def turn(deal: IndianDeal) -> IndianDeal:
    """Whoever's turn it is draws and throws that card."""
    drawn = deal.play(deal.turn, CLOSED)
    assert drawn.drawn is not None
    return drawn.play(drawn.turn, Discard(drawn.drawn))


def round_of(deal: IndianDeal) -> IndianDeal:
    """Everybody else plays until it is P1's turn again, or P1 is out."""
    while deal.turn != P1 and deal.hands[P1].status is SeatStatus.IN and deal.outcome is None:
        deal = turn(deal)
    return deal


def one_turn_later(deal: IndianDeal) -> IndianDeal:
    return round_of(turn(deal))


def finished(deal: IndianDeal) -> IndianDeal:
    """P1 has put a card in the finish slot."""
    drawn = deal.play(P1, CLOSED)
    return drawn.play(P1, Finish(drawn.hands[P1].cards[0]))


def lapsed(deal: IndianDeal, times: int) -> IndianDeal:
    """P1 lapses that often, the others play."""
    for _ in range(times):
        if deal.hands[P1].status is SeatStatus.IN:
            deal = round_of(deal.play(P1, Lapse()))
    return deal


PATTERN: dict[str, Callable[[IndianDeal], IndianDeal]] = {"P": one_turn_later, "M": lambda deal: lapsed(deal, 1)}
"""P1 plays a turn, or lapses."""

EVENTS: dict[str, Callable[[IndianDeal], IndianDeal]] = {
    "first_drop": lambda deal: deal.play(P1, Drop()),
    "middle_drop": lambda deal: one_turn_later(deal).play(P1, Drop()),
    "wrong_declaration": lambda deal: finished(deal).play(P1, Declare(())),
    "declare_time_over": lambda deal: finished(deal).play(P1, Lapse()),
    "lapsed_out_at_third": lambda deal: lapsed(one_turn_later(deal), 3),
    "lapsed_out_at_first": lambda deal: lapsed(one_turn_later(deal), 1),
    "lapsed_out_at_first_in_first_turn": lambda deal: lapsed(deal, 1),
    "leave_before_draw": lambda deal: deal.play(P1, Leave()),
    "leave_after_draw": lambda deal: deal.play(P1, CLOSED).play(P1, Leave()),
}
"""What P1 does, from the first turn of a deal on."""


def check_penalty(vector: dict[str, Any], rules: Rules) -> Any:
    """What the event costs P1."""
    deal = dealt(rules, terms=FORMATS[vector["format"]])
    try:
        hand = EVENTS[vector["event"]](deal).hands[P1]
    except IllegalAction as error:
        if error.refusal is Refusal.NO_DROPS:
            return "not_allowed"
        raise
    return hand.points if hand.status is not SeatStatus.IN else f"still in after {hand.lapses} lapses"


def check_flow(vector: dict[str, Any], _: Rules) -> Any:
    """What happens next; the same in every rule set that has the rule."""
    indian = {id: rules for id, rules in load().items() if western_rules(rules) is None}
    ids = [id for id in indian if id != "toking" or not vector["event"].startswith("lapse_")]
    found = {id: _flow(vector, indian[id]) for id in ids}
    first = found[ids[0]]
    return first if all(result == first for result in found.values()) else found


def _flow(vector: dict[str, Any], rules: Rules) -> dict[str, Any]:
    deal = dealt(rules, vector["players"])
    match vector["event"]:
        case "lapse_without_draw":
            after = deal.play(P1, Lapse())
            return _after_lapse(after, None)
        case "lapse_after_draw":
            drawn = Card.parse(vector["drawn"])
            after = replace(deal, closed=(drawn, *deal.closed[1:])).play(P1, CLOSED).play(P1, Lapse())
            return _after_lapse(after, str(after.open[-1].card))
    after = EVENTS[vector["event"]](deal)
    if after.outcome is None:
        points = {name(Seat(i)): hand.points for i, hand in enumerate(after.hands) if hand.points is not None}
        return {"game_over": False, "next_player": name(after.turn), "points": points}
    points = {name(Seat(i)): cost for i, cost in enumerate(after.outcome.points)}
    winner = after.outcome.winner
    return {"game_over": True, "winner": None if winner is None else name(winner), "points": points}


def _after_lapse(deal: IndianDeal, discarded: str | None) -> dict[str, Any]:
    return {"discarded": discarded, "lapses": deal.hands[P1].lapses, "next_player": name(deal.turn)}


def name(seat: Seat) -> str:
    return f"P{seat + 1}"


def check_lapses(vector: dict[str, Any], rules: Rules) -> Any:
    """Whether P1 is out at the end of the pattern."""
    deal = dealt(rules)
    for what in vector["pattern"]:
        if deal.hands[P1].status is not SeatStatus.IN:
            break
        deal = PATTERN[what](deal)
    return deal.hands[P1].status is SeatStatus.LAPSED


def check_open_pick(vector: dict[str, Any], rules: Rules) -> Any:
    """Whether the open card may be picked."""
    if western_rules(rules) is not None:
        return vector_romme.may_pick(vector)
    deal = dealt(rules)
    top = Card.parse(vector["top"])
    # No cut card stands for one of a rank that does not matter here.
    cut = Card.parse(vector["wild"] or ("2C" if top.rank != 2 else "3C"))
    index = vector["turn_index"]
    under = OpenCard(top, None if vector["from_setup"] else Seat((index - 1) % 3))
    deal = replace(deal, cut=cut, open=(under,), turns=index, turn=Seat(index % 3))
    return deal.refusal(deal.turn, Draw(Source.OPEN)) is None


def check_reshuffle(vector: dict[str, Any], rules: Rules) -> Any:
    """What stays open and what becomes the closed deck."""
    pile = tuple(OpenCard(Card.parse(card), P1) for card in vector["open_pile"])
    deal = replace(dealt(rules), closed=(), open=pile)
    return {"stays_open": str(deal.open[-1].card), "new_closed": list(map(str, deal.spent()))}


CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {
    "flow": check_flow,
    "lapses": check_lapses,
    "open_pick": check_open_pick,
    "penalty": check_penalty,
    "reshuffle": check_reshuffle,
}
