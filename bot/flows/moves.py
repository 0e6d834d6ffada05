"""What players do at a table, from buttons and commands alike: one call to the service, then the hand."""

from bot import screens as messages
from bot import text
from bot.discord.answers import Answer
from bot.flows.desk import Desk, Sentence
from bot.flows.romme import RommePlay
from bot.games.indian import solver
from bot.rummy.actions import (
    Action,
    CallEnd,
    CallSplit,
    Declare,
    Discard,
    Draw,
    Drop,
    Finish,
    Group,
    Leave,
    Next,
    Rejoin,
    Show,
    Sort,
    Source,
    Vote,
)
from bot.rummy.cards import Card, Groups, parse_groups
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.rummy.view import DealView, IndianView, Phase, RommeView, Stage
from bot.screens.base import MAX_TYPED
from bot.screens.grouping import finishing, regrouped
from bot.screens.ids import digest
from bot.service.errors import Problem, ServiceError
from bot.service.update import Update


class Play:
    """Moves and questions of players. `step` is that of the control used, None for a typed command."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.romme = RommePlay(desk)
        """What only the western game has."""

    async def hand(self, answer: Answer, table: TableId, note: str | None = None) -> None:
        """Show the hand."""
        await self._desk.show_hand(answer, await self._desk.tables.find(table), note)

    async def _act(self, answer: Answer, table: TableId, step: int | None, action: Action, note: str = "") -> Update:
        update = await self._desk.tables.act(table, step, answer.player, action)
        await self._desk.show_hand(answer, update, note or None)
        return update

    # -- the turn -----------------------------------------------------------------------------------

    async def draw(self, answer: Answer, table: TableId, step: int | None, source: Source) -> None:
        """Take a card."""
        update = await self._desk.tables.act(table, step, answer.player, Draw(source))
        await self._desk.show_hand(answer, update, _drew(update.for_player(answer.player).deal))

    async def discard(self, answer: Answer, table: TableId, step: int | None, card: Card) -> None:
        """Throw a card."""
        await self._act(answer, table, step, Discard(card), text.hand.discarded(card))

    async def finish(self, answer: Answer, table: TableId, step: int | None, card: Card) -> None:
        """Put a card in the finish slot."""
        await self._act(answer, table, step, Finish(card), text.hand.FINISHED)

    async def drop(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Leave the deal."""
        await self._act(answer, table, step, Drop(), text.hand.DROPPED)

    async def ask_drop(self, answer: Answer, table: TableId) -> None:
        """Ask first; where no drop is possible, say why."""
        update = await self._desk.tables.find(table)
        if refusal := update.for_player(answer.player).refusal(Drop()):
            raise IllegalAction(refusal)
        await answer.show(messages.ask_drop(update, answer.player))

    # -- groups -------------------------------------------------------------------------------------

    async def sort(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Order the hand by suits."""
        await self._act(answer, table, step, Sort(), text.hand.SORTED)

    async def best(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Group as the solver would; with fourteen cards, those kept after the best discard."""
        update = await self._desk.tables.find(table)
        deal = self._deal(update, answer)
        if not update.lobby.help:
            raise ServiceError(Problem.NO_HELP)
        await self._act(
            answer, table, step, Group(solver.propose(deal.hand, deal.wild, deal.rules)), text.hand.ARRANGED
        )

    async def ungroup(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Take all groups apart."""
        await self._act(answer, table, step, Group(()), text.hand.UNGROUPED)

    async def group_typed(self, answer: Answer, table: TableId, typed: str) -> None:
        """Group as typed: `2H 3H 4H | 5C 6C 7C`.

        Raises:
            CardTextError: a word names no card.
            Sentence: none is typed.
        """
        groups = parse_groups(typed.replace("\n", " ")[:MAX_TYPED])
        if not groups:
            raise Sentence(text.refusals.NO_GROUPS_TYPED)
        await self._act(answer, table, None, Group(groups), text.hand.GROUPED)

    async def group_chosen(self, answer: Answer, table: TableId, step: int | None, values: list[str]) -> None:
        """Make one group of the chosen cards."""
        update = await self._desk.tables.find(table)
        groups = regrouped(self._deal(update, answer), values)
        if groups is None:
            raise IllegalAction(Refusal.NOT_IN_HAND)
        await self._act(answer, table, step, Group(groups), text.hand.GROUPED)

    async def ask_groups(self, answer: Answer, table: TableId) -> None:
        """Open the typed form."""
        update = await self._desk.tables.find(table)
        deal = self._deal(update, answer)
        if refusal := update.for_player(answer.player).refusal(Group(deal.groups)):
            raise IllegalAction(refusal)
        await answer.ask(messages.group_modal(update, answer.player))

    def _deal(self, update: Update, answer: Answer) -> IndianView:
        """The deal as whoever asked may know it."""
        view = update.for_player(answer.player)
        if view.indian is None:
            raise IllegalAction(Refusal.NOT_STARTED if view.deal is None else Refusal.OTHER_GAME)
        return view.indian

    # -- declaring ----------------------------------------------------------------------------------

    async def ask_declare(
        self, answer: Answer, table: TableId, card: Card | None = None, note: str | None = None
    ) -> None:
        """Show what would be declared; nothing counts yet."""
        update = await self._desk.tables.find(table)
        deal = self._deal(update, answer)
        if deal.is_my_turn and deal.phase is Phase.DISCARD and card is not None and card not in deal.hand:
            raise IllegalAction(Refusal.NOT_IN_HAND)
        message = await self._desk.screens.ask_declare(update, answer.player, card, note)
        if await answer.show(message) and not (deal.is_my_turn and deal.phase is Phase.DISCARD):
            self._desk.shown(answer, update)  # it was the hand

    async def declare_with(self, answer: Answer, table: TableId, step: int, card: Card, seen: str) -> None:
        """Finish with the card and declare the groups that were shown; where they differ by now, ask anew."""
        update = await self._desk.tables.find(table)
        deal = self._deal(update, answer)
        right_time = update.table is not None and update.table.step == step and card in deal.hand
        groups = finishing(deal, card) if right_time else ()
        if right_time and digest(groups) != seen:
            await self.ask_declare(answer, table, card, text.hand.GROUPS_CHANGED)
            return
        actions = (Finish(card), Declare(groups))
        update = await self._desk.tables.act(table, step, answer.player, *actions)
        await self._show_declared(answer, update)

    async def _show_declared(self, answer: Answer, update: Update) -> None:
        await self._desk.show_hand(answer, update, messages.declared_note(update, answer.player))

    async def declare_now(self, answer: Answer, table: TableId, step: int, seen: str) -> None:
        """Declare the groups that were shown, the finishing card being in its slot."""
        update = await self._desk.tables.find(table)
        groups = self._deal(update, answer).groups
        if update.table is not None and update.table.step == step and digest(groups) != seen:
            await self._desk.show_hand(answer, update, text.hand.GROUPS_CHANGED)
            return
        await self._show_declared(answer, await self._desk.tables.act(table, step, answer.player, Declare(groups)))

    async def declare(self, answer: Answer, table: TableId, typed: str | None) -> None:
        """The typed command. With a card in the finish slot it declares these groups, or those saved; while groups
        are shown it means Done; else it asks for the card to finish with.

        Raises:
            CardTextError: a word names no card.
        """
        update = await self._desk.tables.find(table)
        deal = self._deal(update, answer)
        groups = parse_groups((typed or "")[:MAX_TYPED]) or None
        if deal.must_show:
            await self._show_groups(answer, update, groups)
        elif deal.is_my_turn and deal.phase is Phase.DISCARD:
            if groups is not None:
                await self._desk.tables.act(table, None, answer.player, Group(groups))
            await self.ask_declare(answer, table)
        else:
            action = Declare(deal.groups if groups is None else groups)
            await self._show_declared(answer, await self._desk.tables.act(table, None, answer.player, action))

    async def _show_groups(self, answer: Answer, update: Update, groups: Groups | None) -> None:
        step = update.table.step if update.table is not None else 0
        actions: tuple[Action, ...] = (Show(),) if groups is None else (Group(groups), Show())
        update = await self._desk.tables.act(update.id, step, answer.player, *actions)
        await self._desk.show_hand(answer, update, text.hand.SHOWN)

    async def done(self, answer: Answer, table: TableId, step: int | None) -> None:
        """A loser's groups are final."""
        await self._act(answer, table, step, Show(), text.hand.SHOWN)

    # -- between deals ------------------------------------------------------------------------------

    async def next(self, answer: Answer, table: TableId, step: int | None, *, declines: bool = True) -> None:
        """Be ready for the next deal, or decline to rejoin.

        Raises:
            Sentence: whoever asked may rejoin, and has not said no to that: `declines`.
        """
        before = await self._desk.tables.find(table)
        was_out = before.seat_of(answer.player) in before.public.offers
        if was_out and not declines:
            raise Sentence(text.between.REJOIN_OR_NOT)
        update = await self._desk.tables.act(table, step, answer.player, Next())
        await self._tell(answer, update, text.between.REJOIN_DECLINED if was_out else self._ready(update))

    def _ready(self, update: Update) -> str:
        view, called = update.public, messages.names(update)
        if view.stage is not Stage.BETWEEN:
            return text.between.DEALT
        if view.offers:
            return text.between.ready_early([called[seat] for seat in view.offers], messages.moment(update))
        return text.between.you_are_ready([called[seat] for seat in view.awaited], messages.moment(update))

    async def rejoin(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Buy back into the pool."""
        update = await self._desk.tables.act(table, step, answer.player, Rejoin())
        bought = update.public.match.rejoins[-1]
        await self._tell(answer, update, text.between.rejoined(bought.total, update.public.match.terms.stake))

    async def split(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Ask the others to share the pool."""
        update = await self._desk.tables.act(table, step, answer.player, CallSplit())
        over = update.row.status.is_over
        await self._tell(answer, update, text.between.SPLIT_DONE if over else text.between.SPLIT_ASKED)

    async def _tell(self, answer: Answer, update: Update, note: str) -> None:
        """Answer with the hand where it was clicked or has just been dealt, else with the sentence alone."""
        if answer.edits or update.public.stage is Stage.PLAYING:
            await self._desk.show_hand(answer, update, note)
        else:
            await self._desk.say(answer, note)

    # -- leaving and ending -------------------------------------------------------------------------

    async def ask_leave(self, answer: Answer, table: TableId) -> None:
        """Ask first."""
        await answer.show(messages.ask_leave(await self._desk.tables.find(table), answer.player))

    async def leave(self, answer: Answer, table: TableId) -> None:
        """Leave the table for good."""
        await self._desk.tables.act(table, None, answer.player, Leave())
        self._desk.hands.forget(answer.player, table)
        await self._desk.say(answer, text.hand.LEFT)

    async def ask_end(self, answer: Answer, table: TableId) -> None:
        """Ask first; only the host may."""
        update = await self._desk.tables.find(table)
        self._check_host(update, answer)
        await answer.show(messages.ask_end(update, answer.player))

    async def end(self, answer: Answer, table: TableId, step: int | None) -> None:
        """The host ends the table: at once, or by vote where other people play."""
        update = await self._desk.tables.act(table, step, answer.player, CallEnd())
        over = update.row.status.is_over
        await self._desk.say(answer, messages.void_sentence(update) if over else text.asks.END_ASKED)

    def _check_host(self, update: Update, answer: Answer) -> None:
        if update.row.tournament is not None:
            raise ServiceError(Problem.TOURNAMENT_TABLE)
        if update.row.host != answer.player:
            raise ServiceError(Problem.NOT_HOST)

    async def vote(self, answer: Answer, table: TableId, step: int | None, agree: bool) -> None:
        """Answer whoever asked to end the table, or to share the pool."""
        before = await self._desk.tables.find(table)
        update = await self._desk.tables.act(table, step, answer.player, Vote(agree))
        if not before.public.is_splitting:
            await self._desk.say(answer, text.table.voted(agree))
        elif not agree:
            await self._desk.say(answer, text.between.SPLIT_REFUSED)
        else:
            over = update.row.status.is_over
            await self._desk.say(answer, text.between.SPLIT_DONE if over else text.between.SPLIT_AGREED)


def _drew(deal: DealView | None) -> str | None:
    """Feedback to one who drew."""
    if deal is None or deal.drawn is None:
        return None
    return text.romme.drew(deal.drawn) if isinstance(deal, RommeView) else text.hand.drew(deal.drawn, deal.wild)
