"""Messages that must appear once, the places of live messages, and preferences of players."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.rummy.ids import PlayerId, TableId
from bot.store.rows.outbox import MessageRef
from bot.store.rows.settings import HandDelivery, PlayerSettings
from bot.store.store import Store
from tests.store.samples import ANN, BEN, NOW, OTHER, SECOND, TABLE, change, posting


async def test_a_posting_is_tried_then_ticked(store: Store) -> None:
    wanted = posting()
    await store.tables.commit(change(outbox=(wanted,)))
    assert await store.tables.unsent() == (wanted,)
    tried = await store.tables.claim(wanted, "p1", NOW + SECOND)
    assert tried == replace(wanted, sent_at=NOW + SECOND, process="p1")
    assert await store.tables.unsent() == (tried,)
    await store.tables.mark_sent(wanted, 1 << 62)
    assert await store.tables.unsent() == ()
    assert await store.tables.claim(tried, "p1", NOW + 2 * SECOND) is None


async def test_of_two_who_try_one_posting_only_one_may_send(store: Store) -> None:
    wanted = posting()
    await store.tables.commit(change(outbox=(wanted,)))
    tried = await store.tables.claim(wanted, "p1", NOW)
    assert tried is not None
    assert await store.tables.claim(wanted, "p2", NOW + SECOND) is None
    assert await store.tables.claim(tried, "p2", NOW + SECOND) is not None


async def test_a_posting_is_added_once(store: Store) -> None:
    wanted = posting()
    await store.tables.commit(change(outbox=(wanted, posting(number=2, created_at=NOW - SECOND))))
    await store.tables.mark_sent(wanted, 5)
    await store.tables.commit(change(expected=1, outbox=(wanted, posting(kind="sheet"))))
    assert [(one.kind, one.number) for one in await store.tables.unsent()] == [("show", 2), ("sheet", 1)]
    assert len(await store.tables.unsent(1)) == 1


async def test_the_postings_of_one_table_are_read_alone(store: Store) -> None:
    mine, theirs = posting(), posting(OTHER)
    await store.tables.commit(change(outbox=(mine,)))
    await store.tables.commit(change(OTHER, outbox=(theirs,)))
    assert await store.tables.unsent(of=TABLE) == (mine,)
    assert await store.tables.unsent(of=OTHER) == (theirs,)
    assert set(await store.tables.unsent()) == {mine, theirs}
    await store.tables.mark_sent(mine, 5)
    assert await store.tables.unsent(of=TABLE) == ()


async def test_a_posting_can_be_given_up(store: Store) -> None:
    await store.tables.commit(change(outbox=(posting(),)))
    await store.tables.discard(posting())
    assert await store.tables.unsent() == ()
    assert await store.tables.claim(posting(), "p1", NOW) is None


async def test_a_live_message_replaces_the_last_of_its_kind(store: Store) -> None:
    await store.tables.commit(change())
    old, new = (MessageRef(TABLE, "board", 100, number, NOW) for number in (1, 1 << 62))
    card = MessageRef(TABLE, "card", 100, 3, NOW)
    for message in (old, new, card):
        await store.tables.set_message(message)
    assert await store.tables.messages_of(TABLE) == (new, card)
    assert await store.tables.message_of(TABLE, "board") == new
    assert await store.tables.message_of(TABLE, "ping") is None
    await store.tables.delete_message(old)
    assert await store.tables.message_of(TABLE, "board") == new
    await store.tables.delete_message(new)
    assert await store.tables.messages_of(TABLE) == (card,)
    assert await store.tables.messages_of(TableId("other1")) == ()


async def test_settings_have_defaults_and_change_one_by_one(store: Store) -> None:
    assert await store.settings.of(ANN) == PlayerSettings(ANN)
    await store.settings.change(ANN, delivery=HandDelivery.DM, large=True)
    assert await store.settings.of(ANN) == PlayerSettings(ANN, HandDelivery.DM, large=True)
    await store.settings.change(ANN, delivery=HandDelivery.EPHEMERAL, text_only=True)
    assert await store.settings.of(ANN) == PlayerSettings(ANN, large=True, text_only=True)
    assert await store.settings.of(BEN) == PlayerSettings(BEN)


async def test_of_pauses_saved_by_two_processes_at_once_the_longest_holds(url: str) -> None:
    week, month = NOW + timedelta(days=7), NOW + timedelta(days=30)
    one, two = await Store.open(url), await Store.open(url)
    try:
        for player, first, second in ((PlayerId(501), week, month), (PlayerId(502), month, week)):
            await asyncio.gather(
                one.settings.change(player, paused_until=first),
                one.settings.change(player, large=True),
                two.settings.change(player, paused_until=second),
                two.settings.change(player, four_colour=True),
            )
            kept = PlayerSettings(player, four_colour=True, large=True, paused_until=month)
            assert await one.settings.of(player) == await two.settings.of(player) == kept
            for shorter in (week, None):
                await two.settings.change(player, paused_until=shorter)
                assert await one.settings.of(player) == kept
        await two.settings.change(BEN, paused_until=week)
        assert await one.settings.of(BEN) == PlayerSettings(BEN, paused_until=week)
    finally:
        await one.close()
        await two.close()


async def test_what_a_living_process_is_trying_is_left_to_it(store: Store) -> None:
    wanted = posting()
    await store.tables.commit(change(outbox=(wanted,)))
    await store.alarms.beat("p1", NOW)
    tried = await store.tables.claim(wanted, "p1", NOW)
    assert tried is not None
    assert await store.tables.claim(tried, "p2", NOW + 10 * SECOND) is None
    assert await store.tables.claim(tried, "p1", NOW + 10 * SECOND) is not None
    # Dead, it is taken over at once; alive, after some minutes.
    again = await store.tables.unsent()
    assert await store.tables.claim(again[0], "p2", NOW + 30 * SECOND) is not None
    await store.alarms.beat("p2", NOW + 300 * SECOND)
    again = await store.tables.unsent()
    assert await store.tables.claim(again[0], "p1", NOW + 300 * SECOND) is not None
