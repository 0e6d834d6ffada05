"""Gin by trying everything, slowly and in another way than the code: melds, arrangements, lay-offs, results."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from bot.rummy.cards import Card

Meld = frozenset[Card]


def value(card: Card) -> int:
    return {1: 1, 11: 10, 12: 10, 13: 10}.get(int(card.rank), int(card.rank))


def total(cards: Sequence[Card] | Meld) -> int:
    return sum(map(value, cards))


@cache
def is_meld(cards: Meld) -> bool:
    """Return whether they are three or four of a rank, or three or more of a suit in a row, the ace low."""
    ranks = sorted(int(card.rank) for card in cards)
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    in_a_row = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len({card.suit for card in cards}) == 1 and in_a_row


def melds_in(hand: Sequence[Card]) -> list[Meld]:
    """Return every meld that the hand holds, the longest of one suit as well as its parts."""
    by_rank = [[card for card in hand if card.rank == rank] for rank in {card.rank for card in hand}]
    by_suit = [[card for card in hand if card.suit == suit] for suit in {card.suit for card in hand}]
    found = {frozenset(some) for cards in by_rank for size in (3, 4) for some in combinations(cards, size)}
    for cards in by_suit:
        row = sorted(cards, key=lambda card: card.rank)
        spans = ((first, last) for first in range(len(row)) for last in range(first + 3, len(row) + 1))
        found |= {frozenset(row[first:last]) for first, last in spans}
    return [meld for meld in found if is_meld(meld)]


def arrangements(hand: Sequence[Card]) -> Iterator[tuple[Meld, ...]]:
    """Yield every choice of melds that share no card; none is one."""
    found = melds_in(hand)

    def chosen(after: int, taken: Meld, so_far: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
        yield so_far
        for place in range(after, len(found)):
            if not found[place] & taken:
                yield from chosen(place + 1, taken | found[place], (*so_far, found[place]))

    return chosen(0, frozenset(), ())


def left(hand: Sequence[Card], melds: Sequence[Meld]) -> list[Card]:
    return [card for card in hand if not any(card in meld for meld in melds)]


def deadwood(hand: Sequence[Card]) -> int:
    return min(total(left(hand, melds)) for melds in arrangements(hand))


def lain_off(cards: Sequence[Card], melds: tuple[Meld, ...]) -> int:
    """Return the fewest points left after cards were laid off one by one in any order."""
    best = total(cards)
    for card in cards:
        for place, meld in enumerate(melds):
            if is_meld(meld | {card}):
                rest = [other for other in cards if other != card]
                best = min(best, lain_off(rest, (*melds[:place], meld | {card}, *melds[place + 1 :])))
    return best


def answer(opponent: Sequence[Card], knocked: tuple[Meld, ...]) -> int:
    """Return the fewest points that the other hand is left with after a knock with these melds."""
    fits = [card for card in opponent if _may_ever_fit(card, opponent, knocked)]
    if not fits:
        return deadwood(opponent)
    return min(lain_off(left(opponent, melds), knocked) for melds in arrangements(opponent))


def _may_ever_fit(card: Card, hand: Sequence[Card], melds: tuple[Meld, ...]) -> bool:
    return any(is_meld(meld | {card}) for meld in melds)


def result(knocker: Sequence[Card], opponent: Sequence[Card], limit: int = 10) -> int:
    """Return the points of the knocker; below 0 those of the other player. Bonuses 25, 25 and 31."""
    if deadwood(knocker) == 0:
        return deadwood(opponent) + (31 if len(knocker) == 11 else 25)
    worth = []
    for melds in arrangements(knocker):
        own = total(left(knocker, melds))
        if own <= limit:
            other = answer(opponent, melds)
            worth.append(other - own if own < other else other - own - 25)
    return max(worth)
