"""Worked cases that need a deal to be played: flow, lapses, picking jokers, penalties, the points of losers.

P1 is the first player, P2 the next, and so on.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.deal import IndianDeal
from bot.games.indian.rules import PrintedCut
from bot.rummy.actions import Discard, Draw, Drop, Lapse, Leave, Source
from bot.rummy.cards import JOKER, Card, Groups, Rank, Seat, Suit, parse_cards, parse_groups
from bot.rummy.deal_view import OpenCard
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import Rules, Start
from tests import vector_romme, vector_twentyone
from tests.known import INDIAN, TWENTYONE, WESTERN, load, with_own
from tests.playing import POINTS, indian, opened
from tests.vector_tables import in_all, written

P1, P2 = Seat(0), Seat(1)
CLOSED = Draw(Source.CLOSED)
HAND_CARDS = 13
"""Cards of a hand by the rule sheets (001 L63), whatever the code deals."""

FORMATS = {
    "points": POINTS,
    "pool101": Terms(Format.POOL_101),
    "pool201": Terms(Format.POOL_201),
    "best_of_2": Terms(Format.DEALS, 2),
    "best_of_3": Terms(Format.BEST_OF_3),
}
"""The formats played; best of two is two deals under another name (G9)."""


def dealt(rules: Rules, players: int = 3, terms: Terms = POINTS) -> IndianDeal:
    """Return some deal in which P1, the first player, sits on seat 0."""
    table, _ = opened(replace(rules, start=Start.TOSS), players, random.Random(1), terms)
    return indian(table)


def turn(deal: IndianDeal) -> IndianDeal:
    """Return the deal after the player whose turn it is drew a card and threw it."""
    drawn = deal.play(deal.turn, CLOSED)
    assert drawn.drawn is not None
    return drawn.play(drawn.turn, Discard(drawn.drawn))


def round_of(deal: IndianDeal) -> IndianDeal:
    """Return the deal after everybody else has played until it is P1's turn again, or P1 is out."""
    while deal.turn != P1 and deal.hands[P1].status is SeatStatus.IN and deal.outcome is None:
        deal = turn(deal)
    return deal


def one_turn_later(deal: IndianDeal) -> IndianDeal:
    return round_of(turn(deal))


def finished(deal: IndianDeal) -> IndianDeal:
    """Return the deal after P1 put a card in the finish slot."""
    drawn = deal.play(P1, CLOSED)
    return drawn.play(P1, Finish(drawn.hands[P1].cards[0]))


def lapsed(deal: IndianDeal, times: int) -> IndianDeal:
    """Return the deal after that many lapses of P1, while the others play."""
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
    "drop_after_lapse": lambda deal: lapsed(deal, 1).play(P1, Drop()),
    "leave_before_draw": lambda deal: deal.play(P1, Leave()),
    "leave_after_draw": lambda deal: deal.play(P1, CLOSED).play(P1, Leave()),
}
"""Actions of P1 from the first turn of a deal on."""


def check_penalty(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the points that the event costs P1."""
    deal = dealt(rules, terms=FORMATS[vector["format"]])
    try:
        hand = EVENTS[vector["event"]](deal).hands[P1]
    except IllegalAction as error:
        if error.refusal is Refusal.NO_DROPS:
            return "not_allowed"
        raise
    return hand.points if hand.status is not SeatStatus.IN else f"still in after {hand.lapses} lapses"


def check_flow(vector: dict[str, Any], _: Rules) -> Any:
    """Return the next event; it is the same in every rule set that has the rule."""
    indian = {id: rules for id, rules in load().items() if rules.game is INDIAN}
    ids = [id for id in indian if id != "toking" or not vector["event"].startswith("lapse_")]
    found = {id: _flow(vector, indian[id]) for id in ids}
    return in_all(found)


def _flow(vector: dict[str, Any], rules: Rules) -> dict[str, Any]:
    deal = dealt(rules, vector["players"])
    match vector["event"]:
        case "lapse_without_draw":
            after = deal.play(P1, Lapse())
            return _after_lapse(after, None)
        case "lapse_after_draw":
            drawn = Card.parse(vector["drawn"])
            after = replace(deal, closed=(drawn, *deal.closed[1:])).play(P1, CLOSED).play(P1, Lapse())
            return _after_lapse(after, *written([after.open[-1].card], [vector["drawn"]]))
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
    """Return whether P1 is out at the end of the pattern."""
    deal = dealt(rules)
    for what in vector["pattern"]:
        if deal.hands[P1].status is not SeatStatus.IN:
            break
        deal = PATTERN[what](deal)
    return deal.hands[P1].status is SeatStatus.LAPSED


def check_open_pick(vector: dict[str, Any], rules: Rules) -> Any:
    """Return whether the open card may be picked."""
    if rules.game is WESTERN:
        return vector_romme.may_pick(vector)
    deal = dealt(rules)
    top = Card.parse(vector["top"])
    # No cut card stands for one of a rank that does not matter here.
    cut = Card.parse(vector["wild"] or ("2C" if top.rank != 2 else "3C"))
    index = vector["turn_index"]
    under = OpenCard(top, None if vector["from_setup"] else Seat((index - 1) % 3))
    deal = replace(deal, cut=cut, open=(under,), turns=index, turn=Seat(index % 3))
    return deal.refusal(deal.turn, Draw(Source.OPEN)) is None


# -- what a loser pays ------------------------------------------------------------------------------

COMPLETE = parse_groups("AH 2H 3H | 4H 5H 6H | 7H 8H 9H | TH JH QH KH")
"""The groups that P1 declares: valid whatever rank is wild."""

WITH_DEAL_SHOW = ("circle", "circle_detailed")
"""Rule sets with Deal Show by the rule sheets (002 L63-66), whatever the code's rule sets have."""


def declared(rules: Rules, hand: Sequence[Card], wild: str, *, had_turn: bool) -> IndianDeal:
    """Return the deal after P1 declared; P2, the only loser, holds that hand.

    `wild` is the cut card, or empty for none.
    """
    if not wild:
        # A printed joker makes no rank wild where only printed ones are jokers.
        rules = with_own(rules, "jokers", printed_cut=PrintedCut.PRINTED_ONLY)
    deal = dealt(rules, 2)
    own = tuple(card for group in COMPLETE for card in group)
    hands = (replace(deal.hands[P1], cards=own), replace(deal.hands[P2], cards=tuple(hand)))
    deal = replace(deal, hands=hands, cut=Card.parse(wild) if wild else JOKER)
    if had_turn:
        deal = one_turn_later(deal)
    drawn = deal.play(P1, CLOSED)
    assert drawn.drawn is not None
    return drawn.play(P1, Finish(drawn.drawn)).play(P1, Declare(COMPLETE))


def cost(deal: IndianDeal) -> int:
    """Return the points that P2 pays at the end of the deal."""
    assert deal.outcome is not None
    assert deal.outcome.winner == P1
    return deal.outcome.points[P2]


def shown(deal: IndianDeal, groups: Groups) -> IndianDeal:
    """Return the deal after P2 grouped the hand like that and showed it."""
    return deal.play(P2, Group(groups)).play(P2, Show())


def check_loser_score(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the points of a loser who shows these groups, without help."""
    groups = tuple(tuple(map(Card.parse, group)) for group in vector["groups"] if group)
    rest = tuple(map(Card.parse, vector.get("ungrouped", [])))
    hand = (*(card for group in groups for card in group), *rest)
    return _pays(rules.with_help(False), hand, vector["wild"], lambda deal: shown(deal, groups))


def check_best_score(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the points of a loser who groups nothing, with help: after the time runs out, or after showing that."""
    hand = tuple(map(Card.parse, vector["hand"]))
    late = _pays(rules, hand, vector["wild"], lambda deal: deal.play(P2, Lapse()))
    at_once = _pays(rules, hand, vector["wild"], lambda deal: deal.play(P2, Show()))
    return late if late == at_once else {"late": late, "shown": at_once}


def _pays(rules: Rules, hand: Sequence[Card], wild: str, end: Callable[[IndianDeal], IndianDeal]) -> Any:
    """Return the points that P2 pays after a turn.

    If the rule sheet has no Deal Show, a loser without a turn must pay as many.
    """
    points = cost(end(declared(rules, hand, wild, had_turn=True)))
    if rules.id in WITH_DEAL_SHOW:
        return points
    without_turn = cost(end(declared(rules, hand, wild, had_turn=False)))
    return points if without_turn == points else {"after a turn": points, "without a turn": without_turn}


def check_deal_show(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the points of a loser with a hand of that worth who has had no turn."""
    if rules.game is TWENTYONE:
        return vector_twentyone.check_deal_show(vector, rules)
    groups, rest = worth(vector["hand_score"])
    hand = (*(card for group in groups for card in group), *rest)
    return cost(shown(declared(rules, hand, "KD", had_turn=False), groups))


def worth(score: int) -> tuple[Groups, tuple[Card, ...]]:
    """Return thirteen cards that cost that many points, some of them in groups, with kings wild.

    Two pure sequences cost nothing. If so many cards count that there is no room for them, jokers cost nothing.
    """
    tens, rest = divmod(score, 10)
    if rest == 1 and tens:  # no card is worth 1
        tens, smaller = tens - 1, [9, 2]
    else:
        smaller = [rest] if rest else []
    values = [Card(Rank(value), Suit.SPADES) for value in [10] * tens + smaller]
    if score == 1 or len(values) > HAND_CARDS:
        raise ValueError(f"no thirteen cards cost {score}")
    spare = HAND_CARDS - len(values)
    if spare < 6:
        return (), (*values, *parse_cards("KC KS KH JK JK")[:spare])
    low = [Card(Rank(rank), Suit.CLUBS) for rank in range(1, spare - 2)]
    return (parse_cards("AH 2H 3H"), tuple(low)), tuple(values)


CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {
    "flow": check_flow,
    "lapses": check_lapses,
    "open_pick": check_open_pick,
    "penalty": check_penalty,
    "loser_score": check_loser_score,
    "best_score": check_best_score,
    "deal_show": check_deal_show,
}
