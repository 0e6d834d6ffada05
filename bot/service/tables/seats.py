"""Changes of a lobby: its seats, its host, and the reasons why it cannot start."""

from dataclasses import replace

from bot.codes import Problem, TableStatus
from bot.rummy.ids import DisplayName, Player, PlayerId
from bot.rummy.match import stakes
from bot.service.cache import Draft
from bot.service.errors import QuotaUsedError, ServiceError
from bot.service.tables.state import TableState
from bot.store.rows.subjects import Effects


def in_lobby(state: TableState) -> TableState:
    """Return the state unchanged if it is a lobby.

    Raises:
        ServiceError: it is no longer a lobby.
    """
    if not state.is_lobby:
        raise ServiceError(Problem.NOT_A_LOBBY)
    return state


def has_stake(state: TableState) -> bool:
    """Return whether the table is a lobby with a stake."""
    return state.is_lobby and state.lobby.terms.stake > 0


def unstaked(state: TableState) -> TableState:
    """Return the lobby without its stake."""
    terms = replace(state.lobby.terms, stake=0)
    return replace(state, lobby=replace(state.lobby, terms=terms))


def buy_in(state: TableState) -> int:
    """Return the amount that each pays before the first deal, in hundredths."""
    return stakes.buy_in(state.rules, state.lobby.terms)


def check_host(state: TableState, player: PlayerId) -> None:
    """Raise ServiceError if the player is not the host."""
    if state.row.host != player:
        raise ServiceError(Problem.NOT_HOST)


def enough(state: TableState) -> bool:
    """Return whether enough players sit there for its rules."""
    return len(state.lobby.players) >= state.rules.min_players


def all_ready(state: TableState) -> bool:
    """Return whether a rematch, or a table of quick play, starts by itself now."""
    lobby = state.lobby
    if lobby.quick:
        return len(lobby.players) == lobby.seats
    return lobby.rematch_of is not None and set(lobby.persons) <= lobby.ready and enough(state)


def seated(state: TableState, player: Player, name: DisplayName | None = None) -> TableState:
    """Return the lobby with one more player; `name` is that of a person.

    Raises:
        ServiceError: every seat is taken.
    """
    lobby = state.lobby
    if len(lobby.players) >= lobby.seats:
        raise ServiceError(Problem.LOBBY_FULL)
    names = lobby.names if name is None else {**lobby.names, PlayerId(player.id): name}
    return replace(state, lobby=replace(lobby, players=(*lobby.players, player), names=names))


def with_computer(state: TableState, level: int) -> TableState:
    """Return the lobby with one more computer, which gets the lowest free number.

    Raises:
        ServiceError: every seat is taken.
    """
    taken = {player.id for player in state.lobby.players if player.is_computer}
    return seated(state, Player(next(n for n in range(1, 8) if n not in taken), is_computer=True, level=level))


def without(state: TableState, player: Player) -> TableState:
    """Return the lobby without a player. The longest-seated person becomes host. Without people the lobby is closed."""
    lobby = replace(state.lobby, players=tuple(p for p in state.lobby.players if p != player))
    if not lobby.persons:
        return closed(replace(state, lobby=lobby))
    # A guest who was removed needs a new invitation.
    gone = set() if player.is_computer else {PlayerId(player.id)}
    lobby = replace(lobby, invited=lobby.invited - gone, ready=lobby.ready - gone)
    host = state.row.host if state.row.host in lobby.persons else lobby.persons[0]
    return replace(state, row=replace(state.row, host=host), lobby=lobby)


def without_one_busy(state: TableState, error: QuotaUsedError) -> Draft[TableState] | None:
    """Return the lobby without a person who plays at too many tables. If that closes it, it stores the reason."""
    if not state.is_lobby or error.owner not in state.lobby.persons:
        return None  # the match began, or they left, just now
    after = without(state, Player(error.owner))
    if not after.is_lobby:
        return Draft(replace(after, lobby=replace(after.lobby, closed_by=error.problem)))
    return Draft(after, Effects(people=frozenset(after.lobby.persons)))


def closed(state: TableState) -> TableState:
    """Return the lobby closed, without alarms."""
    return replace(state, row=replace(state.row, status=TableStatus.CLOSED), alarms=())
