"""The private hand: the cards and the actions of one player, phase by phase."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.faces.controls import AGAIN, Scene
from bot.faces.face import face_of
from bot.languages.sentence import language
from bot.layout import Accent, Button, Component, Menu, Picture, Row, Screen, Style, TableControlId, row, screen
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand
from bot.render.scores import bonus_title, signed
from bot.render.words import alt_hand
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Event, EventKind
from bot.rummy.errors import Refusal
from bot.rummy.game import game_of
from bot.rummy.ids import PlayerId
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.review import Reviewed
from bot.rummy.view import Stage, View
from bot.screens import beacon
from bot.screens.base import button, deadline, drawn_names, ends_soon, my_view, names, names_of, void_sentence
from bot.screens.between import controls, resting, waits
from bot.screens.endings import after_match, ending, match_won, report_button
from bot.screens.waiting import waiting
from bot.service.coach import is_too_late, why_no_coach
from bot.service.tables.state import TableState
from bot.store.rows.settings import PlayerSettings
from bot.text import between, buttons, events, refusals, review, words
from bot.text import hand as hand_text


def scene(state: TableState, me: PlayerId, settings: PlayerSettings, gravest: Reviewed | None = None) -> Scene:
    """Return the scene from which the face of the game draws the table for that person.

    `gravest`: their gravest mistake in a match that is over, if it is known.

    Raises:
        ServiceError: the person does not sit here.
    """
    view, help = my_view(state, me), state.lobby.help
    view = face_of(state.rules).arranged(view) if help else view
    return Scene(
        control_id=partial(TableControlId, state.id, is_own=True),
        view=view,
        last_deal=state.last_deal,
        names=drawn_names(state),
        called=names(state),
        help=help,
        deadline=deadline(state),
        hand=lambda view: drawn_hand(view, settings, help=help),
        in_words=bool(settings.text_only),
        card_buttons=bool(settings.card_buttons),
        coach=face_of(state.rules).coach is not None and why_no_coach(state) is None and not is_too_late(state, view),
        gravest=gravest,
    )


def hand_fingerprint(state: TableState, me: PlayerId) -> int:
    """Return a number that changes with the content of that person's hand screen, and with its language.

    Raises:
        ServiceError: the person does not sit here.
    """
    place = state.waits, state.lobby.agreed
    return hash((my_view(state, me), state.last_deal, deadline(state), place, language().code))


def question_fingerprint(state: TableState, me: PlayerId) -> object:
    """Return a value that changes with the table's question to that person. Return None if the table asks nothing any
    more.

    Moves of others do not change it, but the end of the deal does.

    Raises:
        ServiceError: the person does not sit here.
    """
    if state.row.status.is_over:
        return None
    if state.table is None:
        return Stage.SEATING
    if state.waits:
        return state.lobby.agreed
    view = my_view(state, me)
    is_awaited = view.stage is Stage.PLAYING and view.deal is not None and view.seat in view.deal.awaited
    return view.stage, view.deal_number, view.step if is_awaited else None


def hand(
    state: TableState,
    me: PlayerId,
    settings: PlayerSettings,
    note: str | None = None,
    gravest: Reviewed | None = None,
) -> Screen:
    """Return the hand of that person, with the controls that fit now; `note` stands above it. `gravest` as in `scene`.

    Raises:
        ServiceError: the person does not sit here.
    """
    return hand_in(state, scene(state, me, settings, gravest), note)


def hand_in(state: TableState, found: Scene, note: str | None) -> Screen:
    """Return the hand in an existing scene."""
    view, deal = found.view, found.view.deal
    if state.waits:
        return waiting(state, note, hosts=view.seat is not None and state.players[view.seat].id == state.row.host)
    if deal is None and view.awaits_round:
        return screen(Accent.BLURPLE, note, beacon.awaited(state, view), row(beacon.without_button(state, view)))
    if deal is None and view.stage is Stage.VOID:
        return screen(Accent.GREY, note, void_sentence(state), after_match(state, own=True))
    if deal is None:
        return screen(Accent.GREY, note, refusals.REFUSALS[Refusal.NOT_STARTED]())
    told = [*map(hand_text.time_over, by_clock(state, view)), *_dealt_again(state, deal)]
    is_dealt_in = deal.seat is not None and deal.seats[deal.seat].status is not SeatStatus.ABSENT
    if not is_dealt_in and view.stage is Stage.PLAYING:
        return _watching(state, deal, note, told)
    fault = face_of(state.rules).fault(deal)
    if fault and fault not in (note or "") and not told:
        told = [fault]
    headline = "\n".join([*told, _headline(state, found, deal)])
    body = found.hand(view) if is_dealt_in else None
    details = face_of(state.rules).details(found)
    advice = found.advice.text if found.advice is not None else None
    words = headline, resting(state), ends_soon(deal), details, advice
    return screen(_accent(view, deal), note, body, *words, *_rows(state, found, deal))


def hand_more(state: TableState, me: PlayerId, found: Scene) -> Screen:
    """Return the hand with the controls that are rarely needed. A player without cards gets the hand as it is."""
    view, deal = found.view, found.view.deal
    if state.waits or deal is None or view.stage is not Stage.PLAYING or not _is_in(deal):
        return hand_in(state, found, None)
    settings = button(state, "settings", buttons.SETTINGS(), own=True)
    return more(found, settings, report_button(state, me))


def more(found: Scene, *others: Button | None) -> Screen:
    """Return the hand with the controls that are rarely needed in its game, and these others."""
    refresh, back = found.button("refresh", buttons.REFRESH()), found.button("hand", buttons.BACK())
    own = row(*face_of(found.view.rules).more(found), refresh)
    return screen(Accent.GREY, found.hand(found.view), found.deadline, own, row(*others, back))


def filled_wrongly(found: Scene, why: str, request: str) -> Screen:
    """Return the hand with the reason why a form cannot be taken, and the button that opens the form again."""
    again = found.button(f"{request} {AGAIN}", buttons.EDIT_AGAIN(), Style.PRIMARY)
    return screen(Accent.RED, why, found.hand(found.view), row(found.button("hand", buttons.BACK()), again))


def drawn_hand(view: View, settings: PlayerSettings, *, help: bool) -> Component:
    """Return the hand as the player prefers it; `help`: whether the solver may help."""
    if settings.text_only and view.deal is not None:
        return face_of(view.rules).words(view.deal)
    theme = Theme(four_colour=settings.four_colour, large=settings.large)
    return Picture("hand.png", draw_hand(view, theme, help=help), alt_hand(view, help=help))


def _watching(state: TableState, deal: DealView, note: str | None, told: Sequence[str]) -> Screen:
    """Return the screen of a player who is not dealt in; `told` holds the clock's actions before."""
    seat = deal.seat
    out = seat is not None and state.public.match.out[seat] is not None
    why = between.OUT_OF_MATCH() if out else hand_text.NOT_DEALT_IN()
    waiting = hand_text.waiting(names_of(state, deal.awaited), deal, deadline(state))
    look = row(button(state, "table", buttons.TABLE(), own=True), button(state, "scores", buttons.SCORES(), own=True))
    return screen(Accent.GREY, note, "\n".join([*told, why, waiting]), look)


# -- words above the controls -----------------------------------------------------------------------


def _accent(view: View, deal: DealView) -> Accent:
    if view.stage is Stage.BETWEEN:
        return Accent.GREEN if deal.seat in view.awaited else Accent.BLURPLE
    if view.stage is not Stage.PLAYING:
        return Accent.GOLD if view.stage is Stage.FINISHED else Accent.GREY
    if deal.is_my_turn or deal.must_show:
        return Accent.GREEN
    return Accent.BLURPLE if _is_in(deal) else Accent.GREY


def _is_in(deal: DealView) -> bool:
    return deal.seat is not None and deal.seats[deal.seat].status is SeatStatus.IN


def _headline(state: TableState, found: Scene, deal: DealView) -> str:
    """Return the player's task."""
    view = found.view
    if view.stage is Stage.VOID:
        return void_sentence(state)
    if deal.outcome is not None and view.stage is Stage.FINISHED:
        mistake = [review.gravest(found.gravest)] if found.gravest is not None else []
        return "\n".join([*_end(state, view, deal.outcome), *mistake])
    if deal.outcome is not None:
        then = [waits(state, view)] if view.stage is Stage.BETWEEN else [beacon.awaited(state, view)]
        has_won = deal.outcome.winners == (view.seat,)
        told = hand_text.YOU_WIN_DEAL() if has_won else ending(state, deal.outcome)
        return "\n".join([f"{told} {_own_points(view)}".rstrip(), *then])
    if deal.is_my_turn or deal.must_show:
        return face_of(state.rules).task(found)
    waiting = hand_text.waiting(names_of(state, deal.awaited), deal, deadline(state))
    # What was wrong with a declaration, and what it costs, stands above.
    is_told = _is_in(deal) or bool(face_of(state.rules).fault(deal))
    return waiting if is_told else f"{_out(deal)}\n{waiting}"


def _end(state: TableState, view: View, outcome: Outcome) -> Iterator[str]:
    """Yield how the match has ended for the player, and how close they were."""
    told = f"{ending(state, outcome)} {_own_points(view)}".rstrip()
    if view.match.winners == (view.seat,):
        yield hand_text.YOU_WIN()
        yield told
        return
    yield told
    yield from _one_short(view, outcome)
    yield from match_won(state, view)


def _one_short(view: View, outcome: Outcome) -> Iterator[str]:
    """Yield the card with which a player who has shown their hand could have gone out, if only one was missing."""
    if any(hand.seat == view.seat and not hand.is_winner for hand in outcome.shown):
        for card in game_of(view.rules).completing(view)[:1]:
            yield hand_text.one_short(words.card(card))


def _own_points(view: View) -> str:
    """Return the points of the finished deal for the player; with the bonuses of a match that it was all of."""
    seat = view.seat
    if seat is None or not view.outcomes or not view.outcomes[-1].has(seat):
        return ""
    cost, match = view.outcomes[-1].points[seat], view.match
    bonuses = [f"{bonus_title(view, one)} {signed(one.points[seat])}" for one in match.bonuses if one.points[seat]]
    if bonuses and match.format.is_single:
        return hand_text.own_total(match.totals[seat], signed(cost), bonuses)
    return hand_text.own_points(cost)


def _out(deal: DealView) -> str:
    if deal.seat is None:
        return ""
    own = deal.seats[deal.seat]
    return hand_text.out_of_deal(own.status, own.points)


# -- what the clock did -----------------------------------------------------------------------------


def by_clock(state: TableState, view: View) -> list[str]:
    """Return the clock's actions for the player of this view since their last own move, a line for each time."""
    deal, seat, preview = view.deal, view.seat, state.preview
    if deal is None or seat is None:
        return []
    if preview is not None and preview.is_played and preview.seat == seat:
        return [events.time_ran_out([face_of(state.rules).preview_for_you(preview.actions)])]
    return events.by_clock([*_done_before(state, deal, seat), *_done_for(deal, seat)], deal.rules)


def _dealt_again(state: TableState, deal: DealView) -> list[str]:
    """Return why the deal before was void, until the player acts in the running one."""
    last = _deal_before(state)
    if last is None or last.outcome is None or not last.outcome.is_void:
        return []
    return [] if any(event.seat == deal.seat for event in _events(deal)) else [ending(state, last.outcome)]


def _deal_before(state: TableState) -> DealView | None:
    """Return the deal before the running one."""
    last = state.last_deal
    return None if last is None or last.deal_number == state.public.deal_number else last.deal


def _done_before(state: TableState, deal: DealView, seat: Seat) -> list[Event]:
    """Return `_done_for` of the deal before if the seat has done nothing itself in the running one."""
    last = _deal_before(state)
    if last is None:
        return []
    own = [event for event in _events(deal) if event.seat == seat]
    return _done_for(last, seat) if len(_done_for(deal, seat)) == len(own) else []


def _done_for(deal: DealView, seat: Seat) -> list[Event]:
    """Return the events of the seat since its last own move: the actions of the clock."""
    done: list[Event] = []
    lapses = False
    for event in _events(deal):
        if event.seat == seat:
            lapses = event.kind is EventKind.LAPSED or (lapses and _follows_lapse(event, deal))
            missed = lapses or face_of(deal.rules).is_missed_deadline(event)
            done = [*done, event] if missed else []
        else:
            lapses = False
    return done


def _follows_lapse(event: Event, deal: DealView) -> bool:
    """Return whether the event is part of a lapse if it comes right after one."""
    return event.kind in (EventKind.DREW_CLOSED, EventKind.DISCARDED, EventKind.LAPSED_OUT) or (
        event.kind in face_of(deal.rules).lapse_events
    )


def _events(deal: DealView) -> Iterator[Event]:
    """Return the events of players, or of the clock in their place."""
    return (event for event in deal.events if event.kind not in _SHARED)


_SHARED = (
    *(EventKind.RESHUFFLED, EventKind.STALEMATE),
    *(EventKind.QUIET_SOON, EventKind.QUIET, EventKind.UNATTENDED),
)


# -- controls ---------------------------------------------------------------------------------------


def _rows(state: TableState, found: Scene, deal: DealView) -> list[Row | Menu | None]:
    view = found.view
    if view.stage is Stage.BETWEEN:
        return [controls(state, view, own=True)]
    if view.awaits_round:
        return [row(beacon.without_button(state, view))]
    if view.stage is not Stage.PLAYING:
        return [after_match(state, own=True)]
    if not _is_in(deal):
        return [row(found.button("refresh", buttons.REFRESH()))]
    return [*face_of(state.rules).controls(found)]
