"""The facts of a stored table that must stay, whatever the code looks like."""

from typing import Any

from bot.rummy.cards import card_texts
from bot.service.tables.state import TableState
from tests.known import western_view


def fact(state: TableState) -> dict[str, Any]:
    """Return the state of a table."""
    row, table = state.row, state.table
    found: dict[str, Any] = {
        "rules": row.rules_id,
        "course": state.lobby.terms.course,
        "stake": state.lobby.terms.stake,
        "status": row.status,
        "step": row.step,
        "digest": row.digest,
        "players": [str(player) for player in state.players],
        "names": [state.name(player) for player in state.players],
        "stage": str(table.stage) if table is not None else None,
    }
    if table is None or table.deal is None:
        return found
    view = state.public
    deal = table.deal.view(None)
    found |= {"phase": str(deal.phase), "turn": deal.turn, "awaited": list(view.awaited or deal.awaited)}
    found |= {"totals": list(view.totals), "offers": list(view.offers), "vote": view.vote and str(view.vote.about)}
    found["hands"] = [card_texts(hand.cards) for hand in table.deal.hands]
    found["places"] = list(view.match.places) if view.match.is_over else None
    if (western := western_view(view)) is not None:
        found["melds"] = [card_texts(meld.cards) for meld in western.melds]
        found["owed"], found["steps"] = western.owed, western.steps
    return found
