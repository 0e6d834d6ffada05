"""Moves of players at a table, from buttons and commands alike: one call to the service, then the hand."""

from collections.abc import Iterator, Mapping

from bot.codes import Problem
from bot.faces.controls import (
    AGAIN,
    Act,
    Asked,
    Command,
    Fill,
    FillAgain,
    Reply,
    Scene,
    ShowHand,
    ShowScreen,
    without_copy,
)
from bot.faces.face import face_of
from bot.flows.answer import Answer, Press
from bot.flows.context import Context, person
from bot.flows.rights import is_staff_of
from bot.flows.routes import Route, at_table, on
from bot.layout import Button, TableControlId
from bot.rummy.actions import (
    Action,
    CallBreak,
    CallEnd,
    CallSplit,
    Discard,
    Drop,
    EndWithout,
    Leave,
    Next,
    Rejoin,
    Resume,
    Sort,
    Vote,
    parse_action,
)
from bot.rummy.errors import IllegalAction, ParseError, Refusal
from bot.rummy.game import game_of
from bot.rummy.ids import TableId
from bot.rummy.rules import Rules
from bot.rummy.view import About, Stage
from bot.screens.asks import ask_drop as ask_drop_screen
from bot.screens.asks import ask_end as ask_end_screen
from bot.screens.asks import ask_leave as ask_leave_screen
from bot.screens.base import names_of, void_sentence
from bot.screens.hand import filled_wrongly, hand_more
from bot.screens.lobby import rematch_text
from bot.screens.menus import plain
from bot.screens.tables import FROM_LIST, my_tables_button
from bot.screens.throws import request_of
from bot.screens.waiting import waiting
from bot.service.errors import ServiceError
from bot.service.tables.state import TableState
from bot.text import asks, between, buttons, refusals
from bot.text import hand as hand_text
from bot.text import table as table_text
from bot.text.choices import HAND_MORE
from bot.text.refusals import UserError


class MoveFlow:
    """Moves and questions of players.

    `step` is the step of the control used, and None for a typed command.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow: its own requests, and all actions and requests of games."""
        yield on(TableControlId, self.pressed)
        yield on(TableControlId, lambda answer, id, _: self.next(answer, id.table, id.step), "decline")
        yield on(TableControlId, self._ask_leave_pressed, "ask-leave")
        yield from at_table(
            {"hand": self.hand, "refresh": self.hand, HAND_MORE: self.more, "ask-drop": self.ask_drop},
        )

    async def hand(self, answer: Answer, table: TableId) -> None:
        """Show the hand, or that a lobby has lost its place."""
        state = await self._context.tables.find(table)
        if state.is_lobby and state.waits:
            await answer.show(waiting(state))
        else:
            await self._context.show_hand(answer, state)

    async def more(self, answer: Answer, table: TableId) -> None:
        """Show the controls that are rarely needed on the hand."""
        state = await self._context.tables.find(table)
        shown = hand_more(state, answer.player, await self._scene(state, answer))
        await answer.show(self._context.offering_page(shown))

    # -- what controls and commands say -------------------------------------------------------------

    async def pressed(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Answer a request of the game, or play an action.

        Raises:
            UserError: the control names neither, or an action that no control may name.
        """
        rules = await self._context.tables.rules_at(id.table)
        request = request_of(rules, id.word)
        if request is None:
            await self.act(answer, id.table, id.step, control_action(rules, id.text, press))
            return
        state = await self._context.tables.find(id.table)
        view = state.for_player(answer.player)
        if view.deal is None:
            raise IllegalAction(Refusal.NOT_STARTED)
        scene = await self._scene(state, answer)
        typed = press.typed or (self._context.filled_forms.find(answer.player, id.table) if AGAIN in id.args else {})
        asked = Asked(id.args, press.values, typed, is_current=view.step == id.step)
        await self._reply(answer, state, id.step, request(scene, asked))

    async def command(self, answer: Answer, table: TableId, command: Command, typed: Mapping[str, str]) -> None:
        """Answer a command that only one game has.

        Raises:
            IllegalAction: another game is played at the table, or nothing is dealt yet.
        """
        state = await self._context.tables.find(table)
        if state.for_player(answer.player).deal is None:
            raise IllegalAction(Refusal.NOT_STARTED)
        if command not in face_of(state.rules).commands:
            raise IllegalAction(Refusal.OTHER_GAME)
        await self._reply(answer, state, None, command.answer(await self._scene(state, answer), Asked(typed=typed)))

    async def _scene(self, state: TableState, answer: Answer) -> Scene:
        return await self._context.scene(state, answer.player)

    async def _reply(self, answer: Answer, state: TableState, step: int | None, reply: Reply) -> None:
        """Carry out the reply of the game to a request."""
        match reply:
            case Act(actions, note, then):
                after = await self._context.tables.act(state.id, step, answer.player, *actions)
                if then:
                    request = face_of(after.rules).requests[then]
                    await self._reply(answer, after, step, request(await self._scene(after, answer), Asked()))
                else:
                    await self._show_played(answer, after, actions, note)
            case ShowScreen(screen, is_hand, preview):
                if preview:
                    await self._context.tables.preview(state.id, answer.player, preview)
                if await answer.show(screen) and is_hand:
                    await self._context.note_hand(answer, state)
            case ShowHand(note):
                await self._context.show_hand(answer, state, note)
            case Fill(form):
                await answer.ask(form)
            case FillAgain(note, request, typed):
                self._context.filled_forms.keep(answer.player, state.id, typed)
                await answer.show(filled_wrongly(await self._scene(state, answer), note, request))

    async def _show_played(
        self, answer: Answer, state: TableState, actions: tuple[Action, ...], note: str | None = None
    ) -> None:
        """Show the hand after these actions, with a note about them."""
        scene = await self._scene(state, answer)
        if note is None:
            note = face_of(state.rules).notes(actions, scene) or noted(actions[-1])
        await self._context.show_scene(answer, state, scene, note)

    async def act(self, answer: Answer, table: TableId, step: int | None, action: Action) -> None:
        """Play an action, and answer with what fits it."""
        match action:
            case Next():
                await self.next(answer, table, step, declines=step is None)
            case Leave():
                await self._context.tables.act(table, None, answer.player, action)
                self._context.open_screens.forget(answer.player, table)
                await self._context.say(answer, hand_text.LEFT())
            case Vote(agree):
                await self._vote(answer, table, step, agree)
            case EndWithout():
                await self._end_without(answer, await self._context.tables.act(table, step, answer.player, action))
            case Rejoin() | CallSplit() | CallEnd() | CallBreak() | Resume():
                if isinstance(action, CallEnd):
                    await self._context.with_host(answer, await self._context.tables.find(table))
                state = await self._context.tables.act(table, step, answer.player, action)
                await self._tell_called(answer, state, action)
            case _:
                state = await self._context.tables.act(table, step, answer.player, action)
                await self._show_played(answer, state, (action,))

    async def _end_without(self, answer: Answer, state: TableState) -> None:
        """Answer a person who does not want to wait for the beacon. If all agree before the first deal, open a lobby
        without one.
        """
        if not state.is_without_beacon:
            await self._context.show_hand(answer, state)
            return
        fresh = await self._context.rematches.press(state.id, person(answer), answer.id)
        answer.table = fresh.id
        await self._context.show_until_dealt(answer, fresh, plain(rematch_text(fresh)))

    async def ask_drop(self, answer: Answer, table: TableId) -> None:
        """Ask whether to drop. If no drop is possible, explain why."""
        state = await self._context.tables.find(table)
        if refusal := state.for_player(answer.player).refusal(Drop()):
            raise IllegalAction(refusal)
        await answer.show(ask_drop_screen(state, answer.player))

    # -- between deals ------------------------------------------------------------------------------

    async def next(self, answer: Answer, table: TableId, step: int | None, *, declines: bool = True) -> None:
        """Be ready for the next deal, or decline to rejoin.

        Raises:
            UserError: the player may rejoin, and `declines` is false.
        """
        before = await self._context.tables.find(table)
        was_out = before.seat_of(answer.player) in before.public.offers
        if was_out and not declines:
            raise UserError(between.rejoin_or_not())
        state = await self._context.tables.act(table, step, answer.player, Next())
        note = between.REJOIN_DECLINED() if was_out else self._ready(state)
        await self._context.show_hand(answer, state, note)

    def _ready(self, state: TableState) -> str:
        view = state.public
        if view.stage is not Stage.BETWEEN:
            return "" if view.awaits_round else between.DEALT()
        if view.offers:
            return between.ready_early(names_of(state, view.offers))
        return between.you_are_ready(names_of(state, view.awaited))

    async def _tell_called(self, answer: Answer, state: TableState, action: Action) -> None:
        """Answer a player who bought back in, or who asks the others something."""
        over, match = state.row.status.is_over, state.public.match
        match action:
            case Rejoin():
                note = between.rejoined(match.rejoins[-1].total, match.terms.stake)
                await self._context.show_hand(answer, state, note)
            case CallSplit():
                note = between.SPLIT_DONE() if over else between.SPLIT_ASKED()
                await self._context.show_hand(answer, state, note)
            case CallBreak():
                await self._context.say(answer, asks.BREAK_ASKED() if state.public.vote else asks.BREAK_BEGUN())
            case Resume():
                await self._context.say(answer, asks.GOES_ON())
            case _:
                waits = (asks.SILENCE_AGREES(),) if state.public.undecided else ()
                asked = asks.ASKED_IN_HAND() if state.waits else " ".join([asks.END_ASKED(), *waits])
                said = void_sentence(state) if over else asked
                await self._context.say(answer, said)

    # -- leaving, ending, voting --------------------------------------------------------------------

    async def ask_leave(self, answer: Answer, table: TableId, back: Button | None = None) -> None:
        """Ask whether to leave the table. If that is not possible, explain why.

        `back` leads back; None: to the ⋯ menu of the table.
        """
        state = await self._context.tables.find(table)
        if state.table is not None and (refusal := state.for_player(answer.player).refusal(Leave())):
            raise IllegalAction(refusal)
        await answer.show(ask_leave_screen(state, answer.player, back))

    async def _ask_leave_pressed(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Ask whether to leave the table. From the list of one's tables, the way back leads there."""
        from_list = id.args == (FROM_LIST,)
        back = my_tables_button(buttons.BACK()) if from_list else None
        await self.ask_leave(answer, id.table, back)

    async def ask_end(self, answer: Answer, table: TableId) -> None:
        """Ask the host whether to end the table."""
        state = await self._context.tables.find(table)
        if state.row.tournament is not None:
            raise ServiceError(Problem.TOURNAMENT_TABLE)
        state = await self._context.with_host(answer, state)
        if state.row.host != answer.player:
            raise ServiceError(Problem.NOT_HOST)
        is_staff = is_staff_of(state, answer)
        if not is_staff and state.for_player(answer.player).refusal(CallEnd()) is Refusal.NOT_STARTED:
            raise IllegalAction(Refusal.NOT_STARTED)
        await answer.show(ask_end_screen(state, answer.player, staff=is_staff))

    async def _vote(self, answer: Answer, table: TableId, step: int | None, agree: bool) -> None:
        """Answer the player who asked to end the table or to share the pool."""
        before = await self._context.tables.find(table)
        state = await self._context.tables.act(table, step, answer.player, Vote(agree))
        vote = before.public.vote
        if vote is not None and vote.about is About.BREAK:
            await self._context.say(answer, table_text.voted_on_break(agree))
        elif not before.public.is_splitting:
            await self._context.say(answer, table_text.voted(agree))
        elif not agree:
            await self._context.say(answer, between.SPLIT_REFUSED())
        else:
            over = state.row.status.is_over
            await self._context.say(answer, between.SPLIT_DONE() if over else between.SPLIT_AGREED())


def control_action(rules: Rules, said: str, press: Press) -> Action:
    """Return the action that the text of a control and the chosen values name.

    Raises:
        UserError: the text names no action, or one that no control may name.
        IllegalAction: a value names no card.
    """
    game = game_of(rules)
    try:
        action = parse_action(" ".join((said, *map(without_copy, press.values))), game)
    except ParseError:
        if press.values:
            raise IllegalAction(Refusal.NOT_IN_HAND) from None
        raise UserError(refusals.UNKNOWN_BUTTON()) from None
    if type(action) not in game.pressable:
        raise UserError(refusals.UNKNOWN_BUTTON())
    return action


def noted(action: Action) -> str | None:
    """Return the note about an action that all games have."""
    match action:
        case Discard(card):
            return hand_text.discarded(card)
        case Sort():
            return hand_text.SORTED()
    return None
