"""The proof of a tournament's dice: the order of its entrants is worked out again."""

from collections.abc import Iterator

from bot.codes import Seeding
from bot.rummy.errors import ErrorText
from bot.rummy.ids import PlayerId
from bot.rummy.record import Shuffle
from bot.service.match_effects import START
from bot.service.shuffle import UnprovenError
from bot.service.tables.state import dice_of, entropy_texts
from bot.service.tournaments.rounds import drawn, seeded
from bot.service.tournaments.state import TournamentState


def verify(state: TournamentState) -> str:
    """Return the dice of a finished tournament, as a text to check elsewhere. It holds names and ids of entrants.

    Raises:
        UnprovenError: the seed is not the promised one, or the seed and the ratings give another order of entrants.
    """
    if _shuffle_of(state).promised != state.row.commitment:
        raise UnprovenError(ErrorText("the seed is not what was promised"))
    return "\n".join(_lines(state)) + "\n"


def _shuffle_of(state: TournamentState) -> Shuffle:
    """Return the proof of the dice, as a record of a table has it."""
    row = state.row
    lines = () if row.entropy_sha256 else entropy_texts(row.secrets, state.entropy)
    return Shuffle(row.commitment, row.seed, lines, row.entropy_sha256, row.veil)


def _lines(state: TournamentState) -> Iterator[str]:
    row = state.row
    yield f"tournament {row.id}"
    yield from _shuffle_of(state).lines(with_digest=True)
    yield from (f"signed-up {entrant.id} {entrant.name}" for entrant in state.progress.entrants)
    bracket = state.progress.bracket
    if bracket is None:
        return
    order, ratings = drawn(state, dice_of(row, state.entropy)), state.progress.ratings
    yield from (f"drawn {number} {player}" for number, player in enumerate(order, start=1))
    people = [player for player in bracket.entrants if not player.is_computer]
    seated = [PlayerId(player.id) for player in people]
    if ratings is not None:
        yield f"rating-without-a-match {START}"
        yield from (f"rating {player} {rating}" for player, rating in ratings.items())
    # If a rated tournament began before ratings were stored, only the draw can be shown.
    unknown = state.plan.seeding is Seeding.RATED and ratings is None
    if not unknown and seated != seeded(order, ratings or {}):
        raise UnprovenError(ErrorText("the order of the entrants"))
    yield from (f"seated {number} {player}" for number, player in enumerate(bracket.entrants, start=1))
