"""Positions of deals that computers of level 4 play against each other, and the winners of the deals."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.games.indian.computer import level_4
from bot.rummy.actions import DEALER, Action, Discard, Draw
from bot.rummy.cards import Card
from bot.rummy.deal_view import without
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.view import Stage, View
from tests.playing import answer, indian, opened

PLAYERS = (2, 3, 4, 5, 6)


class Position(NamedTuple):
    """One seat with thirteen cards, in its turn."""

    view: View
    hand: tuple[Card, ...]
    draws: bool
    """Before its draw, and not after its discard; hands that are dropped are left out."""
    won: bool
    """Whether the seat has won the deal."""


def positions(rules: Rules, number: int, *, drops: bool | None = None) -> list[Position]:
    """Return all positions of one deal, for two players to six in turn.

    `drops`: whether there are drops; None: five times with drops and five times without.
    """
    dice = random.Random(f"{rules.id} {number}")
    table, _ = opened(rules, PLAYERS[number % len(PLAYERS)], dice, Terms())
    if (number // len(PLAYERS) % 2) if drops is None else not drops:
        table = replace(table, deal=indian(table).without_drops())
    found: list[Position] = []
    while table.stage is Stage.PLAYING:
        seat = indian(table).view(None).awaited[0]
        view = table.view(seat)
        action = level_4(view)
        found += _standing(view, action)
        if chance := table.chance_before(action):
            table = table.play(DEALER, answer(chance, dice))
        table = table.play(seat, action)
    outcome = indian(table).outcome
    assert outcome is not None
    return [position._replace(won=position.view.seat in outcome.winners) for position in found]


def _standing(view: View, action: Action) -> Iterator[Position]:
    assert view.deal is not None
    if isinstance(action, Draw):
        yield Position(view, view.deal.hand, draws=True, won=False)
    elif isinstance(action, Discard):
        yield Position(view, without(view.deal.hand, (action.card,)), draws=False, won=False)
