"""Worked cases of twenty-one-card rummy, played through deals: declarations, points of losers, value points.

P1 declares and P2 shows. Cards that a case does not name come from the packs in their order.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.view import DeclarationEvent
from bot.games.twentyone.deal import TwentyOneDeal
from bot.games.twentyone.rules import HAND_SIZE
from bot.rummy.cards import Card, Groups, Seat
from bot.rummy.deal import SeatState
from bot.rummy.deal_view import Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import Rules
from tests.known import with_own

P1, P2 = Seat(0), Seat(1)


def cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def groups_of(texts: Iterable[Iterable[str]]) -> Groups:
    return tuple(map(cards, texts))


def deal_of(rules: Rules, cut: str, hands: list[tuple[Card, ...]]) -> TwentyOneDeal:
    """Return a deal with these hands, in which the first player has drawn a card that is put aside."""
    packs = rules.cards(len(hands))
    deal = TwentyOneDeal.start(
        rules, P1, (True,) * len(hands), packs, drops=rules.drops(Format.POINTS), cut=Card.parse(cut)
    )
    states = tuple(SeatState(hand, has_drawn=True, had_turn=True) for hand in hands)
    return replace(deal, hands=states, phase=Phase.DISCARD, turns=len(hands))


def spare(rules: Rules, cut: str, used: Iterable[Card], count: int) -> tuple[Card, ...]:
    """Return that many cards of the packs that nobody holds; none has a value, and jokers come last."""
    left = Counter(rules.cards(2)) - Counter([Card.parse(cut), *used])
    wilds = deal_of(rules, cut, [(), ()]).wilds
    return tuple(islice((card for card in left.elements() if card not in wilds.jokers), count))


def check_declaration(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the judgement after P1 puts a card in the finish slot and declares these groups."""
    groups = groups_of(vector["groups"])
    laid = tuple(card for group in groups for card in group)
    hand = cards(vector["hand"]) if vector.get("hand") is not None else laid
    if vector.get("hand") is None:
        hand = (*laid, *spare(rules, vector["wild"], laid, max(0, HAND_SIZE - len(laid))))
    # What the groups use beyond the hand cannot be declared at all: the table refuses it.
    if Counter(laid) - Counter(hand):
        return {"valid": False, "reason": "card_count"}
    other = spare(rules, vector["wild"], hand, HAND_SIZE)
    (away,) = spare(rules, vector["wild"], (*hand, *other), 1)
    deal = deal_of(rules, vector["wild"], [(*hand, away), other]).play(P1, Finish(away)).play(P1, Declare(groups))
    wrong = [event for event in deal.events if isinstance(event, DeclarationEvent)]
    return {"valid": not wrong, "reason": str(wrong[0].reason) if wrong else "ok"}


def check_points(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the points of P2, who shows these groups at a table without help after P1 declared."""
    groups, ungrouped = groups_of(vector["groups"]), cards(vector["ungrouped"])
    hand = (*(card for group in groups for card in group), *ungrouped)
    deal = shown(with_own(rules, help_losers=False), vector["wild"], {"P1": (), "P2": hand}, {"P2": groups})
    assert deal.outcome is not None
    return -deal.outcome.points[P2]


def check_deal_show(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the points of P2 with a hand of that worth, without help and without a turn."""
    deal = shown(
        with_own(rules, help_losers=False), "AS", {"P1": (), "P2": worth(vector["hand_score"])}, had_turn=False
    )
    assert deal.outcome is not None
    return -deal.outcome.points[P2]


def worth(score: int) -> tuple[Card, ...]:
    """Return cards that cost so much in no group if aces are wild."""
    tens, rest = divmod(score, 10)
    if rest == 1 and tens:  # no card is worth 1
        return cards(["TC"] * (tens - 1) + ["9C", "2C"])
    return cards(["TC"] * tens + ([f"{rest}C"] if rest else []))


def shown(
    rules: Rules,
    cut: str,
    hands: dict[str, tuple[Card, ...]],
    groups: dict[str, Groups] | None = None,
    *,
    had_turn: bool = True,
) -> TwentyOneDeal:
    """Return the deal after the first player declared and the others showed; hands are of any size."""
    saved = groups or {}
    deal = deal_of(rules, cut, [*hands.values()])
    states = tuple(
        replace(
            state,
            groups=saved.get(name, ()),
            shown=seat == P1,
            points=0 if seat == P1 else None,
            had_turn=had_turn or seat == P1,
        )
        for seat, (name, state) in enumerate(zip(hands, deal.hands, strict=True))
    )
    declared = tuple(state.groups for state in states)
    deal = replace(deal, hands=states, phase=Phase.SHOW, declared=declared)
    for seat, name in enumerate(hands):
        if seat != P1:
            deal = deal.play(Seat(seat), Group(saved.get(name, ()))).play(Seat(seat), Show())
    assert deal.outcome is not None
    assert all(status is SeatStatus.IN for status in deal.outcome.statuses)
    return deal


def check_value(vector: dict[str, Any], rules: Rules) -> Any:
    """Return the settlement after the players have shown their hands."""
    hands = {name: cards(held) for name, held in vector["hands"].items()}
    deal = shown(rules, vector["wild"], hands)
    match = Match.start(rules, Terms(), len(hands))
    assert deal.outcome is not None
    match = match.after(deal.outcome)
    (bonus,) = match.bonuses
    assert sum(bonus.points) == sum(match.totals) == 0
    return dict(zip(hands, bonus.points, strict=True))


CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {
    "t21_declaration": check_declaration,
    "t21_points": check_points,
    "t21_value": check_value,
}
