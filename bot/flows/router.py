"""Every click, choice and typed form: the custom id says it all, so it works after any restart."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot import text
from bot.flows.answer import Answer, Press
from bot.flows.context import Context, UserError
from bot.flows.info import InfoFlow
from bot.flows.lobby import LobbyFlow
from bot.flows.moves import MoveFlow
from bot.flows.privacy import PrivacyFlow
from bot.flows.rights import is_staff_of
from bot.flows.standings import StandingsFlow
from bot.flows.tournaments.flow import TournamentFlow
from bot.flows.wallet import WalletFlow
from bot.games.western.actions import Place
from bot.layout import ButtonId, FormId, MenuId, TableControlId
from bot.rummy.actions import Source
from bot.rummy.cards import Card
from bot.rummy.errors import CardTextError, IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.screens.ids import (
    GROUPS_INPUT,
    AnyId,
    DataId,
    HistoryId,
    NewTableId,
    ProfileId,
    SeasonId,
    SettingId,
    StandingsId,
    TournamentButtonId,
    WalletId,
    parse,
    parse_card_value,
    parse_cards_word,
)

OnPress = Callable[[Answer, ButtonId], Awaitable[None]]


@dataclass(frozen=True)
class Flows:
    """The flows that commands and buttons share."""

    context: Context
    moves: MoveFlow
    lobby: LobbyFlow
    info: InfoFlow
    standings: StandingsFlow
    wallet: WalletFlow
    privacy: PrivacyFlow
    tournaments: TournamentFlow


class Router:
    """Takes presses to what they are about."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._buttons = self._presses()

    async def pressed(self, answer: Answer, press: Press) -> None:
        """Serve a press, a choice or a typed form."""
        id = parse(press.id)
        table = id.table if isinstance(id, TableControlId) else None
        await self._flows.context.serve(answer, partial(self._route, id=id, press=press), table)

    async def _route(self, answer: Answer, id: AnyId | None, press: Press) -> None:
        flows = self._flows
        match id:
            case ButtonId():
                button = self._buttons.get(id.word)
                if button is None:
                    raise UserError(text.refusals.UNKNOWN_BUTTON)
                await button(answer, id)
            case MenuId():
                await self._chosen(answer, id, press.values)
            case FormId(action="group"):
                await flows.moves.group_typed(answer, id.table, press.typed.get(GROUPS_INPUT, ""))
            case NewTableId():
                await flows.lobby.form_used(answer, id, next(iter(press.values), None))
            case SettingId():
                await flows.info.set(answer, id)
            case StandingsId():
                await flows.standings.standings_at(answer, id)
            case HistoryId():
                await flows.standings.history_at(answer, id)
            case ProfileId():
                await flows.standings.profile_at(answer, id)
            case SeasonId():
                await flows.standings.season_at(answer, id)
            case WalletId():
                await flows.wallet.pressed(answer, id)
            case DataId():
                await flows.privacy.pressed(answer, id)
            case TournamentButtonId():
                await flows.tournaments.pressed(answer, id)
            case _:
                raise UserError(text.refusals.UNKNOWN_BUTTON)

    async def _chosen(self, answer: Answer, id: MenuId, values: Sequence[str]) -> None:
        if not values:
            raise UserError(text.refusals.NOTHING_CHOSEN)
        match id.word:
            case "pick":
                cards = tuple(map(chosen_card, values))
                await self._flows.moves.romme.pick(answer, id.table, id.step, cards)
            case "lay-off":
                await self._flows.moves.romme.lay_off(answer, id.table, id.step, chosen_cards(id), values[0])
            case "swap":
                meld, _, card = values[0].partition(" ")
                await self._flows.moves.romme.swap(answer, id.table, id.step, chosen_card(card), meld)
            case "discard":
                await self._flows.moves.discard(answer, id.table, id.step, chosen_card(values[0]))
            case "group":
                await self._flows.moves.group_chosen(answer, id.table, id.step, values)
            case "declare-card":
                await self._flows.moves.ask_declare(answer, id.table, chosen_card(values[0]))
            case "remove":
                await self._flows.lobby.remove(answer, id.table, values[0])
            case _:
                raise UserError(text.refusals.UNKNOWN_BUTTON)

    def _presses(self) -> dict[str, OnPress]:
        """What each button does, by the first word of its action."""
        moves, lobby, info = self._flows.moves, self._flows.lobby, self._flows.info

        def at_table(flow: Callable[[Answer, TableId], Awaitable[None]]) -> OnPress:
            return lambda answer, id: flow(answer, id.table)

        def at_step(flow: Callable[[Answer, TableId, int], Awaitable[None]]) -> OnPress:
            return lambda answer, id: flow(answer, id.table, id.step)

        return {
            "join": at_table(lobby.join),
            "leave": self._leave,
            "computer": at_table(lobby.add_computer),
            "remove": at_table(lobby.ask_remove),
            "start": at_table(lobby.start),
            "cancel": at_table(lobby.cancel),
            "rematch": at_table(lobby.rematch),
            "rules": at_table(info.rules),
            "hand": at_table(moves.hand),
            "refresh": at_table(moves.hand),
            "discards": at_table(info.discards),
            "scores": at_table(info.scores),
            "more": at_table(info.more),
            "back": at_table(info.away),
            "settings": lambda answer, id: info.settings(answer),
            "ask-leave": at_table(moves.ask_leave),
            "ask-end": self._ask_end,
            "end-by-staff": at_table(info.end_by_staff),
            "table": at_table(info.table),
            "end": at_step(moves.end),
            "vote": lambda answer, id: moves.vote(answer, id.table, id.step, id.args == ("yes",)),
            "verify": at_table(info.verify),
            "record": at_table(info.record),
            "draw": self._draw,
            "sort": at_step(moves.sort),
            "best": at_step(moves.best),
            "group": at_table(moves.ask_groups),
            "ungroup": at_step(moves.ungroup),
            "place": self._place,
            "place-set": self._place_set,
            "place-best": at_step(moves.romme.place_best),
            "undo": at_step(moves.romme.undo),
            "ask-drop": at_table(moves.ask_drop),
            "drop": at_step(moves.drop),
            "ask-declare": at_table(moves.ask_declare),
            "declare": self._declare,
            "declare-now": self._declare_now,
            "done": at_step(moves.done),
            "next": lambda answer, id: moves.next(answer, id.table, id.step, declines=id.args == ("no",)),
            "rejoin": at_step(moves.rejoin),
            "split": at_step(moves.split),
        }

    async def _leave(self, answer: Answer, id: ButtonId) -> None:
        """In a lobby, stand up; at a table, ask first unless that was just done."""
        state = await self._flows.context.tables.find(id.table)
        if state.table is None:
            await self._flows.lobby.leave(answer, id.table)
        elif answer.edits:
            await self._flows.moves.leave(answer, id.table)
        else:
            await self._flows.moves.ask_leave(answer, id.table)

    async def _ask_end(self, answer: Answer, id: ButtonId) -> None:
        state = await self._flows.context.tables.find(id.table)
        ask = self._flows.info.ask_end_by_staff if is_staff_of(state, answer) else self._flows.moves.ask_end
        await ask(answer, id.table)

    async def _draw(self, answer: Answer, id: ButtonId) -> None:
        source = Source.OPEN if id.args == ("open",) else Source.CLOSED
        await self._flows.moves.draw(answer, id.table, id.step, source)

    async def _place(self, answer: Answer, id: ButtonId) -> None:
        await self._flows.moves.romme.act(answer, id.table, id.step, Place(chosen_cards(id)))

    async def _place_set(self, answer: Answer, id: ButtonId) -> None:
        await self._flows.moves.romme.act(answer, id.table, id.step, Place(chosen_cards(id), as_set=True))

    async def _declare(self, answer: Answer, id: ButtonId) -> None:
        if len(id.args) != 2:
            raise UserError(text.refusals.UNKNOWN_BUTTON)
        await self._flows.moves.declare_with(answer, id.table, id.step, chosen_card(id.args[0]), id.args[1])

    async def _declare_now(self, answer: Answer, id: ButtonId) -> None:
        await self._flows.moves.declare_now(answer, id.table, id.step, id.args[0] if id.args else "")


def chosen_card(value: str) -> Card:
    """The card that a value names.

    Raises:
        IllegalAction: it names none.
    """
    try:
        card = parse_card_value(value)
    except CardTextError:
        card = None
    if card is None:
        raise IllegalAction(Refusal.NOT_IN_HAND)
    return card


def chosen_cards(id: ButtonId | MenuId) -> tuple[Card, ...]:
    """The cards that an id carries.

    Raises:
        IllegalAction: it names none.
    """
    try:
        return parse_cards_word(" ".join(id.args))
    except CardTextError:
        raise IllegalAction(Refusal.NOT_IN_HAND) from None
