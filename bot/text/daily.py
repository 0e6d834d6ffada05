"""The deal of the day: the invitation, the result, its shared form, and the best line afterwards."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from bot.codes import Nearness, OwnEnd
from bot.languages import formats
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.beacon import QUICKNET, BeaconRound
from bot.text.beacon import OWN_CHAIN, chain_name
from bot.text.words import points

TITLE = Sentence("Deal of the day")
PLAY = sentence_in("a button", "Play")
SHARE = sentence_in("a button", "Share")
TODAY = sentence_in("a button", "Today's deal")
STANDING = sentence_in("a button", "Result")
MY_RESULT = sentence_in("a button", "My result")
BEST_LINE = sentence_in("a button", "Best line")

HOW = Sentence(
    "Everyone gets the same cards today: thirteen-card rummy, one deal, against two computers. They play the "
    "same way for everyone, so only your choices count. Fewest points win, then fewest turns.\n"
    "**You play it once.** There is no clock: stop when you like and come back with `/daily`, here or in "
    "direct messages."
)

INVITATION = Sentence(
    "Everyone gets the same thirteen cards. One deal against two computers, in private, no clock, one try. "
    "Who gets the fewest points?"
)

Sign = tuple[Nearness, bool]
"""The effect of a turn, and whether the card came from the open deck."""

SIGNS: Mapping[Sign, str] = {
    (Nearness.NEARER, False): "🟦",
    (Nearness.NEARER, True): "🔵",
    (Nearness.SAME, False): "⬜",
    (Nearness.SAME, True): "⚪",
    (Nearness.FURTHER, False): "🟧",
    (Nearness.FURTHER, True): "🟠",
}
_IN_WORDS: Mapping[Sign, Sentence] = {
    (Nearness.NEARER, False): sentence_in("a turn", "{number}. closed, nearer"),
    (Nearness.NEARER, True): sentence_in("a turn", "{number}. open, nearer"),
    (Nearness.SAME, False): sentence_in("a turn", "{number}. closed, same"),
    (Nearness.SAME, True): sentence_in("a turn", "{number}. open, same"),
    (Nearness.FURTHER, False): sentence_in("a turn", "{number}. closed, further"),
    (Nearness.FURTHER, True): sentence_in("a turn", "{number}. open, further"),
}
"""The deck of the card, and the effect of the turn, in words."""
ENDS: Mapping[OwnEnd, tuple[str, Sentence]] = {
    OwnEnd.WON: ("🏆", sentence_in("how a deal ended", "won")),
    OwnEnd.BEATEN: ("🏁", sentence_in("how a deal ended", "a computer won")),
    OwnEnd.WRONG: ("❌", sentence_in("how a deal ended", "declared wrongly")),
    OwnEnd.DROPPED: ("🏳️", sentence_in("how a deal ended", "dropped")),
}
"""The end of a deal for the person: the sign, and the words."""
LEGEND = Sentence(
    "-# One sign per turn. Square: closed deck; circle: open deck. Blue: closer to a declaration; white: no "
    "change; orange: further away. 🏆 won · 🏁 a computer won · ❌ declared wrongly · 🏳️ dropped"
)

NOT_FINISHED = Sentence("You did not finish this deal by 00:00 UTC, so you have no result.")
NOT_PLAYED = Sentence("You did not play this deal.")
ALREADY_SHARED = Sentence("You have shown your result here already.")
NO_RESULT = Sentence("Finish the deal first; then you can show your result.")
ONLY_IN_SERVERS = Sentence("Share it in a server: nobody else is here.")
BAD_DAY = Sentence("Write a day like this: 2026-12-31.")
RECORD_ALT = Sentence("record of the best try at a deal of the day")
BEST = Sentence("Best result")


def day_name(day: date) -> str:
    """Return `23 November 2026`."""
    return formats.day(day)


def head(day: date) -> str:
    """Return the heading of everything about a day."""
    return f"### {TITLE()} · {day_name(day)}"


def running_head(day: date, turn: int) -> str:
    """Return the line above the hand."""
    return " · ".join([f"-# {TITLE()}", day_name(day), say("turn {number}", number=turn)])


def until(when: str) -> str:
    """Return when the tries end; `when` counts down in the reader's own client."""
    # Translators: {when} is such as "in 2 hours"
    return say("It ends at 00:00 UTC, {when}. Finish by then or it doesn't count.", when=when)


def promises(today: str, tomorrow: str) -> str:
    """Return the commitments of today and tomorrow, behind spoilers."""
    return say("-# Shuffle fixed: ||`{today}`|| · tomorrow's: ||`{tomorrow}`||", today=today, tomorrow=tomorrow)


def mixed(round: BeaconRound | None) -> str:
    """Return the round of the beacon that the cards of a day are mixed with; None: it did not come."""
    if round is None:
        return say("-# The beacon did not answer within 10 minutes, so this deal has no round of it.")
    told = say(
        # Translators: {number} and {chain} name the round, such as 23456789 and "quicknet"
        "-# Mixed with round {number} of the beacon `{chain}`, the first of the day.",
        number=str(round.number),
        chain=chain_name(round.chain),
    )
    return told if round.chain == QUICKNET else f"{told} {OWN_CHAIN()}"


def revealed(seed: str, commitment: str, *, has_beacon: bool = False) -> str:
    """Return what the seed of a day that is over proves, and the values. `has_beacon`: nobody knew its round before."""
    if has_beacon:
        proves = say(
            "**What this proves:** the seed was fixed a day ahead, and nobody knew the cards before 00:00 UTC.\n"
            "**What it does not prove:** that the person who runs this bot did not look at them then."
        )
    else:
        proves = say(
            "**What this proves:** the cards were fixed a day ahead and not changed.\n"
            "**What it does not prove:** that the person who runs this bot did not look at them."
        )
    values = say("-# Published a day ahead: `{digest}`\n-# Seed: `{seed}`", digest=commitment, seed=seed)
    return f"{proves}\n{values}"


UNRANKED = Sentence(
    "This deal counts in no standings and no streak, because the host has drawn a new key for the coming deals."
)
SEED_SOON = Sentence("-# The day is over. Its seed follows in a moment.")


def result(cost: int, turns: int) -> str:
    """Return `12 points in 7 turns`."""
    # Translators: {points} is such as "12 points"
    return say_many(turns, "{points} in {number} turn", "{points} in {number} turns", points=points(cost))


def in_turns(turns: int) -> str:
    """Return `in 7 turns`."""
    return say_many(turns, "in {number} turn", "in {number} turns")


def own(cost: int, turns: int, place: int | None, of: int, streak: int) -> str:
    """Return a person's result, and their place among all on a day with standings."""
    ranked = [] if place is None else [say("place {place} of {players}", place=place, players=of)]
    return " · ".join([f"**{result(cost, turns)}**", *ranked, *_streak(streak)])


def _streak(days: int) -> Iterable[str]:
    if days > 1:
        yield say_many(days, "🔥 {number} day in a row", "🔥 {number} days in a row")


def signs(turns: Iterable[Sign | None], end: OwnEnd) -> str:
    """Return one line: a sign for each turn that did not end the deal, and one for the end."""
    return "".join([*(SIGNS[turn] for turn in turns if turn is not None), ENDS[end][0]])


def signs_in_words(turns: Sequence[Sign | None], end: OwnEnd) -> str:
    """Return the signs of the turns in words, for people who cannot see signs."""
    said = (_IN_WORDS[turn](number=i) for i, turn in enumerate(turns, 1) if turn is not None)
    return "; ".join([*said, ENDS[end][1]()])


def all_did(finished: int, best: str) -> str:
    """Return how many people finished, and the best result."""
    # Translators: {result} is such as "12 points in 7 turns"
    return say_many(
        finished,
        "{number} person finished it. Best: {result}.",
        "{number} people finished it. Best: {result}.",
        result=best,
    )


NOBODY_FINISHED = Sentence("Nobody finished it.")


def table(lines: Iterable[str]) -> str:
    """Return the people who have shared their result with a server."""
    return "\n".join([say("**Shown here**"), *lines])


def line(place: int, name: str, cost: int, turns: int) -> str:
    """Return the line of one shared result."""
    return f"{place}\\. {name}: {result(cost, turns)}"


def shared(name: str, day: date, cost: int, turns: int, streak: int) -> str:
    """Return a result as everybody sees it."""
    head = say("**{name}** · deal of the day, {day}", name=name, day=day_name(day))
    return f"{head}\n{' · '.join([f'**{result(cost, turns)}**', *_streak(streak)])}"


def over(day: date) -> str:
    """Return the answer to a press for a day that is over."""
    return say("The deal of {day} ended at 00:00 UTC.", day=day_name(day))


def ask_drop(cost: int) -> str:
    """Return the question whether to drop."""
    # Translators: {points} is such as "20 points"
    return say("**Drop?** Your try ends with **{points}**. You cannot play this deal again.", points=points(cost))


def ask_leave(cost: str) -> str:
    """Return the question whether to leave; `cost` is the sentence about the cost."""
    asked = say("**Leave this deal for good?** Your try ends, and you cannot play this deal again.")
    return f"{asked} {cost}"


def best_head(cost: int, turns: int) -> str:
    """Return the heading of the best line."""
    # Translators: {result} is such as "12 points in 7 turns"
    return say("The best result of the day: **{result}**", result=result(cost, turns))


def dealt(cards: str) -> str:
    """Return the dealt cards."""
    return say("Dealt: {cards}", cards=cards)


UNKNOWN_CARD = sentence_in("a card", "a card")


def best_turn(number: int, sign: Sign | None, drawn: str, thrown: str | None, *, is_open: bool) -> str:
    """Return a turn of the best line."""
    # Translators: {drawn} and {thrown} are cards such as 7♥; one takes from the open deck and draws from the closed one
    if thrown is None:
        did = say("took {drawn}", drawn=drawn) if is_open else say("drew {drawn}", drawn=drawn)
    elif is_open:
        did = say("took {drawn}, threw {thrown}", drawn=drawn, thrown=thrown)
    else:
        did = say("drew {drawn}, threw {thrown}", drawn=drawn, thrown=thrown)
    return f"{number}\\. {did} {SIGNS[sign]}" if sign is not None else f"{number}\\. {did}"


def record(day: date, digest: str, file: str) -> str:
    """Return the note above the file with the record of the best try."""
    told = say(
        "The record of the best try at the deal of {day}, with a number in place of the person's name. To check it:",
        day=day_name(day),
    )
    return f"{told}\n```\npaplu verify {file} --digest {digest}\n```"


def choice(day: date) -> str:
    """Return the choice of a day."""
    return f"{day} · {day_name(day)}"
