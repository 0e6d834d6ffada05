"""The message to a server that has added the bot: where, once, and in which language."""

from types import SimpleNamespace
from typing import Any

from bot.codes import BlockKind
from bot.discord.channels import ChannelClosedError
from bot.discord.client import RummyBot
from bot.discord.outbox.welcomes import Welcomes
from bot.flows.readers import Readers
from bot.languages.language import Languages
from bot.layout import Screen
from bot.screens.ids import QuickId
from bot.screens.setup import SetupId, SetupStep
from bot.text import lobby, setup
from tests.known import GAMES
from tests.listeners import HeardClient
from tests.screens.limits import check, labelled, texts
from tests.service.context import Context, desk

SERVER, CHANNEL = 8, 80


class Discord:
    """A server with a system channel and a language, and what was sent to it."""

    def __init__(self, channel: int | None = CHANNEL, locale: str = "en-US", *, is_closed: bool = False) -> None:
        self.http = self
        self.answer = {"system_channel_id": channel and str(channel), "preferred_locale": locale}
        self.is_closed = is_closed
        self.sent: list[tuple[int, Screen]] = []

    async def get_guild(self, server: int, *, with_counts: bool) -> dict[str, Any]:
        assert server == SERVER
        return self.answer

    async def send(self, channel: int, screen: Screen, *, nonce: str) -> int:
        if self.is_closed:
            raise ChannelClosedError(channel, 50013)
        self.sent.append((channel, screen))
        return 1


async def welcomed(d: Context, there: Discord) -> list[tuple[int, Screen]]:
    readers, server = Readers(d.settings, d.servers, Languages(), d.store.tournaments), there
    given: Any = server
    await Welcomes(given, given, d.store, readers, GAMES, lambda: d.now).welcome(SERVER)
    return there.sent


async def test_a_server_is_welcomed_once_in_its_system_channel() -> None:
    async with desk() as d:
        ((channel, screen),) = await welcomed(d, Discord())
        check(screen)
        assert channel == CHANNEL
        assert len(texts(screen).splitlines()) == 2
        assert "Indian rummy" in texts(screen)
        shown = {label: button.id for label, button in labelled(screen).items()}
        assert shown == {lobby.PLAY_NOW(): str(QuickId()), setup.SET_UP(): str(SetupId(SetupStep.PERMISSIONS))}
        assert await welcomed(d, Discord()) == [], "once, whatever process and however often it is added"
        await d.store.departures.note(SERVER, d.now)
        assert await d.store.departures.forget([SERVER])
        assert await welcomed(d, Discord()) == [], "it is back in time"


async def test_nothing_is_sent_where_the_bot_may_not_write() -> None:
    async with desk() as d:
        assert await welcomed(d, Discord(is_closed=True)) == []
        assert await welcomed(d, Discord()) == [], "marked before it was sent"
    async with desk() as d:
        assert await welcomed(d, Discord(channel=None)) == []


async def test_it_speaks_the_language_of_the_server() -> None:
    async with desk() as d:
        ((_, screen),) = await welcomed(d, Discord(locale="de"))
        assert "Einrichten" in labelled(screen)


async def test_an_outage_that_ends_and_a_start_are_no_joining() -> None:
    client, heard = SimpleNamespace(listener=HeardClient()), SimpleNamespace(id=SERVER)
    bot: Any = client
    guild: Any = heard
    await RummyBot.on_guild_available(bot, guild)
    assert client.listener.added_by == []
    await RummyBot.on_guild_join(bot, guild)
    assert client.listener.added_by == [SERVER]


async def test_the_host_does_not_welcome_servers_that_are_blocked() -> None:
    async with desk() as d:
        await d.admission.block(BlockKind.SERVER, SERVER)
        assert (d.admission.serves(SERVER), d.admission.serves(SERVER + 1)) == (False, True)
