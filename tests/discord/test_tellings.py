"""The message about a new table: for which tables, to whom, and how often."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.discord.outbox.tellings import EVERY, MOST, Tellings
from bot.flows.readers import Readers
from bot.languages.language import Languages
from bot.layout import Screen
from bot.rummy.actions import EndCause
from bot.rummy.ids import PlayerId
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.store.errors import StoreError
from bot.store.rows.tellings import Listener
from tests.screens.limits import actions, texts
from tests.service.context import ASHA, BEN, CARA, Context, desk

GUILD = 1


class Channels:
    """A channel that everybody may read, unless a test says otherwise."""

    def __init__(self) -> None:
        self.sent: list[tuple[Screen, tuple[PlayerId, ...], int | None]] = []
        self.is_public = True
        self.left: set[PlayerId] = set()

    async def has_left(self, guild: int, player: PlayerId) -> bool:
        return player in self.left

    async def is_for_all(self, channel: int) -> bool:
        return self.is_public

    async def send(
        self, channel: int, screen: Screen, people: tuple[PlayerId, ...], nonce: str, *, role: int | None
    ) -> int:
        self.sent.append((screen, people, role))
        return len(self.sent)


def tellings(d: Context, channels: Any) -> Tellings:
    readers = Readers(d.settings, d.servers, Languages(), d.store.tournaments)
    return Tellings(channels, d.store, d.servers, readers, lambda: d.now)


async def listen(d: Context, *people: int, **chosen: Any) -> None:
    for person in people:
        await d.store.tellings.listen(Listener(GUILD, PlayerId(person), **chosen))


async def told(d: Context, state: TableState, channels: Channels | None = None) -> tuple[PlayerId, ...]:
    """Return whom a new table mentions, ten minutes after the last one."""
    d.now += EVERY
    there = channels or Channels()
    await tellings(d, there).tell(state)
    return there.sent[0][1] if there.sent else ()


async def test_those_longest_not_told_come_first_and_twenty_at_most() -> None:
    async with desk() as d:
        state = await d.lobby(ASHA)
        await listen(d, ASHA.id, *range(500, 525))
        first = await told(d, state)
        assert first == tuple(range(500, 500 + MOST)), "who sits there is not told"
        assert set(range(520, 525)) < set(await told(d, state))


async def test_who_sits_at_any_table_is_not_told() -> None:
    async with desk() as d:
        await listen(d, BEN.id, CARA.id, 500)
        table, state = await d.table(BEN, CARA), await d.lobby(ASHA)
        assert await told(d, state) == (500,)
        await d.tables.end(table.id, EndCause.STAFF)
        assert set(await told(d, state)) == {BEN.id, CARA.id, 500}


async def test_a_server_hears_of_one_table_in_ten_minutes_from_all_processes() -> None:
    async with desk() as d:
        state, channels = await d.lobby(ASHA), Channels()
        await listen(d, 500)
        assert await told(d, state) == (500,)
        for _ in range(2):
            await tellings(d, channels).tell(state)  # as another process would
        d.now += EVERY - timedelta(seconds=1)
        await tellings(d, channels).tell(state)
        assert channels.sent == []
        d.now += timedelta(seconds=1)
        await tellings(d, channels).tell(state)
        ((screen, _, _),) = channels.sent
        assert "<@500>" in texts(screen)
        assert "join" in actions(screen)


async def test_who_has_left_the_server_is_not_mentioned_and_not_asked_for_again() -> None:
    async with desk() as d:
        state, channels = await d.lobby(ASHA), Channels()
        await listen(d, 500, 501)
        channels.left = {PlayerId(500)}
        assert await told(d, state, channels) == (501,)
        assert await d.store.tellings.of(GUILD, PlayerId(500)) is None
        nobody = Channels()
        nobody.left = {PlayerId(501)}
        assert await told(d, state, nobody) == ()


@pytest.mark.parametrize("step", ["has_listeners", "pick", "send", "after"])
async def test_after_a_kill_nobody_is_told_twice_and_the_next_table_is_told(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk() as d:
        state, channels = await d.lobby(ASHA), Channels()
        await listen(d, 500)

        async def killed(*_: object, **__: object) -> None:
            raise StoreError

        with monkeypatch.context() as broken:
            if step != "after":
                broken.setattr(channels if step == "send" else d.store.tellings, step, killed)
            await told(d, state, channels)
        await tellings(d, channels).tell(state)
        # Before the row is written, nothing has been told; after it, the message is lost or sent, and never sent again.
        assert len(channels.sent) == (step != "send")
        d.now += EVERY
        await tellings(d, channels).tell(state)
        assert len(channels.sent) == (2 if step != "send" else 1)


async def test_game_hours_and_pauses_are_kept() -> None:
    async with desk() as d:
        state = await d.lobby(ASHA)  # at 00:10 UTC
        await listen(d, 500, game="gin")
        await listen(d, 501, game="indian")
        await listen(d, 502, quiet_from=22, quiet_until=7)
        await listen(d, 503, quiet_from=1, quiet_until=7)
        await listen(d, 505, quiet_from=0, quiet_until=0)
        await listen(d, 504)
        await d.settings.change(PlayerId(504), paused_until=d.now + timedelta(days=1))
        assert await told(d, state) == (501, 503, 505)
        await d.servers.change(GUILD, zone="Asia/Kolkata")
        assert await told(d, state) == (501, 505), "it is between 5 and 6 there"


@pytest.mark.parametrize("why", ["private", "stake", "full", "started", "hidden", "off", "elsewhere"])
async def test_nobody_is_told_of_a_table_that_is_not_for_all(why: str) -> None:
    async with desk() as d:
        await listen(d, 500)
        state, channels = await d.lobby(ASHA, BEN, options=TableForm(seats=3)), Channels()
        lobby = state.lobby
        match why:
            case "private":
                state = replace(state, row=replace(state.row, private=True))
            case "stake":
                state = replace(state, lobby=replace(lobby, terms=replace(lobby.terms, stake=100)))
            case "full":
                state = replace(state, lobby=replace(lobby, seats=2))
            case "started":
                state = await d.lobbies.start(state.id, ASHA.id, d.press())
            case "hidden":
                channels.is_public = False
            case "off":
                await d.servers.change(GUILD, tells=False)
            case "elsewhere":
                state = replace(state, row=replace(state.row, guild=2))
        assert await told(d, state, channels) == ()
        assert channels.sent == []


async def test_a_role_is_mentioned_in_place_of_people() -> None:
    async with desk() as d:
        await d.servers.change(GUILD, tell_role=77)
        await listen(d, 500)
        channels, state = Channels(), await d.lobby(ASHA)
        assert await told(d, state, channels) == ()
        assert channels.sent[0][2] == 77
        assert "<@&77>" in texts(channels.sent[0][0])
        await tellings(d, channels).tell(state)
        assert len(channels.sent) == 1
