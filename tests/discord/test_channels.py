"""Channels that are closed to the bot, and when they are tried again."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.channels import CALLS_KEPT, ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS
from bot.discord.places import threads_of
from bot.flows.answer import Threads
from bot.layout import Accent, Picture, screen
from bot.rummy.ids import PlayerId

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def pressed(server: int, channel: int) -> Any:
    """Return an interaction in a channel in which the bot may not write."""
    nothing = discord.Permissions.none()
    return SimpleNamespace(guild_id=server, channel_id=channel, channel=None, app_permissions=nothing)


def test_changed_roles_of_a_server_reopen_its_channels_and_those_of_unknown_servers() -> None:
    channels = Channels(discord.Client(intents=discord.Intents.none()), lambda: NOW)
    for server, channel in ((1, 11), (2, 22)):
        channels.notice(pressed(server, channel))
    for channel in (11, 22, 33):
        channels.close(channel, 50013)
    channels.close(44, 10003)
    channels.reopen_in(1)
    assert channels.is_gone(44)
    assert [channel for channel in (11, 22, 33) if channels.is_closed(channel)] == [22]
    channels.reopen_in(2)
    assert not channels.is_closed(22)


@pytest.mark.parametrize("kind", [*discord.ChannelType])
def test_only_a_text_channel_has_private_threads_and_besides_it_only_announcements_have_any(
    kind: discord.ChannelType,
) -> None:
    """A thread, a post of a forum and the chat of a voice or stage channel have none."""
    has = {discord.ChannelType.text: Threads.ALL, discord.ChannelType.news: Threads.PUBLIC}
    assert threads_of(SimpleNamespace(type=kind)) is has.get(kind, Threads.NONE)


# -- messages -----------------------------------------------------------------------------------------

BOARD = screen(Accent.GREEN, "Asha, your turn", Picture("board.png", b"...", "7♥ lies *open*"))


@dataclass
class Place:
    """A channel of a strict Discord: it refuses files, or all messages, with the code that a test sets."""

    refuses_files: bool = False
    refuses: int = 0
    sent: list[tuple[str, int]] = field(default_factory=list)
    """The text and the number of files of each message that it took."""
    asked: int = 0

    def get_partial_messageable(self, _: int) -> "Place":
        return self

    def get_partial_message(self, _: int) -> "Place":
        return self

    async def send(self, *, view: Any, files: list[discord.File], **_: Any) -> Any:
        self.asked += 1
        code = 50013 if self.refuses_files and files else self.refuses
        if code:
            status = 400 if code == 50083 else 404 if code == 10003 else 403
            raise discord.HTTPException(SimpleNamespace(status=status, reason="no"), {"code": code})
        self.sent.append((str(view.to_components()), len(files)))
        return SimpleNamespace(id=len(self.sent))

    async def edit(self, *, view: Any, attachments: list[discord.File]) -> None:
        await self.send(view=view, files=attachments)


@dataclass
class Clock:
    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now


def channels_in(place: Any, clock: Clock | None = None) -> Channels:
    return Channels(place, clock or Clock())


async def test_without_the_permission_for_files_messages_go_out_in_words() -> None:
    place = Place(refuses_files=True)
    channels = channels_in(place)
    await channels.send(11, BOARD)
    await channels.edit(11, 1, BOARD)
    await channels.send(11, BOARD)
    assert [files for _, files in place.sent] == [0, 0, 0]
    assert all("7♥ lies" in said and "your turn" in said for said, _ in place.sent)
    assert "*open*" not in place.sent[0][0], "words of a picture are no markup"
    assert place.asked == 4, "files are tried once"
    place.refuses_files = False
    channels.reopen_in(1)
    await channels.send(11, BOARD)
    assert place.sent[-1][1] == 1
    assert channels.take_changed() == (frozenset({1}), frozenset())


async def test_a_message_without_files_says_nothing_about_the_permission_for_files() -> None:
    place = Place(refuses=50013)
    channels = channels_in(place)
    with pytest.raises(ChannelClosedError):
        await channels.send(11, screen(Accent.GREEN, "Asha, your turn"))
    assert place.asked == 1


@pytest.mark.parametrize(
    ("code", "again"), [(50013, True), (50001, True), (160005, True), (50083, True), (10003, False)]
)
async def test_a_closed_channel_is_tried_again_after_an_hour_unless_it_is_gone(code: int, again: bool) -> None:
    place, clock = Place(refuses=code), Clock()
    channels = channels_in(place, clock)
    with pytest.raises(ChannelClosedError):
        await channels.send(11, screen(Accent.GREEN, "Asha, your turn"))
    assert channels.is_closed(11)
    assert channels.is_gone(11) is not again
    place.refuses = 0
    clock.now += timedelta(minutes=59)
    with pytest.raises(ChannelClosedError):
        await channels.send(11, BOARD)
    clock.now += timedelta(minutes=1)
    assert channels.is_closed(11) is not again
    if again:
        await channels.send(11, BOARD)
        assert place.sent


async def test_an_archived_thread_is_no_closed_channel_for_an_edit() -> None:
    channels = channels_in(Place(refuses=50083))
    with pytest.raises(DISCORD_ERRORS):
        await channels.edit(11, 1, BOARD)
    assert not channels.is_closed(11), "a message would open it"


# -- members ------------------------------------------------------------------------------------------


@dataclass
class Server:
    """A server that Discord knows, and what it answers when it is asked for a member."""

    answer: int = 200
    asked: int = 0

    def get_guild(self, _: int) -> "Server":
        return self

    async def fetch_member(self, _: int) -> None:
        self.asked += 1
        if self.answer == 404:
            raise discord.NotFound(SimpleNamespace(status=404, reason="no"), {"code": 10007})
        if self.answer == 500:
            raise discord.DiscordServerError(SimpleNamespace(status=500, reason="no"), "")


async def test_discord_is_asked_at_most_once_a_minute_whether_a_person_has_left_and_for_calls_once_an_hour() -> None:
    server, clock, one = Server(), Clock(), PlayerId(7)
    channels = channels_in(server, clock)
    assert not await channels.has_left(1, one)
    server.answer = 404
    assert not await channels.has_left(1, one)
    clock.now += timedelta(minutes=1)
    assert not await channels.has_left(1, one, CALLS_KEPT)
    assert server.asked == 1
    assert await channels.has_left(1, one)
    assert await channels.has_left(1, one)
    assert server.asked == 2
    server.answer = 500
    clock.now += timedelta(minutes=1)
    assert not await channels.has_left(1, one), "without an answer they are there"
