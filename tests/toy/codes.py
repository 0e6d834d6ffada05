"""The codes that only this game has: refusals, events, endings of a deal."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode


class ToyRefusal(RefusalCode):
    """Why an action is not allowed now."""

    NOT_THREE = "not_three"


class ToyEventKind(EventCode):
    """Events that everybody at the table saw."""

    WENT_OUT = "went_out"


class ToyEnding(EndingCode):
    """Ways in which a deal ended."""

    OUT = "toy_out"
    SHARED = "toy_shared"
    """Nothing was left to draw, and several hold the most pairs."""
