"""Questions before an action that cannot be undone, and faults of groups about to be declared."""

from bot.languages.sentence import Sentence, say, say_many
from bot.text.chips import amount
from bot.text.table import VOID


def drop(cost: int) -> str:
    """Return the question whether to drop, with the cost."""
    return say_many(
        cost,
        "**Drop out of this deal?** It costs you **{number} point**. You keep your seat.",
        "**Drop out of this deal?** It costs you **{number} points**. You keep your seat.",
    )


# -- leaving and ending -----------------------------------------------------------------------------

LEAVE_LOBBY = Sentence("**Leave this table?** It has not started yet, so it costs you nothing.")
LEAVE_FREE = Sentence("It costs you no further points in this deal.")
LEAVE_PAUSE = Sentence("You give up this match: players who stay end above you.")
LEAVE_OUT = Sentence("You are out of this match, so it costs you nothing.")
END_ASKED = Sentence("The other players are asked on the board; they have 60 seconds.")


def end_by_staff() -> str:
    """Return the question whether to end another person's table."""
    asked = say("**End this table without a result, as the server's staff?**")
    return " ".join([asked, VOID(), say("It ends at once.")])


def leave(cost: str, forfeited: int) -> str:
    """Return the question whether to leave the table.

    `cost` is a sentence, `forfeited` the stake that stays there, in hundredths.
    """
    stake = [say("Your {chips} chips stay in the pot.", chips=amount(forfeited))] if forfeited else []
    asked, stays = say("**Leave this table for good?**"), say("You cannot come back to this match.")
    return " ".join([asked, cost, *stake, stays])


def leave_cost(cost: int) -> str:
    """Return the cost of leaving."""
    return say_many(cost, "It costs you **{number} point**.", "It costs you **{number} points**.")


def leave_held(cost: int) -> str:
    """Return the cost of leaving if it is the hand's points."""
    return say_many(
        cost,
        "It costs you what you hold, now **{number} point**.",
        "It costs you what you hold, now **{number} points**.",
    )


def end(others: int) -> str:
    """Return the question whether to end the table; `others`: how many other people vote."""
    asked = say("**End this table without a result?**")
    if not others:
        how = say("No other person plays here, so it ends at once.")
    elif others == 1:
        how = say("The other player must agree within 60 seconds.")
    else:
        how = say_many(
            others,
            "More than half of the other {number} player must agree within 60 seconds.",
            "More than half of the other {number} players must agree within 60 seconds.",
        )
    return f"{asked} {VOID()} {how}"
