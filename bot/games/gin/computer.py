"""The computer players of gin. Each level is a function from the view of a seat to a move.

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
"""Points that level 2 counts for two cards, by how near they are to a meld."""
HELPING = 0.6
"""Points that level 3 gives a card for each unseen card that would make a meld with it and another card."""
DANGER = 4.0
"""Points that level 3 takes off a discard for each meld that it would make for the other player."""
WAITS = 1
"""The fewest unseen cards that give gin for which level 4 waits, in a match of several deals, where points decide."""
WAITS_IN_ONE_DEAL = 4
"""The same in a match of one deal, where a deal won with few points is worth as much."""


@dataclass(frozen=True, slots=True)
class GinStyle:
    """The choices by which one level differs from another."""

    wants: Callable[[GinView, Card], bool]
    """Whether to draw the open card."""
    throws: Callable[[GinView], Card]
    waits: int | None
    """The fewest unseen cards that give gin for which to throw a card instead of a knock; None: always knock."""


def _play(deal: GinView, style: GinStyle) -> Move:
    if deal.phase is Phase.DRAW:
        return _draw(deal, style)
    if deal.has_big_gin:
        return BigGin()
    knock = next(deal.knocks, None)
    if knock is not None and not (knock[1] and _waits(deal, knock[0], style.waits)):
        return Knock(knock[0])
    return Discard(style.throws(deal))


def _draw(deal: GinView, style: GinStyle) -> Move:
    if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None and style.wants(deal, deal.top):
        return Draw(Source.OPEN)
    return Pass() if deal.is_offered else Draw(Source.CLOSED)


# -- drawing ----------------------------------------------------------------------------------------


def _lies_in_meld(deal: GinView, top: Card) -> bool:
    """Return whether the open card would lie in a meld."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    return any(top in group for group in kept.groups)


def _saves(deal: GinView, top: Card) -> bool:
    """Return whether the open card allows a knock, or lies in a meld and saves points."""
    _, kept = melds.best_discard((*deal.hand, top), top)
    may = kept.raw <= deal.knock_limit or any(top in group for group in kept.groups)
    return may and kept.raw < deal.best.raw


# -- throwing ---------------------------------------------------------------------------------------


def _loneliest(deal: GinView) -> Card:
    """Return the card outside melds that combines with the fewest others."""
    loose = [card for card in deal.best.deadwood if card != deal.taken] or _allowed(deal)
    return min(loose, key=lambda card: (sum(near(card, other) > 0 for other in deal.hand), card.index))


def _dearest(deal: GinView) -> Card:
    """Return the card whose discard leaves the fewest points; each pair that may become a meld counts a little."""

    def burden(thrown: Card) -> int:
        kept = melds.best(card for card in deal.hand if card != thrown)
        held = [card for card in deal.hand if card != thrown]
        return kept.raw - PAIR * sum(near(card, other) for card in kept.deadwood for other in held)

    return min(_allowed(deal), key=lambda card: (burden(card), -card.rank, card.index))


def _wisest(deal: GinView) -> Card:
    """Return the best discard by the unseen cards that help, and by what the card would do for the other player."""
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
    """Return how near two cards are to a meld. Unlike `nearness`, do not join the ace to the king."""
    if card.suit is other.suit and abs(card.rank - other.rank) > 2:
        return 0
    return nearness(card, other)


# -- knocking ---------------------------------------------------------------------------------------


def _waits(deal: GinView, thrown: Card, least: int | None) -> bool:
    """Return whether at least that many unseen cards would give gin after the discard."""
    return least is not None and gin_cards(melds.bits(deal.hand) ^ melds.bits((thrown,)), unseen(deal)) >= least


# -- the levels -------------------------------------------------------------------------------------

BEGINNER = GinStyle(_lies_in_meld, _loneliest, waits=None)
GREEDY = GinStyle(_saves, _dearest, waits=None)
WISE = GinStyle(_saves, _wisest, waits=None)
PATIENT = GinStyle(_saves, _wisest, WAITS)
PATIENT_IN_ONE_DEAL = GinStyle(_saves, _wisest, WAITS_IN_ONE_DEAL)


def level_1(view: View) -> Move:
    """Play like a beginner: keep cards that go together, however much they count."""
    return _play(seen(view), BEGINNER)


def level_2(view: View) -> Move:
    """Keep the least deadwood, and knock as soon as possible."""
    return _play(seen(view), GREEDY)


def level_3(view: View) -> Move:
    """Count the unseen cards that help, and those that a discard would help; knock as soon as possible."""
    return _play(seen(view), WISE)


def level_4(view: View) -> Move:
    """Play as level 3 does, but do not knock yet if gin is near."""
    return _play(seen(view), PATIENT_IN_ONE_DEAL if view.format.is_single else PATIENT)


LEVELS = (level_1, level_2, level_3, level_4)
