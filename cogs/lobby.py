"""`/rummy new · join · leave · start · seat · rematch`: before and after the cards."""

from functools import partial

import discord
from discord import app_commands

from bot.rummy.ids import Player, PlayerId, TableId
from bot.service.lobby import Options
from bot.service.paces import Pace
from bot.ui.answers import Answer
from cogs.base import Choices, Interaction, Topic, table_choices, topic_of

DEFAULTS = Options()


async def rules_choices(interaction: Interaction, current: str) -> Choices:
    """The rule sets, by id or name."""
    typed = current.strip().lower()
    found = [rules for rules in topic_of(interaction).kit.looks.all_rules() if rules.listed or rules.id == typed]
    fitting = [rules for rules in found if typed in rules.id.lower() or typed in rules.name.lower()]
    return [app_commands.Choice(name=rules.name, value=rules.id) for rules in fitting[:25]]


class Lobby(Topic):
    """How a table comes about."""

    seat = app_commands.Group(name="seat", description="Seats of a table that has not started.")

    @app_commands.command()
    @app_commands.describe(
        rules="rule set",
        pace="how fast",
        seats="most players",
        private="only by invitation",
        help="whether Best may arrange hands",
    )
    @app_commands.choices(pace=[app_commands.Choice(name=pace.value, value=pace.value) for pace in Pace])
    @app_commands.autocomplete(rules=rules_choices)
    async def new(
        self,
        interaction: Interaction,
        rules: app_commands.Range[str, 1, 40] | None = None,
        pace: str | None = None,
        seats: app_commands.Range[int, 2, 6] | None = None,
        private: bool | None = None,
        help: bool | None = None,
    ) -> None:
        """Open a table here: with options at once, without them by a form."""
        options = Options(
            rules_id=rules or DEFAULTS.rules_id,
            pace=Pace(pace) if pace else DEFAULTS.pace,
            seats=seats or DEFAULTS.seats,
            private=bool(private),
            help=help is not False,
        )
        asked = all(given is None for given in (rules, pace, seats, private, help))
        flow = self.kit.lobby.form if asked else self.kit.lobby.open
        await self.answer(interaction, partial(flow, options=options))

    @app_commands.command()
    @app_commands.describe(table="its code, where there are several")
    @app_commands.autocomplete(table=table_choices)
    async def join(self, interaction: Interaction, table: str | None = None) -> None:
        """Sit down at a table."""
        await self.at_table(interaction, table, self.kit.lobby.join, seated=False, lobby=True)

    @app_commands.command()
    @app_commands.describe(confirm="true: without being asked again", table="its code, where you sit at several")
    @app_commands.autocomplete(table=table_choices)
    async def leave(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> None:
        """Leave a table."""

        async def flow(answer: Answer, id: TableId) -> None:
            update = await self.kit.desk.tables.find(id)
            if update.table is None:
                await self.kit.lobby.leave(answer, id)
            elif confirm:
                await self.kit.play.leave(answer, id)
            else:
                await self.kit.play.ask_leave(answer, id)

        await self.at_table(interaction, table, flow)

    @app_commands.command()
    @app_commands.describe(table="its code, where you sit at several")
    @app_commands.autocomplete(table=table_choices)
    async def start(self, interaction: Interaction, table: str | None = None) -> None:
        """Deal the cards, as the host."""
        await self.at_table(interaction, table, self.kit.lobby.start, lobby=True)

    @seat.command(name="add")
    @app_commands.describe(user="whom to invite; without one, a computer sits down", table="its code")
    @app_commands.autocomplete(table=table_choices)
    async def seat_add(
        self, interaction: Interaction, user: discord.User | None = None, table: str | None = None
    ) -> None:
        """Invite somebody, or add a computer, as the host."""
        if user is None:
            await self.at_table(interaction, table, self.kit.lobby.add_computer, lobby=True)
        else:
            flow = partial(self.kit.lobby.invite, guest=PlayerId(user.id))
            await self.at_table(interaction, table, flow, lobby=True)

    @seat.command(name="remove")
    @app_commands.describe(user="who goes", computer="or the number of a computer", table="its code")
    @app_commands.autocomplete(table=table_choices)
    async def seat_remove(
        self,
        interaction: Interaction,
        user: discord.User | None = None,
        computer: app_commands.Range[int, 1, 9] | None = None,
        table: str | None = None,
    ) -> None:
        """Take a player off the list, as the host."""
        if user is None and computer is None:
            await self.at_table(interaction, table, self.kit.lobby.ask_remove, lobby=True)
            return
        who = Player(user.id) if user is not None else Player(computer or 0, is_computer=True)
        await self.at_table(interaction, table, partial(self.kit.lobby.remove, who=str(who)), lobby=True)

    @app_commands.command()
    @app_commands.describe(table="code of the match that is over")
    async def rematch(self, interaction: Interaction, table: app_commands.Range[str, 6, 10]) -> None:
        """Play again with the same players."""
        await self.at_table(interaction, table, self.kit.lobby.rematch)
