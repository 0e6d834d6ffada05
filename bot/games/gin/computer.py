"""The computer players of gin. Each level is a function from what a seat sees to what it does.

The figures of levels 3 and 4 are those that won most points over thousands of duplicate deals.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.chances import danger, each, gin_cards, helping, known, unseen
from bot.games.gin.view import GinView, seen
from bot.rummy.actions import Discard, Draw, Move, Source
from bot.rummy.cards import Card, nearness
from bot.rummy.deal_view import Phase
from bot.rummy.view import View

PAIR = 1
"""Points that level 2 sees in how near two cards are to a meld."""
HELPING = 0.6
"""Points that a card is worth to level 3 for each unseen one that makes a meld of it and another."""
DANGER = 4.0
"""Points that level 3 gives for a meld that a discard would make for the other player."""
WAITS = 1
"""So many unseen cards for gin, and level 4 waits for it in a match of several deals, where points decide."""
WAITS_IN_ONE_DEAL = 4
"""The same where one deal is the match: there a deal won with few points is worth as much."""


@dataclass(frozen=True, slots=True)
class GinStyle:
    """What tells one level from another."""

    wants: Callable[[GinView, Card], bool]
    """Whether to draw the open card."""
    throws: Callable[[GinView], Card]
    waits: Callable[[GinView, Card], bool] = lambda deal, thrown: False
    """Whether not to knock with that discard, though it may."""


def _play(deal: GinView, style: GinStyle) -> Move:
    if deal.phase is Phase.DRAW:
        return _draw(deal, style)
    if deal.has_big_gin:
        return BigGin()
    knock = next(deal.knocks, None)
    if knock is not None and not (knock[1] and style.waits(deal, knock[0])):
        return Knock(knock[0])
    return Discard(style.throws(deal))


def _draw(deal: GinView, style: GinStyle) -> Move:
    if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None and style.wants(deal, deal.top):
        return Draw(Source.OPEN)
    return Pass() if deal.is_offered else Draw(Source.CLOSED)


# -- drawing ----------------------------------------------------------------------------------------


def _lies_in_meld(deal: GinView, top: Card) -> bool:
    """Return whether the open card comes to lie in a meld."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    return any(top in group for group in kept.groups)


def _saves(deal: GinView, top: Card) -> bool:
    """Return whether the seat could knock with the open card, or it comes to lie in a meld and saves points."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    may = kept.raw <= deal.knock_limit or any(top in group for group in kept.groups)
    return may and kept.raw < deal.best.raw


# -- throwing ---------------------------------------------------------------------------------------


def _loneliest(deal: GinView) -> Card:
    """Return the card outside melds that combines with the fewest others."""
    loose = [card for card in deal.best.deadwood if card != deal.taken] or _allowed(deal)
    return min(loose, key=lambda card: (sum(near(card, other) > 0 for other in deal.hand), card.index))


def _dearest(deal: GinView) -> Card:
    """Return the card without which the hand counts least, less a little for each pair that may become a meld."""

    def burden(thrown: Card) -> int:
        kept = melds.best(card for card in deal.hand if card != thrown)
        held = [card for card in deal.hand if card != thrown]
        return kept.raw - PAIR * sum(near(card, other) for card in kept.deadwood for other in held)

    return min(_allowed(deal), key=lambda card: (burden(card), -card.rank, card.index))


def _wisest(deal: GinView) -> Card:
    """Return the same by the unseen cards that help, and by what the card would do for the other player."""
    hand, left, held = melds.bits(deal.hand), unseen(deal), known(deal)

    def burden(thrown: Card) -> float:
        kept = hand ^ melds.bits((thrown,))
        laid = melds.arranged(kept)
        help = sum(helping(card, other, left) for card in laid.deadwood for other in each(kept ^ melds.bits((card,))))
        return laid.raw - HELPING * help + DANGER * danger(thrown, left, held)

    return min(_allowed(deal), key=lambda card: (burden(card), -card.rank, card.index))


def _allowed(deal: GinView) -> list[Card]:
    return [card for card in deal.hand if card != deal.taken]


def near(card: Card, other: Card) -> int:
    """Return how near two cards are to a meld; an ace is low only, where `nearness` joins it to the king as well."""
    if card.suit is other.suit and abs(card.rank - other.rank) > 2:
        return 0
    return nearness(card, other)


# -- knocking ---------------------------------------------------------------------------------------


def _waits(least: int) -> Callable[[GinView, Card], bool]:
    """Waits where that many unseen cards would give gin."""

    def waits(deal: GinView, thrown: Card) -> bool:
        return gin_cards(melds.bits(deal.hand) ^ melds.bits((thrown,)), unseen(deal)) >= least

    return waits


# -- the levels -------------------------------------------------------------------------------------

BEGINNER = GinStyle(_lies_in_meld, _loneliest)
GREEDY = GinStyle(_saves, _dearest)
WISE = GinStyle(_saves, _wisest)
PATIENT = GinStyle(_saves, _wisest, _waits(WAITS))
PATIENT_IN_ONE_DEAL = GinStyle(_saves, _wisest, _waits(WAITS_IN_ONE_DEAL))


def level_1(view: View) -> Move:
    """Return a beginner: keeps cards that go together, however much they count."""
    return _play(seen(view), BEGINNER)


def level_2(view: View) -> Move:
    """Wants the least deadwood, and knocks as soon as it may."""
    return _play(seen(view), GREEDY)


def level_3(view: View) -> Move:
    """Counts the unseen cards that help it, and those that a discard would help; knocks as soon as it may."""
    return _play(seen(view), WISE)


def level_4(view: View) -> Move:
    """Plays as level 3, and waits with a knock where gin is near."""
    return _play(seen(view), PATIENT_IN_ONE_DEAL if view.format.is_single else PATIENT)


LEVELS = (level_1, level_2, level_3, level_4)
