"""A table on the page: its player gets it whole after each change, and plays by the same controls as elsewhere."""

import asyncio
import json
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.flows.open_pages import LINGERS, OpenPages
from bot.rummy.actions import Draw, Source
from bot.rummy.cards import Card, card_texts
from bot.rummy.deal_view import DealView
from bot.rummy.ids import Player, PlayerId, TableId
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.web import visits
from bot.web.answer import PRESS_BIT, new_press
from bot.web.visits import LOOK_LASTS, RECONNECT
from tests.flows.answers import CHANNEL, GUILD
from tests.service.context import ASHA, BEN, CARA, desk, whose
from tests.waiting import until
from tests.web.pages import OpenPage, Web, is_closed, web

BANDS = ("pure", "impure", "set", "open")
GAMES = ["circle", "romme", "gin", "twentyone"]


async def started(page: Web, rules: str = "circle") -> tuple[TableState, OpenPage, OpenPage]:
    """Return a table of two, and the pages of the player whose turn it is and of the other one."""
    state = await page.desk.services.table(ASHA, BEN, options=TableForm(rules, seats=2))
    mine, other = (ASHA, BEN) if whose(state) == ASHA.id else (BEN, ASHA)
    return state, await page.open(mine), await page.open(other)


def deal_of(state: TableState, player: PlayerId) -> DealView:
    """Return the deal as that player sees it."""
    deal = state.for_player(player).deal
    assert deal is not None
    return deal


def hand_of(told: dict[str, Any]) -> list[str]:
    """Return all cards of the hand, as the page gets them."""
    return [*(card for group in told["groups"] for card in group["cards"]), *told["loose"]]


@pytest.mark.parametrize("rules", GAMES)
async def test_every_game_is_played_by_its_zones(rules: str) -> None:
    async with web() as page:
        state, mine, other = await started(page, rules)
        told, seen = await mine.table(), await other.table()
        assert sorted(hand_of(told)) == sorted(map(str, deal_of(state, whose(state)).hand))
        assert told["mine"]
        assert not seen["mine"]
        zones = {zone["name"]: zone for zone in told["zones"]}
        if not zones["closed"]["take"]:  # gin offers the first open card
            await mine.press(told, "draw open")
        else:
            await mine.press(told, zones["closed"]["take"])
        drawn = mine.told[-2] if mine.told[-2]["t"] == "table" else mine.told[-1]
        assert len(hand_of(drawn)) == len(hand_of(told)) + 1
        (thrown, *_) = [card for card in drawn["loose"] if card not in ("JK", drawn["drawn"], *drawn["jokers"])]
        put = next(zone["put"] for zone in drawn["zones"] if zone["name"] == "open")
        assert f":{put} " not in json.dumps(mine.told)  # the zone alone throws, no button of a screen
        await mine.press(drawn, put, thrown)
        after = await page.desk.services.tables.find(state.id)
        if deal_of(after, ASHA.id).top != Card.parse(thrown):  # the game has asked first
            await mine.press(drawn, "discard", thrown)
        latest = await other.table()
        while not latest["mine"]:
            latest = await other.table()
        assert next(zone for zone in latest["zones"] if zone["name"] == "open")["cards"][-1] == thrown


async def test_who_moves_gets_the_screen_of_the_hand_once_and_others_with_the_table() -> None:
    async with web() as page:
        _, mine, other = await started(page)
        told, seen = await mine.table(), await other.table()
        answered = await mine.press(told, "draw closed")
        after, latest = await other.table(), mine.told[-2]
        assert latest["version"] == after["version"] > seen["version"]
        assert "screen" in after
        assert "screen" not in latest
        assert answered["hand"]
        assert len(answered["screens"]) == 1
        assert not re.search(":(throw|discard|ask-groups)", json.dumps(mine.told))  # cards are moved to zones


async def test_groups_are_judged_at_once_and_saved_as_an_action() -> None:
    async with web() as page:
        state, mine, _ = await started(page)
        told = await mine.table()
        hand = sorted(hand_of(told))
        judged = await mine.ask("judge", table=state.id, groups=[hand[:3], hand[3:7]])
        assert [group["cards"] for group in judged["laid"]["groups"]] == [hand[:3], hand[3:7]]
        assert all(group["kind"] and group["band"] in BANDS for group in judged["laid"]["groups"])
        unsaved = await page.desk.services.tables.find(state.id)
        assert unsaved.row.version == state.row.version
        assert (await mine.ask("arrange", table=state.id, groups=[hand[:3], hand[3:7]]))["done"]
        saved = await page.desk.services.tables.find(state.id)
        assert saved.last_action == f"group {card_texts(map(Card.parse, hand[:3]))} | {' '.join(hand[3:7])}"
        for wrong in ([["AS"] * 9], [["nothing"]], [hand] * 40, "no", None):
            assert not (await mine.ask("arrange", table=state.id, groups=wrong)).get("done")
            assert "laid" not in await mine.ask("judge", table=state.id, groups=wrong)
        assert (await page.desk.services.tables.find(state.id)).row.version == saved.row.version


async def test_the_finish_place_shows_how_the_hand_would_be_judged() -> None:
    async with web() as page:
        _, mine, _ = await started(page)
        told = await mine.table()
        await mine.press(told, "draw closed")
        drawn = next(message for message in reversed(mine.told) if message["t"] == "table")
        (finish,) = (zone for zone in drawn["zones"] if zone["name"] == "finish")
        answer = await mine.press(drawn, finish["put"], drawn["drawn"], asks=finish["asks"])
        assert not answer["hand"]
        assert f"declare-shown {drawn['drawn']}" in json.dumps(answer["screens"])


async def test_a_stale_or_forged_press_changes_nothing() -> None:
    async with web() as page:
        state, mine, other = await started(page)
        told, seen = await mine.table(), await other.table()
        await other.press(seen, "draw closed")
        await other.press({**seen, "step": seen["step"] + 1}, "draw closed")
        stranger = await page.open(CARA)
        await stranger.heard(t="hello")
        for control in (
            f"rummy:y:{state.id}:{told['step']}:draw closed",
            f"rummy:y:{state.id}:0:hand",
            "x",
            "",
            "rummy:y",
        ):
            await stranger.ask("press", control=control)
        for request in ({"do": "press"}, {"do": "press", "control": "a", "values": {}}, {"do": 5}, {}, {"do": ["x"]}):
            await stranger.socket.send_json({"id": 99, **request})
            await stranger.heard(t="re", re=99)
        assert not (await stranger.ask("judge", table=state.id, groups=[])).get("laid")
        assert (await page.desk.services.tables.find(state.id)).row.version == state.row.version
        assert not any("loose" in message for message in stranger.told)
        await mine.press(told, "draw closed")
        assert (await page.desk.services.tables.find(state.id)).row.version > state.row.version


async def test_no_page_is_told_a_card_of_another_hand() -> None:
    async with web() as page:
        state, mine, other = await started(page)
        opened = {whose(state): mine}
        opened[next(one for one in (ASHA.id, BEN.id) if one not in opened)] = other
        for _ in range(12):
            state = await page.desk.services.move(state.id)
        for player, one in opened.items():
            told = await one.table()
            while told["version"] < state.row.version:
                told = await one.table()
            own = deal_of(state, player)
            allowed = {*map(str, own.hand), *(str(under.card) for under in own.open), *map(str, own.face_up.values())}
            shown = {*hand_of(told), *(card for zone in told["zones"] for card in zone["cards"])}
            assert shown <= allowed
            assert sorted(hand_of(told)) == sorted(map(str, own.hand))


async def test_changes_of_other_processes_arrive() -> None:
    async with web() as page:
        state, mine, _ = await started(page)
        told = await mine.table()
        page.visits.announce = lambda _: None  # type: ignore[method-assign, assignment]
        after = await page.desk.services.tables.act(state.id, None, PlayerId(whose(state)), Draw(Source.CLOSED))
        newer = await mine.table()
        assert newer["version"] == after.row.version > told["version"]


async def test_postgresql_tells_a_page_of_what_another_process_changes(
    monkeypatch: pytest.MonkeyPatch, postgresql: str
) -> None:
    monkeypatch.setattr(visits, "LOOK_SECONDS_TOLD", 600.0)
    async with web(url=postgresql) as page, desk(postgresql, "two") as other:
        state, mine, _ = await started(page)
        told = await mine.table()
        for _ in range(2):
            after = await other.move(state.id)
            assert after.row.version > told["version"]
            while told["version"] < after.row.version:
                told = await mine.table()


async def test_a_lobby_becomes_the_table_and_the_list_of_tables_leads_elsewhere() -> None:
    async with web() as page:
        lobby = await page.desk.services.lobby(ASHA, BEN)
        opened = await page.open(ASHA)
        told = await opened.table()
        assert "seats" not in told
        await opened.press({**told, "step": 0}, "start")
        dealt = next(message for message in reversed(opened.told) if message["t"] == "table")
        assert dealt["seats"][0]["name"]
        assert dealt["table"] == lobby.id
        listed = await opened.ask("press", control="rummy:k:list:0")
        assert f"{lobby.id}" in json.dumps(listed["screens"])


async def test_where_discord_is_silent_ones_own_seat_stays_playable() -> None:
    async with web() as page:
        state, mine, _ = await started(page)
        told = await mine.table()
        page.members.is_silent = True
        await mine.press(told, "draw closed")
        assert (await page.desk.services.tables.find(state.id)).row.version > state.row.version
        guest = await page.open(CARA)
        refused = await guest.ask("press", control="rummy:q:play")
        assert "Discord does not answer" in json.dumps(refused["screens"])


def test_a_press_of_the_page_has_an_id_that_no_press_in_discord_has() -> None:
    ids = {new_press() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(PRESS_BIT <= id < PRESS_BIT << 1 for id in ids)


async def test_who_plays_on_a_visible_page_gets_no_private_pictures_in_discord() -> None:
    async with web() as page:
        state, mine, _ = await started(page)
        player, pages = whose(state), page.desk.context.open_screens.pages
        await mine.table()
        assert not await pages.is_played(player, state.id)
        await mine.ask("visible", **{"is": True})
        assert await pages.is_played(player, state.id)
        assert await page.desk.context.open_screens.is_present(player, state.id, page.desk.services.now)
        second = await page.open(ASHA if player == ASHA.id else BEN)
        await second.ask("visible", **{"is": True})
        await mine.ask("visible", **{"is": False})
        page.desk.services.now += LINGERS
        assert await pages.is_played(player, state.id)
        await second.socket.close()
        await until(lambda: not pages._counts)
        assert await pages.is_played(player, state.id), "they may only reload it"
        page.desk.services.now += LINGERS
        assert not await pages.is_played(player, state.id)


async def test_every_process_knows_who_plays_on_a_visible_page() -> None:
    async with web() as page:
        state, mine, _ = await started(page)
        player, store = whose(state), page.desk.services.store
        other = OpenPages(lambda: page.desk.services.now, store.web)
        await mine.table()
        assert not await other.is_played(player, state.id)
        await mine.ask("visible", **{"is": True})
        assert await other.is_played(player, state.id)
        assert not await other.is_played(player, TableId("other1"))
        page.desk.services.now += LOOK_LASTS
        assert not await other.is_played(player, state.id), "its process was killed"
        await mine.ask("visible", **{"is": False})
        page.desk.services.now += LINGERS - timedelta(seconds=1)
        assert await other.is_played(player, state.id), "they may only reload it"
        page.desk.services.now += timedelta(seconds=1)
        assert not await other.is_played(player, state.id)


async def test_a_spectator_sees_what_the_thread_shows_and_no_card_more() -> None:
    async with web() as page:
        state, _, _ = await started(page)
        spectator = await page.open(CARA)
        told = await spectator.table()
        for _ in range(12):
            state = await page.desk.services.move(state.id)
            while told["version"] < state.row.version:
                told = await spectator.table()
            deal = state.public.deal
            assert deal is not None
            assert not {"loose", "groups", "drawn", "worth"} & told.keys()
            shown = {card for zone in told["zones"] for card in zone["cards"]}
            assert shown <= {*(str(under.card) for under in deal.open), *map(str, deal.face_up.values())}
            assert not any(zone["take"] or zone["put"] for zone in told["zones"])


@pytest.mark.parametrize("why", ["private", "hidden", "elsewhere", "silent"])
async def test_nobody_watches_what_they_may_not_see(why: str) -> None:
    async with web() as page:
        form = TableForm(private=why == "private")
        state = await page.desk.services.table(ASHA, options=form, computers=1, guild=9 if why == "elsewhere" else 1)
        page.members.hidden = {state.row.channel} if why == "hidden" else set()
        page.members.is_silent = why == "silent"
        spectator = await page.open(CARA)
        await spectator.heard(t="hello")
        await spectator.ask("press", control=f"rummy:y:{state.id}:0:table")
        await page.desk.services.move(state.id)
        await spectator.ask("press", control="rummy:k:list:0")
        assert not any(message["t"] == "table" for message in spectator.told)


async def test_who_is_in_the_private_thread_watches_until_they_are_taken_out() -> None:
    async with web() as page:
        state = await page.desk.services.table(ASHA, options=TableForm(private=True), computers=1)
        tables, thread = page.desk.services.tables, 77
        await tables.move_to(state.id, CHANNEL, thread)
        spectator = await page.open(CARA)
        told = await spectator.table()
        state = await page.desk.services.move(state.id)
        while told["version"] < state.row.version:
            told = await spectator.table()
        assert "loose" not in told
        page.members.hidden = {thread}
        closing = asyncio.create_task(is_closed(spectator.socket))
        await page.visits._check()
        assert await closing == RECONNECT


async def test_who_may_no_longer_see_the_thread_stops_to_watch() -> None:
    async with web() as page:
        state, _, _ = await started(page)
        spectator = await page.open(CARA)
        await spectator.table()
        page.members.hidden = {state.row.channel}
        closing = asyncio.create_task(is_closed(spectator.socket))
        await page.visits._check()
        assert await closing == RECONNECT
        again = await page.open(CARA)
        assert (await again.heard(t="hello"))["table"] is None


async def test_who_was_removed_from_a_private_table_sees_nothing_more_of_it() -> None:
    async with web() as page:
        lobbies, d = page.desk.services.lobbies, page.desk.services
        table = await lobbies.open(ASHA, GUILD, CHANNEL, TableForm("circle", seats=2, private=True), d.press())
        for guest in (BEN, CARA):
            await lobbies.invite(table.id, ASHA.id, guest.id)
        await lobbies.join(table.id, BEN, d.press())
        removed = await page.open(BEN)
        assert (await removed.table())["table"] == table.id
        await lobbies.remove(table.id, ASHA.id, Player(BEN.id), d.press())
        await lobbies.join(table.id, CARA, d.press())
        await lobbies.start(table.id, ASHA.id, d.press())
        removed.told.clear()
        assert "error" in await removed.ask("judge", table=table.id, groups=[])
        assert not any(told["t"] == "table" for told in removed.told)


@pytest.mark.parametrize("groups", [[], [["7S"]], [["7S"] * 2000], [[None]], "x", [["🂡"]]])
async def test_groups_of_a_lobby_are_no_fault(groups: object, capsys: pytest.CaptureFixture[str]) -> None:
    async with web() as page:
        lobby = await page.desk.services.lobby(ASHA)
        opened = await page.open(ASHA)
        for do in ("judge", "arrange"):
            told = await opened.ask(do, table=lobby.id, groups=groups)
            assert "error" in told or not told["done"]
    assert "failed" not in capsys.readouterr().out
