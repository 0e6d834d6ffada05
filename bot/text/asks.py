"""Questions before what cannot be taken back, and what is wrong with groups about to be declared."""

from collections.abc import Iterable

from bot.games.indian.declaration import Reason
from bot.games.indian.melds import MeldKind
from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.rules import Rules
from bot.text.chips import amount
from bot.text.refusals import REASONS
from bot.text.table import VOID
from bot.text.words import card, cards, count, points

WHICH_CARD = "**Which card do you finish with?** Nothing counts yet."
FINISH_WITH = "Finish with…"
READY = "your groups are valid without it"
READY_AFTER_BEST = "Best makes a valid hand of the rest"
VALID = "✅ These groups are **valid**."
TYPE_GROUPS = "Cards are rank and suit; | stands between groups. Cards left out stay in no group."
YOUR_GROUPS = "Your groups"


def declare(finishing: Card, wild: Rank | None) -> str:
    """Whether to declare the groups shown."""
    return f"**Finish with {card(finishing, wild)} and declare these groups?**"


def faults(wrong: Iterable[str], rules: Rules) -> str:
    """What is wrong with groups about to be declared, and what that costs."""
    cost = points(rules.scoring.full_count)
    head = f"⚠️ This declaration would be **wrong**; that costs {cost}:"
    return "\n".join([head, *(f"- {fault}" for fault in wrong)])


def drop(cost: int) -> str:
    """Whether to drop, and what it costs."""
    return f"**Drop out of this deal?** It costs you **{points(cost)}**. You keep your seat."


# -- leaving and ending -----------------------------------------------------------------------------

LEAVE_FREE = "It costs you no further points in this deal."
LEAVE_PAUSE = "You give up this match: whoever stays ends above you."
LEAVE_OUT = "You are out of this match, so it costs you nothing."
LEAVE_SHOWN = "Your groups count as they are."
LEAVE_ARRANGED = "Your melds count as they are; your other cards are arranged for the fewest points."
END_ASKED = "The other players are asked on the board; they have 60 seconds."

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


# -- what is wrong with groups ----------------------------------------------------------------------


def loose(left: Iterable[Card]) -> str:
    """The cards in no group, as they are typed."""
    found = " ".join(map(str, left))
    return f"In no group: {found}" if found else "All cards are in groups."


def wrong_groups(groups: Groups, kinds: Iterable[MeldKind], loose: Iterable[Card], wild: Rank | None) -> list[str]:
    """Everything wrong with groups about to be declared, a sentence for each fault."""
    found, left = list(kinds), list(loose)
    wrong = []
    if left:
        wrong.append(f"{count(len(left), 'card lies', 'cards lie')} in no group: {cards(left, wild)}.")
    for group, kind in zip(groups, found, strict=True):
        if kind is MeldKind.INVALID:
            wrong.append(f"{cards(group, wild)} is neither a sequence nor a set.")
    return wrong + _missing(found)


def _missing(found: list[MeldKind]) -> list[str]:
    """Which sequences a declaration lacks."""
    sequences = sum(kind.is_sequence for kind in found)
    if not sequences:
        return ["There is no sequence, and it takes two."]
    pure = [] if MeldKind.PURE_SEQUENCE in found else [REASONS[Reason.NO_PURE_SEQUENCE]]
    return pure + ([REASONS[Reason.NEED_TWO_SEQUENCES]] if sequences == 1 else [])
