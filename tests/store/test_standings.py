"""Matches that end, and the standings they come to."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import Connection, delete, update

from bot.codes import TableStatus
from bot.rummy.ids import PlayerId, TableId
from bot.service.match_effects import COUNTING, rating
from bot.store import schema
from bot.store.errors import StaleError, StoreFailedError
from bot.store.rows.matches import Finished, MatchFilter, Rebuilt, RulesTally, Standing
from bot.store.store import Store
from tests.store.matches import GUILD, ended, ending, everything, match, result
from tests.store.samples import ANN, BEN, NOW, OTHER, SECOND, TABLE, change, changed, names, row

CAT = PlayerId(33)
TICK = timedelta(microseconds=1)
SCOPES = [(0, "pool_101"), (0, "points"), (0, ""), (1, "pool_101"), (1, "points"), (1, "")]


async def test_a_match_is_there_with_the_action_that_ends_it(store: Store) -> None:
    await store.tables.commit(change())
    done = replace(ended(TABLE, [ANN, BEN]), row=row(version=2, status=TableStatus.FINISHED))
    await store.tables.commit(done)
    over = done.effects.finished
    assert over is not None
    (kept,) = await store.matches.history(MatchFilter(GUILD))
    assert kept.match == over.match
    ann, ben = kept.results
    assert (ann.league, ben.league) == (2 * 60, 0)
    assert ann == replace(over.results[0], league=120, rating=ann.rating)
    assert ann.rating is not None
    assert ben.rating is not None
    assert ann.rating > ben.rating


async def test_it_counts_in_the_format_and_over_all(store: Store) -> None:
    await store.tables.commit(ended(TABLE, [ANN, BEN]))
    await store.tables.commit(ended(OTHER, [ANN, BEN, CAT], format="points"))
    found = {format: await store.standings.of(GUILD, 0, format, ANN) for format in ("pool_101", "points", "")}
    assert {format: one and (one.matches, one.won, one.league) for format, one in found.items()} == {
        "pool_101": (1, 1, 120),
        "points": (1, 1, 180),
        "": (2, 2, 300),
    }
    over_all = found[""]
    assert over_all is not None
    assert over_all == Standing(
        GUILD,
        0,
        "",
        ANN,
        f"Player {ANN}",
        matches=2,
        won=2,
        deals=6,
        deals_won=2,
        points=80,
        drops=2,
        streak=2,
        best_streak=2,
        league=300,
        mu=over_all.mu,
        sigma=over_all.sigma,
    )
    ((_, first), (_, last)) = await store.matches.ratings(GUILD, ANN)
    assert first < last == rating(over_all)
    assert await store.standings.of(GUILD + 1, 0, "", ANN) is None


async def test_what_a_player_played_is_added_up_by_rule_set_without_void_matches(store: Store) -> None:
    four, five, six = names(6)[3:]
    for table, players, other in (
        (TABLE, [ANN, BEN], {}),
        (OTHER, [BEN, ANN], {}),
        (four, [ANN, BEN], {"rules_id": "gin"}),
        (five, [ANN, BEN], {"rules_id": "gin", "voided_at": NOW}),
        (six, [ANN, None], {"counted": False}),
    ):
        await store.tables.commit(ended(table, players, **other))
    found = await store.matches.by_rules(GUILD, ANN, alone=False)
    assert set(found) == {RulesTally("circle", 2, 1, 6, 80), RulesTally("gin", 1, 1, 3, 40)}
    assert await store.matches.by_rules(GUILD, ANN, alone=True) == (RulesTally("circle", 1, 1, 3, 40),)
    assert await store.matches.by_rules(None, ANN, alone=True) == ()


async def test_in_a_season_it_counts_there_as_well(store: Store) -> None:
    await store.tables.commit(ended(TABLE, [ANN, BEN]))
    await store.seasons.start(GUILD, "Cup", NOW)
    await store.tables.commit(ended(OTHER, [BEN, ANN], at=NOW + SECOND))
    counts = [await store.standings.of(GUILD, season, format, ANN) for season, format in SCOPES]
    assert [one and (one.matches, one.won) for one in counts] == [(2, 1), None, (2, 1), (1, 0), None, (1, 0)]
    assert [one.match.season for one in await store.matches.history(MatchFilter(GUILD))] == [1, 0]


async def test_the_server_may_have_its_own_points(store: Store) -> None:
    await store.servers.change(GUILD, league_points="10 6")
    await store.tables.commit(ended(TABLE, [ANN, BEN, CAT]))
    assert [one.league for one in (await store.matches.history(MatchFilter(GUILD)))[0].results] == [600, 360, 0]
    await store.servers.change(GUILD, league_points="1")
    await store.standings.rebuild(COUNTING)
    assert [one.league for one in await store.standings.page(GUILD, 0, "")] == [600, 360, 0], "as they were given"


async def test_a_stale_end_counts_nothing(store: Store) -> None:
    await store.tables.commit(change())
    with pytest.raises(StaleError):
        await store.tables.commit(ended(TABLE, [ANN, BEN]))
    await store.seasons.start(GUILD, "Cup", NOW)
    assert await everything(store, ANN, SCOPES) == [[()] * len(SCOPES), ()]


async def test_of_two_ends_of_one_table_one_counts(store: Store) -> None:
    done = ended(TABLE, [ANN, BEN])
    answers = await asyncio.gather(store.tables.commit(done), store.tables.commit(done), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), StaleError]
    assert [one.matches for one in await store.standings.page(GUILD, 0, "")] == [1, 1]


async def test_a_match_that_cannot_be_stored_leaves_its_table_running(store: Store) -> None:
    await store.tables.commit(change())
    twice = (result(TABLE, 0, ANN, 1), result(TABLE, 0, BEN, 2))
    broken = changed(row(version=2), finished=Finished(match(TABLE, 2), twice, COUNTING))
    with pytest.raises(StoreFailedError):
        await store.tables.commit(broken)
    assert await store.tables.version(TABLE) == 1
    assert await everything(store, ANN, SCOPES) == [[()] * len(SCOPES), ()]


async def test_with_computers_a_match_is_kept_and_not_counted(store: Store) -> None:
    await store.seasons.start(GUILD, "Cup", NOW)
    await store.tables.commit(ended(TABLE, [ANN, None], counted=False))
    ((kept, results),) = [(one.match, one.results) for one in await store.matches.history(MatchFilter(GUILD))]
    assert (kept.season, kept.counted) == (1, False)
    assert [(one.player, one.league, one.rating) for one in results] == [(ANN, 0, None), (None, 0, None)]
    assert await store.standings.count(GUILD, 0, "") == 0
    assert await store.matches.ratings(GUILD, ANN) == ()
    assert await store.standings.rebuild(COUNTING) == Rebuilt(0, 0, 0)


async def test_outside_servers_a_match_is_kept(store: Store) -> None:
    await store.tables.commit(ended(TABLE, [ANN, BEN], guild=None, counted=False))
    assert await store.matches.history(MatchFilter(GUILD)) == ()
    await store.tables.commit(ended(OTHER, [ANN, BEN]))
    assert await store.matches.count(MatchFilter(GUILD, player=ANN)) == 1


def test_what_counts_says_where_and_how() -> None:
    with pytest.raises(ValueError, match="where or how"):
        ended(TABLE, [ANN, BEN], guild=None)
    with pytest.raises(ValueError, match="where or how"):
        ending(Finished(match(TABLE, 2), ()))


async def test_a_match_stored_later_has_finished_later(store: Store) -> None:
    await store.tables.commit(ended(TABLE, [ANN, BEN]))
    await store.tables.commit(ended(OTHER, [BEN, ANN], at=NOW - SECOND))
    assert [(one.match.table, one.match.finished_at) for one in await store.matches.history(MatchFilter(GUILD))] == [
        (OTHER, NOW + TICK),
        (TABLE, NOW),
    ]
    assert [at for at, _ in await store.matches.ratings(GUILD, ANN)] == [NOW, NOW + TICK]
    assert [at for at, _ in await store.matches.ratings(GUILD, ANN, 1)] == [NOW + TICK], "the newest"


async def test_the_league_is_in_order_and_everybody_has_a_rank(store: Store) -> None:
    players = [PlayerId(number) for number in range(1, 8)]
    await store.tables.commit(ended(TABLE, players[:3]))
    await store.tables.commit(ended(OTHER, [players[5], players[4]]))
    await store.tables.commit(ended(names(1)[0], [players[6], players[3]]))
    league = await store.standings.page(GUILD, 0, "")
    assert [one.player for one in league] == [1, 6, 7, 2, 3, 4, 5]
    assert [await store.standings.position(one) for one in league] == [0, 1, 2, 3, 4, 5, 6]
    assert [await store.standings.rank(one) for one in league] == [1, 2, 2, 4, 5, 5, 5]
    assert await store.standings.page(GUILD, 0, "", 3, 2) == league[2:5]
    assert await store.standings.page(GUILD, 0, "", 3, 7) == ()
    assert await store.standings.count(GUILD, 0, "") == 7
    assert await store.standings.count(GUILD, 0, "points") == 0


async def test_private_matches_are_shown_to_those_who_played_them(store: Store) -> None:
    await store.tables.commit(ended(TABLE, [ANN, BEN], private=True))
    await store.tables.commit(ended(OTHER, [BEN, CAT], format="points"))

    async def seen(**wanted: object) -> list[TableId]:
        matches = MatchFilter(GUILD, **wanted)  # type: ignore[arg-type]
        found = [one.match.table for one in await store.matches.history(matches)]
        assert await store.matches.count(matches) == len(found)
        return found

    assert await seen() == [OTHER]
    assert await seen(viewer=ANN) == [OTHER, TABLE]
    assert await seen(viewer=CAT) == [OTHER]
    assert await seen(viewer=ANN, player=BEN) == [OTHER, TABLE]
    assert await seen(viewer=CAT, player=ANN) == []
    assert await seen(viewer=BEN, format="pool_101") == [TABLE]
    assert await seen(viewer=BEN, format="points", player=ANN) == []
    (second,) = await store.matches.history(MatchFilter(GUILD, viewer=ANN), limit=1, offset=1)
    assert second.match.table == TABLE
    assert [one.player for one in second.results] == [ANN, BEN]


async def play_some(store: Store) -> None:
    """Play matches of two formats, some in a season, one not counted, one with a player who is no longer known."""
    chance = Random(3)
    for number, table in enumerate(names(30)):
        players: list[PlayerId | None] = [ANN, BEN, CAT, PlayerId(44)]
        chance.shuffle(players)
        if number == 10:
            await store.seasons.start(GUILD, "Cup", NOW)
        done = ended(table, players[: chance.randrange(2, 5)], format=("points", "pool_101")[number % 2])
        await store.tables.commit(done if number != 20 else ended(table, [ANN, None], counted=False))


async def test_counted_anew_all_is_the_same(store: Store) -> None:
    await play_some(store)
    before = await everything(store, ANN, SCOPES)
    rebuilt = await store.standings.rebuild(COUNTING)
    assert (rebuilt.matches, rebuilt.corrected) == (29, 0)
    assert await everything(store, ANN, SCOPES) == before


async def test_counting_anew_repairs_what_was_spoiled(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_some(store)
    before = await everything(store, ANN, SCOPES)

    def spoil(connection: Connection) -> None:
        connection.execute(delete(schema.standings).where(schema.standings.c.player == BEN))
        connection.execute(update(schema.standings).values(league=7, streak=9, mu=1.5))
        rated = schema.results.c.rating.is_not(None)
        connection.execute(update(schema.results).where(schema.results.c.seat == 1, rated).values(rating=0.5))

    await store.database.writer.submit(spoil)
    assert await everything(store, ANN, SCOPES) != before
    monkeypatch.setattr("bot.store.repositories.standings.CHUNK", 7)
    rebuilt = await store.standings.rebuild(COUNTING)
    assert (rebuilt.matches, rebuilt.corrected) == (29, 29)
    assert await everything(store, ANN, SCOPES) == before


async def test_an_erased_person_stays_in_the_counts_without_a_name(store: Store) -> None:
    await store.tables.commit(ended(TABLE, [ANN, BEN]))
    erasing = update(schema.results).where(schema.results.c.player == BEN).values(player=None)
    await store.database.writer.submit(lambda connection: connection.execute(erasing).rowcount)
    ann = await store.standings.of(GUILD, 0, "", ANN)
    await store.standings.rebuild(COUNTING)
    assert await store.standings.page(GUILD, 0, "") == (ann,)


@pytest.mark.parametrize("seed", range(3))
async def test_two_processes_that_end_matches_lose_none(url: str, seed: int) -> None:
    """All matches may have the same players, none of whom has a standing yet."""
    stores = [await Store.open(url), await Store.open(url)]
    await stores[0].servers.change(GUILD, monthly=True)
    chance = Random(seed)
    tables = names(40)

    async def end(number: int) -> None:
        players: list[PlayerId | None] = [ANN, BEN, CAT]
        chance.shuffle(players)
        await asyncio.sleep(chance.random() / 20)
        at = NOW + chance.random() * SECOND
        await stores[number % 2].tables.commit(ended(tables[number], players, at=at, guild=GUILD + number % 4 // 3))

    await asyncio.gather(*(end(number) for number in range(len(tables))))
    standings = await stores[0].standings.page(GUILD, 0, "")
    assert [one.matches for one in standings] == [30, 30, 30]
    assert sum(one.won for one in standings) == 30
    assert sum(one.league for one in standings) == 30 * (3 + 1) * 60
    assert [season.name for season in await stores[0].seasons.all(GUILD)] == ["November 2026"]
    before = await everything(stores[0], ANN, SCOPES)
    assert (await stores[1].standings.rebuild(COUNTING)).corrected == 0
    assert await everything(stores[0], ANN, SCOPES) == before
    for store in stores:
        await store.close()
