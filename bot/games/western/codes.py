"""The codes that only the western game has: why not, what everybody saw, how a deal ended."""

from bot.rummy.deal_view import EventCode
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode


class WesternRefusal(RefusalCode):
    """Why an action is not allowed now."""

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
    """What everybody at the table saw."""

    PLACED = "placed"
    LAID_OFF = "laid_off"
    SWAPPED = "swapped"
    TOOK_BACK = "took_back"


class WesternEnding(EndingCode):
    """How a deal ended."""

    OUT = "out"
    """A player has no card left (003 L60)."""
    RUMMY = "rummy"
    """The same, all placed in one turn and nothing before (003 L62)."""
    SHARED = "shared"
    """Undecided, with equal lowest hands: those share the deal (C-43)."""
