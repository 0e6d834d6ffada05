"""`/play`: the hand and the moves."""

from functools import partial

from discord import app_commands

from bot import text
from bot.flows.answer import Answer
from bot.rummy.actions import Source
from bot.rummy.cards import Card, parse_cards
from bot.rummy.ids import TableId
from bot.screens.base import MAX_TYPED
from cogs.base import Commands, Interaction, card_choices, meld_choices, place_choices, table_choices

Typed = app_commands.Range[str, 1, MAX_TYPED]


class Moves(Commands):
    """Everything a player does with a hand."""

    @app_commands.command(description=text.commands.HAND)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Look at your hand."""
        await self.at_table(interaction, table, self.flows.moves.hand, lobby=False)

    @app_commands.command(description=text.commands.DRAW)
    @app_commands.describe(source=text.commands.SOURCE, table=text.commands.MY_TABLE)
    @app_commands.choices(
        source=[
            app_commands.Choice(name=text.commands.CLOSED_DECK, value=Source.CLOSED.value),
            app_commands.Choice(name=text.commands.OPEN_DECK, value=Source.OPEN.value),
        ]
    )
    @app_commands.autocomplete(table=table_choices)
    async def draw(self, interaction: Interaction, source: str, table: str | None = None) -> None:
        """Draw a card."""

        async def flow(answer: Answer, id: TableId) -> None:
            await self.flows.moves.draw(answer, id, None, Source(source))

        await self.at_table(interaction, table, flow, lobby=False)

    @app_commands.command(description=text.commands.DISCARD)
    @app_commands.describe(card=text.commands.DISCARD_CARD, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(card=card_choices, table=table_choices)
    async def discard(
        self, interaction: Interaction, card: app_commands.Range[str, 1, 20], table: str | None = None
    ) -> None:
        """Discard a card."""

        async def flow(answer: Answer, id: TableId) -> None:
            await self.flows.moves.discard(answer, id, None, Card.parse(card.strip()))

        await self.at_table(interaction, table, flow, lobby=False)

    @app_commands.command(description=text.commands.PLACE)
    @app_commands.describe(cards=text.commands.PLACE_CARDS, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(cards=place_choices, table=table_choices)
    async def place(self, interaction: Interaction, cards: Typed | None = None, table: str | None = None) -> None:
        """Place melds; without cards, what the solver would."""
        await self.at_table(interaction, table, partial(self.flows.moves.romme.place_typed, typed=cards), lobby=False)

    @app_commands.command(description=text.commands.LAY_OFF)
    @app_commands.describe(card=text.commands.LAY_OFF_CARD, meld=text.commands.MELD, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(card=card_choices, meld=meld_choices, table=table_choices)
    async def layoff(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 100],
        meld: app_commands.Range[str, 1, 10],
        table: str | None = None,
    ) -> None:
        """Add cards to a meld on the table."""

        async def flow(answer: Answer, id: TableId) -> None:
            await self.flows.moves.romme.lay_off(answer, id, None, parse_cards(card), meld)

        await self.at_table(interaction, table, flow, lobby=False)

    @app_commands.command(description=text.commands.SWAP)
    @app_commands.describe(card=text.commands.SWAP_CARD, meld=text.commands.MELD, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(card=card_choices, meld=meld_choices, table=table_choices)
    async def swap(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 20],
        meld: app_commands.Range[str, 1, 10],
        table: str | None = None,
    ) -> None:
        """Take a joker from a meld for the card it stands for."""

        async def flow(answer: Answer, id: TableId) -> None:
            await self.flows.moves.romme.swap(answer, id, None, Card.parse(card.strip()), meld)

        await self.at_table(interaction, table, flow, lobby=False)

    @app_commands.command(description=text.commands.UNDO)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        """Take back the last step of the turn."""
        await self.at_table(interaction, table, partial(self.flows.moves.romme.undo, step=None), lobby=False)

    @app_commands.command(description=text.commands.SORT)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def sort(self, interaction: Interaction, table: str | None = None) -> None:
        """Order your hand by suits."""
        await self.at_table(interaction, table, partial(self.flows.moves.sort, step=None), lobby=False)

    @app_commands.command(description=text.commands.BEST)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def best(self, interaction: Interaction, table: str | None = None) -> None:
        """Group your hand as well as can be."""
        await self.at_table(interaction, table, partial(self.flows.moves.best, step=None), lobby=False)

    @app_commands.command(description=text.commands.GROUP)
    @app_commands.describe(groups=text.commands.GROUPS, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def group(self, interaction: Interaction, groups: Typed, table: str | None = None) -> None:
        """Lay your cards into groups."""
        await self.at_table(interaction, table, partial(self.flows.moves.group_typed, typed=groups), lobby=False)

    @app_commands.command(description=text.commands.FINISH)
    @app_commands.describe(card=text.commands.FINISH_CARD, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(card=card_choices, table=table_choices)
    async def finish(
        self, interaction: Interaction, card: app_commands.Range[str, 1, 20], table: str | None = None
    ) -> None:
        """Put a card in the finish slot; you must declare then."""

        async def flow(answer: Answer, id: TableId) -> None:
            await self.flows.moves.finish(answer, id, None, Card.parse(card.strip()))

        await self.at_table(interaction, table, flow, lobby=False)

    @app_commands.command(description=text.commands.DECLARE)
    @app_commands.describe(groups=text.commands.DECLARE_GROUPS, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def declare(
        self,
        interaction: Interaction,
        groups: Typed | None = None,
        table: str | None = None,
    ) -> None:
        """Declare your groups; after another's declaration: show them."""
        await self.at_table(interaction, table, partial(self.flows.moves.declare, typed=groups), lobby=False)

    @app_commands.command(description=text.commands.DROP)
    @app_commands.describe(confirm=text.commands.CONFIRM, table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def drop(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """Leave this deal for the drop penalty."""
        flow = partial(self.flows.moves.drop, step=None) if confirm else self.flows.moves.ask_drop
        await self.at_table(interaction, table, flow, lobby=False)

    @app_commands.command(description=text.commands.BACK)
    @app_commands.describe(table=text.commands.MY_TABLE)
    @app_commands.autocomplete(table=table_choices)
    async def back(self, interaction: Interaction, table: str | None = None) -> None:
        """See what was done while you were away."""
        await self.at_table(interaction, table, self.flows.info.away, lobby=False)
