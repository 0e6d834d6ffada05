"""Rights of people to see, join and end tables and to manage servers, by the server in which they ask."""

from bot.codes import Problem, TableStatus
from bot.flows.answer import Answer, CardPlace, Threads
from bot.languages.sentence import Sentence
from bot.rummy.ids import TableId
from bot.service.errors import ServiceError
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.text import refusals, standings, tournaments
from bot.text.refusals import UserError


def is_staff_of(state: TableState, answer: Answer) -> bool:
    """Return whether the person may manage the server of that table, and asks there."""
    return answer.manages_server() and is_of_here(state, answer)


def ends_by_vote(state: TableState, answer: Answer) -> bool:
    """Return whether the person hosts and plays at that table.

    They ask the other players, whatever else they may do.
    """
    plays = state.table is not None and state.seat_of(answer.player) is not None
    return plays and state.row.host == answer.player and state.row.tournament is None


def is_of_here(state: TableState, answer: Answer) -> bool:
    """Return whether the table belongs to the server in which the person asks. Direct messages are no server."""
    return state.row.guild is not None and state.row.guild == answer.guild


def belongs(state: TableState, answer: Answer) -> bool:
    """Return whether the person has played there or is invited."""
    return answer.player in state.lobby.persons or answer.player in state.lobby.invited


def may_watch(state: TableState, answer: Answer) -> bool:
    """Return whether the person may see what all at a table see."""
    if belongs(state, answer):
        return True
    return is_of_here(state, answer) and (not state.row.private or answer.manages_server())


async def find_watched(tables: Tables, answer: Answer, table: TableId) -> TableState:
    """Return the table. Raise ServiceError if the person may not watch it."""
    state = await tables.find(table)
    if not may_watch(state, answer):
        raise ServiceError(Problem.NOT_AT_TABLE)
    return state


def may_join(state: TableState, answer: Answer) -> bool:
    """Return whether a lobby may be joined from here. The lobby decides whether its host lets the person in."""
    return belongs(state, answer) or is_of_here(state, answer)


def is_open_to(state: TableState, answer: Answer) -> bool:
    """Return whether to offer a lobby to the person. A private one is offered only to those invited."""
    invited = answer.player in state.lobby.invited
    return state.is_lobby and (invited or (not state.row.private and is_of_here(state, answer)))


def may_verify(state: TableState, answer: Answer) -> bool:
    """Return whether the person played there or, at a public table, is a member of its server."""
    return answer.player in state.lobby.persons or (is_of_here(state, answer) and not state.row.private)


def may_read_record(state: TableState, answer: Answer) -> bool:
    """Return whether there is a record of cards that the person may read."""
    is_closed = state.row.status is TableStatus.CLOSED and answer.player not in state.lobby.persons
    return may_verify(state, answer) and not is_closed


def server_of(answer: Answer, otherwise: Sentence = standings.ONLY_SERVERS) -> int:
    """Return the server in which the person asks.

    Raises:
        UserError: they ask in direct messages; `otherwise` is the sentence for that.
    """
    if answer.guild is None:
        raise UserError(otherwise())
    return answer.guild


def managed_by(answer: Answer, otherwise: Sentence = standings.ONLY_SERVERS) -> int:
    """Return the server in which a member of its staff asks.

    Raises:
        UserError: they are not of its staff, or ask in direct messages; `otherwise` is the sentence for the latter.
    """
    guild = server_of(answer, otherwise)
    if not answer.manages_server():
        raise UserError(standings.STAFF_ONLY())
    return guild


def playable(place: CardPlace) -> int:
    """Return the channel of this place, if the bot may play there.

    Raises:
        UserError: the bot lacks a permission there.
    """
    if place.missing is not None:
        raise UserError(refusals.cannot_play_in(place.missing, f"<#{place.channel}>"))
    return place.channel


async def check_private(answer: Answer, place: CardPlace) -> None:
    """Raise UserError if a private table could not be kept private in that place of a server."""
    if answer.guild is None:
        return
    here = f"<#{place.channel}>"
    if place.threads is not Threads.ALL:
        others = [f"<#{channel}>" for channel in await answer.channels_with(Threads.ALL)]
        raise UserError(refusals.no_private_threads(here, others))
    if place.missing_in_private is not None:
        raise UserError(refusals.may_open_no_private_thread(here, place.missing_in_private))


async def check_threads(answer: Answer, place: CardPlace) -> None:
    """Raise UserError if the tables of a tournament could have no threads of their own in that place."""
    if place.threads is Threads.NONE:
        others = [f"<#{channel}>" for channel in await answer.channels_with(Threads.PUBLIC)]
        raise UserError(tournaments.no_threads(f"<#{place.channel}>", others))
