"""Questions before what cannot be taken back, and what is wrong with groups about to be declared."""

from bot.text.chips import amount
from bot.text.playing.table import VOID
from bot.text.words import points


def drop(cost: int) -> str:
    """Whether to drop, and what it costs."""
    return f"**Drop out of this deal?** It costs you **{points(cost)}**. You keep your seat."


# -- leaving and ending -----------------------------------------------------------------------------

LEAVE_FREE = "It costs you no further points in this deal."
LEAVE_PAUSE = "You give up this match: players who stay end above you."
LEAVE_OUT = "You are out of this match, so it costs you nothing."
END_ASKED = "The other players are asked on the board; they have 60 seconds."

AS_STAFF = "As staff…"
END_BY_STAFF = f"**End this table without a result, as the server's staff?** {VOID} It ends at once."


def leave(cost: str, forfeited: int) -> str:
    """Whether to leave the table; `forfeited` is the stake that stays there, in hundredths."""
    stake = f" Your {amount(forfeited)} chips stay in the pot." if forfeited else ""
    return f"**Leave this table for good?** {cost}{stake} You cannot come back to this match."


def leave_cost(cost: int) -> str:
    """What leaving costs."""
    return f"It costs you **{points(cost)}**."


def leave_held(cost: int) -> str:
    """What leaving costs where it is the hand."""
    return f"It costs you what you hold, now **{points(cost)}**."


def end(others: int) -> str:
    """Whether to end the table; `others` are the other people, who vote."""
    how = f"More than half of the other {others} players must agree within 60 seconds."
    if others < 2:
        alone = "Nobody else plays here, so it ends at once."
        how = "The other player must agree within 60 seconds." if others else alone
    return f"**End this table without a result?** {VOID} {how}"
