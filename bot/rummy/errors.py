"""The refusals of the rules: codes for people's mistakes, and exceptions that carry them."""

from collections.abc import Mapping
from enum import StrEnum


class RefusalCode(StrEnum):
    """The reason why an action is not allowed now: `Refusal` holds those that all games share, and each game adds its
    own.
    """


class Refusal(RefusalCode):
    """The reason why an action is not allowed now, in any game; `bot.text` has the sentence for each."""

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
    NO_BREAK = "no_break"
    ON_BREAK = "on_break"
    BREAKS_USED = "breaks_used"
    BREAK_ASKED = "break_asked"
    NOT_ON_BREAK = "not_on_break"
    NOT_YOUR_BREAK = "not_your_break"
    OTHER_GAME = "other_game"
    NOT_NOW = "not_now"


class ErrorText:
    """An English sentence about an error, with named placeholders and their values.

    `str()` gives the English sentence, for logs; `bot.languages.error_text` translates it. A value may be another
    `ErrorText`, an error that carries one, or a refusal code.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        self.text = text
        self.values: Mapping[str, object] = values

    def __repr__(self) -> str:
        return f"ErrorText({str(self)!r})"

    def __str__(self) -> str:
        return self.text.format_map(self.values)


_CAUSES: Mapping[str, ErrorText] = {
    str(known): known
    for known in (
        ErrorText("No such file or directory"),
        ErrorText("Permission denied"),
        ErrorText("File exists"),
        ErrorText("Is a directory"),
        ErrorText("Not a directory"),
        ErrorText("No space left on device"),
        ErrorText("Read-only file system"),
        ErrorText("unable to open database file"),
        ErrorText("database is locked"),
        ErrorText("database or disk is full"),
        ErrorText("attempt to write a readonly database"),
        ErrorText("database disk image is malformed"),
        ErrorText("file is not a database"),
    )
}
"""The most frequent messages of operating systems and SQLite."""


def cause(error: BaseException) -> object:
    """Return why a file or an address cannot be used: an `ErrorText` if the cause is usual, else the system's line."""
    if isinstance(error, UnicodeError):
        return ErrorText("not a text in UTF-8")
    told = " ".join(str(getattr(error, "strerror", None) or error).split())
    return _CAUSES.get(told, told)


class ExplainedError(Exception):
    """An error whose arguments are the place of the mistake, if it has one, and an `ErrorText`."""

    def __str__(self) -> str:
        return ": ".join(map(str, self.args))


class RummyError(ExplainedError):
    """Anything the rules cannot accept."""


def printable(text: str) -> str:
    """Return a foreign text without characters that do not print, such as codes that control a terminal."""
    return "".join(char for char in text if char.isprintable())


class CardTextError(RummyError):
    """A word that names no card."""

    def __init__(self, word: str) -> None:
        super().__init__(ErrorText("not a card: {typed}", typed=repr(word)))
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
