"""Questions before what cannot be taken back; the confirming button never stands where the first one stood."""

from dataclasses import replace

from bot import text
from bot.games.indian.declaration import judge
from bot.games.indian.face import words as indian_words
from bot.games.indian.rules import own
from bot.games.indian.solver import best
from bot.games.indian.view import IndianView, indian_deal, indian_view
from bot.games.western.view import WesternView
from bot.layout import Accent, Choice, Field, Form, FormId, Picture, Screen, Style, row, screen
from bot.rummy.cards import Card, group_texts
from bot.rummy.deal_view import Phase
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.stakes import paid
from bot.rummy.view import Stage, View
from bot.screens.base import MAX_TYPED, button, deadline, my_view, select, step_of
from bot.screens.grouping import card_choices, finishing, preview
from bot.screens.hand import faults, hand, picture, verdict, words
from bot.screens.ids import GROUPS_INPUT, digest
from bot.service.errors import Problem, ServiceError
from bot.service.state import TableState
from bot.store.rows import PlayerSettings


def ask_declare(
    state: TableState, me: PlayerId, settings: PlayerSettings, card: Card | None = None, note: str | None = None
) -> Screen:
    """Which card to finish with; with a card, how the other thirteen would be judged.

    Where nothing can be declared now, the hand.

    Raises:
        ServiceError: the person does not sit here.
    """
    view = my_view(state, me)
    deal = indian_view(view)
    if deal is None or not deal.is_my_turn or deal.phase is not Phase.DISCARD:
        return hand(state, me, settings, note)
    if card is None or card not in deal.hand:
        return _which_card(state, view, deal, settings, note)
    return _confirm(state, view, deal, card, settings, note)


def _body(view: View, deal: IndianView, settings: PlayerSettings) -> Picture | str:
    return words(deal) if settings.text_only else picture(view, settings)


def _which_card(state: TableState, view: View, deal: IndianView, settings: PlayerSettings, note: str | None) -> Screen:
    ask = f"{indian_words.WHICH_CARD} {deadline(state)}"
    menu = select(state, "declare-card", indian_words.FINISH_WITH, _finishing_choices(state, deal))
    back = row(button(state, "hand", "Back"))
    return screen(Accent.GREEN, note, _body(view, deal, settings), ask, menu, back)


def _finishing_choices(state: TableState, deal: IndianView) -> list[Choice]:
    """The cards to finish with; where help is on, those that make the hand declarable come first."""
    choices = card_choices(deal)
    if not state.lobby.help:
        return choices
    ranked = [(_readiness(deal, Card.parse(choice.value)), choice) for choice in choices]
    ranked.sort(key=lambda pair: pair[0])
    return [replace(choice, about=_PROMISES.get(rank, choice.about)) for rank, choice in ranked]


_PROMISES = {0: indian_words.READY, 1: indian_words.READY_AFTER_BEST}
"""What finishing with a card of that readiness promises."""


def _readiness(deal: IndianView, card: Card) -> int:
    """0: finishing with the card makes the groups valid; 1: the solver could make them so; 2: it could not."""
    then = deal.throwing(card)
    if judge(then.groups, deal.wild, deal.rules, then.hand).valid:
        return 0
    return 1 if best(then.hand, deal.wild, deal.rules).declarable else 2


def _confirm(
    state: TableState, view: View, deal: IndianView, card: Card, settings: PlayerSettings, note: str | None
) -> Screen:
    then = preview(view, card)
    shown = indian_deal(then)
    wrong = faults(shown)
    valid = not wrong
    ask = f"{indian_words.declare(card, deal.wild)} {deadline(state)}"
    confirm = f"declare {card} {digest(finishing(deal, card))}"
    buttons = row(
        button(state, "ask-declare", "Back"),
        button(state, "hand", "Edit groups"),
        button(state, confirm, "Finish and declare", Style.SUCCESS if valid else Style.DANGER),
    )
    accent = Accent.GREEN if valid else Accent.RED
    return screen(accent, note, _body(then, indian_deal(then), settings), ask, verdict(indian_deal(then)), buttons)


def ask_drop(state: TableState, me: PlayerId) -> Screen:
    """Whether to leave this deal, and what that costs.

    Raises:
        ServiceError: the person does not sit here.
    """
    deal = indian_view(my_view(state, me))
    if deal is None or deal.drops is None or deal.seat is None:
        return screen(Accent.GREY, text.REFUSALS[Refusal.NO_DROPS], row(button(state, "hand", "Back")))
    ask = f"{text.asks.drop(deal.drop_points)} {deadline(state)}"
    buttons = row(button(state, "hand", "Back"), button(state, "drop", "Drop", Style.DANGER))
    return screen(Accent.RED, ask, buttons)


def ask_leave(state: TableState, me: PlayerId) -> Screen:
    """Whether to leave the table for good, and what that costs.

    Raises:
        ServiceError: the person does not sit here.
    """
    view = my_view(state, me)
    ask = text.asks.leave(_leave_cost(view), _forfeited(view))
    buttons = row(button(state, "more", "Back"), button(state, "leave", "Leave", Style.DANGER))
    return screen(Accent.RED, ask, buttons)


def _forfeited(view: View) -> int:
    """What leaving a match of several deals gives away, in hundredths."""
    still_in = view.seat is not None and view.match.out[view.seat] is None
    many_deals = view.format is not Format.POINTS
    return paid(view.match)[view.seat] if view.seat is not None and still_in and many_deals else 0


def _leave_cost(view: View) -> str:
    deal = view.deal
    if view.seat is not None and view.match.out[view.seat] is not None:
        return text.asks.LEAVE_OUT
    if view.stage is Stage.BETWEEN:
        return text.asks.LEAVE_PAUSE
    if deal is None or deal.seat is None or deal.seats[deal.seat].points is not None:
        return text.asks.LEAVE_FREE
    if isinstance(deal, WesternView):
        return text.asks.leave_held(deal.leaving_points)
    if deal.phase is Phase.SHOW:
        arranged = own(deal.rules).scoring.auto_arrange_losers
        return indian_words.LEAVE_ARRANGED if arranged else indian_words.LEAVE_SHOWN
    return text.asks.leave_cost(deal.leaving_points)


def ask_end(state: TableState, me: PlayerId) -> Screen:
    """Whether to end the table without a result."""
    ask = text.asks.end(_other_people(state, me))
    buttons = row(button(state, "more", "Back"), button(state, "end", "End table", Style.DANGER))
    return screen(Accent.RED, ask, buttons)


def ask_end_by_staff(state: TableState) -> Screen:
    """Whether to end somebody's table, asked of those who may manage the server."""
    back = button(state, "table", "Back")
    buttons = row(back, button(state, "end-by-staff", "End table", Style.DANGER))
    return screen(Accent.RED, text.asks.END_BY_STAFF, buttons)


def _other_people(state: TableState, me: PlayerId) -> int:
    if state.table is None:
        return 0
    people = (state.table.players[seat] for seat in state.table.persons)
    return sum(player.id != me for player in people)


def group_form(state: TableState, me: PlayerId) -> Form:
    """The form in which groups are typed, filled in with the groups as they are.

    Raises:
        ServiceError: the person does not sit here, or holds no hand.
    """
    deal = indian_view(my_view(state, me))
    if deal is None:
        raise ServiceError(Problem.STILL_A_LOBBY)
    field = Field(
        GROUPS_INPUT,
        "Groups",
        indian_words.TYPE_GROUPS,
        value=group_texts(deal.groups),
        hint="2H 3H 4H | 5C 6C 7C",
        most=MAX_TYPED,
    )
    id = FormId(state.id, step_of(state), "group")
    return Form(str(id), indian_words.YOUR_GROUPS, (field,), indian_words.left_over(deal.ungrouped))
