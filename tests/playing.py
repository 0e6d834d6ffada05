"""Tables played by chance, for tests that want many different ones."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.deal import IndianDeal
from bot.games.indian.rules import HAND_SIZE
from bot.games.indian.view import IndianView
from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.games.western.view import WesternView
from bot.rummy.actions import (
    DEALER,
    Action,
    CallEnd,
    CallSplit,
    DealCards,
    Discard,
    Draw,
    Drop,
    Lapse,
    Leave,
    Move,
    Next,
    Rejoin,
    Sort,
    Source,
    UseBank,
    Vote,
    VoteOver,
)
from bot.rummy.cards import Card, Groups, Seat, packs
from bot.rummy.deal import Deal
from bot.rummy.deal_view import Phase, contains
from bot.rummy.errors import IllegalAction, RefusalCode
from bot.rummy.game import game_of
from bot.rummy.ids import Player
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry
from bot.rummy.rules import Rules
from bot.rummy.table import Chance, Table
from bot.rummy.view import Stage, View
from tests.known import indian_view, western_view

POINTS = Terms()


def players(people: int, computers: int = 0) -> tuple[Player, ...]:
    """Return people 101, 102, … and computers 1, 2, …"""
    return (
        *(Player(101 + i) for i in range(people)),
        *(Player(1 + i, is_computer=True) for i in range(computers)),
    )


def refused(deal: Deal, action: Move, seat: Seat = Seat(0)) -> RefusalCode:
    """Return why a seat may not do that, as asking and playing say alike."""
    said = None
    try:
        deal.play(seat, action)
    except IllegalAction as error:
        said = error.refusal
    assert said is not None, f"{action} is allowed"
    assert deal.refusal(seat, action) is said
    return said


def answer(chance: Chance, dice: random.Random) -> Action:
    """Return the action that these dice make of a chance."""
    order = list(chance.items)
    dice.shuffle(order)
    return chance.action(order)


def opened(rules: Rules, count: int, dice: random.Random, terms: Terms = POINTS) -> tuple[Table, list[Entry]]:
    """Return a table that waits for its first move, and the entries that led there."""
    table, entries = Table.open(rules, terms, players(count)), []
    while chance := table.chance():
        entry = Entry(DEALER, answer(chance, dice))
        entries.append(entry)
        table = table.play(entry.seat, entry.action)
    return table, entries


def indian(table: Table) -> IndianDeal:
    """Return the deal of a table that plays the Indian game."""
    assert isinstance(table.deal, IndianDeal)
    return table.deal


def random_groups(hand: Sequence[Card], dice: random.Random) -> Groups:
    """Return some cards of a hand in random groups."""
    cards = list(hand)
    dice.shuffle(cards)
    groups = []
    while len(cards) > 2 and dice.random() < 0.7:
        size = dice.randint(1, 4)
        groups.append(tuple(cards[:size]))
        cards = cards[size:]
    return tuple(groups)


def candidates(view: View, dice: random.Random) -> Iterator[Action]:
    """Yield all sorts of actions, sensible ones and others."""
    deal = view.deal
    assert deal is not None
    hand = deal.hand or (Card.parse("2C"),)
    yield from (Draw(Source.OPEN), Draw(Source.CLOSED), Drop(), Lapse(), Leave(), Show(), Sort(), CallEnd())
    yield from (Vote(True), Vote(False), UseBank(dice.randint(1, 90)))
    yield from (Discard(dice.choice(hand)), Finish(dice.choice(hand)), Discard(Card.parse("JK")))
    yield from _steps(western_view(view), dice)
    yield from (Pass(), BigGin(), *(Knock(card) for card in hand))
    yield Group(random_groups(hand, dice))
    grouped = indian_view(view)
    if grouped is None:
        return
    yield Group(_laid(grouped, hand))
    yield Declare(random_groups(hand, dice))
    yield Declare(_laid(grouped, hand))


def _laid(deal: IndianView, hand: Sequence[Card]) -> Groups:
    """Return a whole hand in its best groups."""
    return deal.laws.best((*hand[: deal.laws.hand_size],)).groups


def _steps(deal: WesternView | None, dice: random.Random) -> Iterator[Action]:
    """Yield steps to try with melds on the table, also in a game that has none."""
    hand = list(deal.hand) if deal is not None and deal.hand else [Card.parse("2C")]
    dice.shuffle(hand)
    meld = dice.randrange(len(deal.melds) + 1) if deal is not None else 0
    yield from (Undo(), Place(tuple(hand[:3])), Place(()), Swap(meld, hand[0]), LayOff(meld, ()))
    yield from (LayOff(meld, (card,), side) for card in hand[:4] for side in Side)
    if deal is not None and deal.seat == deal.turn and deal.hand:
        found = map(Place, combinations(sorted(hand, key=lambda card: card.sort_key), 3))
        yield from islice((place for place in found if deal.refusal(place) is None), 3)


def likely(view: View, dice: random.Random, wildness: float) -> Action:
    """Return the next action of a seat: mostly sensible, at times odd, seldom leaving."""
    deal = view.deal
    assert deal is not None
    if dice.random() > wildness and deal.seat in deal.awaited:
        return game_of(view.rules).choose(view)
    rare = dice.random() < 0.1
    allowed = [
        action
        for action in candidates(view, dice)
        if view.allows(action) and (rare or not isinstance(action, Leave | CallEnd | Vote | Drop))
    ]
    return dice.choice(allowed) if allowed else game_of(view.rules).choose(view)


def played(
    rules: Rules, count: int, dice: random.Random, wildness: float = 0.3, terms: Terms = POINTS
) -> Iterator[tuple[Table, list[Entry]]]:
    """Yield a table after each action until it is over, with all entries so far (the same growing list)."""
    table, entries = opened(rules, count, dice, terms)
    yield table, entries
    while not table.is_over:
        if chance := table.chance():
            entry = Entry(DEALER, answer(chance, dice))
        elif table.stage is Stage.BETWEEN:
            entry = _between(table, dice, Manner())
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


# -- matches of many deals, played fast -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Manner:
    """The shares of moves with which players do what ends a match soon, or strangely."""

    drop: float = 0.3
    lapse: float = 0.2
    declare: float = 0.6
    wrong: float = 0.15
    leave: float = 0.01
    end: float = 0.002
    rejoin: float = 0.6
    split: float = 0.3
    agree: float = 0.8
    solve: float = 0.02
    """The share of losers whose time runs out in the show, so that the solver arranges the hand."""
    wait: float = 0.03
    """The share of deals in which only the open card moves until the deal is quiet, as after the closed deck was used
    up.
    """


def some_manner(dice: random.Random) -> Manner:
    """Return a manner of playing: hasty, leaving, never dropping, and so on."""
    return Manner(
        drop=dice.choice((0.0, 0.3, 0.6)),
        lapse=dice.choice((0.05, 0.2, 0.5)),
        declare=dice.choice((0.3, 0.9)),
        wrong=dice.choice((0.0, 0.15, 0.5)),
        leave=dice.choice((0.0, 0.005, 0.03)),
        end=dice.choice((0.0, 0.003)),
        rejoin=dice.choice((0.0, 0.5, 0.9)),
        split=dice.choice((0.0, 0.2, 0.6)),
        agree=dice.choice((0.5, 0.9)),
    )


def stacked(table: Table, dice: random.Random) -> tuple[DealCards, Mapping[Seat, Groups]]:
    """Return packs in an order that lets some players declare at once, and the groups that each can lay down.

    Every hand is one suit from ace to king, with some of its cards exchanged for others.
    """
    rules, seats = table.rules, table.match.next_seats
    pack = packs(rules.packs_for(len(table.players)), rules.packs.printed_jokers)
    suited = [card for card in pack if card.suit is not None]
    runs = [list(suited[start : start + HAND_SIZE]) for start in range(0, len(suited), HAND_SIZE)]
    dice.shuffle(runs)
    hands, rest = runs[: len(seats)], [card for run in runs[len(seats) :] for card in run]
    rest += [card for card in pack if card.suit is None]
    dice.shuffle(rest)
    plans: dict[Seat, Groups] = {}
    for place, hand in enumerate(hands):
        groups = [hand[0:3], hand[3:6], hand[6:9], hand[9:]]
        for _ in range(dice.choice((0, 0, 0, 1, 2, 4))):
            mine, other = dice.randrange(HAND_SIZE), dice.randrange(len(rest))
            groups = [group for group in groups if hand[mine] not in group]
            hand[mine], rest[other] = rest[other], hand[mine]
        plans[_place(table, place)] = tuple(map(tuple, groups))
    dealt = [hand[card] for card in range(HAND_SIZE) for hand in hands]
    return DealCards((*dealt, *rest)), plans


def _place(table: Table, place: int) -> Seat:
    """Return the seat that gets the card at that place of the packs."""
    count, dealt = len(table.players), table.match.next_seats
    order = [Seat((table.first + step) % count) for step in range(count)]
    return [seat for seat in order if seat in dealt][place]


def quick_matches(
    rules: Rules, terms: Terms, people: int, computers: int, dice: random.Random, manner: Manner
) -> Iterator[tuple[Table, Entry]]:
    """Yield a table after each action until it is over, and the action; computers play like anybody else."""
    table = Table.open(rules, terms, players(people, computers))
    plans: Mapping[Seat, Groups] = {}
    waits = False
    while not table.is_over:
        chance = table.chance()
        if table.stage is Stage.DEALING:
            action, plans = stacked(table, dice)
            waits = dice.random() < manner.wait
            entry = Entry(DEALER, action)
        elif chance is not None:
            entry = Entry(DEALER, answer(chance, dice))
        elif table.stage is Stage.BETWEEN:
            entry = _between(table, dice, manner)
        else:
            entry = _quick(table, dice, manner, plans, waits)
        table = table.play(entry.seat, entry.action)
        yield table, entry


def _quick(table: Table, dice: random.Random, manner: Manner, plans: Mapping[Seat, Groups], waits: bool) -> Entry:
    """Return the next entry in a deal."""
    deal = table.deal
    assert deal is not None
    if (rare := _rare(table, dice, manner)) is not None:
        return rare
    seat = dice.choice(deal.view(None).awaited)
    action = _quick_move(table.view(seat), dice, manner, plans[seat], waits or deal.reshuffles > 0)
    chance = table.chance_before(action)
    return Entry(DEALER, answer(chance, dice)) if chance else Entry(seat, action)


def _rare(table: Table, dice: random.Random, manner: Manner) -> Entry | None:
    """Return a rare action: a player leaves, asks for the end or votes, perhaps out of turn."""
    seat = Seat(dice.randrange(len(table.players)))
    choice = dice.random()
    action: Action
    if choice < manner.leave:
        action = Leave()
    elif choice < manner.leave + manner.end:
        action = CallEnd()
    elif table.vote is not None and choice < 0.5:
        action = Vote(dice.random() < manner.agree)
        if choice < 0.1:
            seat, action = DEALER, VoteOver()
    else:
        return None
    if isinstance(action, Leave) and table.players[seat].is_computer:
        return None
    return Entry(seat, action) if table.refusal(seat, action) is None else None


def _quick_move(view: View, dice: random.Random, manner: Manner, plan: Groups, waits: bool) -> Action:
    deal = indian_view(view)
    assert deal is not None
    match deal.phase:
        case Phase.DRAW if waits:
            return Draw(Source.OPEN) if view.allows(Draw(Source.OPEN)) else Draw(Source.CLOSED)
        case Phase.DRAW:
            if dice.random() < manner.drop and view.allows(Drop()):
                return Drop()
            return Lapse() if dice.random() < manner.lapse else Draw(Source.CLOSED)
        case Phase.DISCARD:
            return _quick_throw(view, dice, manner, plan, waits)
        case Phase.DECLARE:
            if dice.random() < manner.wrong:
                return dice.choice((Declare(()), Lapse()))
            return Declare(plan)
        case _:
            if deal.groups != plan and contains(deal.hand, plan) and dice.random() < 0.7:
                return Group(plan)
            return Lapse() if dice.random() < manner.solve else Show()


def _quick_throw(view: View, dice: random.Random, manner: Manner, plan: Groups, waits: bool) -> Action:
    deal = indian_view(view)
    assert deal is not None
    assert deal.drawn is not None
    if waits:
        return Discard(deal.drawn)
    complete = sum(map(len, plan)) == HAND_SIZE
    if dice.random() < (manner.declare if complete else manner.wrong / 2):
        return Finish(deal.drawn)
    return Lapse() if dice.random() < manner.lapse else Discard(deal.drawn)


def _between(table: Table, dice: random.Random, manner: Manner) -> Entry:
    """Return the next entry in the pause after a deal."""
    if (rare := _rare(table, dice, manner)) is not None:
        return rare
    found = [
        Entry(seat, action)
        for seat in map(Seat, range(len(table.players)))
        for action in _pausing(dice, manner)
        if table.refusal(seat, action) is None
    ]
    if not found or dice.random() < 0.1:
        clock: tuple[Action, ...] = (VoteOver(), Next())
        found = [Entry(DEALER, action) for action in clock if table.refusal(DEALER, action) is None] or found
    return dice.choice(found)


def _pausing(dice: random.Random, manner: Manner) -> Iterator[Action]:
    """Yield actions that a seat might take in the pause."""
    yield Rejoin() if dice.random() < manner.rejoin else Next()
    if dice.random() < manner.split:
        yield CallSplit()
    yield Vote(dice.random() < manner.agree)


__all__ = [
    "Manner",
    "Phase",
    "Stage",
    "answer",
    "candidates",
    "indian",
    "opened",
    "played",
    "players",
    "quick_matches",
    "some_manner",
    "stacked",
]
