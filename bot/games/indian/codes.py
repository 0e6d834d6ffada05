"""The codes that only the Indian game has: why not, what everybody saw, how a deal ended."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode


class IndianRefusal(RefusalCode):
    """Why an action is not allowed now."""

    DECLARE_FIRST = "declare_first"
    NOTHING_TO_DECLARE = "nothing_to_declare"
    EMPTY_GROUP = "empty_group"
    NOTHING_TO_SHOW = "nothing_to_show"
    ALREADY_SHOWN = "already_shown"
    SHOW_RUNNING = "show_running"


class IndianEventKind(EventCode):
    """What everybody at the table saw."""

    FINISHED = "finished"
    DECLARED = "declared"
    WRONG = "wrong"
    SHOWED = "showed"


class IndianEnding(EndingCode):
    """How a deal ended."""

    DECLARED = "declared"
    TIE = "tie"
    """Undecided, with equal lowest hands: void, dealt again."""
