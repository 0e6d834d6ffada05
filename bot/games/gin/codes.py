"""The codes that only gin has: refusals, events, endings of a deal, and bonuses at the end of a match."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import BonusCode, EndingCode


class GinRefusal(RefusalCode):
    """Reasons why an action is not allowed now."""

    TAKE_OR_PASS = "take_or_pass"
    NOTHING_TO_PASS = "nothing_to_pass"
    BOTH_PASSED = "both_passed"
    JUST_TAKEN = "just_taken"
    KNOCK_TOO_HIGH = "knock_too_high"
    GIN_ONLY = "gin_only"
    NOT_ALL_MELDED = "not_all_melded"
    NO_BIG_GIN = "no_big_gin"


class GinEventKind(EventCode):
    """Events that everybody at the table saw."""

    PASSED = "passed"
    KNOCKED = "knocked"
    GIN = "gin"
    BIG_GIN = "big_gin"
    USED_UP = "used_up"


class GinEnding(EndingCode):
    """Ways in which a deal ended."""

    KNOCK = "knock"
    """The knocker had less deadwood (H10)."""
    UNDERCUT = "undercut"
    """The knocker had as much as the other player, or more (H10)."""
    GIN = "gin"
    """The knocker had no deadwood (H7)."""
    BIG_GIN = "big_gin"
    """All eleven cards lay in melds (H8)."""
    USED_UP = "used_up"
    """Two cards were left in the closed deck: the deal is void (H11)."""


class GinBonus(BonusCode):
    """Points that the end of a match adds (H13)."""

    GAME = "game"
    """Points for the winner."""
    BOXES = "boxes"
    """Points for each deal won."""
    SHUTOUT = "shutout"
    """The winner's total once more, if the other player has won no deal."""
