"""The cards that a seat has not seen: which of them would help it, and which would help the other player."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from bot.games.gin import melds
from bot.games.gin.melds import Cards
from bot.games.gin.view import GinView
from bot.rummy.cards import CARDS, Card
from bot.rummy.deal_view import EventKind

_ALL = melds.bits(CARDS)
_HAND = 10
"""Cards that the other player holds."""


def unseen(deal: GinView) -> Cards:
    """Return the cards that have never lain open and are not in the own hand."""
    told = melds.bits(event.card for event in deal.events if event.card is not None)
    return _ALL & ~(told | melds.bits(one.card for one in deal.open) | melds.bits(deal.hand))


def known(deal: GinView) -> Cards:
    """Return the cards that the other player has taken from the open deck and not thrown again."""
    held = 0
    for event in deal.events:
        if event.seat == deal.seat or event.card is None:
            continue
        if event.kind is EventKind.DREW_OPEN:
            held |= melds.bits((event.card,))
        elif event.kind is EventKind.DISCARDED:
            held &= ~melds.bits((event.card,))
    return held


def each(cards: Cards) -> Iterator[Cards]:
    """Yield the cards one by one."""
    while cards:
        low = cards & -cards
        cards ^= low
        yield low


@cache
def partners(card: Card) -> tuple[tuple[Cards, Cards], ...]:
    """Return the pairs of other cards with which the card makes a meld of three."""
    others = [one for one in CARDS if one != card and (one.rank is card.rank or one.suit is card.suit)]
    near = [one for one in others if abs(one.rank - card.rank) < 3]
    pairs = (pair for pair in combinations(near, 2) if melds.best((card, *pair)).declarable)
    return tuple((melds.bits(pair[:1]), melds.bits(pair[1:])) for pair in pairs)


def helping(card: Card, other: Cards, left: Cards) -> int:
    """Return how many of the cards `left` make a meld of the card and another one."""
    found = 0
    for one, two in partners(card):
        found |= two if one == other else one if two == other else 0
    return (found & left).bit_count()


def danger(card: Card, left: Cards, held: Cards) -> float:
    """Return how many melds the other player can be expected to make with the card, from unseen cards and from cards
    that it is known to hold.
    """
    share = min(1.0, _HAND / max(1, left.bit_count()))

    def chance(one: Cards) -> float:
        return 1.0 if one & held else share if one & left else 0.0

    return sum(chance(one) * chance(two) for one, two in partners(card))


def gin_cards(kept: Cards, left: Cards) -> int:
    """Return how many of the cards `left` would give the hand gin."""
    return sum(any(not melds.deadwood((kept | drawn) ^ thrown) for thrown in each(kept)) for drawn in each(left))
