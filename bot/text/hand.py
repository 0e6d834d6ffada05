"""The private hand: what it says, and what is answered to a move."""

from bot.games.indian.melds import MeldKind
from bot.rummy.cards import Card, Rank
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import Rules
from bot.rummy.view import Event
from bot.text.refusals import REASONS
from bot.text.words import KIND_SIGNS, KINDS, STATUSES, card, cards, clipped, count, points, wild

DRAW_NOW = "Your turn: draw a card."
DISCARD_NOW = "Discard a card, or declare."
DECLARE_NOW = "Declare your groups now."
GROUPS_CHANGED = "Your groups have changed since then. Look again before you declare."
MAKE_GROUP = "Make a group of…"
NOT_DEALT_IN = "You are not in this deal: it breaks a tie. You may watch."
JUST_DRAWN = "just drawn"
IN_NO_GROUP = "in no group"

# -- after a move -----------------------------------------------------------------------------------

SORTED = "Sorted by suit."
ARRANGED = "Arranged for the fewest points."
GROUPED = "Your groups are saved."
UNGROUPED = "All groups are taken apart."
SHOWN = "Your groups are final."
DROPPED = "You dropped out of this deal."
LEFT = "You left the table."
DECLARED = "You declared, and your declaration is valid."
FINISHED = "The card lies in the finish slot. Declare your groups now."


def drew(drawn: Card, wild: Rank | None) -> str:
    """Feedback to one who drew."""
    return f"You drew {card(drawn, wild)}. Discard a card, or declare."


def discarded(gone: Card) -> str:
    """Feedback to one who discarded."""
    return f"You discarded {card(gone)}."


def wrong(what: Event) -> str:
    """Said to one whose declaration was wrong, or did not come."""
    why = "You did not declare in time." if what.reason is None else REASONS[what.reason]
    cost = f" It costs you **{points(what.points)}**." if what.points is not None else ""
    return f"⚠️ **Your declaration was wrong.** {why}{cost}"


# -- above the controls -----------------------------------------------------------------------------


def waiting(for_whom: str, deadline: str) -> str:
    """Whom the player waits for."""
    return f"Waiting for {for_whom}. {deadline}"


def out_of_deal(status: SeatStatus, cost: int | None) -> str:
    """Said to one who is out of the deal."""
    charged = f", {points(cost)}" if cost is not None else ""
    return f"You are out of this deal: {STATUSES[status]}{charged}."


def own_points(cost: int) -> str:
    """What the finished deal cost the player."""
    return f" You: **{points(cost)}**."


def show_yours(name: str) -> str:
    """Said to a loser who has to show."""
    return f"**{name} declared. Show your groups.**"


def show_points(now: int, with_best: int | None) -> str:
    """What a loser's groups cost as they are, and what they would cost arranged by the solver."""
    line = f"As grouped now: **{points(now)}**"
    return line if with_best is None else f"{line} · with Best: {points(with_best)}"


def decks(top: Card | None, closed: int, wild_rank: Rank | None, rules: Rules, cut: Card) -> str:
    """Both decks and what is wild, in a line."""
    shown = f"Open: **{card(top, wild_rank)}**" if top else "The open deck is empty"
    return f"-# {shown} · Closed: {count(closed, 'card')} · {wild(rules, cut)}"


# -- the hand in words ------------------------------------------------------------------------------


def group(laid: tuple[Card, ...], kind: MeldKind, wild: Rank | None) -> str:
    """A group, and what it is."""
    return f"{KIND_SIGNS[kind]} {cards(laid, wild)} · *{KINDS[kind]}*"


def loose(left: tuple[Card, ...], cost: int, wild: Rank | None) -> str:
    """The cards in no group, and their points."""
    return f"▫️ {cards(left, wild)} · *in no group, {points(cost)}*"


def drawn(one: Card, wild: Rank | None) -> str:
    """The card just drawn."""
    return f"Just drawn: **{card(one, wild)}**"


def in_slot(one: Card, wild: Rank | None) -> str:
    """The card in the finish slot."""
    return f"In the finish slot: **{card(one, wild)}**"


def in_group(number: int, laid: tuple[Card, ...], kind: MeldKind) -> str:
    """Which group a card lies in, in a select's line."""
    return clipped(f"group {number}: {cards(laid)} ({KINDS[kind]})", 100)
