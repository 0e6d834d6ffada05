"""What the rules say no with: codes for people's mistakes, exceptions that carry them."""

from collections.abc import Mapping
from enum import StrEnum


class RefusalCode(StrEnum):
    """Why an action is not allowed now: `Refusal` holds what all games share, and each game adds its own."""


class Refusal(RefusalCode):
    """Why an action is not allowed now, in any game; `bot.text` has the sentence for each."""

    NOT_STARTED = "not_started"
    TABLE_OVER = "table_over"
    DEAL_OVER = "deal_over"
    NOT_SEATED = "not_seated"
    OUT_OF_DEAL = "out_of_deal"
    NOT_YOUR_TURN = "not_your_turn"
    DRAW_FIRST = "draw_first"
    ALREADY_DRAWN = "already_drawn"
    DROP_BEFORE_DRAWING = "drop_before_drawing"
    NO_DROPS = "no_drops"
    OPEN_EMPTY = "open_empty"
    OPEN_JOKER = "open_joker"
    NEEDS_RESHUFFLE = "needs_reshuffle"
    NOT_IN_HAND = "not_in_hand"
    CARDS_DIFFER = "cards_differ"
    NO_VOTE = "no_vote"
    VOTE_RUNNING = "vote_running"
    ALREADY_VOTED = "already_voted"
    ASKED_ALREADY = "asked_already"
    NOT_BETWEEN = "not_between"
    OUT_OF_MATCH = "out_of_match"
    ALREADY_READY = "already_ready"
    NO_REJOIN = "no_rejoin"
    STILL_IN = "still_in"
    REJOIN_LATE = "rejoin_late"
    REJOIN_TOO_HIGH = "rejoin_too_high"
    REJOIN_OPEN = "rejoin_open"
    NO_SPLIT = "no_split"
    SPLIT_TOO_MANY = "split_too_many"
    SPLIT_ASKED = "split_asked"
    OTHER_GAME = "other_game"
    NOT_NOW = "not_now"


class Statement:
    """What is wrong: an English sentence with named placeholders, and what they stand for.

    Its text is the English sentence, for logs; `bot.languages.faults` says it to people in their language. A value may
    be a statement, an error that carries one, or why an action is refused.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        self.text = text
        self.values: Mapping[str, object] = values

    def __repr__(self) -> str:
        return f"Statement({str(self)!r})"

    def __str__(self) -> str:
        return self.text.format_map(self.values)


_CAUSES: Mapping[str, Statement] = {
    str(known): known
    for known in (
        Statement("No such file or directory"),
        Statement("Permission denied"),
        Statement("File exists"),
        Statement("Is a directory"),
        Statement("Not a directory"),
        Statement("No space left on device"),
        Statement("Read-only file system"),
        Statement("unable to open database file"),
        Statement("database is locked"),
        Statement("database or disk is full"),
        Statement("attempt to write a readonly database"),
        Statement("database disk image is malformed"),
        Statement("file is not a database"),
    )
}
"""What operating systems and SQLite say most often."""


def cause(error: BaseException) -> object:
    """Why a file or an address cannot be used: a statement where that is usual, else the system's own line."""
    if isinstance(error, UnicodeError):
        return Statement("not a text in UTF-8")
    told = " ".join(str(getattr(error, "strerror", None) or error).split())
    return _CAUSES.get(told, told)


class StatedError(Exception):
    """Carries what is wrong: first where that is, if anywhere, then a statement."""

    def __str__(self) -> str:
        return ": ".join(map(str, self.args))


class RummyError(StatedError):
    """Anything the rules cannot accept."""


def printable(text: str) -> str:
    """A text of others without what does not print, such as the codes that steer a terminal."""
    return "".join(char for char in text if char.isprintable())


class CardTextError(RummyError):
    """A word that names no card."""

    def __init__(self, word: str) -> None:
        super().__init__(Statement("not a card: {typed}", typed=repr(word)))
        self.word = word


class ParseError(RummyError):
    """A text of an action or record that cannot be read."""


class RulesError(RummyError):
    """A rule set file that cannot be used; the message names file, key and what is allowed."""


class IllegalAction(RummyError):
    """An action that the rules do not allow now; it changed nothing."""

    def __init__(self, refusal: RefusalCode) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
