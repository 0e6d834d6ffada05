"""Deals played on from a decision with other hidden cards, always by computers of level 3."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from bot.games.indian.actions import Declare, Show
from bot.games.indian.computer.levels import level_3
from bot.games.indian.computer.unseen import taken, unseen
from bot.games.indian.deal import IndianDeal
from bot.games.indian.distance import KINDS, search_of
from bot.games.indian.review.rollouts import REDEALT, Quick
from bot.games.indian.rules import HAND_SIZE
from bot.games.indian.view import indian_deal
from bot.rummy.actions import DEALER, Action, Drop, Reshuffle
from bot.rummy.cards import Seat
from bot.rummy.deal_view import EventKind, Phase
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.table import Table
from tests.playing import indian


class Worth(NamedTuple):
    """What a seat got from a deal."""

    won: float
    net: float
    """The points that the others pay it, or less the points that it pays."""


def hidden_again(table: Table, seat: Seat, dice: random.Random) -> Table:
    """Return the table with other cards wherever that seat cannot see them.

    The others hold what they were seen to take, and made as many closed draws from their first cards as they really
    did.
    """
    deal, view = indian(table), table.view(seat)
    seen = indian_deal(view.deal)
    quick, known = Quick(search_of(deal.wild, deal.rules), deal.wild), taken(seen)
    pool = [KINDS[index] for index, count in enumerate(unseen(view, seen)) for _ in range(count)]
    hands = list(deal.hands)
    for other in deal.still_in:
        if other == seat:
            continue
        dice.shuffle(pool)
        held = [*known[other].elements()] if other in known else []
        for _ in range(REDEALT if deal.drops is not None and deal.hands[other].has_drawn else 0):
            # It stayed although it could drop, so its hand was not among the worst.
            if not quick.is_hopeless([card.index for card in (*held, *pool[: HAND_SIZE - len(held)])]):
                break
            dice.shuffle(pool)
        dealt, rest = [*held, *pool[: HAND_SIZE - len(held)]], pool[HAND_SIZE - len(held) :]
        draws = sum(event.seat == other and event.kind is EventKind.DREW_CLOSED for event in deal.events)
        improved = quick.improved([card.index for card in dealt], [card.index for card in rest[:draws]])
        hand = tuple(KINDS[index] for index in improved)
        hands[other] = replace(hands[other], cards=hand, groups=())
        pool = [*(Counter(dealt) + Counter(rest) - Counter(hand)).elements()]
    dice.shuffle(pool)
    return replace(table, deal=replace(deal, hands=tuple(hands), closed=tuple(pool[: len(deal.closed)])))


def played_on(table: Table, action: Action, dice: random.Random) -> Worth:
    """Return the worth of a deal, to the seat whose turn it is, that goes on with that action and without drops."""
    deal, seen = indian(table), table.view(None)
    mine = seat = deal.turn
    if not isinstance(action, Drop):
        deal = deal.without_drops()
    while deal.outcome is None:
        deal = _after(deal, seat, action, dice)
        if deal.outcome is None:
            seat = deal.view(None).awaited[0]
            action = _next(deal, seat) or level_3(replace(seen, seat=seat, deal=deal.view(seat)))
        if deal.hands[mine].status is not SeatStatus.IN:
            return Worth(0.0, -float(deal.hands[mine].points or 0))
    points, won = deal.outcome.points, mine in deal.outcome.winners
    return Worth(float(won), float(sum(points) if won else -points[mine]))


def _next(deal: IndianDeal, seat: Seat) -> Action | None:
    """Return the action that needs no thinking: the end of a deal."""
    if deal.phase is Phase.DECLARE:
        return Declare(deal.laws.best(deal.hands[seat].cards).groups)
    return Show() if deal.phase is Phase.SHOW else None


def _after(deal: IndianDeal, seat: Seat, action: Action, dice: random.Random) -> IndianDeal:
    if deal.draws_closed(action) and not deal.closed:
        spent = [*deal.spent()]
        dice.shuffle(spent)
        if not deal.view(None).can_reshuffle:
            return deal.undecided(Ending.STALEMATE)
        deal = deal.after(DEALER, Reshuffle(tuple(spent)))
    if isinstance(action, Show):
        groups = deal.laws.best(deal.hands[seat].cards).groups
        hand = replace(deal.hands[seat], groups=groups)
        deal = replace(deal, hands=(*deal.hands[:seat], hand, *deal.hands[seat + 1 :]))
    return deal.after(seat, action)


class Mean(NamedTuple):
    """A mean of many numbers, and its standard error."""

    mean: float
    error: float


def mean(numbers: Sequence[float]) -> Mean:
    """Return the mean of at least two numbers."""
    middle = sum(numbers) / len(numbers)
    spread = sum((one - middle) ** 2 for one in numbers) / (len(numbers) - 1)
    return Mean(middle, sqrt(spread / len(numbers)))
