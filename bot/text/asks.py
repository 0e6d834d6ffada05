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
LEAVE_FREE = Sentence("It costs you no more points in this deal.")
LEAVE_PAUSE = Sentence("You give up this match: everyone who stays finishes above you.")
LEAVE_OUT = Sentence("You are already out of this match, so it costs nothing.")
END_ASKED = Sentence("The others vote on the board. They have 60 seconds.")
BREAK_ASKED = Sentence("The others vote on the board. They have 2 minutes; all must agree.")
BREAK_BEGUN = Sentence("The break has begun. No clock runs until you press **Go on**, or its time is over.")
GOES_ON = Sentence("The break is over. The clock runs again.")
ASKED_IN_HAND = Sentence("The others are asked when they open their hand.")
SILENCE_AGREES = Sentence("Anyone who doesn't play or answer until their time has run out twice agrees.")


def end_by_staff() -> str:
    """Return the question whether to end another person's table."""
    asked = say("**End this table without a result, as staff?**")
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
        "It costs you the points in your hand, now **{number}**.",
        "It costs you the points in your hand, now **{number}**.",
    )


def end(others: int, *, waits: bool = False) -> str:
    """Return the question whether to end the table; `others`: how many other people vote. `waits`: it has no place now,
    and the vote no end.
    """
    asked = say("**End this table without a result?**")
    if not others:
        how = say("Nobody else plays here, so it ends at once.")
    elif waits:
        most = say("More than half of them must agree.")
        how = f"{ASKED_IN_HAND()} {most}"
    elif others == 1:
        how = say("The other player must agree within 60 seconds.")
    else:
        how = say_many(
            others,
            "More than half of the other {number} player must agree within 60 seconds.",
            "More than half of the other {number} players must agree within 60 seconds.",
        )
    return f"{asked} {VOID()} {how}"
