"""The chips of a person: balances and movements. Amounts are in hundredths."""

from collections.abc import Mapping

from bot.codes import Cause
from bot.languages.sentence import Sentence, say, sentence_in
from bot.text.chips import amount, gain

DAILY = sentence_in("a button", "Daily chips")
NEWER = sentence_in("a button", "Newer")
OLDER = sentence_in("a button", "Older")
NOTHING_MOVED = Sentence("-# Nothing older.")

CAUSES: Mapping[Cause, Sentence] = {
    Cause.START: sentence_in("chips", "starting chips"),
    Cause.DAILY: sentence_in("chips", "daily chips"),
    Cause.STAKE: sentence_in("chips", "staked"),
    Cause.REJOIN: sentence_in("chips", "staked to rejoin"),
    Cause.SETTLE: sentence_in("chips", "paid out"),
    Cause.REFUND: sentence_in("chips", "returned: no result"),
    Cause.ENTRY: sentence_in("chips", "tournament entry"),
    Cause.PRIZE: sentence_in("chips", "tournament prize"),
    Cause.ENTRY_BACK: sentence_in("chips", "tournament entry returned"),
    Cause.VOID: sentence_in("chips", "taken back: the match doesn't count"),
    Cause.PRIZE_BACK: sentence_in("chips", "tournament prize taken back"),
}
"""The reasons of movements, in a person's own list."""
VOID_RETURNED = sentence_in("chips", "returned: the match doesn't count")
"""The same reason for a person who gets chips back."""


def have(hundredths: int) -> str:
    """Return a person's balance in a server."""
    return say("### 🪙 {amount} chips\nin this server", amount=amount(hundredths))


def moved(cause: Cause, hundredths: int, when: str) -> str:
    """Return a line of a person's list; `when` is shown in the reader's own client."""
    what = VOID_RETURNED if cause is Cause.VOID and hundredths > 0 else CAUSES[cause]
    return f"`{gain(hundredths)}` {what()} · {when}"


def claimed(hundredths: int) -> str:
    """Return the reply that the daily chips were claimed just now."""
    return say("✅ **{amount}** for today.", amount=gain(hundredths))


def claimed_already(when: str) -> str:
    """Return the reply that the daily chips were claimed earlier today; `when` is the time of the next ones."""
    # Translators: {when} is such as "in 2 hours"
    return say("You already have today's chips. The next ones come {when}.", when=when)
