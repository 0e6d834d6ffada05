"""A player of the Indian game that looks one draw ahead: the fewest points on average after the next unseen card.

The levels are measured against it: `paplu duel 4 tests.games.indian.look_ahead:choose`.
"""

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.computer import greedy
from bot.games.indian.computer.unseen import unseen
from bot.games.indian.distance import KINDS
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import Phase, without
from bot.rummy.view import View


def choose(view: View) -> Action:
    """Return the next action of the seat whose view this is; it never drops."""
    deal = indian_deal(view.deal)
    if deal.phase not in (Phase.DRAW, Phase.DISCARD):
        return greedy.choose(view)
    counts = unseen(view, deal)
    if deal.phase is Phase.DISCARD:
        card, kept = solver.best_discard(deal.hand, deal.wild, deal.rules)
        return Finish(card) if kept.declarable else Discard(best_discard(deal.hand, deal, counts)[1])
    if deal.top is None or not view.allows(Draw(Source.OPEN)):
        return Draw(Source.CLOSED)
    if solver.best_discard((*deal.hand, deal.top), deal.wild, deal.rules)[1].declarable:
        return Draw(Source.OPEN)
    unknown = after_draw(deal.hand, deal, counts)
    known = solver.best_discard((*deal.hand, deal.top), deal.wild, deal.rules)[1].raw
    return Draw(Source.OPEN if known < unknown else Source.CLOSED)


def best_discard(hand: tuple[Card, ...], deal: IndianView, counts: tuple[int, ...]) -> tuple[float, Card]:
    """Return the fewest points on average after the next card, and the card to throw for that."""
    found = [
        (after_draw(without(hand, (card,)), deal, counts), -card.points, card.index, card)
        for card in sorted(set(hand), key=lambda card: card.index)
    ]
    points, _, _, card = min(found)
    return points, card


def after_draw(hand: tuple[Card, ...], deal: IndianView, counts: tuple[int, ...]) -> float:
    """Return the fewest points of thirteen cards, on average, after drawing an unseen card and the best discard."""
    total, points = 0, 0
    for card in KINDS:
        if count := counts[card.index]:
            total += count
            points += count * solver.best_discard((*hand, card), deal.wild, deal.rules)[1].raw
    return points / max(1, total)
