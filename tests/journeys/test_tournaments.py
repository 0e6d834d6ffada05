"""Tournaments on Discord, from the announcement to the champion, whatever people press and type."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import discord
import pytest
from simcord.actors import MemberActor

from bot.codes import BlockKind, Cancellation, Problem, TournamentStatus
from bot.discord.calendar import Calendar
from bot.rummy.actions import EndCause
from bot.rummy.tournament.rounds import By, Purpose
from bot.screens.tournaments.ids import TournamentButton, TournamentButtonId
from bot.store.rows.alarms import AlarmKind
from bot.text import refusals, standings, tournaments
from bot.text import table as table_text
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, controls, reply, said, words
from tests.journeys.pools import pinged
from tests.journeys.test_tables import text_of
from tests.journeys.test_troubles import choose_dm
from tests.journeys.tournaments import (
    announced,
    balance,
    drop_out,
    labels,
    now,
    open_tables,
    play_round,
    press,
    saying,
    shown,
    signed_up,
    steward,
    typed,
    with_button,
)
from tests.journeys.world import World
from tests.known import shipped

HOUR = 3600.0


def by_id(people: list[MemberActor]) -> dict[int, MemberActor]:
    return {member.id: member for member in people}


# -- from end to end --------------------------------------------------------------------------------


async def test_four_players_from_the_announcement_to_the_champion(world: World) -> None:
    zara = steward(world)
    people = [world.member(name) for name in ("Asha", "Ben", "Chitra", "Dev")]
    told = said(await announced(world, zara, entry=50.0, prizes="70 30"))
    state = await now(world)
    assert state.id not in told
    assert f"<t:{int(state.plan.start_at.timestamp())}:f>" in told
    (card,) = world.channel.history()
    assert "**0** of 64 signed up" in words(card)
    for member in people[:2]:
        assert "Your entry of 50.00 chips is paid." in await press(world, member, "Join")
    for member in people[2:]:
        assert "You are in **Autumn Cup**" in await typed(world, member, "join")
    assert world.channel.history()[-1].id == card.id, "one card, edited"
    assert "Asha, Ben, Chitra and Dev" in words(world.channel.history()[0])
    await world.restart()
    assert "is running" in await typed(world, zara, "start")
    await shown(world)
    (round,) = saying(world.channel, "### 🏁 Round 1")
    for thread in world.channel.threads:
        assert f"<#{thread.id}>" in words(round)
    await play_round(world, by_id(people))
    await shown(world)
    await world.restart()
    (round,) = saying(world.channel, "### 🏁 Round 1")
    assert words(round).count("goes on") == 2
    assert list(labels(round)) == ["Bracket"]
    assert len(saying(world.channel, "### 🏁 Final")) == 1
    await play_round(world, by_id(people))
    await shown(world)
    state = await now(world)
    assert state.status is TournamentStatus.FINISHED
    (result,) = saying(world.channel, "Prize 140.00")
    champion = state.progress.bracket.champion if state.progress.bracket else None
    assert champion is not None
    assert f"<@{champion.id}>" in words(result)
    assert state.row.seed.hex() not in words(result)
    checked = (await people[0].click(result, label="Verify")).response
    assert state.row.seed.hex() in words(checked)
    assert state.row.commitment in words(checked)
    assert await balance(world, by_id(people)[champion.id]) == 1_090_00
    assert "has won" in words(saying(world.channel, "### 🏆 Autumn Cup")[-1])
    assert "🏆" in await typed(world, people[0], "list")
    assert "Prize 140.00" in await typed(world, people[0], "show", tournament=state.id)
    assert "matches what was published" in await typed(world, people[0], "verify", tournament=state.id)
    assert len(saying(world.channel, "### 🏁")) == 2


async def test_nobody_checks_in_from_direct_messages_where_the_server_is_blocked(world: World) -> None:
    _, (_, ben) = await signed_up(world, "Asha Ben", check_in=30)
    await choose_dm(world, Person(world, ben, shipped("circle")))
    await world.wait(30 * 60 + 5)
    (direct,) = ben.user.dm_channel.history()
    await world.app.services.admission.block(BlockKind.SERVER, world.guild.id)
    assert said(await ben.user.click(direct, label="Check in")) == refusals.PROBLEMS[Problem.BLOCKED_SERVER]()
    await world.app.services.admission.unblock(BlockKind.SERVER, world.guild.id)
    assert "You are checked in" in said(await ben.user.click(direct, label="Check in"))


async def test_who_waits_is_called_to_a_free_place_and_who_cannot_pay_is_told_in_private(world: World) -> None:
    staff, people = await signed_up(world, "Asha Ben", most=2, fewest=2, entry=600.0)
    chitra, dev = (world.member(name) for name in ("Chitra", "Dev"))
    card = saying(world.channel, "signed up")[0]
    for member in (chitra, dev):
        assert "on the waiting list" in said(await member.click(card, label="Waiting list"))
    assert "**2** on the waiting list" in words(saying(world.channel, "signed up")[0])
    await announced(world, staff, name="Winter Cup", entry=600.0)
    await typed(world, chitra, "join", tournament="Winter Cup")
    await typed(world, people[0], "leave", tournament="Autumn Cup")
    (call,) = saying(world.channel, "now it is yours")
    assert f"<@{dev.id}>" in words(call)
    assert f"<@{chitra.id}>" not in words(call)
    (direct,) = chitra.user.dm_channel.history()
    assert "you had too few chips for the entry of 600" in words(direct)
    assert "you had too few chips" in said(await chitra.user.click(direct, label="Card"))
    await world.restart()
    await world.wait(60)
    assert len(saying(world.channel, "now it is yours")) == len(chitra.user.dm_channel.history()) == 1


@pytest.mark.usefixtures("rare_beats")
async def test_check_in_calls_everybody_once_and_who_is_not_there_loses_the_place(world: World) -> None:
    _, people = await signed_up(world, "Asha Ben Chitra", check_in=30, entry=50.0)
    asha, ben, chitra = people
    assert refusals.PROBLEMS[Problem.CHECK_IN_CLOSED]() == await typed(world, asha, "checkin")
    await choose_dm(world, Person(world, ben, shipped("circle")))
    await world.wait(30 * 60 + 5)
    (call,) = saying(world.channel, "Press **Check in** now")
    assert {f"<@{member.id}>" in words(call) for member in people} == {True}
    (direct,) = ben.user.dm_channel.history()
    await ben.user.click(direct, label="Check in")
    assert asha.user.dm_channel.history() == []
    assert await press(world, asha, "Check in") == "You are checked in for **Autumn Cup**."
    assert await press(world, asha, "Check in") == refusals.PROBLEMS[Problem.ALREADY_CHECKED_IN]()
    assert "**2** checked in" in words(saying(world.channel, "signed up")[0])
    await world.restart()
    await world.wait(15 * 60 + 5)
    (reminder,) = saying(world.channel, "or you lose your place.\n")[:1]
    assert f"<@{chitra.id}>" in words(reminder)
    assert f"<@{asha.id}>" not in words(reminder)
    await world.wait(15 * 60 + 5)
    state = await now(world)
    assert state.status is TournamentStatus.RUNNING
    assert {entrant.name for entrant in state.progress.entrants} == {"Asha", "Ben"}
    assert await balance(world, chitra) == 1_000_00
    assert await press(world, chitra, "My table") == tournaments.NOT_AT_TABLE()
    assert "(Table 1)" in await press(world, asha, "My table")


@pytest.mark.parametrize("minutes", [20, 10])
async def test_the_hand_comes_to_who_has_checked_in_a_short_while_ago(world: World, minutes: int) -> None:
    _, people = await signed_up(world, "Asha Ben", check_in=20, start="in 30 min")
    await world.wait((30 - minutes) * 60 + 5)
    for member in people:
        assert "You are checked in" in await press(world, member, "Check in")
    await world.wait(minutes * 60 + 5)
    assert (await now(world)).status is TournamentStatus.RUNNING
    for member in people:
        hands = [m for m in world.channel.history(viewer=member) if m.flags.ephemeral and "Wild jokers" in words(m)]
        assert len(hands) == (1 if minutes < 15 else 0)


async def test_a_league_ends_with_its_points_table(world: World) -> None:
    zara, people = await signed_up(world, "Asha Ben Chitra", kind="league", matches=2, name="Autumn League")
    await typed(world, zara, "start")
    for _ in range(3):
        await play_round(world, by_id(people))
        await world.restart()
    state = await now(world)
    assert state.status is TournamentStatus.FINISHED
    (result,) = saying(world.channel, "Points 2")
    assert "Played 2" in words(result)
    assert "Points table" in labels(result)


# -- steering ---------------------------------------------------------------------------------------

STEERING = ["start", "pause", "resume", "cancel", "move"]


@pytest.mark.parametrize("name", STEERING)
async def test_strangers_steer_nothing(world: World, name: str) -> None:
    await signed_up(world, "Asha")
    assert await typed(world, world.member("Mallory"), name) == tournaments.STEER_ONLY()


async def test_who_may_steer(world: World) -> None:
    asha, boss = world.member("Asha"), steward(world, "Boss", manage_guild=True)
    assert said(await announced(world, asha)) == tournaments.STEER_ONLY()
    role = world.guild.create_role("hosts")
    ben = world.guild.add_member(world.env.create_user("Ben"), roles=[role])
    assert said(await announced(world, ben)) == tournaments.STEER_ONLY()
    assert await typed(world, ben, "staff", role=role) == standings.STAFF_ONLY()
    assert f"<@&{role.id}>" in await typed(world, boss, "staff", role=role)
    await announced(world, ben)
    assert (await now(world)).row.host == ben.id
    await typed(world, boss, "staff")
    assert await typed(world, ben, "cancel", confirm=True) == tournaments.STEER_ONLY()
    assert (await announced(world, boss)).acknowledged


async def test_cancelling_asks_first_and_returns_every_entry(world: World) -> None:
    zara, (asha, mallory) = await signed_up(world, "Asha Mallory", entry=50.0)
    code = (await now(world)).id
    assert await typed(world, asha, "verify", tournament=code) == tournaments.STILL_OPEN()
    assert await balance(world, asha) == 950_00
    asked = await zara.slash(world.channel, "tournament cancel")
    assert asked.response is not None
    assert set(labels(asked.response)) == {"Back", "Call off"}
    (refused,) = await clicks(world, asked.response, labels(asked.response)["Call off"], by=mallory)
    assert said(refused) == tournaments.STEER_ONLY()
    asked = await zara.slash(world.channel, "tournament cancel")
    assert asked.response is not None
    assert "is cancelled" in said(await zara.click(asked.response, label="Call off"))
    assert await balance(world, asha) == 1_000_00
    assert labels(world.channel.history()[0]) == {}
    assert len(saying(world.channel, "**Cancelled.**")) == 2
    assert await typed(world, zara, "cancel") == tournaments.NONE_OPEN()
    assert await typed(world, asha, "verify", tournament=code) == tournaments.NOTHING_DRAWN()


@pytest.mark.usefixtures("rare_beats")
async def test_too_few_at_the_start(world: World) -> None:
    _, (asha,) = await signed_up(world, "Asha", entry=50.0)
    await world.wait(HOUR + 5)
    assert (await now(world)).status is TournamentStatus.CANCELLED
    assert await balance(world, asha) == 1_000_00
    assert len(saying(world.channel, tournaments.ENDINGS[Cancellation.TOO_FEW]())) == 2, "said, and on the card"


async def test_staff_remove_advance_pause_and_go_on(world: World) -> None:
    zara, people = await signed_up(world, "Asha Ben Chitra Dev Eve Farah")
    assert "is out" in await typed(world, zara, "remove", player=people[5].user)
    assert await typed(world, zara, "remove", player=people[5].user) == refusals.PROBLEMS[Problem.NO_SUCH_ENTRANT]()
    assert await typed(world, zara, "pause") == refusals.PROBLEMS[Problem.TOURNAMENT_NOT_RUNNING]()
    await typed(world, zara, "start")
    assert "paused" in await typed(world, zara, "pause")
    assert await typed(world, zara, "start") == refusals.PROBLEMS[Problem.TOURNAMENT_BEGUN]()
    (first, *_), *_ = await open_tables(world, by_id(people))
    wrong = await typed(world, zara, "advance", table=9, best=first.member.user)
    assert wrong == refusals.PROBLEMS[Problem.NO_SUCH_MATCH]()
    assert "is decided" in await typed(world, zara, "advance", table=1, best=first.member.user)
    await shown(world)
    (round,) = saying(world.channel, "### 🏁 Round 1")
    assert f"Table 1: decided by <@{zara.id}>" in words(round)
    assert "paused" in words(round)
    await play_round(world, by_id(people))
    assert len((await now(world)).progress.bracket.rounds) == 1  # type: ignore[union-attr]
    assert "is running" in await typed(world, zara, "resume")
    await shown(world)
    assert len(saying(world.channel, "### 🏁 Round 2")) == 1


async def test_a_tournament_whose_channel_was_deleted_goes_on_elsewhere(world: World) -> None:
    zara, people = await signed_up(world, "Asha Ben Chitra Dev")
    hall = world.guild.create_text_channel("hall")
    world.env.backend.delete_channel(world.channel.id)
    assert "You are in" in said(await world.member("Eve").slash(hall, "tournament join"))
    assert "its channel is gone" in said(await zara.slash(hall, "tournament list"))
    await zara.slash(hall, "tournament start")
    assert hall.history() == []
    assert said(await people[0].slash(hall, "tournament move")) == tournaments.STEER_ONLY()
    assert f"<#{hall.id}>" in said(await zara.slash(hall, "tournament move"))
    await world.wait(130)
    assert len(saying(hall, "### 🏁 Round 1")) == 1
    assert len(saying(hall, "### 🏆 Autumn Cup")) == 1


# -- wrong presses ----------------------------------------------------------------------------------


async def test_early_late_double_and_strange_presses_get_one_sentence(world: World) -> None:
    zara, (asha, _) = await signed_up(world, "Asha Ben")
    stranger = world.member("Mallory")
    card = with_button(world.channel, "Join")
    join = labels(card)["Join"]
    assert await press(world, asha, "Join") == refusals.PROBLEMS[Problem.ALREADY_SIGNED_UP]()
    assert await press(world, stranger, "Leave") == refusals.PROBLEMS[Problem.NOT_SIGNED_UP]()
    late = world.member("Late")
    both = {said(answer) for answer in await clicks(world, card, join, join, by=late)}
    assert len(both) == 2
    assert refusals.PROBLEMS[Problem.ALREADY_SIGNED_UP]() in both
    assert "You have left" in await press(world, late, "Leave")
    await typed(world, zara, "start")
    (answer,) = await clicks(world, card, join, by=stranger)
    assert said(answer) == refusals.PROBLEMS[Problem.SIGN_UP_OVER]()
    assert await press(world, stranger, "Leave") == refusals.PROBLEMS[Problem.NOT_SIGNED_UP]()
    (answer,) = await clicks(
        world, card, str(TournamentButtonId((await now(world)).id, TournamentButton.CANCEL)), by=stranger
    )
    assert said(answer) == tournaments.STEER_ONLY()
    unknown = str(TournamentButtonId(type((await now(world)).id)("zzzzzz"), TournamentButton.SHOW))
    (answer,) = await clicks(world, card, unknown, by=stranger)
    assert said(answer) == refusals.PROBLEMS[Problem.NO_TOURNAMENT]()
    asked = await asha.click(with_button(world.channel, "My table"), label="Bracket")
    assert asked.response is not None
    assert asked.response.ephemeral


async def test_leaving_a_running_tournament_is_asked_about(world: World) -> None:
    zara, (asha, ben) = await signed_up(world, "Asha Ben", entry=50.0)
    await typed(world, zara, "start")
    await shown(world)
    asked = await asha.click(saying(world.channel, "Knock-out")[-1], label="Leave")
    assert asked.response is not None
    assert "for good" in words(asked.response)
    assert "You have left" in said(await asha.click(asked.response, label="Leave"))
    assert (await now(world)).status is TournamentStatus.FINISHED
    assert await balance(world, ben) == 1_050_00


async def test_without_a_code_the_dice_of_the_tournament_that_was_over_last_are_checked(world: World) -> None:
    zara, people = steward(world), [world.member(name) for name in ("Asha", "Ben")]
    assert await typed(world, zara, "verify") == tournaments.NONE_OPEN()
    for name in ("Autumn Cup", "Second Cup"):
        await announced(world, zara, name=name)
        for member in people:
            await typed(world, member, "join")
        await typed(world, zara, "start")
        assert await typed(world, zara, "verify") == tournaments.STILL_OPEN()
        await typed(world, people[0], "leave", confirm=True)
        state = await now(world)
        assert (state.plan.name, state.status) == (name, TournamentStatus.FINISHED)
        answer = await people[1].slash(world.channel, "tournament verify")
        assert (await text_of(world, answer)).startswith(f"tournament {state.id}\n")
        await world.wait(1)  # else both were over at the same moment


async def test_nobody_at_a_table_ends_it(world: World) -> None:
    zara, people = await signed_up(world, "Asha Ben")
    await typed(world, zara, "start")
    ((host, guest),) = await open_tables(world, by_id(people))
    for person in (host, guest):
        for options in ({}, {"confirm": True}):
            told = said(await person.member.slash(person.place, "rummy end", **options))
            assert told == refusals.PROBLEMS[Problem.TOURNAMENT_TABLE]()


async def test_a_table_that_staff_end_is_decided_by_its_totals(world: World) -> None:
    boss = steward(world, "Boss", manage_guild=True)
    zara, people = await signed_up(world, "Asha Ben")
    await typed(world, zara, "start")
    ((host, _),) = await open_tables(world, by_id(people))
    await boss.slash(host.place, "rummy end", confirm=True, table=(await now(world)).progress.codes[1])
    await shown(world)
    told = [words(message) for message in host.place.history()]
    assert any(table_text.ENDED_IN_TOURNAMENT[EndCause.STAFF]() in line for line in told)
    assert not any(table_text.VOID() in line for line in told)
    drawn = "from the draw of the tournament"
    assert any(drawn in line for line in told)
    (round,) = saying(world.channel, "### 🏁")
    assert "Table 1 (by totals)" in words(round)
    assert "**Extra deal, table 2**" in words(round)


async def test_a_private_card_from_before_the_start_asks_too(world: World) -> None:
    zara, (asha, _) = await signed_up(world, "Asha Ben", entry=50.0)
    card = (await asha.slash(world.channel, "tournament show")).response
    assert card is not None
    await typed(world, zara, "start")
    asked = await asha.click(card, label="Leave")
    assert "for good" in said(asked)
    assert (await now(world)).status is TournamentStatus.RUNNING


async def test_other_servers_and_direct_messages_know_nothing_of_it(world: World) -> None:
    await signed_up(world, "Asha")
    code = (await now(world)).id
    other = world.env.create_guild("Elsewhere")
    place = other.create_text_channel("hall")
    eve = other.add_member(world.env.create_user("Eve"))
    for name in ("join", "show", "leave"):
        told = said(await eve.slash(place, f"tournament {name}", tournament=code))
        assert told == refusals.PROBLEMS[Problem.NO_TOURNAMENT]()
    assert said(await eve.user.slash("tournament list")) == tournaments.ONLY_SERVERS()


async def test_computers_play_in_a_tournament_where_staff_allow_it(world: World) -> None:
    zara, asha = steward(world), world.member("Asha")
    await announced(world, zara, players=4, computers=3)
    told = words(world.channel.history()[-1])
    assert "Up to 3 computers fill" in told
    await typed(world, asha, "join")
    await typed(world, zara, "start")
    await world.wait(2)
    (row,) = await world.app.store.tables.open_rows()
    state = await world.app.tables.find(row.id)
    assert sum(player.is_computer for player in state.players) == 3
    assert "🤖 Lotte" in said(await asha.slash(world.channel, "tournament show"))


async def test_times_are_those_of_the_zone_that_staff_chose(world: World) -> None:
    zara = steward(world, manage_guild=True)
    offered = await zara.autocomplete(world.channel, "rummy server", "zone", "kolk")
    assert [choice["value"] for choice in offered] == ["Asia/Kolkata"]
    assert "zone**: UTC" in said(await zara.slash(world.channel, "rummy server"))
    assert said(await zara.slash(world.channel, "rummy server", zone="Moon")) == refusals.PROBLEMS[Problem.BAD_ZONE]()
    assert "zone**: Asia/Kolkata" in said(await zara.slash(world.channel, "rummy server", zone="Asia/Kolkata"))
    assert "Asia/Kolkata" in said(await announced(world, zara, start="tomorrow 8pm"))
    assert (await now(world)).starts_at == datetime(2026, 1, 2, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize("start", ["soon", "25:00", "2026-02-30 10:00", "yesterday"])
async def test_what_is_no_time_gets_one_sentence(world: World, start: str) -> None:
    zara = steward(world)
    assert said(await announced(world, zara, start=start)) == tournaments.bad_moment(start, "UTC")
    assert said(await announced(world, zara, sign_up=start)) == tournaments.bad_moment(start, "UTC")
    assert world.channel.history() == []


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"start": "2020-01-01 10:00"}, Problem.BAD_START),
        ({"start": "in 2 min", "sign_up": "in 3 min"}, Problem.BAD_SIGN_UP),
        ({"start": "in 10 min", "check_in": 11}, Problem.BAD_CHECK_IN),
        ({"prizes": "fifty"}, Problem.BAD_PRIZES),
        ({"prizes": "50 30"}, Problem.BAD_PRIZES),
        ({"players": 2, "advance": 2}, Problem.BAD_ADVANCE),
        ({"rules": "nonsense"}, Problem.NO_SUCH_RULES),
        ({"format": "chess"}, Problem.NO_SUCH_FORMAT),
        ({"fewest": 9, "most": 8}, Problem.BAD_PLAYERS),
    ],
)
async def test_what_cannot_be_played_gets_one_sentence(
    world: World, options: dict[str, object], problem: Problem
) -> None:
    assert said(await announced(world, steward(world), **options)).startswith(refusals.PROBLEMS[problem]())


async def test_several_tournaments_must_be_named(world: World) -> None:
    zara, asha = steward(world), world.member("Asha")
    await announced(world, zara)
    first = await now(world)
    await world.wait(1)
    await announced(world, zara, name="Winter Cup")
    asked = reply(await asha.slash(world.channel, "tournament join"))
    assert words(asked).startswith("**Which tournament?**")
    (menu,) = controls(asked).values()
    winter = next(option["value"] for option in menu["options"] if option["label"] == "Winter Cup")
    details = reply(await asha.select(asked, [winter], custom_id=menu["custom_id"]))
    assert "Winter Cup" in words(details)
    assert "Join" in labels(details)
    assert "Choose it as **tournament**" in await typed(world, zara, "pause")
    assert "You are in **Winter Cup**" in await typed(world, asha, "join", tournament="winter cup")
    assert "You are in **Autumn Cup**" in await typed(world, asha, "join", tournament=first.id)
    offered = await asha.autocomplete(world.channel, "tournament join", "tournament", "winter")
    assert [choice["name"] for choice in offered] == [f"Winter Cup · open for sign-up · {(await now(world)).id}"]


# -- posted once, shown live ------------------------------------------------------------------------


async def test_a_round_that_discord_refused_is_posted_once(world: World) -> None:
    zara, _ = await signed_up(world, "Asha Ben")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=503, times=2)
    await typed(world, zara, "start")
    assert saying(world.channel, "### 🏁") == []
    await world.restart(300)
    await world.wait(10)
    assert len(saying(world.channel, "### 🏁")) == 1
    assert await world.app.store.tournaments.unsent() == ()


async def test_an_old_card_is_posted_anew_and_the_old_one_goes(world: World) -> None:
    await signed_up(world, "Asha")
    (card,) = world.channel.history()
    await world.wait(51 * 60)
    await press(world, world.member("Ben"), "Join")
    (anew,) = [message for message in world.channel.history() if "Join" in labels(message)]
    assert anew.id != card.id
    assert "Asha and Ben" in words(anew)


async def test_totals_that_change_together_are_drawn_once(world: World) -> None:
    zara, people = await signed_up(world, "Asha Ben Chitra Dev", format="pool_101")
    await typed(world, zara, "start")
    await shown(world)
    (round,) = saying(world.channel, "### 🏁")
    before = len(world.env.http_requests)
    for table in await open_tables(world, by_id(people)):
        await drop_out(table, spare=table[0])
    await shown(world)
    edits = [r for r in world.env.http_requests[before:] if r.method == "PATCH" and r.path.endswith(str(round.id))]
    assert 1 <= len(edits) <= 2
    (round,) = saying(world.channel, "### 🏁")
    assert "(deal 1)" in words(round) or "(deal 2)" in words(round)


# -- extras -----------------------------------------------------------------------------------------


async def test_the_champion_wears_the_role_until_the_next_one(world: World) -> None:
    boss = steward(world, "Boss", manage_guild=True, manage_roles=True)
    crown = world.guild.create_role("champion")
    asha, ben = world.member("Asha"), world.member("Ben")
    wearers = []
    for best in (asha, ben, ben):
        await announced(world, boss, role=crown)
        for member in (asha, ben):
            await typed(world, member, "join")
        await typed(world, boss, "start")
        await typed(world, boss, "advance", table=1, best=best.user)
        members = world.env.backend.get_guild(world.guild.id).members
        wearers.append([name for name, one in (("asha", asha), ("ben", ben)) if crown.id in members[one.id].role_ids])
    assert wearers == [["asha"], ["ben"], ["ben"]]


async def test_a_role_that_cannot_be_given_is_told_to_the_staff_once(world: World) -> None:
    boss = steward(world, "Boss", manage_guild=True, manage_roles=True)
    crown = world.guild.create_role("champion")
    asha, ben = world.member("Asha"), world.member("Ben")
    await announced(world, boss, role=crown)
    for member in (asha, ben):
        await typed(world, member, "join")
    await typed(world, boss, "start")
    world.env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=403, code=50013, times=None)
    await typed(world, boss, "advance", table=1, best=asha.user)
    await world.restart(300)
    await world.wait(130)
    (told,) = saying(world.channel, "**Manage Roles**")
    assert words(told).startswith(f"<@{boss.id}>")
    assert len(saying(world.channel, "has won")) == 2, "the result, and the card"


async def test_nobody_raises_others_by_a_tournament(world: World) -> None:
    high = world.guild.create_role("admins", permissions=discord.Permissions(administrator=True))
    zara = steward(world)
    assert said(await announced(world, zara, role=high)) == tournaments.BAD_ROLE()
    both = steward(world, "Both", manage_events=True, manage_roles=True)
    lofty = world.env.backend.get_guild(world.guild.id).roles[high.id]
    lofty.position = 99
    assert said(await announced(world, both, role=high)) == tournaments.BAD_ROLE()


async def test_who_plays_in_another_tournament_is_told_and_the_round_goes_on_without(world: World) -> None:
    zara, (asha, ben) = await signed_up(world, "Asha Ben", entry=5.0)
    await announced(world, zara, name="Second Cup", players=2, entry=5.0)
    for member in (asha, ben, *(world.member(name) for name in ("Cara", "Dev"))):
        assert "You are in" in await press(world, member, "Join")
    await typed(world, zara, "start", tournament="Autumn Cup")
    await typed(world, zara, "start", tournament="Second Cup")
    (told,) = saying(world.channel, "playing in another tournament")
    assert f"<@{asha.id}> and <@{ben.id}> are playing in another tournament" in words(told)
    assert "Their entries are returned." in words(told)
    assert len(saying(world.channel, "playing in another tournament")) == 1
    assert [await balance(world, member) for member in (asha, ben)] == [995_00, 995_00]
    assert {asha.id, ben.id} in pinged(world, 0)


async def test_the_calendar_has_it_where_the_bot_may(world: World) -> None:
    zara, _ = await signed_up(world, "Asha")
    guild = world.env.backend.get_guild(world.guild.id)
    (event,) = guild.scheduled_events.values()
    assert event.name == "Autumn Cup"
    await world.restart()
    await world.wait(10)
    assert len(guild.scheduled_events) == 1
    await typed(world, zara, "cancel", confirm=True)
    assert guild.scheduled_events == {}


async def test_the_calendar_names_the_start_that_an_outage_has_moved(world: World) -> None:
    await signed_up(world, "Asha Ben")
    (event,) = world.env.backend.get_guild(world.guild.id).scheduled_events.values()
    then = (await now(world)).starts_at
    assert datetime.fromisoformat(event.scheduled_start_time) == then
    await world.restart(70 * 60)
    start = (await now(world)).starts_at
    assert start > then
    assert datetime.fromisoformat(event.scheduled_start_time) == start
    assert datetime.fromisoformat(str(event.scheduled_end_time)) > start
    edits = [r for r in world.env.http_requests if r.method == "PATCH" and "/scheduled-events/" in r.path]
    await press(world, world.member("Cara"), "Join")
    assert [r for r in world.env.http_requests if r.method == "PATCH" and "/scheduled-events/" in r.path] == edits
    assert len(edits) == 1


async def test_the_calendar_is_never_moved_into_the_past(world: World) -> None:
    await signed_up(world, "Asha")
    state, app = await now(world), world.app
    (event,) = world.env.backend.get_guild(world.guild.id).scheduled_events.values()
    then = event.scheduled_start_time
    calendar = Calendar(app.client, app.store, world.env.now)
    for late, seen in ((timedelta(), then), (-timedelta(minutes=1), then), (timedelta(hours=5), None)):
        start = world.env.now() + late
        alarms = tuple(replace(one, due=start) if one.kind is AlarmKind.START else one for one in state.alarms)
        await calendar.keep(replace(state, alarms=alarms))
        assert event.scheduled_start_time == (seen or start.isoformat())
    edits = [r for r in world.env.http_requests if r.method == "PATCH" and "/scheduled-events/" in r.path]
    assert len(edits) == 1


async def test_without_the_calendar_all_goes_on(world: World) -> None:
    world.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013, times=None)
    await signed_up(world, "Asha Ben")
    assert world.env.backend.get_guild(world.guild.id).scheduled_events == {}
    assert len(world.channel.history()) == 1


# -- an evening -------------------------------------------------------------------------------------


async def test_sixteen_players_three_rounds_a_no_show_a_tie_a_pause_and_restarts(world: World) -> None:
    names = " ".join(f"P{number}" for number in range(17))
    zara, people = await signed_up(
        world, names, players=4, advance=2, entry=10.0, prizes="60 40", check_in=30, start="in 40 min"
    )
    await world.wait(10 * 60 + 5)
    for member in people[:16]:
        assert "checked in" in await press(world, member, "Check in")
    await world.restart()
    await world.wait(30 * 60 + 5)
    state = await now(world)
    bracket = state.progress.bracket
    assert bracket is not None
    assert (len(state.progress.entrants), len(bracket.open_tables)) == (16, 4)
    assert await balance(world, people[16]) == 1_000_00
    # The winner goes on; the three who dropped are equal, so one more deal decides who goes with them.
    members = by_id(people)
    first, *_ = await open_tables(world, members)
    await drop_out(first, spare=first[0])
    await shown(world)
    bracket = (await now(world)).progress.bracket
    assert bracket is not None
    tie = bracket.open_tables[-1]
    assert (tie.purpose, len(tie.players)) == (Purpose.TIE, 3)
    assert "Extra deal" in words(saying(world.channel, "### 🏁 Round 1")[0])
    await typed(world, zara, "pause")
    await world.restart()
    await play_round(world, members)
    assert len((await now(world)).progress.bracket.rounds) == 1  # type: ignore[union-attr]
    await typed(world, zara, "resume")
    for _ in range(8):
        if (await now(world)).status is TournamentStatus.FINISHED:
            break
        await play_round(world, members)
        await world.restart()
    await shown(world)
    state = await now(world)
    bracket = state.progress.bracket
    assert state.status is TournamentStatus.FINISHED
    assert bracket is not None
    assert len(bracket.rounds) == 3
    assert all(t.verdict is not None and t.verdict.by is By.RESULT for r in bracket.rounds for t in r.tables)
    heads = ["### 🏁 Round 1", "### 🏁 Round 2", "### 🏁 Final", "Press **Check in** now", "Prize 96.00"]
    assert [len(saying(world.channel, head)) for head in heads] == [1] * len(heads)
    assert sum([await balance(world, member) for member in people]) == 17 * 1_000_00
    assert await world.app.store.ledger.faults() == ()
    assert state.row.changed_at - state.row.created_at < timedelta(hours=3)
