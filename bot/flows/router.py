"""Every click, choice and typed form: the custom id says it all, so it works after any restart."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import discord

from bot import text
from bot.discord.answers import Answer
from bot.discord.reading import is_private
from bot.discord.rights import is_staff_of
from bot.flows.context import Context, UserError
from bot.flows.info import InfoFlow
from bot.flows.lobby import LobbyFlow
from bot.flows.moves import MoveFlow
from bot.flows.privacy import PrivacyFlow
from bot.flows.standings import StandingsFlow
from bot.flows.tournaments import TournamentFlow
from bot.flows.wallet import WalletFlow
from bot.games.western.actions import Place
from bot.rummy.actions import Source
from bot.rummy.cards import Card
from bot.rummy.errors import CardTextError, IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.screens.ids import (
    GROUPS_INPUT,
    AnyId,
    ButtonId,
    CupId,
    DataId,
    HistoryId,
    ModalId,
    NewTableId,
    ProfileId,
    SeasonId,
    SelectId,
    SettingId,
    StandingsId,
    WalletId,
    parse,
    parse_card_value,
    parse_cards_word,
)

Press = Callable[[Answer, ButtonId], Awaitable[None]]


class Router:
    """Takes interactions to what they are about."""

    def __init__(
        self,
        context: Context,
        play: MoveFlow,
        lobby: LobbyFlow,
        looks: InfoFlow,
        standings: StandingsFlow,
        wallet: WalletFlow,
        data: PrivacyFlow,
        tournaments: TournamentFlow,
    ) -> None:
        self._context = context
        self._play = play
        self._lobby = lobby
        self._looks = looks
        self._standings = standings
        self._wallet = wallet
        self._data = data
        self._tournaments = tournaments
        self._buttons = self._presses()

    async def clicked(self, interaction: discord.Interaction[Any]) -> None:
        """Serve a click, a choice or a typed form."""
        data: Mapping[str, Any] = interaction.data or {}
        id = parse(str(data.get("custom_id", "")))
        table = id.table if isinstance(id, ButtonId | SelectId | ModalId) else None
        await self._context.serve(interaction, partial(self._route, id=id, data=data), table)

    async def _route(self, answer: Answer, id: AnyId | None, data: Mapping[str, Any]) -> None:
        values = [str(value) for value in data.get("values") or ()]
        match id:
            case ButtonId():
                press = self._buttons.get(id.word)
                if press is None:
                    raise UserError(text.refusals.UNKNOWN_BUTTON)
                await press(answer, id)
            case SelectId():
                await self._chosen(answer, id, values)
            case ModalId(action="group"):
                await self._play.group_typed(answer, id.table, typed_text(data, GROUPS_INPUT))
            case NewTableId():
                await self._lobby.form_used(answer, id, values[0] if values else None)
            case SettingId():
                await self._looks.set(answer, id)
            case StandingsId():
                await self._standings.standings_at(answer, id)
            case HistoryId():
                await self._standings.history_at(answer, id)
            case ProfileId():
                await self._standings.profile_at(answer, id)
            case SeasonId():
                await self._standings.season_at(answer, id)
            case WalletId():
                await self._wallet.pressed(answer, id)
            case DataId():
                await self._data.pressed(answer, id)
            case CupId():
                await self._tournaments.pressed(answer, id)
            case _:
                raise UserError(text.refusals.UNKNOWN_BUTTON)

    async def _chosen(self, answer: Answer, id: SelectId, values: list[str]) -> None:
        if not values:
            raise UserError(text.refusals.NOTHING_CHOSEN)
        match id.word:
            case "pick":
                cards = tuple(map(chosen_card, values))
                await self._play.romme.pick(answer, id.table, id.step, cards)
            case "lay-off":
                await self._play.romme.lay_off(answer, id.table, id.step, chosen_cards(id), values[0])
            case "swap":
                meld, _, card = values[0].partition(" ")
                await self._play.romme.swap(answer, id.table, id.step, chosen_card(card), meld)
            case "discard":
                await self._play.discard(answer, id.table, id.step, chosen_card(values[0]))
            case "group":
                await self._play.group_chosen(answer, id.table, id.step, values)
            case "declare-card":
                await self._play.ask_declare(answer, id.table, chosen_card(values[0]))
            case "remove":
                await self._lobby.remove(answer, id.table, values[0])
            case _:
                raise UserError(text.refusals.UNKNOWN_BUTTON)

    def _presses(self) -> dict[str, Press]:
        """What each button does, by the first word of its action."""
        play, lobby, looks = self._play, self._lobby, self._looks

        def at_table(flow: Callable[[Answer, TableId], Awaitable[None]]) -> Press:
            return lambda answer, id: flow(answer, id.table)

        def at_step(flow: Callable[[Answer, TableId, int], Awaitable[None]]) -> Press:
            return lambda answer, id: flow(answer, id.table, id.step)

        return {
            "join": at_table(lobby.join),
            "leave": self._leave,
            "computer": at_table(lobby.add_computer),
            "remove": at_table(lobby.ask_remove),
            "start": at_table(lobby.start),
            "cancel": at_table(lobby.cancel),
            "rematch": at_table(lobby.rematch),
            "rules": at_table(looks.rules),
            "hand": at_table(play.hand),
            "refresh": at_table(play.hand),
            "discards": at_table(looks.discards),
            "scores": at_table(looks.scores),
            "more": at_table(looks.more),
            "back": at_table(looks.away),
            "settings": lambda answer, id: looks.settings(answer),
            "ask-leave": at_table(play.ask_leave),
            "ask-end": self._ask_end,
            "end-by-staff": at_table(looks.end_by_staff),
            "table": at_table(looks.table),
            "end": at_step(play.end),
            "vote": lambda answer, id: play.vote(answer, id.table, id.step, id.args == ("yes",)),
            "verify": at_table(looks.verify),
            "record": at_table(looks.record),
            "draw": self._draw,
            "sort": at_step(play.sort),
            "best": at_step(play.best),
            "group": at_table(play.ask_groups),
            "ungroup": at_step(play.ungroup),
            "place": self._place,
            "place-set": self._place_set,
            "place-best": at_step(play.romme.place_best),
            "undo": at_step(play.romme.undo),
            "ask-drop": at_table(play.ask_drop),
            "drop": at_step(play.drop),
            "ask-declare": at_table(play.ask_declare),
            "declare": self._declare,
            "declare-now": self._declare_now,
            "done": at_step(play.done),
            "next": lambda answer, id: play.next(answer, id.table, id.step, declines=id.args == ("no",)),
            "rejoin": at_step(play.rejoin),
            "split": at_step(play.split),
        }

    async def _leave(self, answer: Answer, id: ButtonId) -> None:
        """In a lobby, stand up; at a table, ask first unless that was just done."""
        state = await self._context.tables.find(id.table)
        if state.table is None:
            await self._lobby.leave(answer, id.table)
        elif is_private(answer.interaction):
            await self._play.leave(answer, id.table)
        else:
            await self._play.ask_leave(answer, id.table)

    async def _ask_end(self, answer: Answer, id: ButtonId) -> None:
        state = await self._context.tables.find(id.table)
        ask = self._looks.ask_end_by_staff if is_staff_of(state, answer) else self._play.ask_end
        await ask(answer, id.table)

    async def _draw(self, answer: Answer, id: ButtonId) -> None:
        source = Source.OPEN if id.args == ("open",) else Source.CLOSED
        await self._play.draw(answer, id.table, id.step, source)

    async def _place(self, answer: Answer, id: ButtonId) -> None:
        await self._play.romme.act(answer, id.table, id.step, Place(chosen_cards(id)))

    async def _place_set(self, answer: Answer, id: ButtonId) -> None:
        await self._play.romme.act(answer, id.table, id.step, Place(chosen_cards(id), as_set=True))

    async def _declare(self, answer: Answer, id: ButtonId) -> None:
        if len(id.args) != 2:
            raise UserError(text.refusals.UNKNOWN_BUTTON)
        await self._play.declare_with(answer, id.table, id.step, chosen_card(id.args[0]), id.args[1])

    async def _declare_now(self, answer: Answer, id: ButtonId) -> None:
        await self._play.declare_now(answer, id.table, id.step, id.args[0] if id.args else "")


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


def chosen_cards(id: ButtonId | SelectId) -> tuple[Card, ...]:
    """The cards that an id carries.

    Raises:
        IllegalAction: it names none.
    """
    try:
        return parse_cards_word(" ".join(id.args))
    except CardTextError:
        raise IllegalAction(Refusal.NOT_IN_HAND) from None


def typed_text(data: Mapping[str, Any], name: str) -> str:
    """What was typed in that field of a form; empty where there is no such field."""
    pending: list[Any] = list(data.get("components") or ())
    while pending:
        item = pending.pop()
        if not isinstance(item, Mapping):
            continue
        if item.get("custom_id") == name:
            return str(item.get("value") or "")
        pending.extend(item.get("components") or ())
        if "component" in item:
            pending.append(item["component"])
    return ""
