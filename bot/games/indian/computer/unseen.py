"""The cards that a seat has not seen in the running deal."""

from collections import Counter

from bot.games.indian.view import IndianView
from bot.rummy.cards import CARDS, Card, Seat
from bot.rummy.deal_view import EventKind
from bot.rummy.view import View


def unseen(view: View, deal: IndianView) -> tuple[int, ...]:
    """Return how many copies of each different card, by its index, the seat cannot see.

    It has seen its own hand, the cut card, the discards, and the discards that others took and still hold.
    """
    left = [0] * (len(CARDS) + 1)
    for card in deal.rules.cards(len(view.players)):
        left[card.index] += 1
    for card in (*deal.hand, deal.cut, *[one.card for one in deal.open]):
        left[card.index] -= 1
    for cards in taken(deal).values():
        for card, count in cards.items():
            left[card.index] -= count
    return tuple([max(0, count) for count in left])


def taken(deal: IndianView) -> dict[Seat, Counter[Card]]:
    """Return the cards that each other seat took from the open deck and has not thrown since."""
    held: dict[Seat, Counter[Card]] = {}
    for event in deal.events:
        if event.card is None or event.seat == deal.seat:
            continue
        cards = held.setdefault(event.seat, Counter())
        if event.kind is EventKind.DREW_OPEN:
            cards[event.card] += 1
        elif event.kind is EventKind.DISCARDED and cards[event.card]:
            cards[event.card] -= 1
    return held
