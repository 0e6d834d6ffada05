"""What players do at a table of the western game besides drawing and discarding."""

from bot import screens, text
from bot.flows.answer import Answer
from bot.flows.context import Context, UserError
from bot.games.western.actions import LayOff, Place, Side, Step, Swap, Undo
from bot.games.western.codes import WesternRefusal
from bot.games.western.face import words as western_words
from bot.games.western.view import WesternView, western_view
from bot.rummy.cards import Card
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.screens.base import MAX_TYPED
from bot.service.errors import Problem, ServiceError
from bot.service.state import TableState


class WesternFlow:
    """Steps of a turn. `step` is that of the control used, None for a typed command."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def act(self, answer: Answer, table: TableId, step: int | None, *steps: Step) -> None:
        """Take these steps, all or none, and show the hand."""
        state = await self._context.tables.act(table, step, answer.player, *steps)
        await self._context.show_hand(answer, state, western_words.did(steps))

    async def undo(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Take the last step back."""
        await self.act(answer, table, step, Undo())

    async def place_best(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Put down what the solver would.

        Raises:
            UserError: there is nothing to put down.
        """
        state = await self._context.tables.find(table)
        deal = self._deal(state, answer)
        if not state.lobby.help:
            raise ServiceError(Problem.NO_HELP)
        plan = screens.best_plan(deal)
        if plan is None:
            refusal = deal.refusal(Place(deal.hand[:1]))
            soon = refusal in (Refusal.DRAW_FIRST, Refusal.NOT_YOUR_TURN)
            raise UserError(text.REFUSALS[refusal] if refusal and soon else western_words.NOTHING_BEST)
        await self.act(answer, table, step, *plan.steps)

    async def pick(self, answer: Answer, table: TableId, step: int, cards: tuple[Card, ...]) -> None:
        """Ask where the chosen cards shall go."""
        state = await self._context.tables.find(table)
        if state.table is not None and state.table.step != step:
            raise ServiceError(Problem.STALE)
        await answer.show(screens.chosen(state, answer.player, cards))

    async def place_typed(self, answer: Answer, table: TableId, typed: str | None) -> None:
        """Place the melds that were typed, `7S 8S 9S | set 4H JK JK`; without any, what the solver would.

        Raises:
            CardTextError: a word names no card.
            IllegalAction: no card was typed.
        """
        if typed is None:
            await self.place_best(answer, table, None)
            return
        melds = [Place.parse(part.strip()) for part in typed[:MAX_TYPED].split("|") if part.strip()]
        if not melds:
            raise IllegalAction(WesternRefusal.NO_CARDS)
        await self.act(answer, table, None, *melds)

    async def lay_off(
        self, answer: Answer, table: TableId, step: int | None, cards: tuple[Card, ...], where: str
    ) -> None:
        """Add cards to a meld, named as by `meld_named`."""
        at, side = meld_named(where)
        await self.act(answer, table, step, LayOff(at, cards, side))

    async def swap(self, answer: Answer, table: TableId, step: int | None, card: Card, where: str) -> None:
        """Take a joker from a meld for the card."""
        await self.act(answer, table, step, Swap(meld_named(where)[0], card))

    def _deal(self, state: TableState, answer: Answer) -> WesternView:
        """The deal as whoever asked may know it."""
        view = state.for_player(answer.player)
        deal = western_view(view)
        if deal is None:
            raise IllegalAction(Refusal.NOT_STARTED if view.deal is None else Refusal.OTHER_GAME)
        return deal


def meld_named(where: str) -> tuple[int, Side]:
    """Which meld on the table, from 0, and which of its ends: `3`, `3 low`.

    Raises:
        UserError: that names none.
    """
    number, _, side = where.strip().lower().partition(" ")
    if not (number.isascii() and number.isdecimal() and 0 < len(number) < 4 and side in ("", *Side)):
        raise UserError(western_words.NO_MELD_NAMED)
    return int(number) - 1, Side(side or Side.HIGH)
