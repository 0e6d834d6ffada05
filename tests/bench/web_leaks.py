"""Leaks: every card that pages of players and spectators are told, held against what each of them may know.

`web_leaks [MESSAGES]`. Matches of two people in each game are played over websockets on loopback, and a third person
watches. A page may name the cards of its own hand, and those that have lain face up in this deal.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import cycle

from bot.games.western.deal import WesternDeal
from bot.games.western.melds import card_at
from bot.rummy.cards import Card, Rank, Suit
from bot.rummy.deal import Deal
from bot.rummy.deal_view import Phase
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from tests.service.context import ASHA, BEN, CARA
from tests.web.pages import OpenPage, Web, web

MESSAGES = 100_000
GAMES = ("circle", "romme", "gin", "twentyone")
NAMED = re.compile(r"\b(?:(10|[2-9AJQK])([♠♥♦♣])|([2-9TAJQK][SHDC]))(?!\w)")
"""A card in a sentence, or in the data of a table."""
FACE_DOWN = (Phase.DRAW, Phase.DISCARD)
"""The phases in which hands are secret."""


def run(messages: int = MESSAGES) -> dict[str, int]:
    """Play until the pages have got that many messages. Return how many named a card that they may not know."""
    return asyncio.run(_run(messages))


async def _run(messages: int) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for rules in cycle(GAMES):
        if counts["messages"] >= messages:
            break
        async with web() as page:
            await _match(page, rules, counts)
    print(f"{counts['messages']} messages, {counts['cards']} cards in them")
    return {"messages named a card that their reader may not know": counts["leaks"]}


async def _match(page: Web, rules: str, counts: Counter[str]) -> None:
    """Play a match, and look at every message that the pages get."""
    state = await page.desk.services.table(ASHA, BEN, options=TableForm(rules, seats=2))
    readers = {seat: await page.open(one) for one in (ASHA, BEN) if (seat := state.seat_of(one.id)) is not None}
    spectator = await page.open(CARA)
    deals, lain = -1, set[str]()
    held: tuple[set[str], ...] = (set(), set())
    while state.row.status.is_open:
        assert state.table is not None
        assert state.table.deal is not None
        shown, before = state.table.deal, held
        held = tuple({str(card) for card in hand.cards} for hand in shown.hands)
        if deals != len(state.public.outcomes):
            deals, lain = len(state.public.outcomes), set(_cut(rules, shown))
        else:
            # A card that leaves a hand is laid down for all to see.
            lain |= before[0] - held[0] | before[1] - held[1]
        lain |= {str(under.card) for under in shown.open}
        if isinstance(shown, WesternDeal):  # people read what a joker stands for
            lain |= {str(card) for meld in shown.melds for places in meld.stands_for for card in places}
        for seat, one in [*readers.items(), (None, spectator)]:
            told = await _newest(one, state, counts)
            if shown.phase in FACE_DOWN:
                own = set[str]() if seat is None else held[seat]
                named = [*_named(told)]
                counts["cards"] += len(named)
                counts["leaks"] += not {*named} <= own | lain
        state = await page.desk.services.move(state.id)
    for one in (*readers.values(), spectator):
        await one.socket.close()


async def _newest(page: OpenPage, state: TableState, counts: Counter[str]) -> dict[str, object]:
    """Return the message with the table as it is now."""
    while True:
        told = await page.heard(t="table")
        counts["messages"] += 1
        if told["version"] >= state.row.version:
            return told


def _cut(rules: str, deal: Deal) -> Iterator[str]:
    """Yield the cards that lie face up, and in twenty-one the value cards beside them."""
    for _, card in deal.face_up:
        yield str(card)
        if rules == "twentyone":  # the ace of spades takes the place of a printed joker
            suit, rank = (Suit.SPADES, Rank.ACE) if card.suit is None else (card.suit, card.rank)
            yield from (str(card_at(suit, 1 + (rank - 1 + by) % 13)) for by in (-1, 0, 1))


def _named(told: object) -> Iterator[str]:
    """Yield all cards that a message names."""
    for rank, suit, text in NAMED.findall(json.dumps(told, ensure_ascii=False)):
        yield text or str(Card.parse(rank + suit))
