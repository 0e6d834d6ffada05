"""Questions before what cannot be taken back; the confirming button never stands where the first one stood."""

import discord
from discord import ButtonStyle, ui

from bot import text
from bot.games.indian.declaration import judge
from bot.games.indian.face import words as indian_words
from bot.games.indian.rules import own
from bot.games.indian.solver import best
from bot.games.indian.view import IndianView, indian_deal, indian_view
from bot.games.western.view import WesternView
from bot.rummy.cards import Card, group_texts
from bot.rummy.deal_view import Phase
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.stakes import paid
from bot.rummy.view import Stage, View
from bot.screens.base import (
    MAX_TYPED,
    Accent,
    Layout,
    Message,
    Picture,
    button,
    deadline,
    message,
    my_view,
    row,
    select,
    step_of,
)
from bot.screens.grouping import card_options, finishing, preview
from bot.screens.hand import faults, hand, picture, verdict, words
from bot.screens.ids import GROUPS_INPUT, ModalId, digest
from bot.service.errors import Problem, ServiceError
from bot.service.state import TableState
from bot.store.rows import PlayerSettings

"""Characters that groups may be typed in."""


def ask_declare(
    state: TableState, me: PlayerId, settings: PlayerSettings, card: Card | None = None, note: str | None = None
) -> Message:
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


def _which_card(state: TableState, view: View, deal: IndianView, settings: PlayerSettings, note: str | None) -> Message:
    ask = f"{indian_words.WHICH_CARD} {deadline(state)}"
    menu = select(state, "declare-card", indian_words.FINISH_WITH, _finishing_options(state, deal))
    back = row(button(state, "hand", "Back"))
    return message(Accent.GREEN, note, _body(view, deal, settings), ask, menu, back)


def _finishing_options(state: TableState, deal: IndianView) -> list[discord.SelectOption]:
    """The cards to finish with; where help is on, those that make the hand declarable come first."""
    options = card_options(deal)
    if not state.lobby.help:
        return options
    for option in options:
        if worth := _worth(deal, Card.parse(option.value)):
            option.description = worth
    return sorted(options, key=lambda option: _ORDER.get(option.description or "", len(_ORDER)))


_ORDER = {indian_words.READY: 0, indian_words.READY_AFTER_BEST: 1}


def _worth(deal: IndianView, card: Card) -> str | None:
    """What finishing with the card promises; None: nothing."""
    then = deal.throwing(card)
    if judge(then.groups, deal.wild, deal.rules, then.hand).valid:
        return indian_words.READY
    return indian_words.READY_AFTER_BEST if best(then.hand, deal.wild, deal.rules).declarable else None


def _confirm(
    state: TableState, view: View, deal: IndianView, card: Card, settings: PlayerSettings, note: str | None
) -> Message:
    then = preview(view, card)
    shown = indian_deal(then)
    wrong = faults(shown)
    valid = not wrong
    ask = f"{indian_words.declare(card, deal.wild)} {deadline(state)}"
    confirm = f"declare {card} {digest(finishing(deal, card))}"
    buttons = row(
        button(state, "ask-declare", "Back"),
        button(state, "hand", "Edit groups"),
        button(state, confirm, "Finish and declare", ButtonStyle.success if valid else ButtonStyle.danger),
    )
    accent = Accent.GREEN if valid else Accent.RED
    return message(accent, note, _body(then, shown, settings), ask, verdict(shown), buttons)


def ask_drop(state: TableState, me: PlayerId) -> Message:
    """Whether to leave this deal, and what that costs.

    Raises:
        ServiceError: the person does not sit here.
    """
    deal = indian_view(my_view(state, me))
    if deal is None or deal.drops is None or deal.seat is None:
        return message(Accent.GREY, text.REFUSALS[Refusal.NO_DROPS], row(button(state, "hand", "Back")))
    ask = f"{text.asks.drop(deal.drop_points)} {deadline(state)}"
    buttons = row(button(state, "hand", "Back"), button(state, "drop", "Drop", ButtonStyle.danger))
    return message(Accent.RED, ask, buttons)


def ask_leave(state: TableState, me: PlayerId) -> Message:
    """Whether to leave the table for good, and what that costs.

    Raises:
        ServiceError: the person does not sit here.
    """
    view = my_view(state, me)
    ask = text.asks.leave(_leave_cost(view), _forfeited(view))
    buttons = row(button(state, "more", "Back"), button(state, "leave", "Leave", ButtonStyle.danger))
    return message(Accent.RED, ask, buttons)


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


def ask_end(state: TableState, me: PlayerId) -> Message:
    """Whether to end the table without a result."""
    ask = text.asks.end(_other_people(state, me))
    buttons = row(button(state, "more", "Back"), button(state, "end", "End table", ButtonStyle.danger))
    return message(Accent.RED, ask, buttons)


def ask_end_by_staff(state: TableState) -> Message:
    """Whether to end somebody's table, asked of those who may manage the server."""
    back = button(state, "table", "Back")
    buttons = row(back, button(state, "end-by-staff", "End table", ButtonStyle.danger))
    return message(Accent.RED, text.asks.END_BY_STAFF, buttons)


def _other_people(state: TableState, me: PlayerId) -> int:
    if state.table is None:
        return 0
    people = (state.table.players[seat] for seat in state.table.persons)
    return sum(player.id != me for player in people)


class GroupModal(ui.Modal):
    """A typed form that discord.py never stores: it is routed by its custom id."""

    def __init__(self, custom_id: str) -> None:
        super().__init__(title=indian_words.YOUR_GROUPS, timeout=None, custom_id=custom_id)
        self.stop()

    def is_finished(self) -> bool:
        return True


def group_modal(state: TableState, me: PlayerId) -> GroupModal:
    """The form in which groups are typed, filled in with the groups as they are.

    Raises:
        ServiceError: the person does not sit here, or holds no hand.
    """
    deal = indian_view(my_view(state, me))
    if deal is None:
        raise ServiceError(Problem.STILL_A_LOBBY)
    field: ui.TextInput[Layout] = ui.TextInput(
        custom_id=GROUPS_INPUT,
        style=discord.TextStyle.long,
        default=group_texts(deal.groups) or None,
        placeholder="2H 3H 4H | 5C 6C 7C",
        required=False,
        max_length=MAX_TYPED,
    )
    form = GroupModal(str(ModalId(state.id, step_of(state), "group")))
    form.add_item(ui.Label(text="Groups", description=indian_words.TYPE_GROUPS, component=field))
    form.add_item(ui.TextDisplay(indian_words.left_over(deal.ungrouped)))
    return form
