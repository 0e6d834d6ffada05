"""Advice: the moves that a player could make now, the best first, and the exact counts after them.

The move that comes first is that of the strongest computer, except for a discard that is worse than another in every
count. There is no model of who wins, so no chance is given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, combinations
from operator import le

from bot.games.indian.actions import Finish
from bot.games.indian.coach import FinishAdvice, SlotAdvice, finish, slot
from bot.games.indian.computer.unseen import unseen
from bot.games.twentyone import solver
from bot.games.twentyone.melds import kind_of
from bot.games.twentyone.search.hands import HeldCards, copies, read
from bot.games.twentyone.search.search import most_spared, pure_there
from bot.games.twentyone.search.suits import MOST_PURE
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.games.twentyone.wild import Wilds
from bot.rummy.actions import Discard, Draw, Drop, Source
from bot.rummy.cards import CARDS, JOKER, Card
from bot.rummy.deal_view import Phase, without
from bot.rummy.game import game_of
from bot.rummy.view import View

MOST_THROWS = 3
"""The most discards that are compared."""


@dataclass(frozen=True, slots=True)
class HandCounts:
    """The exact counts of a hand of 21 cards."""

    pure: int
    """Pure sequences and tunnelas that it can have at once, at most three."""
    left: int
    """Points in no meld, besides these pure sequences."""
    helping: int
    """Unseen cards that add a pure sequence or lead to a declaration; with three pure sequences, those that fit into a
    meld.
    """
    unseen: int
    dublees: int
    jokers: int


@dataclass(frozen=True, slots=True)
class CountedThrow:
    """A card to throw, and the counts of the hand without it."""

    card: Card
    then: HandCounts

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return the order among discards; less is better."""
        return -self.then.pure, self.then.left, -self.then.helping

    def beats(self, other: "CountedThrow") -> bool:
        """Return whether it is no worse in any count, and better in one."""
        return self.rank != other.rank and all(map(le, self.rank, other.rank))


@dataclass(frozen=True, slots=True)
class Taken:
    """The effect of the open card once the best card is thrown."""

    thrown: Card
    pure: int
    left: int
    declares: bool
    """Whether the hand can be declared then."""


@dataclass(frozen=True, slots=True)
class DrawCounts:
    """The deck to draw from, or a drop."""

    action: Draw | Drop
    now: HandCounts
    top: Card | None
    """The open card; None: it cannot be drawn."""
    taken: Taken | None
    """Its effect; None: the hand is no better with it."""
    drop: int | None
    """The cost of a drop; None: no drop is possible."""


@dataclass(frozen=True, slots=True)
class ThrowCounts:
    """The cards to throw: the best first, at most three."""

    throws: tuple[CountedThrow, ...]


TwentyOneAdvice = DrawCounts | ThrowCounts | FinishAdvice | SlotAdvice


def advise(view: View) -> TwentyOneAdvice:
    """Return advice for the seat whose view this is; it must be that seat's turn."""
    deal = twentyone_deal(view.deal)
    if deal.phase is Phase.DECLARE:
        return slot(deal)
    game = game_of(view.rules)
    action = game.choose(view, game.levels[-1])
    match action:
        case Finish(card):
            return finish(deal, card)
        case Discard(card):
            return ThrowCounts(tuple(_throws(view, deal, card)))
    assert isinstance(action, Draw | Drop)
    return _draw(view, deal, action)


def _draw(view: View, deal: TwentyOneView, action: Draw | Drop) -> DrawCounts:
    now, drop = outlook(view, deal, deal.hand), deal.drop_points if view.allows(Drop()) else None
    if deal.top is None or not view.allows(Draw(Source.OPEN)):
        return DrawCounts(action, now, None, None, drop)
    held = (*deal.hand, deal.top)
    (thrown,) = best_throws(deal, held, 1)
    pure, left = _standing(read(without(held, (thrown,)), deal.wilds), deal.wilds)
    declares = (not left and pure == MOST_PURE) or bool(solver.special(held, deal.wilds))
    is_better = declares or (pure, -left) > (now.pure, -now.left)
    return DrawCounts(action, now, deal.top, Taken(thrown, pure, left, declares) if is_better else None, drop)


def _throws(view: View, deal: TwentyOneView, first: Card) -> list[CountedThrow]:
    """Return that card, or one that beats it, then the best other cards; a further joker only if there are too few
    others.
    """
    cards = (first, *best_throws(deal, deal.hand, MOST_THROWS - 1, first))
    usual, *others = (CountedThrow(card, outlook(view, deal, without(deal.hand, (card,)))) for card in cards)
    others.sort(key=lambda throw: throw.rank)
    best = next((throw for throw in others if throw.beats(usual)), usual)
    return [best, *(throw for throw in (*others, usual) if throw is not best)]


def best_throws(deal: TwentyOneView, hand: tuple[Card, ...], most: int, but: Card | None = None) -> list[Card]:
    """Return that many of the 22 cards to throw, the best first: by pure sequences, points in no meld, and own
    points.
    """
    whole = _standing(read(hand, deal.wilds), deal.wilds)
    naturals = {card for card in hand if card not in deal.wilds.jokers} or {*hand}
    found: list[tuple[int, int, int, int, Card]] = []
    for card in sorted(naturals - {but}, key=lambda one: (-one.points, one.index)):
        # Without a card, a hand has no more pure sequences, and the points in no meld fall by its own at most.
        if len(found) >= most and found[most - 1][:2] <= (-whole[0], whole[1] - card.points):
            break
        pure, left = _standing(read(without(hand, (card,)), deal.wilds), deal.wilds)
        found = sorted([*found, (-pure, left, -card.points, card.index, card)], key=lambda one: one[:4])
    return [card for *_, card in found[:most]]


def _standing(held: HeldCards, wild: Wilds) -> tuple[int, int]:
    """Return how many pure sequences the cards can have at once, and the points in no meld then."""
    pure = pure_there(held, wild)
    found = most_spared(held, wild, pure)
    return pure, held.total - (found.spared if found is not None else 0)


def outlook(view: View, deal: TwentyOneView, hand: tuple[Card, ...]) -> HandCounts:
    """Return the counts of 21 cards for the seat whose view this is."""
    wild, hidden = deal.wilds, unseen(view, deal)
    held = read(hand, wild)
    pure, left = _standing(held, wild)
    helps = _brings_pure(hand, wild, pure) if pure < MOST_PURE else _spares_more(hand, wild)
    helping = sum(hidden[card.index] for card in (*CARDS, JOKER) if hidden[card.index] and helps(card))
    return HandCounts(pure, left, helping, sum(hidden), len(copies(hand, 2)), held.jokers)


def _brings_pure(hand: tuple[Card, ...], wild: Wilds, pure: int) -> Callable[[Card], bool]:
    """Return a test whether a card adds a pure sequence to that many, or leads to a declaration of another kind."""

    def helps(card: Card) -> bool:
        then = (*hand, card)
        return pure_there(read(then, wild), wild) > pure or bool(solver.special(then, wild))

    return helps


def _spares_more(hand: tuple[Card, ...], wild: Wilds) -> Callable[[Card], bool]:
    """Return a test whether a card lets more points lie in melds, with three pure sequences there."""
    laid = solver.nearest(hand, wild)
    spared = wild.points(hand) - laid.raw
    pairs = [*combinations(laid.deadwood, 2)]

    def helps(card: Card) -> bool:
        # Looking at melds and at pairs outside them is quicker than a search, and finds most helpful cards.
        found = chain(pairs, laid.groups if card.points and card not in wild.jokers else ())
        if any(kind_of((*group, card), wild).is_meld and wild.points((*group, card)) for group in found):
            return True
        return most_spared(read((*hand, card), wild), wild, MOST_PURE, spared) is not None

    return helps
