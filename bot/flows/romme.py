"""What players do at a table of the western game besides drawing and discarding."""

from bot import screens as messages
from bot import text
from bot.discord.answers import Answer
from bot.flows.desk import Desk, Sentence
from bot.rummy.actions import LayOff, Place, Side, Step, Swap, Undo
from bot.rummy.cards import Card
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import TableId
from bot.rummy.view import RommeView
from bot.screens.base import MAX_TYPED
from bot.service.errors import Problem, ServiceError
from bot.service.update import Update


class RommePlay:
    """Steps of a turn. `step` is that of the control used, None for a typed command."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def act(self, answer: Answer, table: TableId, step: int | None, *steps: Step) -> None:
        """Take these steps, all or none, and show the hand."""
        update = await self._desk.tables.act(table, step, answer.player, *steps)
        await self._desk.show_hand(answer, update, text.romme.did(steps))

    async def undo(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Take the last step back."""
        await self.act(answer, table, step, Undo())

    async def place_best(self, answer: Answer, table: TableId, step: int | None) -> None:
        """Put down what the solver would.

        Raises:
            Sentence: there is nothing to put down.
        """
        update = await self._desk.tables.find(table)
        deal = self._deal(update, answer)
        if not update.lobby.help:
            raise ServiceError(Problem.NO_HELP)
        plan = messages.best_plan(deal)
        if plan is None:
            refusal = deal.refusal(Place(deal.hand[:1]))
            soon = refusal in (Refusal.DRAW_FIRST, Refusal.NOT_YOUR_TURN)
            raise Sentence(text.REFUSALS[refusal] if refusal and soon else text.romme.NOTHING_BEST)
        await self.act(answer, table, step, *plan.steps)

    async def pick(self, answer: Answer, table: TableId, step: int, cards: tuple[Card, ...]) -> None:
        """Ask where the chosen cards shall go."""
        update = await self._desk.tables.find(table)
        if update.table is not None and update.table.step != step:
            raise ServiceError(Problem.STALE)
        await answer.show(messages.chosen(update, answer.player, cards))

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
            raise IllegalAction(Refusal.NO_CARDS)
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

    def _deal(self, update: Update, answer: Answer) -> RommeView:
        """The deal as whoever asked may know it."""
        view = update.for_player(answer.player)
        if view.romme is None:
            raise IllegalAction(Refusal.NOT_STARTED if view.deal is None else Refusal.OTHER_GAME)
        return view.romme


def meld_named(where: str) -> tuple[int, Side]:
    """Which meld on the table, from 0, and which of its ends: `3`, `3 low`.

    Raises:
        Sentence: that names none.
    """
    number, _, side = where.strip().lower().partition(" ")
    if not (number.isascii() and number.isdecimal() and 0 < len(number) < 4 and side in ("", *Side)):
        raise Sentence(text.romme.NO_MELD_NAMED)
    return int(number) - 1, Side(side or Side.HIGH)
