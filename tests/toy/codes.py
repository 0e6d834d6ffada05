"""The codes that only this game has: why not, what everybody saw, how a deal ended."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode


class ToyRefusal(RefusalCode):
    """Why an action is not allowed now."""

    NOT_THREE = "not_three"


class ToyEventKind(EventCode):
    """What everybody at the table saw."""

    WENT_OUT = "went_out"


class ToyEnding(EndingCode):
    """How a deal ended."""

    OUT = "toy_out"
    SHARED = "toy_shared"
    """Nothing was left to draw, and several hold the most pairs."""
