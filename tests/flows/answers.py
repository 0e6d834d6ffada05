"""Presses and commands without Discord: an answer that keeps what it shows, and all flows over a store in memory."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot.flows.answer import Answer, AnswerResult, CardPlace, Press, Threads
from bot.flows.context import Context, Handler
from bot.flows.filled_forms import FilledForms
from bot.flows.flows import Flows
from bot.flows.open_screens import OpenScreens
from bot.flows.readers import Readers
from bot.languages.language import Languages
from bot.layout import Button, Form, Screen, TableControlId
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from tests.known import GAMES
from tests.screens.limits import labelled, texts
from tests.service import context as services
from tests.service.context import ASHA, desk

GUILD, CHANNEL = 1, 2
"""The server and the channel in which people ask unless a test says otherwise; `desk` opens its tables there."""


@dataclass(eq=False)
class FakeAnswer:
    """An answer that keeps what it shows. Its fields say who asks, where, and what they may do there."""

    player: PlayerId = ASHA.id
    name: DisplayName = ASHA.name
    id: int = 1
    guild: int | None = GUILD
    locale: str | None = None
    guild_locale: str | None = None
    channel: int | None = CHANNEL
    message: int | None = None
    edits: bool = False
    edits_direct_message: bool = False
    redraws: bool = True
    shown_in: int | None = None
    table: TableId | None = None
    outcome: AnswerResult = AnswerResult.DONE
    fault: str | None = None
    code: str | None = None

    is_staff: bool = False
    """Whether the person manages the server."""
    roles: frozenset[int] = frozenset()
    """Roles that the person has."""
    given: frozenset[int] = frozenset()
    """Roles that both the person and the bot could give."""
    writes: bool = True
    """Whether the person may write in the channel."""
    unseen: frozenset[int] = frozenset()
    """Channels that the person may not read."""
    gone: frozenset[int] = frozenset()
    """Channels that the server no longer has."""
    missing: str | None = None
    """A permission that the bot lacks here."""
    missing_in_private: str | None = None
    """A permission that the bot lacks for private tables here."""
    threads: Threads = Threads.ALL
    """The threads that the channel can have."""
    others: tuple[int, ...] = ()
    """Channels that have the threads that this one lacks."""
    lacks: tuple[tuple[str, bool, str], ...] = ()
    """The result of `permissions`."""
    arrives: bool = True
    """Whether messages reach people."""
    controls: frozenset[str] = frozenset()
    """The ids of the controls of the message that was pressed."""

    shown: list[Screen] = field(default_factory=list)
    """Screens for the person alone."""
    shared: list[Screen] = field(default_factory=list)
    """Screens for all in the channel."""
    forms: list[Form] = field(default_factory=list)
    redrawn: list[Screen] = field(default_factory=list)
    accepted: int = 0
    removed: int = 0

    @property
    def parent_channel(self) -> int | None:
        return self.channel

    @property
    def control_ids(self) -> set[str]:
        return set(self.controls)

    async def show(self, screen: Screen) -> bool:
        self.shown.append(screen)
        return self.arrives

    async def share(self, screen: Screen) -> bool:
        self.shared.append(screen)
        return self.arrives

    async def ask(self, form: Form) -> bool:
        self.forms.append(form)
        return self.arrives

    async def accept(self) -> None:
        self.accepted += 1

    async def redraw(self, screen: Screen) -> bool:
        self.redrawn.append(screen)
        return self.arrives

    async def remove(self) -> None:
        self.removed += 1

    def manages_server(self) -> bool:
        return self.is_staff and self.guild is not None

    def may_steer(self, role: int | None) -> bool:
        return self.manages_server() or role in self.roles

    def may_give(self, role: int) -> bool:
        return role in self.given

    def may_mention(self, role: int) -> bool:
        return role in self.given

    def may_write(self) -> bool:
        return self.writes

    async def knows_channel(self, channel: int) -> bool:
        return channel not in self.gone

    async def seen(self, *channels: int) -> frozenset[int]:
        return frozenset(channels) - self.unseen

    async def place(self, channel: int | None = None) -> CardPlace:
        return CardPlace(channel or self.channel or 0, self.threads, self.missing, self.missing_in_private)

    async def channels_with(self, threads: Threads) -> list[int]:
        return list(self.others)

    async def permissions(self) -> list[tuple[str, bool, str]]:
        return list(self.lacks)

    # -- what a test reads --------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """Return the only screen that the person was shown."""
        (shown,) = self.shown
        return shown

    @property
    def text(self) -> str:
        """Return all texts of that screen, a line each."""
        return texts(self.screen)

    @property
    def form(self) -> Form:
        """Return the only form that the person was asked."""
        (form,) = self.forms
        return form

    def button(self, label: str) -> Button:
        """Return the button of that screen with this label."""
        return labelled(self.screen)[label]


@dataclass
class FakeHands:
    """Direct messages with hands, which note each call."""

    seen: list[tuple[TableId, PlayerId]] = field(default_factory=list)
    retried: list[PlayerId] = field(default_factory=list)

    def on_seen(self, state: TableState, player: PlayerId) -> None:
        self.seen.append((state.id, player))

    def retry(self, player: PlayerId) -> None:
        self.retried.append(player)


@dataclass
class FakePlaces:
    """Places of tables and tournaments: each card has the link, and each table has moved as a test says."""

    at: str | None = None
    gone_to: str | None = None

    async def link(self, state: TableState | TournamentState) -> str | None:
        return self.at

    async def open_thread(self, state: TableState, channel: int, *, private: bool) -> int | None:
        return None

    def moved(self, state: TableState, player: PlayerId) -> str | None:
        return self.gone_to


@dataclass
class FlowDesk:
    """All flows of one process, and the people who press its buttons.

    async with flow_desk() as bot:
        state = await bot.services.table(ASHA, BEN)
        answer = await bot.press(BEN, bot.control(state.id, "more"))
        answer = await bot.command(BEN, bot.flows.table.doctor, guild=None)
    """

    services: services.Context
    context: Context
    flows: Flows
    hands: FakeHands
    places: FakePlaces
    invited: list[tuple[TableId, PlayerId]]
    """Guests who were told of a lobby."""
    gone: set[PlayerId]
    """People who have left every server."""
    told: list[TableId]
    """Tables of which people were told."""
    numbers: Iterator[int] = field(default_factory=lambda: count(5000))

    def answer(self, person: Person = ASHA, **given: Any) -> FakeAnswer:
        """Return an answer to a person; `given` are its other fields."""
        return FakeAnswer(person.id, person.name, next(self.numbers), **given)

    async def press(
        self, person: Person, id: object, *values: str, typed: Mapping[str, str] | None = None, **given: Any
    ) -> FakeAnswer:
        """Press a control, choose `values` in it or send a form, and return the answer."""
        press = Press(id.id if isinstance(id, Button) else str(id), values, typed or {}, is_menu=bool(values))
        answer = self.answer(person, **{"message": 900, **given})
        await self.flows.router.pressed(answer, press)
        return answer

    async def command(self, person: Person, handler: Handler, **given: Any) -> FakeAnswer:
        """Serve a typed command and return the answer. An error of the handler becomes its sentence."""
        answer = self.answer(person, **given)
        await self.context.serve(answer, handler)
        return answer

    def control(self, table: TableId, text: str, step: int = 0, *, is_own: bool = True) -> TableControlId:
        """Return the id of a control of a table."""
        return TableControlId(table, step, text, is_own)


@dataclass
class FakeInteractions:
    """Interactions that serve commands of cogs. Each command receives the `FakeAnswer` as its interaction."""

    context: Context

    async def command(self, interaction: Answer, handler: Handler, *, blocked_too: bool = False) -> None:
        await self.context.serve(interaction, handler, blocked_too=blocked_too)


@asynccontextmanager
async def flow_desk(**given: Any) -> AsyncIterator[FlowDesk]:
    """Open the flows over services of their own; `given` are arguments of `desk`."""
    async with desk(**given) as made:
        hands, places, invited = FakeHands(), FakePlaces(), list[tuple[TableId, PlayerId]]()
        gone, told = set[PlayerId](), list[TableId]()

        async def invite(state: TableState, guest: PlayerId) -> bool:
            invited.append((state.id, guest))
            return guest not in gone

        async def settled(guild: int | None) -> None:
            pass

        async def tell(state: TableState) -> None:
            told.append(state.id)

        async def has_left(guild: int, player: PlayerId) -> bool:
            return player in gone

        context = Context(
            tables=made.tables,
            lobbies=made.lobbies,
            quick=made.quick,
            rematches=made.rematches,
            admission=made.admission,
            store=made.store,
            servers=made.servers,
            readers=Readers(made.settings, made.servers, Languages(), made.store.tournaments),
            settings=made.settings,
            play_time=made.play_time,
            reviews=made.reviews,
            house=made.house,
            open_screens=OpenScreens(lambda: made.now),
            filled_forms=FilledForms(lambda: made.now),
            direct_hands=hands,
            places=places,
            settled=settled,
            invite=invite,
            has_left=has_left,
            tell=tell,
            forget_portrait=lambda _: None,
        )
        flows = Flows(context, made.wallet, made.tournaments, GAMES.load(), lambda: made.now, made.daily)
        yield FlowDesk(made, context, flows, hands, places, invited, gone, told)
