"""The choice among the tournaments of a server: all open ones, by type, one's own first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.codes import TournamentStatus
from bot.layout import MAX_CHOICES, Accent, Button, Choice, Menu, Row, Screen, menu, row, screen
from bot.rummy.ids import Player, PlayerId, TournamentId
from bot.rummy.match.formats import Format
from bot.rummy.tournament.plan import TournamentKind
from bot.screens.base import called, date_and_time, escaped
from bot.screens.tournaments.brackets import TournamentView, title
from bot.screens.tournaments.ids import SeriesId, SeriesWord, TournamentsId, TournamentsWord
from bot.screens.tournaments.series import NAME_LENGTH, all_button, repeats, series_button
from bot.service.tournaments.series import OneSeries
from bot.service.tournaments.state import TournamentState
from bot.text import tournaments, words


@dataclass(frozen=True)
class Onlooker:
    """A person who looks at the details of a tournament."""

    player: PlayerId
    in_server: bool = True
    """Whether they look in a server; False in direct messages."""
    steers: bool = False
    """Whether they may steer tournaments there."""


@dataclass(frozen=True)
class TournamentChoices:
    """The tournaments of a server, as one person chooses among them."""

    player: PlayerId
    running: Sequence[TournamentView]
    past: Sequence[TournamentView]
    series: Sequence[OneSeries] = ()
    gone: frozenset[TournamentId] = frozenset()
    """Tournaments whose channel no longer exists."""
    steers: bool = False
    """Whether the person may steer tournaments here."""


def plays_in(state: TournamentState, player: PlayerId) -> bool:
    """Return whether a person is in a tournament and has not left it, or waits for a place."""
    bracket = state.progress.bracket
    is_in = player in state.entrants and (bracket is None or Player(player) not in bracket.withdrawn)
    return is_in or state.place_in_line(player) is not None


# -- all that are open ------------------------------------------------------------------------------


def tournaments_here(found: TournamentChoices) -> Screen:
    """Return the tournaments of a server, one's own first, then by type, with a menu to the details of each."""
    ordered = sorted((view.state for view in found.running), key=_type)
    mine = [state for state in ordered if plays_in(state, found.player)]
    others = [state for state in ordered if state not in mine]
    sections = [
        _section(tournaments.YOURS(), mine, found, is_mine=True),
        *(_section(tournaments.KINDS[kind](), [s for s in others if s.plan.kind is kind], found) for kind in KINDS),
    ]
    past = "\n".join([tournaments.PAST_HEAD(), *map(_past, found.past)]) if found.past else None
    return screen(
        Accent.BLURPLE,
        tournaments.OPEN_HEAD(),
        *(sections if ordered else (tournaments.NONE_OPEN(),)),
        _picking([*mine, *others]),
        "\n".join(repeats(one) for one in found.series),
        past,
        row(series_button()) if found.steers and found.series else None,
    )


KINDS = tuple(TournamentKind)


def _type(state: TournamentState) -> tuple[object, ...]:
    """Return the sort key of tournaments: type, format, entry, start."""
    plan, terms = state.plan, state.plan.terms
    format = [*Format].index(terms.format), terms.deals, terms.limit
    return KINDS.index(plan.kind), format, plan.entry, state.starts_at, state.id


def _section(head: str, states: Sequence[TournamentState], found: TournamentChoices, *, is_mine: bool = False) -> str:
    lines = [_listed(state, found, is_mine=is_mine) for state in states]
    return "\n".join([f"**{head}**", *lines]) if lines else ""


def _listed(state: TournamentState, found: TournamentChoices, *, is_mine: bool) -> str:
    plan, status = state.plan, state.status
    kind = [tournaments.KINDS[plan.kind]()] if is_mine else []
    place = tournaments.CHANNEL_GONE() if state.id in found.gone else f"<#{state.row.channel}>"
    is_open = status is TournamentStatus.SIGN_UP and state.may_join
    number = state.place_in_line(found.player)
    listed = tournaments.listing(
        title(state),
        state.id,
        *kind,
        words.course(plan.terms, state.rules),
        tournaments.entry(plan.entry),
        date_and_time(state.starts_at),
        *(() if is_open else (tournaments.status(status, may_join=state.may_join),)),
        tournaments.places(len(state.progress.entrants), plan.most),
        place,
    )
    return listed if number is None else f"{listed}\n-# {tournaments.number_in_line(number)}"


def which_tournament(states: Sequence[TournamentState], *, steered: bool) -> Screen:
    """Return the question which of several tournaments a command means, with a menu to the details of each.

    `steered`: the command is one of the staff, for which the details have no button.
    """
    how = tournaments.choose_as_option() if steered else None
    return screen(Accent.BLURPLE, tournaments.WHICH(), how, _picking(states[:MAX_CHOICES]))


def _picking(states: Iterable[TournamentState]) -> Menu | None:
    choices = (Choice(words.clipped(state.plan.name, NAME_LENGTH), state.id, about(state)) for state in states)
    return menu(TournamentsId(TournamentsWord.PICK), tournaments.PICK_HINT(), choices)


def about(state: TournamentState) -> str:
    """Return a short description of a tournament, for a menu."""
    plan = state.plan
    kind, course = tournaments.KINDS[plan.kind](), words.course(plan.terms, state.rules)
    status = tournaments.status(state.status, may_join=state.may_join)
    return words.clipped(f"{kind} · {course} · {tournaments.entry(plan.entry)} · {status}", 100)


def _past(view: TournamentView) -> str:
    state = view.state
    champions = [escaped(called(state, player), 20) for player in view.champions]
    return tournaments.past(title(state), state.id, champions, date_and_time(state.row.changed_at))


def ways_on(state: TournamentState, by: Onlooker) -> Row | None:
    """Return the buttons below the details of a tournament: to all of the server and, for staff, to repeat it."""
    repeat = Button(tournaments.REPEAT(), str(SeriesId(state.id, SeriesWord.REPEAT)))
    return row(all_button(), repeat if by.steers else None) if by.in_server else None
