"""The codes that only the Indian game has: refusals, events, endings of a deal."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode


class IndianRefusal(RefusalCode):
    """Reasons why an action is not allowed now."""

    DECLARE_FIRST = "declare_first"
    NOTHING_TO_DECLARE = "nothing_to_declare"
    EMPTY_GROUP = "empty_group"
    NOTHING_TO_SHOW = "nothing_to_show"
    ALREADY_SHOWN = "already_shown"
    SHOW_RUNNING = "show_running"


class IndianEventKind(EventCode):
    """Events that everybody at the table saw."""

    FINISHED = "finished"
    DECLARED = "declared"
    WRONG = "wrong"
    SHOWED = "showed"


class IndianEnding(EndingCode):
    """Ways in which a deal ended."""

    DECLARED = "declared"
    TIE = "tie"
    """The lowest hands are equal: the deal is void and dealt again."""
