"""A server throws the bot out, has an outage, and takes it back."""

from simcord.backend import serializers

from tests.journeys.people import table_of
from tests.journeys.world import World


async def test_an_outage_ends_nothing_and_being_thrown_out_ends_all(world: World) -> None:
    await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    backend, store, guild = world.env.backend, world.app.store, world.guild.id
    backend.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})
    await world.wait(5)
    (row,) = await store.tables.open_rows()
    assert await store.departures.all() == ()
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(guild)))
    await world.wait(5)
    assert len(await store.tables.open_rows()) == 1
    kept = backend.guilds[guild]
    backend.emit("GUILD_DELETE", {"id": str(guild)})
    await world.wait(200)
    assert await store.tables.open_rows() == ()
    assert [gone.guild for gone in await store.departures.all()] == [row.guild] == [guild]
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, kept))
    await world.wait(5)
    assert await store.departures.all() == ()
    await table_of(world, [world.member("Chitra")], computers=1)
