"""The codes that only the western game has: refusals, events, endings of a deal."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode


class WesternRefusal(RefusalCode):
    """Reasons why an action is not allowed now."""

    NO_CARDS = "no_cards"
    NO_MELD = "no_meld"
    TOO_MANY_JOKERS = "too_many_jokers"
    JOKERS_ADJACENT = "jokers_adjacent"
    KEEP_ONE = "keep_one"
    PLACE_FIRST = "place_first"
    FIRST_MELD_LOW = "first_meld_low"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    NO_JOKER_FOR_IT = "no_joker_for_it"
    JOKER_UNUSED = "joker_unused"
    JOKER_DISCARD = "joker_discard"
    NOTHING_TO_UNDO = "nothing_to_undo"


class WesternEventKind(EventCode):
    """Events that everybody at the table saw."""

    PLACED = "placed"
    LAID_OFF = "laid_off"
    SWAPPED = "swapped"
    TOOK_BACK = "took_back"


class WesternEnding(EndingCode):
    """Ways in which a deal ended."""

    OUT = "out"
    """A player has no card left (003 L60)."""
    RUMMY = "rummy"
    """A player has no card left, and placed all of them in one turn without having placed any before (003 L62)."""
    SHARED = "shared"
    """The lowest hands are equal, so their players share the deal (C-43)."""
