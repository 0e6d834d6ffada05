"""Tables as they come up in play, and the screens about them."""

import random
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any

from bot.codes import Pace, TableStatus
from bot.faces.controls import Asked, Fill, ShowHand, ShowScreen
from bot.faces.face import face_of
from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.computer import level_2
from bot.games.indian.solver import best
from bot.layout import Form, Screen
from bot.rummy.actions import (
    DEALER,
    Action,
    CallEnd,
    CallSplit,
    Discard,
    Drop,
    Lapse,
    Leave,
    Next,
    Rejoin,
    Sort,
    UseBank,
    Vote,
)
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.ids import DisplayName, Player, PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.screens.hand import hand as hand_screen
from bot.screens.hand import scene
from bot.service.paces import paced
from bot.service.tables.deadlines import alarms_after
from bot.service.tables.state import Lobby, TableState
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.tables import TableRow
from tests.known import indian_view, shipped
from tests.playing import indian

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ID = TableId("abc234")
RULE_SETS = ("circle", "circle_detailed", "toking", "winzo")
NAMES = ("Asha", "*Ben*", "Ch_i_tra `x`", "@everyone", "https://d.example", "W" * 32)
"""Names that people may have."""
MAX_ACTIONS = 160
"""After these the players are tired and play to win."""
SHORT_DECK = 9
"""Cards left to draw when a deal is to end by a stalemate."""


def people(count: int, computers: int = 0) -> tuple[Player, ...]:
    """Return persons 101, 102, … and then computers."""
    persons = [Player(101 + i) for i in range(count - computers)]
    return (*persons, *(Player(1 + i, is_computer=True) for i in range(computers)))


POINTS = Terms()


def row(rules: Rules, pace: Pace, status: TableStatus, lobby: Lobby) -> TableRow:
    """Return a stored table of that status, hosted by person 101."""
    return TableRow(
        id=ID,
        status=status,
        version=3,
        step=0,
        guild=1,
        channel=2,
        thread=None,
        host=PlayerId(101),
        private=False,
        rules_id=rules.id,
        rules=paced(rules, pace).text(),
        pace=pace,
        lobby=str(lobby),
        digest="",
        seed=bytes(range(32)),
        commitment="ab" * 32,
        opened_at=NOW,
        changed_at=NOW,
    )


def lobby(players: tuple[Player, ...], *, help: bool = True, seats: int = 6, terms: Terms = POINTS) -> Lobby:
    """Return seats and names."""
    names = {PlayerId(p.id): DisplayName(NAMES[i]) for i, p in enumerate(players) if not p.is_computer}
    return Lobby(terms, seats, players, names, help)


def waiting(players: tuple[Player, ...], rules: Rules | None = None, pace: Pace = Pace.STANDARD) -> TableState:
    """Return a lobby."""
    seats = lobby(players)
    return TableState(
        row(rules or shipped("circle"), pace, TableStatus.LOBBY, seats), seats, rules or shipped("circle"), None
    )


def playing(table: Table, *, help: bool = True, pace: Pace = Pace.STANDARD) -> TableState:
    """Return a table in play with new clocks."""
    people = tuple(sorted(table.players, key=lambda p: (p.is_computer, p.id)))
    seats = lobby(people, help=help, terms=table.match.terms)
    status = {Stage.FINISHED: TableStatus.FINISHED, Stage.VOID: TableStatus.VOID}.get(table.stage, TableStatus.PLAYING)
    before = TableState(row(shipped(table.rules.id), pace, status, seats), seats, table.rules, None)
    return replace(before, table=table, alarms=alarms_after(before, table, NOW))


def opened(
    rules_id: str,
    players: tuple[Player, ...],
    chance: random.Random,
    pace: Pace = Pace.STANDARD,
    terms: Terms = POINTS,
) -> Table:
    """Return a table with its cards dealt."""
    return shuffled(Table.open(paced(shipped(rules_id), pace), terms, players), chance)


def shuffled(table: Table, chance: random.Random) -> Table:
    """Return the table once everything is shuffled that it waits for."""
    while asked := table.chance():
        items = list(asked.items)
        chance.shuffle(items)
        table = table.play(DEALER, asked.action(items))
    return table


def match(rules_id: str, players: tuple[Player, ...], seed: int) -> Iterator[Table]:
    """Yield a whole match: every table on the way to its end. By seed its people are wild, or calm, or out of cards."""
    chance = random.Random(seed)
    table = opened(rules_id, players, chance, chance.choice(list(Pace)))
    wildness = (1.0, 0.25, 0.03)[seed % 3]
    if seed % 5 == 4:
        table = short_of_cards(table)
    yield table
    for number in range(2000):
        if table.is_over:
            return
        wild = number < MAX_ACTIONS and chance.random() < wildness
        seat, action = _whatever(table, chance) if wild else _sober(table)
        if not table.view(seat).allows(action):
            continue
        if before := table.chance_before(action):
            items = list(before.items)
            chance.shuffle(items)
            table = table.play(DEALER, before.action(items))
        table = shuffled(table.play(seat, action), chance)
        yield table


def long_match(terms: Terms, players: tuple[Player, ...], seed: int) -> Iterator[Table]:
    """Yield every table of a match of many deals, most of which end by drops."""
    chance = random.Random(seed)
    table = opened("circle", players, chance, terms=terms)
    yield table
    while not table.is_over:
        seat, action = _between(table, chance) if table.stage is Stage.BETWEEN else _hasty(table, chance)
        if not table.view(seat).allows(action):
            continue
        table = shuffled(table.play(seat, action), chance)
        yield table


def _hasty(table: Table, chance: random.Random) -> tuple[Seat, Action]:
    """Return the next action; seats that sit further round give up sooner, so that some go out early."""
    seat = _awaited(table)[0]
    eager = seat / len(table.players)
    for action in (Drop(), Lapse(), Leave()):
        if chance.random() < (0.01 if action == Leave() else eager) and table.view(seat).allows(action):
            return seat, action
    return seat, level_2(table.view(seat))


def _between(table: Table, chance: random.Random) -> tuple[Seat, Action]:
    seat = Seat(chance.randrange(len(table.players)))
    if table.vote is not None:
        return seat, Vote(chance.random() < (0.7 if table.is_splitting else 0.1))
    choices = (Next(), Next(), Rejoin(), CallSplit(), CallEnd()) if chance.random() < 0.3 else (Next(), Rejoin())
    return seat, chance.choice(choices)


def short_of_cards(table: Table) -> Table:
    """Return the table with few cards left to draw, and no more reshuffles."""
    deal = table.deal
    assert deal is not None
    rules = replace(deal.rules, turns=replace(deal.rules.turns, max_reshuffles=0))
    return replace(table, deal=replace(deal, closed=deal.closed[:SHORT_DECK], rules=rules))


def _sober(table: Table) -> tuple[Seat, Action]:
    seat = _awaited(table)[0]
    return seat, level_2(table.view(seat))


def _awaited(table: Table) -> tuple[Seat, ...]:
    assert table.deal is not None
    return table.deal.view(None).awaited


def _whatever(table: Table, chance: random.Random) -> tuple[Seat, Action]:
    """Return some action of a person: mostly sensible, sometimes not."""
    assert table.deal is not None
    if chance.random() < 0.3:
        seat = Seat(chance.randrange(len(table.players)))
        return seat, _anytime(table, seat, chance)
    seat = chance.choice(_awaited(table))
    view = indian_view(table.view(seat))
    assert view is not None
    odds = chance.random()
    if odds < 0.02:
        return seat, Drop()
    if odds < 0.05:
        return seat, Lapse()
    if odds < 0.08:
        return seat, UseBank(1)
    if view.phase is Phase.DECLARE and odds < 0.5:
        return seat, Declare(view.groups)
    if view.phase is Phase.DISCARD and odds < 0.1:
        return seat, Finish(chance.choice(view.hand))
    if view.phase is Phase.DISCARD and odds < 0.5:
        return seat, Discard(chance.choice(view.hand))
    return seat, level_2(table.view(seat))


def _anytime(table: Table, seat: Seat, chance: random.Random) -> Action:
    """Return an action that needs no turn."""
    deal = indian_view(table.view(seat))
    assert deal is not None
    if table.vote is not None and chance.random() < 0.6:
        return Vote(chance.random() < 0.8)
    odds = chance.random()
    if odds < 0.3:
        return Sort()
    if odds < 0.5:
        return Group(best(deal.hand, deal.wild, deal.rules).groups)
    if odds < 0.93:
        cards = list(deal.hand)
        chance.shuffle(cards)
        cuts = sorted(chance.sample(range(len(cards) + 1), min(3, len(cards))))
        parts = [tuple(cards[a:b]) for a, b in zip([0, *cuts], cuts, strict=False)]
        return Group(tuple(part for part in parts if part))
    return CallEnd() if odds < 0.98 else Leave()


def settings(number: int, player: PlayerId) -> PlayerSettings:
    """Return all kinds of settings, by number."""
    return PlayerSettings(player, four_colour=bool(number & 1), large=bool(number & 2), text_only=bool(number & 4))


# -- reading messages -------------------------------------------------------------------------------

CARD = re.compile(r"(10|[A2-9JQK])([♣♦♠♥])|\b(10|[A2-9TJQK])([CDHS])\b")


def asked(
    state: TableState, me: PlayerId, settings: PlayerSettings, request: str, *values: str, **typed: str
) -> Screen | Form:
    """Return the screen or form with which the game answers a request; None if it answers otherwise."""
    word, *args = request.split()
    found = scene(state, me, settings)
    reply = face_of(state.rules).requests[word](found, Asked(tuple(args), values, typed))
    match reply:
        case ShowScreen(screen):
            return screen
        case Fill(form):
            return form
        case ShowHand(note):
            return hand_screen(state, me, settings, note)
    raise AssertionError(reply)


def screen_of(
    state: TableState, me: PlayerId, settings: PlayerSettings, request: str, *values: str, **typed: str
) -> Screen:
    """Return the screen with which the game answers a request."""
    found = asked(state, me, settings, request, *values, **typed)
    assert isinstance(found, Screen)
    return found


def written(screen: Screen | Form) -> str:
    """Return everything that can be read on a screen or form: texts, labels, values, ids, alt texts."""
    return "\n".join(_strings(screen))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _strings(inner)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _strings(getattr(value, field.name))


def cards_in(text: str) -> set[Card]:
    """Return the cards that a text names, but printed jokers."""
    return {Card.parse((a or c) + (b or d)) for a, b, c, d in CARD.findall(text)}


def public_cards(table: Table) -> set[Card]:
    """Return the cards that everybody has seen."""
    view = table.view(None)
    seen: set[Card | None] = set(view.toss)
    for outcome in view.outcomes:
        for shown in outcome.shown:
            seen |= {*shown.deadwood, *(card for group in shown.groups for card in group)}
    if (deal := indian_view(view)) is not None:
        seen |= {deal.cut, *(under.card for under in deal.open)}
        seen |= {event.card for event in deal.events}
    return {card for card in seen if card is not None}


def hidden_changed(table: Table, chance: random.Random) -> Table:
    """Return another table that looks the same to all: hands and closed deck hold other cards."""
    deal = indian(table)
    cards = [card for hand in deal.hands if not hand.shown for card in hand.cards]
    cards += deal.closed
    cards += [deal.finishing] if deal.finishing else []
    chance.shuffle(cards)
    hands = []
    for hand in deal.hands:
        if hand.shown:
            hands.append(hand)
            continue
        own, cards = tuple(cards[: len(hand.cards)]), cards[len(hand.cards) :]
        hands.append(replace(hand, cards=own, groups=(own[:4], own[4:7]) if len(own) > 7 else ()))
    finishing, cards = (cards[0], cards[1:]) if deal.finishing else (None, cards)
    drawn = hands[deal.turn].cards[-1] if deal.drawn else None
    changed = replace(deal, hands=tuple(hands), closed=tuple(cards), finishing=finishing, drawn=drawn)
    return replace(table, deal=changed)
