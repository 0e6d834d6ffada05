"""Texts of a table that has lost the place where it plays."""

from collections.abc import Sequence

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, say_many, sentence_in

GO_ON_HERE = sentence_in("a button", "Go on here")
GO_ON_IN_PUBLIC = sentence_in("a button", "Go on in public")

PRIVATE = Sentence("**This table waits.** It has no private thread now, so its clock stands still.")
PUBLIC = Sentence("**This table waits.** Its channel is gone, so its clock stands still.")
LOBBY = Sentence("**This table waits.** Its channel is gone.")
IN_TOURNAMENT = Sentence("**This table waits** for a thread of its own, and its clock stands still.")
DAYS = Sentence("After three days without a place it is closed, and every stake goes back.")
TRY_AGAIN = Sentence("Discord did not answer. Please try again.")
REFUSED = Sentence("This table waits for a place where it can go on.")
ONLY_SERVER = Sentence("Press this in a channel of the table's server.")


def private_way() -> str:
    """Return what lets a private table go on."""
    return say(
        "Press **{here}** in a channel that you all can see, and I open a new private thread there. Or press "
        "**{public}**: once all players have, it goes on where the last of you pressed, and everybody can watch.",
        here=GO_ON_HERE(),
        public=GO_ON_IN_PUBLIC(),
    )


def public_way() -> str:
    """Return what lets a public table go on."""
    return say("A player or the staff can press **{here}** in another channel.", here=GO_ON_HERE())


def lobby_way() -> str:
    """Return what gives a lobby another channel."""
    return say("The host or the staff can press **{here}** in another channel.", here=GO_ON_HERE())


def tournament_way() -> str:
    """Return what gives the tables of a tournament another channel."""
    return say("If the channel of the tournament is gone, the staff can choose another with `/tournament move`.")


def agreed(agreed: int, of: int) -> str:
    """Return how many players agree that the table goes on in public."""
    return say_many(
        of,
        "{agreed} of {number} player agrees to play in public.",
        "{agreed} of {number} players agree to play in public.",
        agreed=agreed,
    )


def call(people: Sequence[str]) -> str:
    """Return the message to the players of a private table that waits, where everybody can read it; mentions."""
    return say("{people}: your private table waits for you. Open your hand to read why.", people=listed(people))


def over(people: Sequence[str], *, by_time: bool) -> str:
    """Return the message to the players of a private table that ended while it waited; mentions.

    `by_time`: it was closed since it had no place for too long.
    """
    if by_time:
        return say(
            "{people}: your private table had no private thread for three days, so it is closed. Every stake has gone "
            "back.",
            people=listed(people),
        )
    return say("{people}: your private table is over. `/history` has its result.", people=listed(people))


def goes_on_for(people: Sequence[str]) -> str:
    """Return the message to the players, in the new place of their table, that it goes on; mentions."""
    return say("{people}: your table goes on here.", people=listed(people))


def goes_on(place: str) -> str:
    """Return the answer that a table goes on; a link to its channel or thread."""
    return say("The table goes on in {place}.", place=place)


def cannot_read(people: Sequence[str], place: str) -> str:
    """Return the reason why a private table cannot go on in that channel."""
    return say("{people} cannot read {place}. Try another channel.", place=place, people=listed(people))
