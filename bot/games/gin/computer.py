"""The computer players of gin. Each level is a function from what a seat sees of a deal to what it does."""

from collections.abc import Callable

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.view import GinView
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card, nearness
from bot.rummy.deal_view import Phase

LINK = 2
"""Points that a card may cost for each other it goes together with."""


def level_1(deal: GinView) -> Move:
    """A beginner: takes the open card only for a meld, keeps pairs, throws any of the lonely cards."""
    return _play(deal, _wants_meld, _loneliest)


def level_2(deal: GinView) -> Move:
    """Greedy, and knocks as soon as it may."""
    return _play(deal, _wants, _worst)


def level_3(deal: GinView) -> Move:
    """Plays as level 2."""
    return level_2(deal)


def level_4(deal: GinView) -> Move:
    """Plays as level 3."""
    return level_3(deal)


LEVELS = (level_1, level_2, level_3, level_4)


def _play(deal: GinView, wants: Callable[[GinView, Card], bool], worst: Callable[[GinView], Card]) -> Move:
    if deal.phase is Phase.DRAW:
        return _draw(deal, wants)
    if deal.has_big_gin:
        return BigGin()
    knock = next(deal.knocks, None)
    return Knock(knock[0]) if knock is not None else Discard(worst(deal))


def _draw(deal: GinView, wants: Callable[[GinView, Card], bool]) -> Move:
    may_take = deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None
    if may_take and deal.top is not None and wants(deal, deal.top):
        return Draw(Source.OPEN)
    return Pass() if deal.is_offered else Draw(Source.CLOSED)


def _wants_meld(deal: GinView, top: Card) -> bool:
    """Whether the open card comes to lie in a meld."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    return any(top in group for group in kept.groups)


def _wants(deal: GinView, top: Card) -> bool:
    """Whether the seat could knock with the open card, or it comes to lie in a meld and saves points."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    if kept.raw <= deal.knock_limit:
        return True
    return kept.raw < deal.best.raw and any(top in group for group in kept.groups)


def _loneliest(deal: GinView) -> Card:
    """Of the cards outside melds the one that goes together with the fewest others."""
    loose = [card for card in deal.best.deadwood if card != deal.taken] or _allowed(deal)
    return min(loose, key=lambda card: (sum(nearness(card, other) > 0 for other in deal.hand), card.index))


def _worst(deal: GinView) -> Card:
    """The card without which the hand counts least, less a little for each pair that may become a meld."""
    return min(_allowed(deal), key=lambda card: (_burden(deal, card), -card.rank, card.index))


def _allowed(deal: GinView) -> list[Card]:
    return [card for card in deal.hand if card != deal.taken]


def _burden(deal: GinView, thrown: Card) -> int:
    """What the hand counts without that card, less what its pairs are worth."""
    kept = melds.best(card for card in deal.hand if card != thrown)
    loose = kept.deadwood
    return kept.raw - LINK * sum(links(card, other) for card in loose for other in deal.hand if other != thrown)


def links(card: Card, other: Card) -> int:
    """How near two cards are to a meld, where an ace is low only: `nearness` joins it to the king as well."""
    if card.suit is other.suit and abs(card.rank - other.rank) > 2:
        return 0
    return nearness(card, other)
