"""The chips of a tournament: entries in, entries back, prizes out."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.codes import Cause
from bot.rummy.ids import Player, PlayerId
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.order import placings
from bot.rummy.tournament.prizes import payouts
from bot.service.tournaments.state import TournamentState
from bot.store.rows.ledger import Account, Leg, Movement


def entry(state: TournamentState, player: PlayerId, line: int, now: datetime) -> tuple[Movement, ...]:
    """Return the payment of a person who signs up; `line` is the number of their line of entropy."""
    return _moved(state, f"entry {line}", Cause.ENTRY, {player: -state.plan.entry}, now)


def back(state: TournamentState, why: str, players: Iterable[PlayerId], now: datetime) -> tuple[Movement, ...]:
    """Return the movements that give these players their entries back. A tournament has each `why` only once."""
    amounts = dict.fromkeys(players, state.plan.entry)
    return _moved(state, why, Cause.ENTRY_BACK, amounts, now)


def won(state: TournamentState, bracket: Bracket, now: datetime) -> tuple[Movement, ...]:
    """Return the movements of the prizes of a finished tournament."""
    amounts = {PlayerId(player.id): amount for player, amount in prizes_of(state, bracket).items() if amount}
    return _moved(state, _numbered("prizes", bracket), Cause.PRIZE, amounts, now)


def _numbered(name: str, bracket: Bracket) -> str:
    """Return a name for the prizes of each time that a tournament ends. The first has no number."""
    return f"{name} {bracket.replays}" if bracket.replays else name


def prizes_of(state: TournamentState, bracket: Bracket) -> Mapping[Player, int]:
    """Return the prize of each player as the bracket stands, in hundredths; the best first."""
    order = placings(bracket)
    won = payouts(state.pot, state.plan.prizes, [placing.place for placing in order])
    return {placing.player: amount for placing, amount in zip(order, won, strict=True)}


def _moved(
    state: TournamentState, name: str, cause: Cause, amounts: Mapping[PlayerId, int], now: datetime
) -> tuple[Movement, ...]:
    """Return one movement between the players and the held entries. Return none if no chips move."""
    guild = state.row.guild
    legs = [Leg(Account.player(guild, player), amount) for player, amount in amounts.items() if amount]
    if not legs:
        return ()
    legs.append(Leg(Account.prizes(guild, state.id), -sum(amounts.values())))
    return (Movement(f"{name} {state.id}", cause, now, tuple(legs)),)
