"""Tables played by chance, for tests that want many different ones."""

import random
from collections.abc import Iterator, Sequence

from bot.computer import greedy
from bot.rummy import solver
from bot.rummy.actions import (
    DEALER,
    Action,
    CallEnd,
    Declare,
    Discard,
    Draw,
    Drop,
    Finish,
    Group,
    Lapse,
    Leave,
    Show,
    Sort,
    Source,
    UseBank,
    Vote,
)
from bot.rummy.cards import Card, Groups, Seat
from bot.rummy.ids import Player
from bot.rummy.match import Terms
from bot.rummy.record import Entry
from bot.rummy.rules import Rules
from bot.rummy.table import Chance, Table
from bot.rummy.view import Phase, Stage, View

POINTS = Terms()


def players(people: int, computers: int = 0) -> tuple[Player, ...]:
    """People 101, 102, … and computers 1, 2, …"""
    return (
        *(Player(101 + i) for i in range(people)),
        *(Player(1 + i, is_computer=True) for i in range(computers)),
    )


def answer(chance: Chance, dice: random.Random) -> Action:
    """What these dice make of a chance."""
    order = list(chance.items)
    dice.shuffle(order)
    return chance.action(order)


def opened(rules: Rules, count: int, dice: random.Random, terms: Terms = POINTS) -> tuple[Table, list[Entry]]:
    """A table that waits for its first move, and what led there."""
    table, entries = Table.open(rules, terms, players(count)), []
    while chance := table.chance():
        entry = Entry(DEALER, answer(chance, dice))
        entries.append(entry)
        table = table.play(entry.seat, entry.action)
    return table, entries


def random_groups(hand: Sequence[Card], dice: random.Random) -> Groups:
    """Some cards of a hand, thrown together."""
    cards = list(hand)
    dice.shuffle(cards)
    groups = []
    while len(cards) > 2 and dice.random() < 0.7:
        size = dice.randint(1, 4)
        groups.append(tuple(cards[:size]))
        cards = cards[size:]
    return tuple(groups)


def candidates(view: View, dice: random.Random) -> Iterator[Action]:
    """All sorts of actions, sensible and not."""
    deal = view.deal
    assert deal is not None
    hand = deal.hand or (Card.parse("2C"),)
    yield from (Draw(Source.OPEN), Draw(Source.CLOSED), Drop(), Lapse(), Leave(), Show(), Sort(), CallEnd())
    yield from (Vote(True), Vote(False), UseBank(dice.randint(1, 90)))
    yield from (Discard(dice.choice(hand)), Finish(dice.choice(hand)), Discard(Card.parse("JK")))
    yield Group(random_groups(hand, dice))
    yield Group(solver.best(hand[:13], deal.wild, deal.rules).groups)
    yield Declare(random_groups(hand, dice))
    yield Declare(solver.best(hand[:13], deal.wild, deal.rules).groups)


def likely(view: View, dice: random.Random, wildness: float) -> Action:
    """What a seat does next: mostly sensible, at times odd, seldom leaving."""
    deal = view.deal
    assert deal is not None
    if dice.random() > wildness and deal.seat in deal.awaited:
        return greedy.choose(view)
    rare = dice.random() < 0.1
    allowed = [
        action
        for action in candidates(view, dice)
        if view.allows(action) and (rare or not isinstance(action, Leave | CallEnd | Vote | Drop))
    ]
    return dice.choice(allowed) if allowed else greedy.choose(view)


def played(rules: Rules, count: int, dice: random.Random, wildness: float = 0.3) -> Iterator[tuple[Table, list[Entry]]]:
    """A table after each action until it is over, with all entries so far (the same growing list)."""
    table, entries = opened(rules, count, dice)
    yield table, entries
    while not table.is_over:
        if chance := table.chance():
            entry = Entry(DEALER, answer(chance, dice))
        else:
            deal = table.deal
            assert deal is not None
            seat = dice.choice(deal.view(None).awaited)
            if dice.random() < 0.05:
                seat = Seat(dice.randrange(count))
            view = table.view(seat)
            if deal.hands[seat].status != "in" or seat in table.left:
                continue
            action = likely(view, dice, wildness)
            if table.refusal(seat, action) is not None and not view.allows(action):
                continue
            chance = table.chance_before(action)
            entry = Entry(DEALER, answer(chance, dice)) if chance else Entry(seat, action)
        table = table.play(entry.seat, entry.action)
        entries.append(entry)
        yield table, entries


__all__ = ["Phase", "Stage", "answer", "candidates", "opened", "played", "players"]
