"""Tournaments by commands and buttons: the rights to steer them, and the screen of each answer."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.flows.answer import AnswerResult
from bot.rummy.ids import TournamentId
from bot.screens.tournaments.ids import SeriesId, SeriesWord, TournamentButton, TournamentButtonId
from bot.text import refusals, tournaments
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed, user
from tests.screens.limits import check, labelled, menus
from tests.service.context import ASHA, BEN, CARA, DEV

CUP: dict[str, Any] = {"name": "Diwali Cup", "start": "in 2 hours", "players": 2, "fewest": 2}


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def cup(bot: FlowDesk, **options: Any) -> TournamentId:
    """Announce a tournament and return its code."""
    created = await typed(bot, ASHA, "tournament new", {**CUP, **options}, is_staff=True)
    assert created.outcome is AnswerResult.DONE, created.text
    (state,) = await bot.services.tournaments.of_guild(1)
    assert "Diwali Cup" in created.text
    assert state.id not in created.text
    return state.id


async def pressed(bot: FlowDesk, who: Any, id: TournamentId, word: TournamentButton, **given: Any) -> FakeAnswer:
    return await bot.press(who, TournamentButtonId(id, word), **given)


async def test_only_those_who_may_steer_announce_a_tournament(bot: FlowDesk) -> None:
    refused = await typed(bot, BEN, "tournament new", CUP)
    assert refused.text == tournaments.STEER_ONLY()
    in_direct_messages = await typed(bot, ASHA, "tournament new", CUP, guild=None, is_staff=True)
    assert in_direct_messages.text == tournaments.ONLY_SERVERS()
    blocked = await typed(bot, ASHA, "tournament new", CUP, is_staff=True, missing="Send Messages")
    assert blocked.text == refusals.cannot_play_in("Send Messages", "<#2>")
    assert await bot.services.tournaments.of_guild(1) == ()
    await cup(bot)


async def test_a_role_that_staff_name_steers_tournaments(bot: FlowDesk) -> None:
    role = type("Role", (), {"id": 77})
    assert (await typed(bot, BEN, "tournament staff", {"role": role})).outcome is AnswerResult.REFUSED
    await typed(bot, ASHA, "tournament staff", {"role": role}, is_staff=True)
    assert (await typed(bot, BEN, "tournament new", CUP)).outcome is AnswerResult.REFUSED
    assert (await typed(bot, BEN, "tournament new", CUP, roles=frozenset({77}))).outcome is AnswerResult.DONE


async def test_a_role_for_champions_is_one_that_both_may_give(bot: FlowDesk) -> None:
    options = {**CUP, "role": type("Role", (), {"id": 88})}
    assert (await typed(bot, ASHA, "tournament new", options, is_staff=True)).outcome is AnswerResult.REFUSED
    given = await typed(bot, ASHA, "tournament new", options, is_staff=True, given=frozenset({88}))
    assert given.outcome is AnswerResult.DONE


async def test_people_sign_up_and_leave_by_button_and_by_command(bot: FlowDesk) -> None:
    id = await cup(bot)
    joined = await pressed(bot, BEN, id, TournamentButton.JOIN)
    assert "Diwali Cup" in joined.text
    assert (await pressed(bot, BEN, id, TournamentButton.JOIN)).outcome is AnswerResult.REFUSED
    assert (await typed(bot, CARA, "tournament join")).outcome is AnswerResult.DONE
    assert BEN.id in (await bot.services.tournaments.find(id)).entrants
    assert (await typed(bot, BEN, "tournament leave")).outcome is AnswerResult.DONE
    assert (await pressed(bot, CARA, id, TournamentButton.LEAVE)).outcome is AnswerResult.DONE
    assert (await bot.services.tournaments.find(id)).entrants == {}
    assert (await pressed(bot, CARA, id, TournamentButton.LEAVE)).outcome is AnswerResult.REFUSED


async def test_who_comes_to_a_full_tournament_waits_by_button_or_by_command(bot: FlowDesk) -> None:
    id = await cup(bot, most=2)
    for person in (ASHA, BEN):
        await pressed(bot, person, id, TournamentButton.JOIN)
    shown = await pressed(bot, CARA, id, TournamentButton.SHOW)
    assert shown.button(tournaments.WAIT()).id == str(TournamentButtonId(id, TournamentButton.JOIN))
    assert tournaments.in_line(1, 0, "<#2>") in (await typed(bot, CARA, "tournament join")).text
    assert tournaments.in_line(2, 0, "<#2>") in (await pressed(bot, DEV, id, TournamentButton.JOIN)).text
    assert (await pressed(bot, CARA, id, TournamentButton.JOIN)).outcome is AnswerResult.REFUSED
    own = await typed(bot, CARA, "tournament show")
    assert tournaments.in_line(1, 0, "<#2>") in own.text
    check(own.screen)
    assert tournaments.WAIT() not in labelled(own.screen)
    assert (await typed(bot, CARA, "tournament leave")).text == tournaments.waits_no_longer("Diwali Cup")
    await pressed(bot, BEN, id, TournamentButton.LEAVE)
    assert list((await bot.services.tournaments.find(id)).entrants) == [ASHA.id, DEV.id]


async def test_who_has_signed_up_checks_in(bot: FlowDesk) -> None:
    id = await cup(bot, check_in=30)
    await pressed(bot, BEN, id, TournamentButton.JOIN)
    assert (await pressed(bot, BEN, id, TournamentButton.CHECK_IN)).outcome is AnswerResult.REFUSED
    await bot.services.later(95 * 60)
    assert (await pressed(bot, CARA, id, TournamentButton.CHECK_IN)).outcome is AnswerResult.REFUSED
    assert (await typed(bot, BEN, "tournament checkin")).outcome is AnswerResult.DONE


async def test_a_tournament_is_listed_and_shown(bot: FlowDesk) -> None:
    assert "Diwali Cup" not in (await typed(bot, BEN, "tournament list")).text
    id = await cup(bot)
    listed = await typed(bot, BEN, "tournament list", unseen=frozenset({2}))
    assert "Diwali Cup" in listed.text
    shown = await typed(bot, BEN, "tournament show", {"tournament": "diwali cup"})
    assert "Diwali Cup" in shown.text
    assert (await typed(bot, BEN, "tournament show", {"tournament": id})).text == shown.text
    assert (await pressed(bot, BEN, id, TournamentButton.SHOW)).text == shown.text
    unknown = await typed(bot, BEN, "tournament show", {"tournament": "Holi Cup"})
    assert unknown.outcome is AnswerResult.REFUSED
    elsewhere = await typed(bot, BEN, "tournament show", {"tournament": id}, guild=9)
    assert elsewhere.outcome is AnswerResult.REFUSED


async def test_of_two_tournaments_the_one_of_that_name_is_meant(bot: FlowDesk) -> None:
    await cup(bot)
    await typed(bot, ASHA, "tournament new", {**CUP, "name": "Holi Cup"}, is_staff=True)
    either = await typed(bot, BEN, "tournament show")
    assert either.outcome is AnswerResult.REFUSED
    (menu,) = menus(either.screen)
    assert [choice.label for choice in menu.choices] == ["Diwali Cup", "Holi Cup"]
    await typed(bot, BEN, "tournament join", {"tournament": "Holi Cup"})
    assert "Holi Cup" in (await typed(bot, BEN, "tournament leave")).text


async def test_staff_steer_a_tournament_from_start_to_end(bot: FlowDesk) -> None:
    id = await cup(bot)
    for person in (BEN, CARA):
        await pressed(bot, person, id, TournamentButton.JOIN)
    for command in ("start", "pause", "resume", "move", "cancel"):
        assert (await typed(bot, BEN, f"tournament {command}")).text == tournaments.STEER_ONLY()
    assert (await pressed(bot, BEN, id, TournamentButton.MINE)).text == tournaments.NOT_AT_TABLE()
    assert (await pressed(bot, BEN, id, TournamentButton.VERIFY)).text == tournaments.STILL_OPEN()
    for command in ("start", "pause", "resume", "move"):
        steered = await typed(bot, ASHA, f"tournament {command}", is_staff=True)
        assert steered.outcome is AnswerResult.DONE, steered.text
    assert "Diwali Cup" in (await pressed(bot, BEN, id, TournamentButton.SHOW)).text
    asked = await typed(bot, BEN, "tournament leave")
    assert BEN.id in (await bot.services.tournaments.find(id)).entrants, "leaving is asked first"
    assert asked.shown
    advance = {"table": 1, "best": user(BEN)}
    assert (await typed(bot, CARA, "tournament advance", advance)).text == tournaments.STEER_ONLY()
    assert (await typed(bot, ASHA, "tournament advance", advance, is_staff=True)).outcome is AnswerResult.DONE
    assert (await bot.services.tournaments.find(id)).status.is_over
    proof = await typed(bot, CARA, "tournament verify")
    assert proof.outcome is AnswerResult.DONE, proof.text
    assert (await pressed(bot, ASHA, id, TournamentButton.CANCEL, is_staff=True)).outcome is AnswerResult.REFUSED


async def test_calling_a_tournament_off_is_asked_first(bot: FlowDesk) -> None:
    id = await cup(bot)
    asked = await typed(bot, ASHA, "tournament cancel", is_staff=True)
    assert asked.outcome is AnswerResult.DONE
    assert await bot.services.tournaments.of_guild(1)
    assert (await pressed(bot, BEN, id, TournamentButton.CANCEL)).text == tournaments.STEER_ONLY()
    await pressed(bot, ASHA, id, TournamentButton.CANCEL, is_staff=True)
    assert await bot.services.tournaments.of_guild(1) == ()
    assert (await typed(bot, BEN, "tournament verify", {"tournament": id})).text == tournaments.NOTHING_DRAWN()


async def test_staff_take_a_player_out(bot: FlowDesk) -> None:
    id = await cup(bot)
    await pressed(bot, BEN, id, TournamentButton.JOIN)
    await typed(bot, CARA, "tournament remove", {"player": user(BEN)})
    assert BEN.id in (await bot.services.tournaments.find(id)).entrants
    await typed(bot, ASHA, "tournament remove", {"player": user(BEN)}, is_staff=True)
    assert BEN.id not in (await bot.services.tournaments.find(id)).entrants


async def test_a_tournament_repeats_until_staff_end_its_series(bot: FlowDesk) -> None:
    id = await cup(bot)
    assert (await typed(bot, BEN, "tournament repeat", {"every": "24 hours"})).text == tournaments.STEER_ONLY()
    assert (await bot.press(BEN, SeriesId(id, SeriesWord.REPEAT))).text == tournaments.STEER_ONLY()
    asked = await bot.press(ASHA, SeriesId(id, SeriesWord.REPEAT), is_staff=True)
    assert asked.outcome is AnswerResult.DONE
    assert (
        await typed(bot, ASHA, "tournament repeat", {"every": "now"}, is_staff=True)
    ).outcome is AnswerResult.REFUSED
    repeated = await bot.press(ASHA, SeriesId(id, SeriesWord.HOURS), "24 hours", is_staff=True)
    assert repeated.outcome is AnswerResult.DONE, repeated.text
    assert "Diwali Cup" in (await typed(bot, ASHA, "tournament series", is_staff=True)).text
    assert (await typed(bot, BEN, "tournament series")).text == tournaments.STEER_ONLY()
    unknown = await typed(bot, ASHA, "tournament series", {"end": "Holi Cup"}, is_staff=True)
    assert unknown.outcome is AnswerResult.REFUSED
    ended = await typed(bot, ASHA, "tournament series", {"end": "Diwali Cup"}, is_staff=True)
    assert "Diwali Cup" in ended.text
    assert (await bot.press(ASHA, SeriesId(id, SeriesWord.END), is_staff=True)).outcome is AnswerResult.REFUSED


@pytest.mark.parametrize(
    ("start", "month", "day", "skipped", "hour"),
    [("29 mar 02:30", 3, 28, True, 1), ("25 oct 02:30", 10, 24, False, 0), ("25 oct 03:30", 10, 24, None, 2)],
)
async def test_a_time_at_which_clocks_change_is_named_with_the_moment_taken(
    bot: FlowDesk, start: str, month: int, day: int, skipped: bool | None, hour: int
) -> None:
    bot.services.now = datetime(2026, month, day, 0, tzinfo=UTC)
    await typed(bot, ASHA, "rummy server", {"zone": "Europe/Berlin"}, is_staff=True)
    answer = await typed(bot, ASHA, "tournament new", {**CUP, "start": start}, is_staff=True)
    moment = bot.services.now.replace(day=day + 1, hour=hour, minute=30)
    (state,) = await bot.services.tournaments.of_guild(1)
    assert state.plan.start_at == moment
    if skipped is None:
        assert "🕒" not in answer.text
    else:
        note = tournaments.clock_changes(start, f"<t:{int(moment.timestamp())}:f>", is_skipped=skipped)
        assert answer.text.endswith(note)


@pytest.mark.parametrize("start", ["in 25 hours", "<t:1792888200>", "25 oct 02:30 +2"])
async def test_a_moment_that_no_clock_changes_has_no_note(bot: FlowDesk, start: str) -> None:
    bot.services.now = datetime(2026, 10, 23, 23, 30, tzinfo=UTC)
    await typed(bot, ASHA, "rummy server", {"zone": "Europe/Berlin"}, is_staff=True)
    answer = await typed(bot, ASHA, "tournament new", {**CUP, "start": start}, is_staff=True)
    assert answer.outcome is AnswerResult.DONE
    assert "🕒" not in answer.text


async def test_the_start_of_a_series_at_which_clocks_change_is_named(bot: FlowDesk) -> None:
    bot.services.now = datetime(2026, 3, 27, 23, tzinfo=UTC)
    await typed(bot, ASHA, "rummy server", {"zone": "Europe/Berlin"}, is_staff=True)
    id = await cup(bot, start="02:30")
    repeated = await bot.press(ASHA, SeriesId(id, SeriesWord.DAYS), "daily", is_staff=True)
    moment = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    taken = f"<t:{int(moment.timestamp())}:f>"
    assert tournaments.clock_changes("2026-03-29 02:30", taken, is_skipped=True) in repeated.text
    fine = await bot.press(ASHA, SeriesId(id, SeriesWord.HOURS), "24 hours", is_staff=True)
    assert fine.outcome is AnswerResult.DONE
    assert "🕒" not in fine.text
