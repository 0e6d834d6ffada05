"""Matches between players that need nobody, as records that can be reviewed."""

import random
from collections.abc import Callable, Sequence

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.view import indian_deal
from bot.rummy.actions import DEALER, Action, Discard, Draw, Next, Source
from bot.rummy.deal_view import Phase
from bot.rummy.game import game_of
from bot.rummy.ids import TableId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry, Record
from bot.rummy.rules import Rules
from bot.rummy.view import Stage, View
from tests.playing import answer, opened

Chooser = Callable[[View], Action]


def level(number: int) -> Chooser:
    """Return a computer of that level."""
    return lambda view: game_of(view.rules).choose(view, number)


def by_chance(dice: random.Random) -> Chooser:
    """Return a player that draws and throws at random, and declares whatever it happens to hold."""

    def choose(view: View) -> Action:
        if view.stage is not Stage.PLAYING:
            return level(2)(view)
        deal = indian_deal(view.deal)
        if deal.phase is Phase.DRAW:
            opening = Draw(Source.OPEN)
            return opening if view.allows(opening) and dice.random() < 0.5 else Draw(Source.CLOSED)
        if deal.phase is not Phase.DISCARD:
            return level(2)(view)
        card, kept = solver.best_discard(deal.hand, deal.wild, deal.rules)
        return Finish(card) if kept.declarable else Discard(dice.choice(deal.hand))

    return choose


def played(rules: Rules, choosers: Sequence[Chooser], seed: int, terms: Terms | None = None) -> Record:
    """Return a whole match between these players; the first of them joined first."""
    dice = random.Random(seed)
    table, entries = opened(rules, len(choosers), dice, terms or Terms())
    first = [101 + i for i in range(len(choosers))]
    by_seat = {seat: choosers[first.index(player.id)] for seat, player in enumerate(table.players)}

    def enter(seat: int, action: Action) -> None:
        nonlocal table
        entries.append(Entry(seat, action))  # type: ignore[arg-type]
        table = table.play(seat, action)  # type: ignore[arg-type]

    while not table.is_over:
        if chance := table.chance():
            enter(DEALER, answer(chance, dice))
        elif table.stage is Stage.BETWEEN:
            enter(DEALER, Next())
        else:
            assert table.deal is not None
            seat = table.deal.view(None).awaited[0]
            action = by_seat[seat](table.view(seat))
            if before := table.chance_before(action):
                enter(DEALER, answer(before, dice))
            enter(seat, action)
    opening = tuple(sorted(table.players, key=lambda player: player.id))
    return Record(TableId("review"), rules, table.match.terms, opening, tuple(entries))


def seat_of(record: Record, place: int) -> int:
    """Return the seat of the player who joined at that place; 0 is the first."""
    return record.replay().players.index(record.players[place])
