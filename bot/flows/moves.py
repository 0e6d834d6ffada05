"""What players do at a table, from buttons and commands alike: one call to the service, then the hand."""

from collections.abc import Sequence

from bot import screens, text
from bot.flows.answer import Answer
from bot.flows.context import Context, UserError
from bot.flows.romme import WesternFlow
from bot.games.indian import solver
from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.face import words as indian_words
from bot.games.indian.view import IndianView, indian_view
from bot.games.western.face import words as western_words
from bot.games.western.view import WesternView
from bot.rummy.actions import Action, CallEnd, CallSplit, Discard, Draw, Drop, Leave, Next, Rejoin, Sort, Source, Vote
from bot.rummy.cards import Card, Groups, parse_groups
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.rummy.view import Stage
from bot.screens.base import MAX_TYPED
from bot.screens.grouping import finishing, regrouped
from bot.screens.ids import digest
from bot.service.errors import Problem, ServiceError
from bot.service.state import TableState


class MoveFlow:
    """Moves and questions of players. `step` is that of the control used, None for a typed command."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.romme = WesternFlow(context)
        """What only the western game has."""

    async def hand(self, answer: Answer, table: TableId, note: str | None = None) -> None:
        """Show the hand."""
        await self._context.show_hand(answer, await self._context.tables.find(table), note)

    async def _act(
        self, answer: Answer, table: TableId, step: int | None, action: Action, note: str = ""
    ) -> TableState:
        state = await self._context.tables.act(table, step, answer.player, action)
        await self._context.show_hand(answer, state, note or None)
        return state

    # -- the turn -----------------------------------------------------------------------------------

    async def draw(self, answer: Answer, table: TableId, step: int | None, source: Source) -> None:
        """Take a card."""
        state = await self._context.tables.act(table, step, answer.player, Draw(source))
        await self._context.show_hand(answer, state, _drew(state.for_player(answer.player).deal))

    async def discard(self, answer: Answer, table: TableId, step: int | None, card: Card) -> None:
        """Throw a card."""
        await self._act(answer, table, step, Discard(card), text.hand.discarded(card))

    async def finish(self, answer: Answer, table: TableId, step: int | None, card: Card) -> None:
        """Put a card in the finish slot."""
        await self._act(answer, table, step, Finish(card), indian_words.FINISHED)

    async def drop(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Leave the deal."""
        await self._act(answer, table, step, Drop(), text.hand.DROPPED)

    async def ask_drop(self, answer: Answer, table: TableId) -> None:
        """Ask first; where no drop is possible, say why."""
        state = await self._context.tables.find(table)
        if refusal := state.for_player(answer.player).refusal(Drop()):
            raise IllegalAction(refusal)
        await answer.show(screens.ask_drop(state, answer.player))

    # -- groups -------------------------------------------------------------------------------------

    async def sort(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Order the hand by suits."""
        await self._act(answer, table, step, Sort(), text.hand.SORTED)

    async def best(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Group as the solver would; with fourteen cards, those kept after the best discard."""
        state = await self._context.tables.find(table)
        deal = self._deal(state, answer)
        if not state.lobby.help:
            raise ServiceError(Problem.NO_HELP)
        await self._act(
            answer, table, step, Group(solver.propose(deal.hand, deal.wild, deal.rules)), indian_words.ARRANGED
        )

    async def ungroup(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Take all groups apart."""
        await self._act(answer, table, step, Group(()), indian_words.UNGROUPED)

    async def group_typed(self, answer: Answer, table: TableId, typed: str) -> None:
        """Group as typed: `2H 3H 4H | 5C 6C 7C`.

        Raises:
            CardTextError: a word names no card.
            UserError: none is typed.
        """
        groups = parse_groups(typed.replace("\n", " ")[:MAX_TYPED])
        if not groups:
            raise UserError(text.refusals.NO_GROUPS_TYPED)
        await self._act(answer, table, None, Group(groups), indian_words.GROUPED)

    async def group_chosen(self, answer: Answer, table: TableId, step: int | None, values: Sequence[str]) -> None:
        """Make one group of the chosen cards."""
        state = await self._context.tables.find(table)
        groups = regrouped(self._deal(state, answer), values)
        if groups is None:
            raise IllegalAction(Refusal.NOT_IN_HAND)
        await self._act(answer, table, step, Group(groups), indian_words.GROUPED)

    async def ask_groups(self, answer: Answer, table: TableId) -> None:
        """Open the typed form."""
        state = await self._context.tables.find(table)
        deal = self._deal(state, answer)
        if refusal := state.for_player(answer.player).refusal(Group(deal.groups)):
            raise IllegalAction(refusal)
        await answer.ask(screens.group_form(state, answer.player))

    def _deal(self, state: TableState, answer: Answer) -> IndianView:
        """The deal as whoever asked may know it."""
        view = state.for_player(answer.player)
        deal = indian_view(view)
        if deal is None:
            raise IllegalAction(Refusal.NOT_STARTED if view.deal is None else Refusal.OTHER_GAME)
        return deal

    # -- declaring ----------------------------------------------------------------------------------

    async def ask_declare(
        self, answer: Answer, table: TableId, card: Card | None = None, note: str | None = None
    ) -> None:
        """Show what would be declared; nothing counts yet."""
        state = await self._context.tables.find(table)
        deal = self._deal(state, answer)
        if deal.is_my_turn and deal.phase is Phase.DISCARD and card is not None and card not in deal.hand:
            raise IllegalAction(Refusal.NOT_IN_HAND)
        screen = await self._context.personal.ask_declare(state, answer.player, card, note)
        if await answer.show(screen) and not (deal.is_my_turn and deal.phase is Phase.DISCARD):
            self._context.note_hand(answer, state)  # it was the hand

    async def declare_with(self, answer: Answer, table: TableId, step: int, card: Card, seen: str) -> None:
        """Finish with the card and declare the groups that were shown; where they differ by now, ask anew."""
        state = await self._context.tables.find(table)
        deal = self._deal(state, answer)
        right_time = state.table is not None and state.table.step == step and card in deal.hand
        groups = finishing(deal, card) if right_time else ()
        if right_time and digest(groups) != seen:
            await self.ask_declare(answer, table, card, indian_words.GROUPS_CHANGED)
            return
        actions = (Finish(card), Declare(groups))
        state = await self._context.tables.act(table, step, answer.player, *actions)
        await self._show_declared(answer, state)

    async def _show_declared(self, answer: Answer, state: TableState) -> None:
        await self._context.show_hand(answer, state, screens.declared_note(state, answer.player))

    async def declare_now(self, answer: Answer, table: TableId, step: int, seen: str) -> None:
        """Declare the groups that were shown, the finishing card being in its slot."""
        state = await self._context.tables.find(table)
        groups = self._deal(state, answer).groups
        if state.table is not None and state.table.step == step and digest(groups) != seen:
            await self._context.show_hand(answer, state, indian_words.GROUPS_CHANGED)
            return
        await self._show_declared(answer, await self._context.tables.act(table, step, answer.player, Declare(groups)))

    async def declare(self, answer: Answer, table: TableId, typed: str | None) -> None:
        """The typed command. With a card in the finish slot it declares these groups, or those saved; while groups
        are shown it means Done; else it asks for the card to finish with.

        Raises:
            CardTextError: a word names no card.
        """
        state = await self._context.tables.find(table)
        deal = self._deal(state, answer)
        groups = parse_groups((typed or "")[:MAX_TYPED]) or None
        if deal.must_show:
            await self._show_groups(answer, state, groups)
        elif deal.is_my_turn and deal.phase is Phase.DISCARD:
            if groups is not None:
                await self._context.tables.act(table, None, answer.player, Group(groups))
            await self.ask_declare(answer, table)
        else:
            action = Declare(deal.groups if groups is None else groups)
            await self._show_declared(answer, await self._context.tables.act(table, None, answer.player, action))

    async def _show_groups(self, answer: Answer, state: TableState, groups: Groups | None) -> None:
        step = state.table.step if state.table is not None else 0
        actions: tuple[Action, ...] = (Show(),) if groups is None else (Group(groups), Show())
        state = await self._context.tables.act(state.id, step, answer.player, *actions)
        await self._context.show_hand(answer, state, indian_words.SHOWN)

    async def done(self, answer: Answer, table: TableId, step: int | None) -> None:
        """A loser's groups are final."""
        await self._act(answer, table, step, Show(), indian_words.SHOWN)

    # -- between deals ------------------------------------------------------------------------------

    async def next(self, answer: Answer, table: TableId, step: int | None, *, declines: bool = True) -> None:
        """Be ready for the next deal, or decline to rejoin.

        Raises:
            UserError: whoever asked may rejoin, and has not said no to that: `declines`.
        """
        before = await self._context.tables.find(table)
        was_out = before.seat_of(answer.player) in before.public.offers
        if was_out and not declines:
            raise UserError(text.between.REJOIN_OR_NOT)
        state = await self._context.tables.act(table, step, answer.player, Next())
        await self._tell(answer, state, text.between.REJOIN_DECLINED if was_out else self._ready(state))

    def _ready(self, state: TableState) -> str:
        view, called = state.public, screens.names(state)
        if view.stage is not Stage.BETWEEN:
            return text.between.DEALT
        if view.offers:
            return text.between.ready_early([called[seat] for seat in view.offers], screens.deadline_text(state))
        return text.between.you_are_ready([called[seat] for seat in view.awaited], screens.deadline_text(state))

    async def rejoin(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Buy back into the pool."""
        state = await self._context.tables.act(table, step, answer.player, Rejoin())
        bought = state.public.match.rejoins[-1]
        await self._tell(answer, state, text.between.rejoined(bought.total, state.public.match.terms.stake))

    async def split(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Ask the others to share the pool."""
        state = await self._context.tables.act(table, step, answer.player, CallSplit())
        over = state.row.status.is_over
        await self._tell(answer, state, text.between.SPLIT_DONE if over else text.between.SPLIT_ASKED)

    async def _tell(self, answer: Answer, state: TableState, note: str) -> None:
        """Answer with the hand where it was clicked or has just been dealt, else with the sentence alone."""
        if answer.edits or state.public.stage is Stage.PLAYING:
            await self._context.show_hand(answer, state, note)
        else:
            await self._context.say(answer, note)

    # -- leaving and ending -------------------------------------------------------------------------

    async def ask_leave(self, answer: Answer, table: TableId) -> None:
        """Ask first."""
        await answer.show(screens.ask_leave(await self._context.tables.find(table), answer.player))

    async def leave(self, answer: Answer, table: TableId) -> None:
        """Leave the table for good."""
        await self._context.tables.act(table, None, answer.player, Leave())
        self._context.open_screens.forget(answer.player, table)
        await self._context.say(answer, text.hand.LEFT)

    async def ask_end(self, answer: Answer, table: TableId) -> None:
        """Ask first; only the host may."""
        state = await self._context.tables.find(table)
        self._check_host(state, answer)
        await answer.show(screens.ask_end(state, answer.player))

    async def end(self, answer: Answer, table: TableId, step: int | None) -> None:
        """The host ends the table: at once, or by vote where other people play."""
        state = await self._context.tables.act(table, step, answer.player, CallEnd())
        over = state.row.status.is_over
        await self._context.say(answer, screens.void_sentence(state) if over else text.asks.END_ASKED)

    def _check_host(self, state: TableState, answer: Answer) -> None:
        if state.row.tournament is not None:
            raise ServiceError(Problem.TOURNAMENT_TABLE)
        if state.row.host != answer.player:
            raise ServiceError(Problem.NOT_HOST)

    async def vote(self, answer: Answer, table: TableId, step: int | None, agree: bool) -> None:
        """Answer whoever asked to end the table, or to share the pool."""
        before = await self._context.tables.find(table)
        state = await self._context.tables.act(table, step, answer.player, Vote(agree))
        if not before.public.is_splitting:
            await self._context.say(answer, text.table.voted(agree))
        elif not agree:
            await self._context.say(answer, text.between.SPLIT_REFUSED)
        else:
            over = state.row.status.is_over
            await self._context.say(answer, text.between.SPLIT_DONE if over else text.between.SPLIT_AGREED)


def _drew(deal: DealView | None) -> str | None:
    """Feedback to one who drew."""
    if deal is None or deal.drawn is None:
        return None
    return western_words.drew(deal.drawn) if isinstance(deal, WesternView) else indian_words.drew(deal.drawn, deal.wild)
