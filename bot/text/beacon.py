"""The rounds of a public beacon: named, awaited, missing, and checked after the match."""

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, sentence_in
from bot.rummy.beacon import QUICKNET, BeaconRound, Chain, sent_at

PLAY_WITHOUT = sentence_in("a button", "Play without it")
END_HERE = sentence_in("a button", "End here")
NO_BEACON = Sentence("-# The shuffle of this table has no beacon.")
LATE = Sentence(
    "-# This round was named too late to prove that nobody knew it. The beacon proves nothing for this deal."
)


def named(number: int, chain: Chain, when: str) -> str:
    """Return the round that the first deal waits for; `when` is its time, as Discord shows it."""
    told = say(
        # Translators: {number} and {chain} name the round, such as 23456789 and "quicknet"; {when}: "in 12 seconds"
        "The cards are mixed with round {number} of the beacon `{chain}` ({when}).",
        number=str(number),
        chain=chain_name(chain),
        when=when,
    )
    return f"{told} {NOBODY() if chain == QUICKNET else OWN_CHAIN()}"


def named_later(deal: int, number: int, chain: Chain, when: str) -> str:
    """Return the round that a later deal waits for; `when` is its time, as Discord shows it."""
    return say(
        "-# Deal {deal} is mixed with round {number} of the beacon `{chain}` ({when}).",
        deal=deal,
        number=str(number),
        chain=chain_name(chain),
        when=when,
    )


def awaited(when: str) -> str:
    """Return what a player sees before the round has come; `when` counts down to its time."""
    # Translators: {when} such as "in 12 seconds", and a moment later "2 seconds ago"
    return say("### Cards in a few seconds\nRound of the beacon: {when}", when=when)


def missing(number: int, *, is_first: bool) -> str:
    """Return that the round has not come, and what all people together can choose."""
    if is_first:
        choice = say(
            "When everybody has pressed **{button}**, or after 10 minutes, this table ends without a result. With "
            "**{button}**, another opens for you.",
            button=PLAY_WITHOUT(),
        )
    else:
        choice = say(
            "When everybody has pressed **{button}**, or after 24 hours, the match ends as it stands.",
            button=END_HERE(),
        )
    return f"{_asking(number)}\n{choice}"


def missing_at_tournament(number: int) -> str:
    """Return that the round has not come at a table of a tournament, which goes on by no other."""
    clock = say("The match goes on when it has come. Until then the time of the tournament's round stands still.")
    return f"{_asking(number)}\n{clock}"


def _asking(number: int) -> str:
    return say("The beacon has not answered. I go on asking for round {number}.", number=str(number))


def pressed(others: Iterable[str]) -> str:
    """Return the reply to a person who does not want to wait for the round any longer."""
    return say("You don't want to wait for the beacon. Waiting for {others}.", others=listed(others))


def chain_name(chain: Chain) -> str:
    """Return the name of a chain; of one without a name, the beginning of its key."""
    return str(chain) if chain == QUICKNET else chain.key.hex()[:16]


def checked(one: BeaconRound) -> str:
    """Return the round of a deal, its time, and when Discord took the message that named it."""
    if one.message is None:
        how = NOT_NAMED()
    elif one.is_late:
        how = say("named too late, {when}", when=_utc(sent_at(one.message)))
    else:
        how = say("named {when}", when=_utc(sent_at(one.message)))
    return say(
        # Translators: {chain} such as "quicknet", {when} is a date and a time, {how} such as "named" and a time
        "Deal {deal}: round {number} of `{chain}`, {when}; {how}",
        deal=one.deal,
        number=str(one.number),
        chain=chain_name(one.chain),
        when=_utc(one.time),
        how=how,
    )


def _utc(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(" ", "milliseconds").replace("+00:00", " UTC")


def unproven(rounds: Iterable[BeaconRound], *, is_checked: bool) -> str:
    """Return why these rounds do not prove that nobody knew them; empty if they do, or if there are none.

    `is_checked`: whether their signatures could be checked.
    """
    found = list(rounds)
    if any(one.chain != QUICKNET for one in found):
        return OWN_CHAIN()
    if found and not is_checked:
        return UNCHECKED()
    return NOT_WHOLE() if any(one.message is None or one.is_late for one in found) else ""


NOBODY = Sentence("Nobody knows it before then.")
NOT_NAMED = Sentence("named by no message that is known")
NOT_WHOLE = Sentence("A round that was named too late, or by no known message, proves nothing for its deal.")
OWN_CHAIN = Sentence("This beacon is not drand's quicknet: the owner of its key knows its rounds in advance.")
UNCHECKED = Sentence("The beacon cannot be checked here: its library is not installed.")
