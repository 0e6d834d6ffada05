"""What the rules say no with: codes for people's mistakes, exceptions that carry them."""

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


class RummyError(Exception):
    """Anything the rules cannot accept."""


def printable(text: str) -> str:
    """A text of others without what does not print, such as the codes that steer a terminal."""
    return "".join(char for char in text if char.isprintable())


class CardTextError(RummyError):
    """A word that names no card."""

    def __init__(self, word: str) -> None:
        super().__init__(f"not a card: {word!r}")
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
