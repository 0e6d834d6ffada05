"""Deals of gin played on many times from two moves, each time with other cards where the seat could not see them.

The other hand is drawn from the unseen cards by the chances of `Chances`; the rest is the closed deck. Then both play
on by the simple strategy of published research: take the open card only where it lies in a meld, throw the dearest
loose card, knock at once. Two moves are compared with the same cards.
"""

from collections.abc import Mapping
from math import log, sqrt
from statistics import fmean, stdev

from bot.games.gin import melds
from bot.games.gin.actions import Knock
from bot.games.gin.chances import Chances, each, revealed, unseen
from bot.games.gin.melds import Cards
from bot.games.gin.rules import HAND_SIZE, LEFT_IN_DECK
from bot.games.gin.showdown import showdown
from bot.games.gin.view import GinView, seen
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card, card_texts
from bot.rummy.deal_view import Phase
from bot.rummy.dice import SeededDice
from bot.rummy.playouts import Compared
from bot.rummy.view import View

_FINE = 1 << 40
"""The steps between 0 and 1 of a random number."""
_SURELY = 0.999
"""The greatest chance that counts for a card that is not known."""


def playouts(view: View, best: Action, seed: str) -> Mapping[Action, "GinPlayouts"]:
    """Return playouts of that move beside each other one; none if gin is possible, or before the first draw."""
    deal = seen(view)
    moves = _moves(deal)
    if best not in moves:
        return {}
    chances = Chances(unseen(deal), revealed(deal))
    named = f"{seed} {view.deal_number} {deal.turns} {card_texts(deal.hand)}"
    return {move: GinPlayouts(view, chances, named, (best, move)) for move in moves if move != best}


def _moves(deal: GinView) -> list[Action]:
    """Return the moves of a decision whose best one is not certain; the discards by the deadwood that they leave."""
    if deal.phase is Phase.DRAW:
        can_choose = deal.top is not None and not deal.is_offered and not deal.is_refused
        if not can_choose or _has_gin((*deal.hand, deal.top)):
            return []
        return [Draw(Source.OPEN), Draw(Source.CLOSED)]
    knocks = [*deal.knocks]
    if deal.phase is not Phase.DISCARD or any(not left for _, left in knocks):
        return []
    hand = melds.bits(deal.hand)
    allowed = [card for card in deal.hand if card != deal.taken]
    allowed.sort(key=lambda card: (melds.deadwood(hand ^ melds.bits((card,))), card.index))
    return [*(Knock(card) for card, _ in knocks), *map(Discard, allowed)]


def _has_gin(cards: tuple[Card | None, ...]) -> bool:
    """Return whether a card can be thrown so that all others lie in melds."""
    return not melds.after_discard(melds.bits(filter(None, cards)))


class GinPlayouts:
    """The tries of one decision, in which two moves are compared."""

    def __init__(self, view: View, chances: Chances, seed: str, moves: tuple[Action, Action]) -> None:
        self._deal = seen(view)
        self._is_single = view.format.is_single
        self._chances = chances
        self._seed = seed
        self._moves = moves
        self._hand = melds.bits(self._deal.hand)
        self._nets: list[tuple[int, int]] = []
        """The points that each move won, less those of the other player."""

    @property
    def tries(self) -> int:
        """Return the number of tries so far."""
        return len(self._nets)

    def try_once(self) -> None:
        """Play on once from both moves."""
        other, closed = self._sampled(self.tries)
        first, second = (self._played(move, other, [*closed]) for move in self._moves)
        self._nets.append((first, second))

    def compared(self) -> Compared:
        """Return by how much the first move is better: in the chance to win a single deal, else in points.

        Points count as parts of the average difference between a won deal and a lost one.
        """
        if self._is_single:
            parts = [(_sign(first) - _sign(second)) / 2 for first, second in self._nets]
        else:
            swing = 2 * fmean(abs(net) for both in self._nets for net in both) or 1
            parts = [(first - second) / swing for first, second in self._nets]
        return Compared(fmean(parts), stdev(parts) / sqrt(len(parts)))

    # -- one try ------------------------------------------------------------------------------------

    def _sampled(self, number: int) -> tuple[Cards, list[Cards]]:
        """Return a sampled hand of the other player, and the closed deck; its last card comes first."""
        dice = SeededDice(f"{self._seed} {number}")
        held = self._chances.shown.held

        def rank(bit: Cards) -> float:
            # The greatest of these are a sample in which each card has its own weight (Efraimidis and Spirakis 2006).
            chance = min(self._chances.held[bit], _SURELY)
            return log((dice.below(_FINE) + 1) / _FINE) * (1 - chance) / chance

        order = sorted(self._chances.drawn, key=rank, reverse=True)
        need = HAND_SIZE - held.bit_count()
        return held | sum(order[:need]), dice.shuffled(order[need:])[: self._deal.closed]

    def _played(self, move: Action, other: Cards, closed: list[Cards]) -> int:
        """Return the points that a move wins, less those of the other player; 0 for a void deal."""
        hands, turn, top = [self._hand, other], 0, 0
        match move:
            case Knock(card):
                return self._shown(hands[0] ^ melds.bits((card,)), other)
            case Discard(card):
                top = melds.bits((card,))
                hands[0] ^= top
                turn = 1
            case Draw(source):
                top = melds.bits(filter(None, (self._deal.top,)))
                is_open = source is Source.OPEN
                hands[0], top, left = _thrown(hands[0], top if is_open else closed.pop(), barred=is_open)
                if left <= self._deal.knock_limit:
                    return self._shown(*hands)
                turn = 1
        while len(closed) > LEFT_IN_DECK:
            hand = hands[turn]
            is_open = bool(melds.melded(hand | top) & top)
            hands[turn], top, left = _thrown(hand, top if is_open else closed.pop(), barred=is_open)
            if left <= self._deal.knock_limit:
                points = self._shown(hands[turn], hands[1 - turn])
                return -points if turn else points
            turn = 1 - turn
        return 0

    def _shown(self, knocker: Cards, other: Cards) -> int:
        """Return the points of the knocker; below 0 they are the other player's."""
        deal = self._deal
        shown = showdown(melds.cards_of(knocker), melds.cards_of(other), deal.own, deal.knock_limit, deal.factor)
        return shown.points if shown.knocker_wins else -shown.points


def _thrown(hand: Cards, card: Cards, *, barred: bool) -> tuple[Cards, Cards, int]:
    """Return ten cards with that one among them, the dearest loose card that is thrown, and the deadwood left.

    `barred`: the card came from the open deck and may not be thrown.
    """
    whole = hand | card
    allowed = whole & ~card if barred else whole
    loose = whole & ~melds.melded(whole)
    thrown = max(each(loose & allowed or allowed), key=melds.points)
    kept = whole ^ thrown
    return kept, thrown, melds.points(loose ^ thrown) if thrown & loose else melds.deadwood(kept)


def _sign(net: int) -> int:
    return (net > 0) - (net < 0)
