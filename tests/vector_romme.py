"""Worked cases of the western game: the points of a hand, and what may be placed, laid off, swapped and discarded.

P1 is the first player and holds the cards that the case needs; other cards of the hand are low ones.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.games.western import melds as romme_melds
from bot.games.western.actions import LayOff, Place, Swap
from bot.games.western.deal import WesternDeal
from bot.games.western.melds import Meld, hand_points, laid
from bot.games.western.rules import own
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.deal import SeatState
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.match.match import Match
from bot.rummy.rules import Rules
from tests.known import shipped
from tests.playing import POINTS, opened

P1, P2 = Seat(0), Seat(1)
FILLER = parse_cards("2C 4S 8D")
OWN = parse_cards("3C 3H 3S")
"""The melds of P1 in cases in which P1 has placed some."""


def cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def dealt(players: int = 2) -> WesternDeal:
    """Return some deal in which P1 is the first player."""
    table, _ = opened(shipped("romme"), players, random.Random(1))
    deal = table.deal
    assert isinstance(deal, WesternDeal)
    return replace(deal, first=P1, turn=P1)


def meld(owner: Seat, texts: Sequence[str]) -> Meld:
    """Return a meld as it would lie on the table."""
    found = laid(cards(texts), owner, own(shipped("romme")))
    assert isinstance(found, Meld), found
    return found


def turn(hand: Sequence[Card], *melds: Meld) -> WesternDeal:
    """Return the deal in which P1 has drawn and holds these cards; these melds are on the table."""
    deal = dealt()
    hands = (SeatState(tuple(hand), has_drawn=True, had_turn=True), *deal.hands[1:])
    return replace(deal, hands=hands, phase=Phase.DISCARD, drawn=hand[-1], melds=melds)


def _on_table(vector: dict[str, Any], action: Callable[[Card], Move]) -> bool:
    """Return whether P1 may do that with the card, a meld of P2 being on the table."""
    card = Card.parse(vector["card"])
    placed = (Meld(P1, OWN, 0),) if vector["opened"] else ()
    deal = turn((*FILLER, card), meld(P2, vector["meld"]), *placed)
    return deal.refusal(P1, action(card)) is None


def check_western(vector: dict[str, Any], _: Rules) -> Any:
    """Return the result of a case, by its kind."""
    return KINDS[vector["kind"]](vector)


def _hand_value(vector: dict[str, Any]) -> int:
    return hand_points(cards(vector["cards"]), dealt().own)


def _may_place(vector: dict[str, Any]) -> bool:
    return turn(cards(vector["hand"])).refusal(P1, Place(cards(vector["meld"]))) is None


def _may_discard(vector: dict[str, Any]) -> bool:
    card = Card.parse(vector["card"])
    rest = FILLER[: vector["cards_left_after"]]
    assert len(rest) == vector["cards_left_after"]
    return turn((*rest, card)).refusal(P1, Discard(card)) is None


def _bonus(vector: dict[str, Any]) -> int:
    """Return by how much P1 ends below nothing."""
    held = (*parse_cards("5H 6H 7H"), *FILLER[: 1 if vector["went_out"] else 2])
    deal = turn(held, *([Meld(P1, OWN, 0)] if vector["placed_before"] else []))
    deal = deal.play(P1, Place(held[:3])).play(P1, Discard(held[3]))
    return -deal.outcome.points[P1] if deal.outcome is not None else 0


def _stalemate_order(vector: dict[str, Any]) -> list[str]:
    """Return the order of players when nobody can draw: the hands decide."""
    names, deal = list(vector["hands"]), dealt(len(vector["hands"]))
    held = zip(deal.hands, vector["hands"].values(), strict=True)
    hands = tuple(replace(hand, cards=_worth(points)) for hand, points in held)
    over = replace(deal, hands=hands, closed=(), open=deal.open[-1:])
    over = over.play(P1, Draw(Source.CLOSED))
    assert over.outcome is not None
    places = Match.start(over.rules, POINTS, len(names)).after(over.outcome).places
    return [name for _, name in sorted(zip(places, names, strict=True))]


def _worth(points: int) -> tuple[Card, ...]:
    """Return cards that cost that much."""
    tens, rest = divmod(points, 10)
    if rest == 1:  # an ace costs 11
        return parse_cards("KS " * (tens - 1) + "AS")
    return parse_cards("KS " * tens + (f"{rest}S" if rest else ""))


KINDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "hand_value": _hand_value,
    "may_place": _may_place,
    "may_lay_off": lambda vector: _on_table(vector, lambda card: LayOff(0, (card,))),
    "may_swap_joker": lambda vector: _on_table(vector, lambda card: Swap(0, card)),
    "may_discard": _may_discard,
    "bonus": _bonus,
    "stalemate_order": _stalemate_order,
}

CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {"western": check_western}


def readings(vector: dict[str, Any], rules: Rules) -> list[str]:
    """Return the kinds of meld as which a group of cards can be placed."""
    found = romme_melds.readings(cards(vector["cards"]), P1, own(rules))
    return list(dict.fromkeys(str(one.shape) for one in found))


def may_pick(vector: dict[str, Any]) -> bool:
    """Return whether the open card may be picked."""
    index = vector["turn_index"]
    under = OpenCard(Card.parse(vector["top"]), None if vector["from_setup"] else Seat((index - 1) % 3))
    deal = replace(dealt(3), open=(under,), turns=index, turn=Seat(index % 3))
    return deal.refusal(deal.turn, Draw(Source.OPEN)) is None
