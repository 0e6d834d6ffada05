"""Between two deals: eliminated players, rejoining, sharing the pool, and the pause."""

from collections.abc import Iterable, Sequence

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, say_many
from bot.text import buttons
from bot.text.chips import amount
from bot.text.words import points

DEALT = Sentence("The cards are dealt.")
REJOIN_DECLINED = Sentence("All right, you stay out.")
OUT_OF_MATCH = Sentence("You are out of this match. You are welcome to watch.")
NOT_ALL_AGREED = Sentence("-# Not all agreed, so the pool is not shared now.")


def next_deal(moment: str) -> str:
    """Return when the next deal comes; `moment` is empty if no deadline starts it."""
    # Translators: {moment} counts down: "in 20 seconds"
    return say("### Next deal {moment}", moment=moment) if moment else say("### Next deal")


def ready(names: Sequence[str], waiting: Sequence[str], *, comes_alone: bool) -> str:
    """Return the players who are ready, and those they wait for. `comes_alone`: a deadline starts the deal."""
    if not names and comes_alone:
        return say_many(
            len(waiting),
            "It comes sooner when {who} presses **{button}**.",
            "It comes sooner when {who} press **{button}**.",
            who=listed(waiting),
            button=buttons.NEXT_DEAL(),
        )
    if not names:
        return say_many(
            len(waiting),
            "It comes when {who} presses **{button}**.",
            "It comes when {who} press **{button}**.",
            who=listed(waiting),
            button=buttons.NEXT_DEAL(),
        )
    if not waiting:
        return say("Ready: {who}.", who=listed(names))
    return say("Ready: {who}. Waiting for {others}.", who=listed(names), others=listed(waiting))


def you_are_ready(waiting: Sequence[str]) -> str:
    """Return the reply to a player who is ready."""
    return say("You are ready. Waiting for {others}.", others=listed(waiting))


def ready_early(out: Sequence[str]) -> str:
    """Return the reply to a player who is ready while others may still rejoin."""
    return say("You are ready for the next deal. First {others} may rejoin.", others=listed(out))


# -- rejoining --------------------------------------------------------------------------------------


def may_rejoin(names: Iterable[str], total: int, entry: int, moment: str) -> str:
    """Return the players who are out and may buy back in."""
    found = list(names)
    head = say_many(
        len(found), "### {who} is out and may rejoin", "### {who} are out and may rejoin", who=listed(found)
    )
    if entry:
        at = say_many(
            total, "At {number} point for {chips} chips.", "At {number} points for {chips} chips.", chips=amount(entry)
        )
    else:
        at = say_many(total, "At {number} point.", "At {number} points.")
    return f"{head}\n{at}{_offer_ends(moment)}"


def rejoin_offer(total: int, entry: int, moment: str) -> str:
    """Return the question to an eliminated player; `moment` is empty if the offer has no end."""
    if entry:
        asked = say_many(
            total,
            "Rejoin at {number} point for {chips} chips?",
            "Rejoin at {number} points for {chips} chips?",
            chips=amount(entry),
        )
    else:
        asked = say_many(total, "Rejoin at {number} point?", "Rejoin at {number} points?")
    return asked + _offer_ends(moment)


def _offer_ends(moment: str) -> str:
    return " " + say("The offer ends {moment}.", moment=moment) if moment else ""


def rejoin_or_not() -> str:
    """Return the reply to a player who may rejoin but pressed a button for players who are still in."""
    return say(
        "You are out. **{rejoin}** brings you back in, **{decline}** ends the match for you.",
        rejoin=buttons.REJOIN(),
        decline=buttons.DECLINE(),
    )


def rejoined(total: int, entry: int) -> str:
    """Return the reply to a player who rejoined."""
    if entry:
        return say_many(
            total,
            "You are back in at {number} point for {chips} chips.",
            "You are back in at {number} points for {chips} chips.",
            chips=amount(entry),
        )
    return say_many(total, "You are back in at {number} point.", "You are back in at {number} points.")


# -- sharing ----------------------------------------------------------------------------------------


def split_figures(lines: Iterable[str]) -> str:
    """Return the share of everybody, a line for each."""
    return "\n".join([say("If the pool is shared now:"), *lines])


def split_figure(name: str, total: int, drops: int, share: int | None) -> str:
    """Return the share of a player. `share` None stands for no stake: the players share the first place."""
    return say(
        # Translators: {points} such as "34 points", {drops} such as "2 drops left", {share} what the player would get
        "- {who}: {points}, {drops} → {share}",
        who=name,
        points=points(total),
        drops=say_many(drops, "{number} drop left", "{number} drops left"),
        share=say("**{chips} chips**", chips=amount(share)) if share is not None else say("**a shared first place**"),
    )


def split_asked(name: str, moment: str) -> str:
    """Return the running vote on sharing."""
    return say("### 🤝 {who} asks to share the pool\nAll must agree. The vote ends {moment}.", who=name, moment=moment)


def split_agreed(names: Sequence[str]) -> str:
    """Return the players who have agreed so far."""
    return say("For it: {who}.", who=listed(names))


def split_call(who: str, name: str, moment: str) -> str:
    """Return the ping of the players who are asked."""
    return say(
        "{called}: **{who}** asks to share the pool. All must agree. The vote ends {moment}.",
        called=who,
        who=name,
        moment=moment,
    )


SPLIT_ASKED = Sentence("The others are asked now. All must agree.")
SPLIT_AGREED = Sentence("You agreed to share the pool.")
SPLIT_REFUSED = Sentence("You want to play on, so the pool is not shared now.")
SPLIT_DONE = Sentence("All agreed: the pool is shared.")
