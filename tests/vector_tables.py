"""Worked cases that need a table to be opened and dealt: packs, the jokers in them, the toss, reshuffles."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.games.indian.deal import IndianDeal
from bot.rummy.actions import DEALER, DealCards, Draw, Source, Toss
from bot.rummy.cards import Card, Seat, is_joker
from bot.rummy.deal import Deal
from bot.rummy.deal_view import OpenCard
from bot.rummy.ids import Player
from bot.rummy.rules import Rules, Start
from bot.rummy.table import Table
from tests.known import load
from tests.playing import POINTS, answer, indian, opened, players

Vector = dict[str, Any]
CLOSED = Draw(Source.CLOSED)


def in_all(found: dict[str, Any]) -> Any:
    """Return the result that all rule sets share, or the results by rule set if one differs."""
    first = next(iter(found.values()))
    return first if all(result == first for result in found.values()) else found


def deal_of(table: Table) -> Deal:
    """Return the deal that runs on a table."""
    assert table.deal is not None
    return table.deal


def lying(deal: Deal) -> list[Card]:
    """Return every card of a deal, wherever it lies: in hands, in the decks, turned up."""
    cut = [card for word, card in deal.face_up if word == "cut"]
    held = [card for hand in deal.hands for card in hand.cards]
    return [*held, *deal.closed, *(under.card for under in deal.open), *cut]


def missing(before: Sequence[Card], after: Sequence[Card]) -> dict[str, list[str]]:
    """Return the cards that were lost and those that nobody had before; empty if all are there."""
    lost, added = Counter(before) - Counter(after), Counter(after) - Counter(before)
    found = {"lost": lost, "added": added}
    return {what: sorted(map(str, cards.elements())) for what, cards in found.items() if cards}


# -- packs ------------------------------------------------------------------------------------------


def check_deck(vector: Vector, rules: Rules) -> Any:
    """Return how many cards lie on a table after the deal, and how many of them in the closed deck."""
    table, entries = opened(rules, vector["players"], random.Random(1))
    shuffled = entries[-1].action
    assert isinstance(shuffled, DealCards)
    deal = deal_of(table)
    cards = lying(deal)
    return {
        "total": len(cards),
        "closed_after_setup": deal.view(None).closed,
        **missing(shuffled.cards, cards),
    }


def check_jokers_in_play(vector: Vector, rules: Rules) -> Any:
    """Return how many cards that players hold or may draw are jokers, once that card is cut."""
    count, cut = vector["packs"], Card.parse(vector["cut"])
    rules = replace(rules, packs=replace(rules.packs, by_players=(count,) * len(rules.packs.by_players)))
    deal = _cut(rules, cut)
    in_play = (Counter(lying(deal)) - Counter([cut])).elements()
    return sum(is_joker(card, deal.wild) for card in in_play)


def _cut(rules: Rules, cut: Card) -> IndianDeal:
    """Return a deal of two players with that cut card: the packs are turned until it is."""
    table = Table.open(replace(rules, start=Start.TOSS), POINTS, players(2))
    dice = random.Random(1)
    chance = table.chance()
    assert chance is not None
    table = table.play(DEALER, answer(chance, dice))
    packs = table.chance()
    assert packs is not None
    cards = list(packs.items)
    deals = (indian(table.play(DEALER, packs.action([*cards[i:], *cards[:i]]))) for i in range(len(cards)))
    return next(deal for deal in deals if deal.cut == cut)


# -- the toss ---------------------------------------------------------------------------------------


def check_toss(vector: Vector, _: Rules) -> Any:
    """Return the order of players and the dealer, which are the same in every rule set that has a toss."""
    return in_all({id: _toss(vector["cards"], rules) for id, rules in load().items() if rules.start is Start.TOSS})


def _toss(drawn: dict[str, str], rules: Rules) -> dict[str, Any]:
    joined = players(len(drawn))
    table = Table.open(rules, POINTS, joined).play(DEALER, Toss(tuple(map(Card.parse, drawn.values()))))
    packs = table.chance()
    assert packs is not None
    table = table.play(DEALER, answer(packs, random.Random(1)))
    deal = deal_of(table)
    names: dict[Player, str] = dict(zip(joined, drawn, strict=True))
    seats = [(deal.turn + step) % len(joined) for step in range(len(joined))]
    return {"order": [names[table.players[seat]] for seat in seats], "dealer": names[table.players[deal.dealer]]}


# -- reshuffles -------------------------------------------------------------------------------------


def check_reshuffle(vector: Vector, _: Rules) -> Any:
    """Return the cards that stay open and those of the closed deck, when the next player asks for a card of it."""
    return in_all(
        {id: _reshuffle(vector["open_pile"], rules) for id, rules in load().items() if rules.turns.max_reshuffles}
    )


def _reshuffle(texts: list[str], rules: Rules) -> dict[str, Any]:
    """Return the decks after a reshuffle in which the cards keep their order, so that the closed deck shows it."""
    table, _ = opened(rules, 2, random.Random(1))
    deal = deal_of(table)
    pile = tuple(OpenCard(Card.parse(text), Seat(place % 2)) for place, text in enumerate(texts))
    table = replace(table, deal=replace(deal, closed=(), open=pile))
    before = lying(deal_of(table))
    if chance := table.chance_before(CLOSED):
        table = table.play(DEALER, chance.action(chance.items))
    after = deal_of(table)
    return {
        "stays_open": ", ".join(written([under.card for under in after.open], texts[-1:])),
        "new_closed": written(after.closed, texts),
        **missing(before, lying(after)),
    }


def written(cards: Sequence[Card], texts: Sequence[str]) -> list[str]:
    """Return cards as a file writes them: its printed jokers have numbers, while those of the code are all equal."""
    names = list(texts)
    found = []
    for card in cards:
        name = next((text for text in names if Card.parse(text) == card), None)
        found.append(name or str(card))
        if name:
            names.remove(name)
    return found


CHECKS: dict[str, Callable[[Vector, Rules], Any]] = {
    "deck": check_deck,
    "jokers_in_play": check_jokers_in_play,
    "reshuffle": check_reshuffle,
    "toss": check_toss,
}
