"""Between two deals: who is out, rejoining, sharing the pool, and the pause."""

from collections.abc import Iterable, Sequence

from bot.text.chips import amount
from bot.text.words import count, listed, points

DEALT = "The cards are dealt."
REJOIN_DECLINED = "All right, you stay out."
OUT_OF_MATCH = "You are out of this match. You are welcome to watch."
ALL_AGREE = "All must agree."
NOT_ALL_AGREED = "-# Not all agreed, so the pool is not shared now."


def next_deal(moment: str) -> str:
    """When the next deal comes; `moment` is empty if no deadline starts it."""
    return f"### Next deal {moment}".rstrip()


def ready(names: Sequence[str], waiting: Sequence[str]) -> str:
    """Who waits for whom."""
    if not names:
        press = "presses" if len(waiting) == 1 else "press"
        return f"It comes sooner when {listed(waiting)} {press} **Next deal**."
    return f"Ready: {listed(names)}. Waiting for {listed(waiting)}." if waiting else f"Ready: {listed(names)}."


def you_are_ready(waiting: Sequence[str]) -> str:
    """The reply to a player who is ready."""
    return f"You are ready. Waiting for {listed(waiting)}."


def ready_early(out: Sequence[str]) -> str:
    """The reply to a player who is ready while others may still rejoin."""
    return f"You are ready for the next deal. First {listed(out)} may rejoin."


# -- rejoining --------------------------------------------------------------------------------------


def may_rejoin(names: Iterable[str], total: int, entry: int, moment: str) -> str:
    """Who is out and may buy back in."""
    found = list(names)
    verb = "is" if len(found) == 1 else "are"
    return f"### {listed(found)} {verb} out and may rejoin\nAt {points(total)}{_for(entry)}.{_offer_ends(moment)}"


def rejoin_offer(total: int, entry: int, moment: str) -> str:
    """The question to a player who is out; `moment` is empty if the offer has no end."""
    return f"Rejoin at {points(total)}{_for(entry)}?{_offer_ends(moment)}"


def _offer_ends(moment: str) -> str:
    return f" The offer ends {moment}." if moment else ""


REJOIN_OR_NOT = "You are out. **Rejoin** brings you back in, **No, thanks** ends the match for you."
"""The reply to a player who may rejoin but pressed a button for players who are still in."""


def rejoined(total: int, entry: int) -> str:
    """The reply to a player who rejoined."""
    return f"You are back in at {points(total)}{_for(entry)}."


def _for(entry: int) -> str:
    return f" for {amount(entry)} chips" if entry else ""


# -- sharing ----------------------------------------------------------------------------------------


def split_figures(lines: Iterable[str]) -> str:
    """What everybody would get, a line each."""
    return "If the pool is shared now:\n" + "\n".join(lines)


def split_figure(name: str, total: int, drops: int, share: int | None) -> str:
    """What a player would get; `share` None: nothing is at stake, and the players share the first place."""
    gets = f"**{amount(share)} chips**" if share is not None else "**a shared first place**"
    return f"- {name}: {points(total)}, {count(drops, 'drop')} left → {gets}"


def split_asked(name: str, moment: str) -> str:
    """The running vote on sharing."""
    return f"### 🤝 {name} asks to share the pool\n{ALL_AGREE} The vote ends {moment}."


def split_agreed(names: Sequence[str]) -> str:
    """Who has agreed so far."""
    return f"For it: {listed(names)}."


def split_call(who: str, name: str, moment: str) -> str:
    """The ping of those who are asked."""
    return f"{who}: **{name}** asks to share the pool. {ALL_AGREE} The vote ends {moment}."


SPLIT_ASKED = "The others are asked now. All must agree."
SPLIT_AGREED = "You agreed to share the pool."
SPLIT_REFUSED = "You want to play on, so the pool is not shared now."
SPLIT_DONE = "All agreed: the pool is shared."
