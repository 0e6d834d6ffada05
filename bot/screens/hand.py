"""The private hand: what one player may see and do, phase by phase."""

from bot import text
from bot.games.controls import Scene
from bot.games.face import face_of
from bot.layout import Accent, Component, Menu, Picture, Row, Screen, Style, row, screen
from bot.render import Theme, alt_hand, draw_hand
from bot.rummy.deal_view import DealView
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import Stage, View
from bot.screens.base import button, deadline, ends_soon, my_view, names, void_sentence, waiting_for
from bot.screens.between import controls, waits
from bot.screens.endings import ending, match_won
from bot.service.tables.state import TableState
from bot.store.rows import PlayerSettings


def scene(state: TableState, me: PlayerId, settings: PlayerSettings) -> Scene:
    """The table as the face of its game shows it to that person.

    Raises:
        ServiceError: the person does not sit here.
    """
    return Scene(
        table=state.id,
        view=my_view(state, me),
        last_deal=state.last_deal,
        names=state.names,
        called=names(state),
        help=state.lobby.help,
        deadline=deadline(state),
        hand=lambda view: _drawn(view, settings, help=state.lobby.help),
    )


def hand(state: TableState, me: PlayerId, settings: PlayerSettings, note: str | None = None) -> Screen:
    """The hand of that person, with the controls that fit now; `note` stands above it.

    Raises:
        ServiceError: the person does not sit here.
    """
    return hand_in(state, scene(state, me, settings), note)


def hand_in(state: TableState, found: Scene, note: str | None) -> Screen:
    """The hand in a scene that is there already."""
    view, deal = found.view, found.view.deal
    if deal is None:
        return screen(Accent.GREY, note, text.REFUSALS[Refusal.NOT_STARTED])
    is_dealt_in = deal.seat is not None and deal.seats[deal.seat].status is not SeatStatus.ABSENT
    if not is_dealt_in and view.stage is Stage.PLAYING:
        return _watching(state, deal, note)
    headline = _headline(state, found, deal)
    if note is None and (fault := face_of(state.rules).fault(deal)):
        headline = f"{fault}\n{headline}"
    body = found.hand(view) if is_dealt_in else None
    details = face_of(state.rules).details(found)
    return screen(_accent(view, deal), note, body, headline, ends_soon(deal), details, *_rows(state, found, deal))


def _drawn(view: View, settings: PlayerSettings, *, help: bool) -> Component:
    """The hand as the player likes it; `help`: whether the solver may."""
    if settings.text_only and view.deal is not None:
        return face_of(view.rules).words(view.deal)
    theme = Theme(four_colour=settings.four_colour, large=settings.large)
    return Picture("hand.png", draw_hand(view, theme, help=help), alt_hand(view, help=help))


def _watching(state: TableState, deal: DealView, note: str | None) -> Screen:
    """What a player sees who is not dealt in."""
    seat = deal.seat
    out = seat is not None and state.public.match.out[seat] is not None
    told = text.between.OUT_OF_MATCH if out else text.hand.NOT_DEALT_IN
    waiting = text.hand.waiting(waiting_for(state, deal), deadline(state))
    look = row(button(state, "table", "Table", own=True), button(state, "scores", "Scores", own=True))
    return screen(Accent.GREY, note, f"{told}\n{waiting}", look)


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
    """What is asked of the player now."""
    view = found.view
    if view.stage is Stage.VOID:
        return void_sentence(state)
    if deal.outcome is not None:
        then = [waits(state, view)] if view.stage is Stage.BETWEEN else match_won(state, view)
        return "\n".join([ending(state, deal.outcome) + _own_points(view), *then])
    if deal.is_my_turn or deal.must_show:
        return face_of(state.rules).task(found)
    waiting = text.hand.waiting(waiting_for(state, deal), deadline(state))
    return waiting if _is_in(deal) else f"{_out(deal)}\n{waiting}"


def _own_points(view: View) -> str:
    """What the finished deal cost the player."""
    if view.seat is None or not view.outcomes or not view.outcomes[-1].has(view.seat):
        return ""
    return text.hand.own_points(view.outcomes[-1].points[view.seat])


def _out(deal: DealView) -> str:
    if deal.seat is None:
        return ""
    own = deal.seats[deal.seat]
    return text.hand.out_of_deal(own.status, own.points)


# -- controls ---------------------------------------------------------------------------------------


def _rows(state: TableState, found: Scene, deal: DealView) -> list[Row | Menu | None]:
    view = found.view
    if view.stage is Stage.BETWEEN:
        return [controls(state, view, own=True)]
    if view.stage is not Stage.PLAYING:
        rematch = button(state, "rematch", "Rematch", Style.SUCCESS, own=True)
        return [row(rematch, button(state, "scores", "Scores", own=True))]
    if not _is_in(deal):
        return [row(found.button("refresh", "Refresh"))]
    return [*face_of(state.rules).controls(found)]
