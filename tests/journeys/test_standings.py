"""Standings, profiles, seasons and history as people ask for them, whatever they type and press."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.components import walk_components

from bot.codes import Problem, TableStatus
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.screens.standings import HistoryId, ProfileId, SeasonId, StandingsId, Turn
from bot.service.match_effects import COUNTING
from bot.store.rows.matches import Finished, MatchRow, ResultRow
from bot.store.rows.subjects import Change, Effects
from bot.text import chips, refusals, standings
from tests.journeys.clicks import clicks
from tests.journeys.people import raw, said, table_of, words
from tests.journeys.test_matches import play_on
from tests.journeys.world import World
from tests.store.samples import row

Player = tuple[int | None, str]
"""Id and name; without an id, a computer."""


DIRECT = -1
"""A value that stands for direct messages, in place of a server."""


async def finish(
    world: World, code: str, players: Sequence[Player], *, guild: int | None = None, points: int = 20, **changes: Any
) -> None:
    """Finish a match: the first of the players wins, the others follow in order, each with that many points more."""
    id, home = TableId(code), None if guild == DIRECT else guild or world.guild.id
    people = all(player is not None for player, _ in players)
    match = MatchRow(id, home, 0, "points", "circle", 0, 1, len(players), people, False, world.env.now())
    match = replace(match, **changes)
    results = [_result(id, Seat(i), *player, points * i) for i, player in enumerate(players)]
    finished = Finished(match, tuple(results), COUNTING)
    table = row(id, status=TableStatus.FINISHED, guild=home, private=match.private)
    await world.app.store.tables.commit(Change(table, Effects(finished=finished)))


def _result(table: TableId, seat: Seat, player: int | None, name: str, points: int) -> ResultRow:
    who = None if player is None else PlayerId(player)
    return ResultRow(table, seat, who, name, seat + 1, 1, points, 1, int(seat == 0), points, 0, 0)


def of(*members: MemberActor) -> list[Player]:
    return [(member.id, member.user.name) for member in members]


def crowd(count: int) -> list[Player]:
    return [(1000 + i, f"Crowd {i:02}") for i in range(count)]


def staff(world: World, name: str) -> MemberActor:
    """Return a player who may manage the server."""
    role = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True, send_messages=True))
    return world.guild.add_member(world.env.create_user(name), roles=[role])


def shown(answer: Any) -> Any:
    """Return the private message that came in answer."""
    assert answer.response is not None
    assert answer.response.ephemeral
    return answer.response


def button(message: Any, label: str) -> str:
    """Return the custom id of an enabled button."""
    found = [c for c in walk_components(raw(message)) if c.get("label") == label and not c.get("disabled")]
    assert found, f"no button {label!r}"
    return str(found[0]["custom_id"])


async def press(by: MemberActor, message: Any, label: str) -> Any:
    return await by.click(message, custom_id=button(message, label))


async def forged(world: World, by: MemberActor, message: Any, id: object) -> str:
    """Return the answer to a player who sends an id that no button has."""
    (answer,) = await clicks(world, message, str(id), by=by)
    return said(answer)


# -- standings --------------------------------------------------------------------------------------


async def test_standings_name_who_has_played_and_tell_a_newcomer_how(world: World) -> None:
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    assert "No one is ranked yet" in said(await chitra.slash(world.channel, "standings"))
    await finish(world, "aaaaaa", of(asha, ben))
    answer = await ben.slash(world.channel, "standings")
    told = words(shown(answer))
    assert "All time · all formats" in told
    assert "1: Asha, 2 league points, 1 of 1 won" in told
    assert "2: Ben, 0 league points, 0 of 1 won" in told
    assert "your place: **2**" in told
    assert "Matches with computers don't count here" in told
    assert shown(answer).attachments
    told = said(await chitra.slash(world.channel, "standings", format="pool_101"))
    assert "Pool 101" in told
    assert "No one is ranked yet" in told


async def test_a_match_that_was_played_counts_and_can_be_looked_up(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    await play_on(world, people)
    asha = people[0].member
    told = said(await asha.slash(world.channel, "standings"))
    assert "2 players" in told
    assert ", 2 league points, 1 of 1 won" in told
    assert "Matches: 1." in said(await asha.slash(world.channel, "profile"))
    told = said(await asha.slash(world.channel, "history", player=asha.user, format="points"))
    code = told.split("`")[1]
    assert "Points rummy" in told
    answer = await asha.slash(world.channel, "rummy record", table=code)
    assert shown(answer).attachments[0].filename == f"paplu-{code}.txt"


async def test_a_profile_adds_up_points_of_one_game_alone(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await finish(world, "aaaaaa", of(ben, asha))
    assert "Points a deal: 20.0" in said(await asha.slash(world.channel, "profile"))
    await finish(world, "bbbbbb", of(asha, ben), rules_id="winzo")
    assert "Points a deal: 10.0" in said(await asha.slash(world.channel, "profile")), "another rule set of that game"
    await finish(world, "cccccc", of(ben, asha), points=-40, rules_id="gin", format="limit_100")
    told = said(await asha.slash(world.channel, "profile"))
    assert "Games: 2" in told
    assert "**Indian rummy**: 1 of 2 won, 10.0 points a deal (low is good)" in told
    assert "**Gin rummy**: 0 of 1 won, 40.0 points a deal (high is good)" in told
    assert "2: Asha, 2 league points, 1 of 3 won, 33 % of deals won" in said(
        await asha.slash(world.channel, "standings")
    )
    await finish(world, "dddddd", [(None, "Computer"), *of(asha)], guild=DIRECT, rules_id="gin", points=-9)
    assert "Points a deal: 9.0" in said(await asha.user.slash("profile"))


async def test_a_match_with_a_computer_moves_nobody(world: World) -> None:
    asha = world.member("Asha")
    await finish(world, "aaaaaa", [*of(asha), (None, "Computer 1")])
    assert "No one is ranked yet" in said(await asha.slash(world.channel, "standings"))
    assert "(not ranked)" in said(await asha.slash(world.channel, "profile"))
    assert "2) 🤖 Meera: 20 points" in said(await asha.slash(world.channel, "history"))


async def test_pages_turn_and_my_place_is_found_also_after_a_restart(world: World) -> None:
    asha = world.member("Asha")
    everybody = [*crowd(23), *of(asha)]
    for i in range(0, 24, 4):
        await finish(world, f"table{i // 4}", everybody[i : i + 4])
    first = shown(await asha.slash(world.channel, "standings"))
    assert "24 players · page 1 of 3 · your place: **19**" in words(first), "six others have no point either"
    await world.restart()
    second = shown(await press(asha, first, "▶"))
    assert "page 2 of 3" in words(second)
    told = words(second).replace(". ", "\n")
    assert [f"\n{place}: " in told for place in (7, 13, 19, 11)] == [True, True, True, False]
    last = shown(await press(asha, second, "My place"))
    assert "19: Asha" in words(last)
    assert "page 3 of 3" in words(last)
    assert "page 2 of 3" in words(shown(await press(asha, last, "◀")))


async def test_a_shared_message_stays_as_it_is_when_anyone_presses(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    for i in range(3):
        await finish(world, f"table{i}", [*of(asha, ben), *crowd(12)[4 * i : 4 * i + 4]])
    mine = shown(await asha.slash(world.channel, "standings"))
    assert not [m for m in world.channel.history() if "league points" in words(m)]
    await press(asha, mine, "Share")
    sent = world.env.http_requests[-1].json
    assert isinstance(sent, dict)
    assert sent["data"]["allowed_mentions"] == {"parse": []}
    (shared,) = [m for m in world.channel.history() if "league points" in words(m)]
    assert "your place" not in words(shared)
    before = words(shared)
    answer = await press(ben, shared, "▶")
    assert "page 2 of 2" in words(shown(answer))
    assert words(world.channel.history()[-1]) == before
    assert said(await press(world.member("Dev"), shared, "My place")) == standings.NO_PLACE()


async def test_only_who_may_write_here_shares(world: World) -> None:
    asha = world.member("Asha")
    await finish(world, "aaaaaa", of(asha, world.member("Ben")))
    silent = discord.PermissionOverwrite(send_messages=False)
    news = world.guild.create_text_channel("news", overwrites={world.guild.default_role: silent})
    for command in ("standings", "profile"):
        mine = shown(await asha.slash(news, command))
        with pytest.raises(AssertionError, match="no button 'Share'"):
            button(mine, "Share")
    told = await forged(world, asha, mine, StandingsId(0, "", 0, Turn.SHARE))
    assert told == standings.CANNOT_SHARE()
    assert not news.history()


async def test_text_only_is_honoured(world: World) -> None:
    asha = world.member("Asha")
    await finish(world, "aaaaaa", of(asha, world.member("Ben")))
    await world.app.context.settings.change(asha.id, text_only=True)
    for command, line in (("standings", "1: Asha, 2 league points"), ("profile", "League points: 2")):
        answer = shown(await asha.slash(world.channel, command))
        assert not answer.attachments
        assert line in words(answer)


async def test_another_server_sees_nothing_of_this_one(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await finish(world, "aaaaaa", of(asha, ben))
    await world.app.store.seasons.start(world.guild.id, "Secret", world.env.now())
    elsewhere = world.env.create_guild("Other")
    room = elsewhere.create_text_channel("room")
    mallory = elsewhere.add_member(world.env.create_user("Mallory"))
    for command in ("standings", "history"):
        assert "Asha" not in said(await mallory.slash(room, command))
    assert "hasn't finished a match here" in said(await mallory.slash(room, "profile", player=asha.user))
    assert said(await mallory.slash(room, "season show")) == standings.NO_SEASON()
    assert said(await mallory.slash(room, "standings", season="1")) == standings.NO_SUCH_SEASON()
    assert await mallory.autocomplete(room, "season show", "season", "") == []


NO_FORMAT = standings.no_such_format(
    [
        *("Points rummy", "Pool 101", "Pool 201", "Deals rummy, 2 deals", "Deals rummy, 3 deals"),
        *("Deals rummy, 6 deals", "Best of three", "Best of five", "Best of seven"),
        *("To 100 points", "To 150 points", "To 200 points", "To 250 points", "To 300 points", "To 500 points"),
    ]
)


async def test_one_who_plays_computers_alone_has_a_profile_and_a_history_apart(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    assert standings.never_played("Asha") == said(await asha.slash(world.channel, "profile"))
    computers: list[Player] = [(None, "Computer 1"), (None, "Computer 2")]
    for number, players in enumerate([[*of(asha), *computers], [*of(asha), *computers], [*computers, *of(asha)]]):
        await finish(world, f"aaaaa{number}", players)
        await world.wait(1)
    await finish(world, "aaaaa3", [*of(asha), *computers])
    told = said(await ben.slash(world.channel, "profile", player=asha.user))
    assert "(not ranked)" in told
    for line in ("Matches: 4", "Won: 3", "Streak now: 1", "Best streak: 2", "Against computers nothing is rated"):
        assert line in told
    assert "No one is ranked yet" in said(await asha.slash(world.channel, "standings"))
    assert "4 matches" in said(await asha.slash(world.channel, "history", player=asha.user))
    # With another person at the table it is not hers alone; among people alone it is in the standings.
    await finish(world, "aaaaa4", [*of(asha, ben), *computers])
    await finish(world, "aaaaa5", of(asha, ben))
    told = said(await asha.slash(world.channel, "profile"))
    assert "Place **1** of 2" in told
    assert "Against computers: 3 of 4 matches won, streak 1, best 2" in told


async def test_in_direct_messages_one_sees_ones_own_matches_there(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    computer: Player = (None, "Computer 1")
    await finish(world, "aaaaaa", [*of(asha), computer])
    assert standings.never_played("Asha") == said(await asha.user.slash("profile"))
    await finish(world, "bbbbbb", [*of(asha), computer], guild=DIRECT)
    assert "Matches: 1" in said(await asha.user.slash("profile"))
    told = said(await asha.user.slash("history"))
    assert "bbbbbb" in told
    assert "aaaaaa" not in told
    assert "bbbbbb" not in said(await ben.user.slash("history"))
    assert said(await ben.user.slash("profile", player=asha.user)) == standings.ONLY_OWN()
    assert said(await ben.user.slash("history", player=asha.user)) == standings.ONLY_OWN()


async def test_direct_messages_have_no_standings(world: World) -> None:
    asha = world.member("Asha")
    for command in ("standings", "season show", "season start", "season close"):
        assert said(await asha.user.slash(command)) == standings.ONLY_SERVERS()


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        ("standings", {"season": "Winter"}, standings.NO_SUCH_SEASON()),
        ("standings", {"season": "99999999999999999999"}, standings.NO_SUCH_SEASON()),
        ("standings", {"format": "poker"}, NO_FORMAT),
        ("history", {"format": "poker'; --"}, NO_FORMAT),
        ("season show", {"season": "all"}, standings.NO_SEASON()),
        ("season start", {"name": "Mine"}, standings.STAFF_ONLY()),
        ("season close", {"confirm": True}, standings.STAFF_ONLY()),
    ],
)
async def test_what_cannot_be_gets_one_sentence(world: World, command: str, options: Any, told: str) -> None:
    assert said(await world.member("Asha").slash(world.channel, command, **options)) == told
    assert await world.app.store.seasons.all(world.guild.id) == ()


async def test_forged_buttons_show_what_there_is_or_say_no(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await finish(world, "aaaaaa", of(asha, ben))
    message = shown(await ben.slash(world.channel, "standings"))
    assert "1: Asha" in await forged(world, ben, message, StandingsId(0, "", 99_999, Turn.NEXT))
    assert "1) Asha" in await forged(world, ben, message, HistoryId(None, "", 99_999))
    assert "1) Asha" in await forged(world, ben, message, HistoryId(PlayerId(asha.id), "points", 7))
    assert await forged(world, ben, message, StandingsId(7, "", 0)) == standings.NO_SUCH_SEASON()
    assert await forged(world, ben, message, StandingsId(0, "poker", 0)) == NO_FORMAT
    assert await forged(world, ben, message, HistoryId(None, "poker", 0)) == NO_FORMAT
    assert await forged(world, ben, message, ProfileId(PlayerId(5))) == standings.NO_PLACE()
    assert await forged(world, ben, message, SeasonId(1, "close")) == standings.NO_SUCH_SEASON()
    for id in ("rummy:t:0:all:100000:next", "rummy:h:99999999999999999999:all:0:next", "rummy:e:0:close"):
        assert await forged(world, ben, message, id) == refusals.UNKNOWN_BUTTON()


# -- profiles ---------------------------------------------------------------------------------------


async def test_a_profile_tells_numbers_rating_and_chips(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    for i in range(3):
        await finish(world, f"table{i}", of(asha, ben))
    told = words(shown(await asha.slash(world.channel, "profile", player=ben.user)))
    assert "### Ben" in told
    assert "Place **2** of 2" in told
    assert "Matches: 3. Won: 0." in told
    assert "over the last 3 matches" in told
    assert chips.PLAY_MONEY() in told
    await world.app.store.servers.change(world.guild.id, chips=False)
    mine = shown(await asha.slash(world.channel, "profile"))
    assert "Best streak: 3" in words(mine)
    assert "hips" not in words(mine)
    await press(asha, mine, "Share")
    assert "### Asha" in words(world.channel.history()[-1])


# -- seasons ----------------------------------------------------------------------------------------


async def test_a_season_from_its_start_to_its_champions(world: World) -> None:
    boss, asha, ben = staff(world, "Boss"), world.member("Asha"), world.member("Ben")
    await finish(world, "before", of(ben, asha))
    assert "**Autumn** has started" in said(await boss.slash(world.channel, "season start", name="Autumn"))
    assert said(await boss.slash(world.channel, "season start")) == refusals.PROBLEMS[Problem.SEASON_RUNNING]()
    await finish(world, "during", of(asha, ben))
    told = said(await ben.slash(world.channel, "standings"))
    assert "Autumn · all formats" in told
    assert "1: Asha, 2 league points, 1 of 1 won" in told
    assert "0 of 1 won" in told
    assert "of 2 won" in said(await ben.slash(world.channel, "standings", season="all"))
    assert "**1** Asha: 2 league points, 1 of 1 match won" in said(await ben.slash(world.channel, "season show"))
    asked = shown(await boss.slash(world.channel, "season close"))
    assert "Close the season Autumn?" in words(asked)
    closed = shown(await press(boss, asked, "Close season"))
    assert "🏆 **Asha**: champion (2 league points)" in words(closed)
    assert "Points rummy: Asha" in words(closed)
    await finish(world, "behind", of(ben, asha))
    assert words(shown(await ben.slash(world.channel, "season show", season="autumn"))).count("2 league points") == 2
    await press(boss, closed, "Share")
    shared = world.channel.history()[-1]
    assert "champion" in words(shared)
    assert "Autumn · all formats" in words(shown(await press(ben, shared, "Standings")))


async def test_a_number_means_the_season_that_has_it(world: World) -> None:
    boss = staff(world, "Boss")
    for name in ("Autumn", "1"):
        await boss.slash(world.channel, "season start", name=name)
        await boss.slash(world.channel, "season close", confirm=True)
    assert "Autumn" in said(await boss.slash(world.channel, "season show", season="1"))
    assert "Autumn" not in said(await boss.slash(world.channel, "season show"))


async def test_a_season_is_closed_once_and_by_staff_alone(world: World) -> None:
    boss, asha = staff(world, "Boss"), world.member("Asha")
    assert said(await boss.slash(world.channel, "season close")) == refusals.PROBLEMS[Problem.NO_SEASON]()
    assert "**Season 1** has started" in said(await boss.slash(world.channel, "season start"))
    hers = shown(await asha.slash(world.channel, "season show"))
    assert await forged(world, asha, hers, SeasonId(1, "close")) == standings.STAFF_ONLY()
    asked = shown(await boss.slash(world.channel, "season close"))
    assert "Running since" in words(shown(await press(boss, asked, "Back")))
    again = shown(await boss.slash(world.channel, "season close"))
    assert "is closed" in said(await boss.slash(world.channel, "season close", confirm=True))
    assert "**Season 2** has started" in said(await boss.slash(world.channel, "season start"))
    assert said(await press(boss, again, "Close season")) == refusals.PROBLEMS[Problem.SEASON_CLOSED]()
    running = await world.app.store.seasons.running(world.guild.id, world.env.now())
    assert running is not None
    assert running.name == "Season 2"


@pytest.mark.parametrize("name", ["\u200b", "  ", "a\u202eb"])
async def test_a_season_has_a_name_that_can_be_seen(world: World, name: str) -> None:
    boss = staff(world, "Boss")
    assert (
        said(await boss.slash(world.channel, "season start", name=name)) == refusals.PROBLEMS[Problem.BAD_SEASON_NAME]()
    )
    assert await world.app.store.seasons.all(world.guild.id) == ()


async def test_seasons_and_formats_are_offered(world: World) -> None:
    boss = staff(world, "Boss")
    await boss.slash(world.channel, "season start", name="Autumn")
    await boss.slash(world.channel, "season close", confirm=True)
    await boss.slash(world.channel, "season start", name="@everyone *Winter*")
    offered = await boss.autocomplete(world.channel, "standings", "season", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        ("All time", "all"),
        ("@everyone *Winter* · running", "2"),
        ("Autumn", "1"),
    ]
    assert [c["value"] for c in await boss.autocomplete(world.channel, "season show", "season", "aut")] == ["1"]
    formats = [c["value"] for c in await boss.autocomplete(world.channel, "standings", "format", "")]
    indian = ["points", "pool_101", "pool_201", "deals_2", "deals_3", "deals_6", "best_of_3"]
    assert formats == [
        *indian,
        "best_of_5",
        "best_of_7",
        *(f"limit_{points}" for points in (100, 150, 200, 250, 300, 500)),
    ]
    told = said(await boss.slash(world.channel, "standings"))
    assert "@everyone" not in told.replace("@\u200beveryone", "")


# -- what was played --------------------------------------------------------------------------------


async def test_history_pages_through_matches_by_player_and_format(world: World) -> None:
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    for i in range(6):
        await finish(world, f"point{i}", of(asha, ben), finished_at=world.env.now() + timedelta(minutes=i))
    await finish(world, "pool00", of(ben, chitra), format="pool_101", finished_at=world.env.now() + timedelta(hours=1))
    everything = shown(await chitra.slash(world.channel, "history"))
    told = words(everything)
    assert "7 matches · page 1 of 2" in told
    assert "`/rummy record CODE`" in told
    assert told.index("`pool00`") < told.index("`point5`")
    assert "`point0`" not in told
    assert "`point0`" in words(shown(await press(chitra, everything, "▶")))
    told = said(await chitra.slash(world.channel, "history", player=chitra.user))
    assert "Matches of Chitra" in told
    assert "1) Ben: 0 points\n2) Chitra: 20 points" in told
    assert "`point5`" not in told
    assert "`pool00`" not in said(await chitra.slash(world.channel, "history", format="points"))
    told = said(await asha.slash(world.channel, "history", format="best_of_3"))
    assert standings.NOTHING_SUCH() in told


async def test_private_matches_are_told_to_who_played_them(world: World) -> None:
    asha, ben, dev = (world.member(name) for name in ("Asha", "Ben", "Dev"))
    await finish(world, "secret", of(asha, ben), private=True)
    assert "`secret`" in said(await ben.slash(world.channel, "history"))
    assert "`secret`" not in said(await dev.slash(world.channel, "history"))
    assert "`secret`" not in said(await dev.slash(world.channel, "history", player=asha.user))
