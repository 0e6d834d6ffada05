"""All moves of a decision, played on beside the best one."""

from collections.abc import Mapping
from dataclasses import replace

from bot.games.indian import solver
from bot.games.indian.review.judge import opening, seed_of, stakes_of
from bot.games.indian.review.position import Position
from bot.games.indian.review.rollouts import Rollouts, Way
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.deal_view import Phase, without
from bot.rummy.review import Option
from bot.rummy.view import View


def playouts(view: View, best: Action, seed: str) -> Mapping[Action, Rollouts]:
    """Return rollouts of that move beside each other one, the nearest first; none if the best move is certain."""
    deal = indian_deal(view.deal)
    position = Position(view, deal)
    ways = _draws(view, deal, position) if deal.phase is Phase.DRAW else _throws(deal, position)
    first = ways.pop(best, None)
    if first is None:
        return {}
    search = position.search
    stakes = stakes_of(view, deal, search.distance(search.read(deal.hand)))
    named = f"{seed} {seed_of(view, deal)}"
    return {move: Rollouts(position, stakes, named, (first, way)) for move, way in ways.items()}


def option(view: View, found: Option) -> Option:
    """Return a discard with the figures of the hand after it, and any other option as it is."""
    deal = indian_deal(view.deal)
    if found.card is None or deal.phase is not Phase.DISCARD:
        return found
    facts = Position(view, deal).kept(without(deal.hand, (found.card,)))
    return replace(found, missing=facts.missing, helps=facts.helps)


def _draws(view: View, deal: IndianView, position: Position) -> dict[Action, Way]:
    """Return the moves before a card is drawn; none if the open card completes the hand."""
    ways: dict[Action, Way] = {Draw(Source.CLOSED): Way(deal.hand, None, draws=True)}
    if deal.top is not None and view.allows(Draw(Source.OPEN)):
        opened, ways[Draw(Source.OPEN)] = opening(deal, position, deal.top)
        if opened.chance == 1:
            return {}
    if view.allows(Drop()):
        ways[Drop()] = Way(deal.hand, None, drop=deal.drop_points)
    return ways


def _throws(deal: IndianView, position: Position) -> dict[Action, Way]:
    """Return the discards, the best by their figures first; none if the hand is complete."""
    if deal.phase is not Phase.DISCARD or solver.best_discard(deal.hand, deal.wild, deal.rules)[1].declarable:
        return {}
    near = [card for card, _ in position.throws(deal.hand)]
    return {Discard(card): Way(without(deal.hand, (card,)), card) for card in dict.fromkeys((*near, *deal.hand))}
