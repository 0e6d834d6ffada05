"""A database that was put back to a copy, as people in Discord see it."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.discord.outbox.posting_names import is_named
from bot.rummy.ids import TableId
from bot.store.backups import backup
from bot.store.rows.outbox import OutboxKind
from bot.store.rows.put_backs import PutBack
from bot.text import table
from bot.text.tournaments import STEER_ONLY
from tests.journeys.people import controls, place, two, words
from tests.journeys.tournaments import now, press, saying, signed_up, typed
from tests.journeys.world import World


async def put_back(world: World, copy: Path) -> None:
    """Put a copy in the place of the database while no bot runs, as a host may do by hand."""
    file, build = copy.with_name("paplu.db"), world._build

    def replaced() -> None:
        for end in ("-wal", "-shm"):
            Path(f"{file}{end}").unlink(missing_ok=True)
        copy.replace(file)

    async def built() -> Any:
        await asyncio.to_thread(replaced)
        return await build()

    world._build = built  # type: ignore[method-assign]
    await world.restart(600)
    world._build = build  # type: ignore[method-assign]


def result_of(world: World, code: TableId) -> Any:
    """Return the message with the result of a table."""
    return next(
        message
        for message in place(world).history()
        for part in controls(message).values()
        if is_named(part["custom_id"], code, OutboxKind.RESULT)
    )


async def test_tables_end_and_a_result_gets_a_reply(world: World, tmp_path: Path) -> None:
    asha, _ = await two(world, stake=1.0)
    (row,) = await world.app.store.tables.open_rows()
    await world.member("Cara").slash(world.channel, "rummy new", rules="winzo")
    await backup(world.config.database_url.get_secret_value(), tmp_path / "copy.db")
    await asha.command("rummy leave", confirm=True)
    over = result_of(world, row.id)
    looks = words(over)
    await put_back(world, tmp_path / "copy.db")
    (told,) = saying(place(world), "The points and chips of this result are gone")
    assert told.reference.message_id == over.id
    assert words(result_of(world, row.id)) == looks
    assert not saying(place(world), table.BACK())
    assert saying(world.channel, "This table was closed, because the bot's data was put back to <t:")


async def test_staff_play_the_round_again_or_cancel(world: World) -> None:
    staff, (asha, *_) = await signed_up(world, "Asha Ben")
    await typed(world, staff, "start")
    (row,) = await world.app.store.tables.open_rows()
    await world.app.store.put_backs.note(PutBack(world.env.now(), world.env.now() - timedelta(minutes=5)))
    await world.restart(60)
    assert saying(place(world), "this table could not go on fairly")
    assert saying(world.channel, "Staff can play the round again")
    assert STEER_ONLY() in await press(world, asha, "Play the round again")
    assert "is running" in await press(world, staff, "Play the round again")
    (again,) = await world.app.store.tables.open_rows()
    assert again.id != row.id
    assert (await now(world)).progress.put_back is not None
    assert "Call off" in await press(world, staff, "Cancel")
