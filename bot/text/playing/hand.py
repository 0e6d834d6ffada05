"""The private hand: what it says, and what is answered to a move."""

from bot.rummy.cards import Card, Rank
from bot.rummy.deal_view import DealView
from bot.rummy.outcome import SeatStatus
from bot.text.words import STATUSES, card, count, points

DRAW_NOW = "Your turn: draw a card."
NOT_DEALT_IN = "You are not in this deal: it breaks a tie. You may watch."
JUST_DRAWN = "just drawn"
CLOSED_ENDS = "Closed: end the deal"
USED_UP = (
    "⚠️ **The closed deck is used up.** A player who asks it for a card ends the deal. The open card can still be drawn."
)

# -- after a move -----------------------------------------------------------------------------------

SORTED = "Sorted by suit."
DROPPED = "You dropped out of this deal."
LEFT = "You left the table."


def drew(one: Card, wild: Rank | None = None) -> str:
    """The reply to a player who drew."""
    return f"You drew {card(one, wild)}."


def discarded(gone: Card) -> str:
    """The reply to a player who discarded."""
    return f"You discarded {card(gone)}."


# -- above the controls -----------------------------------------------------------------------------


def waiting(for_whom: str, deadline: str) -> str:
    """Tells a player whose move it is."""
    return f"Waiting for {for_whom}. {deadline}".rstrip()


def time_over(line: str) -> str:
    """Tells a player, above their hand, what the clock did in their place."""
    return f"⏰ **{line}**"


def out_of_deal(status: SeatStatus, cost: int | None) -> str:
    """Tells a player why they are out of the deal."""
    charged = f", {points(cost)}" if cost is not None else ""
    return f"You are out of this deal: {STATUSES[status]}{charged}."


def own_points(cost: int) -> str:
    """What the finished deal cost the player."""
    return f" You: **{points(cost)}**."


def decks(deal: DealView) -> str:
    """Both decks in a line."""
    shown = f"Open: **{card(deal.top, deal.wild)}**" if deal.top else "The open deck is empty"
    return f"-# {shown} · Closed: {count(deal.closed, 'card')}"


def quiet(turns: int) -> str:
    """How many turns are left in which a player must draw from the closed deck."""
    left = "after this turn" if turns == 1 else f"after {turns} more turns"
    return f"⚠️ **The deal ends {left}**, unless a player draws from the closed deck before."


def drawn(one: Card, wild: Rank | None) -> str:
    """The card just drawn."""
    return f"Just drawn: **{card(one, wild)}**"
