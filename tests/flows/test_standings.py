"""Standings, profiles, history and seasons by commands and buttons."""

from collections.abc import AsyncIterator, Sequence
from itertools import count
from typing import Any

import pytest

from bot.codes import MatchExit
from bot.flows.answer import AnswerResult
from bot.languages.sentence import isolated
from bot.rummy.ids import PlayerId, TableId
from bot.screens.standings import HistoryId, ProfileId, SeasonId, StandingsId, Turn
from bot.service.match_effects import COUNTING
from bot.store.rows.matches import Finished
from bot.text import standings
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed, user
from tests.screens.limits import buttons, texts
from tests.service.context import ASHA, BEN, CARA
from tests.store.matches import ending, result
from tests.store.matches import match as match_row
from tests.store.samples import NOW

CODES = (TableId(f"t{number:05}") for number in count())


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def played(bot: FlowDesk) -> None:
    """Play a match of Asha and Ben to its end."""
    table = await bot.services.table(ASHA, BEN)
    await bot.services.finish(table.id)


async def test_standings_before_and_after_a_match(bot: FlowDesk) -> None:
    empty = await typed(bot, ASHA, "standings")
    assert empty.outcome is AnswerResult.DONE
    assert "Asha" not in empty.text
    await played(bot)
    shown = await typed(bot, CARA, "standings", {"season": "all", "format": "points"})
    assert shown.outcome is AnswerResult.DONE
    assert (await typed(bot, CARA, "standings", {"season": "never"})).text == standings.NO_SUCH_SEASON()
    assert (await typed(bot, CARA, "standings", {"format": "whist"})).outcome is AnswerResult.REFUSED
    assert (await typed(bot, CARA, "standings", guild=None)).text == standings.ONLY_SERVERS()


async def test_a_page_beyond_the_last_one_is_the_last_one(bot: FlowDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.flows.standings.STANDINGS_A_PAGE", 2)  # which Asha and Ben fill
    await played(bot)
    first = await bot.press(ASHA, StandingsId(0, "", 0))
    assert (await bot.press(ASHA, StandingsId(0, "", 99))).text == first.text
    last = await bot.press(ASHA, HistoryId(None, "", 99))
    assert last.text == (await bot.press(ASHA, HistoryId(None, "", 0))).text


async def test_ones_own_page_needs_a_place(bot: FlowDesk) -> None:
    await played(bot)
    assert (await bot.press(CARA, StandingsId(0, "", 0, Turn.MINE))).text == standings.NO_PLACE()
    assert (await bot.press(BEN, StandingsId(0, "", 0, Turn.MINE))).outcome is AnswerResult.DONE


async def test_standings_are_shown_to_all_by_those_who_may_write(bot: FlowDesk) -> None:
    await played(bot)
    id = StandingsId(0, "", 0, Turn.SHARE)
    refused = await bot.press(ASHA, id, writes=False)
    assert (refused.text, refused.shared) == (standings.CANNOT_SHARE(), [])
    lost = await bot.press(ASHA, id, arrives=False)
    assert standings.NOT_SHARED() in lost.text
    assert len((await bot.press(ASHA, id)).shared) == 1


async def test_a_profile_shows_ones_own_numbers_everywhere_and_others_in_servers(bot: FlowDesk) -> None:
    assert "Cara" in (await typed(bot, ASHA, "profile", {"player": user(CARA)})).text
    await played(bot)
    for guild in (1, None):
        assert (await typed(bot, ASHA, "profile", guild=guild)).outcome is AnswerResult.DONE
    assert (await typed(bot, ASHA, "profile", {"player": user(BEN)})).outcome is AnswerResult.DONE
    other = await typed(bot, ASHA, "profile", {"player": user(BEN)}, guild=None)
    assert other.text == standings.ONLY_OWN()


async def test_history_lists_matches_of_all_or_of_one(bot: FlowDesk) -> None:
    await played(bot)
    for options in ({}, {"player": user(BEN)}, {"format": "points"}):
        assert (await typed(bot, CARA, "history", options)).outcome is AnswerResult.DONE
    nobody = await typed(bot, CARA, "history", {"player": user(CARA)})
    assert "Cara" in nobody.text
    assert (await bot.press(CARA, ProfileId(ASHA.id))).outcome is AnswerResult.DONE


async def test_only_the_staff_begin_and_close_seasons(bot: FlowDesk) -> None:
    for command in ("season start", "season close"):
        assert (await typed(bot, ASHA, command)).outcome is AnswerResult.REFUSED
    started = await typed(bot, ASHA, "season start", {"name": "Monsoon"}, is_staff=True)
    assert "Monsoon" in started.text
    assert (await typed(bot, ASHA, "season start", {"name": "x" * 99}, is_staff=True)).outcome is AnswerResult.REFUSED
    await played(bot)
    assert "Monsoon" in (await typed(bot, BEN, "season show")).text
    asked = await typed(bot, ASHA, "season close", is_staff=True)
    close = next(one for one in buttons(asked.screen) if (id := SeasonId.parse(one.id)) and id.word == "close")
    assert (await bot.press(BEN, close)).outcome is AnswerResult.REFUSED
    closed = await bot.press(ASHA, close, is_staff=True)
    assert closed.outcome is AnswerResult.DONE


async def test_a_profile_ends_with_the_matches_with_that_person_for_the_reader_alone(bot: FlowDesk) -> None:
    assert "You and" not in (await typed(bot, ASHA, "profile", {"player": user(BEN)})).text
    await played(bot)
    listed = await typed(bot, ASHA, "history", {"player": user(BEN)})
    won = f"1) {isolated('Asha')}" in listed.text
    shown = await typed(bot, ASHA, "profile", {"player": user(BEN)})
    assert f"1 match, you ahead in {int(won)}, {isolated('Ben')} in {int(not won)}" in shown.text
    assert ("you ahead" if won else f"{isolated('Ben')} ahead") in shown.text
    assert (await bot.press(ASHA, listed.button("Profile").id)).text == shown.text
    assert "You and" not in (await typed(bot, CARA, "profile", {"player": user(BEN)})).text
    assert "You and" not in (await typed(bot, BEN, "profile")).text
    (shared,) = (await bot.press(ASHA, ProfileId(BEN.id))).shared
    assert "You and" not in texts(shared)


async def finished(bot: FlowDesk, exits: Sequence[MatchExit], *, other: PlayerId | None = BEN.id, **match: Any) -> None:
    """Store a match of Asha for each of these ways to leave it."""
    for exit in exits:
        ids = next(CODES)
        seats = (result(ids, 0, ASHA.id, 1, exit=exit), result(ids, 1, other, 2))
        row = match_row(ids, 2, guild=1, **match)
        await bot.services.store.tables.commit(ending(Finished(row, seats, COUNTING)))


async def test_a_profile_calls_a_player_reliable_and_tells_the_number_to_them_alone(bot: FlowDesk) -> None:
    at, own = {"player": user(ASHA)}, "You finished {} of your last 30 matches with people."
    await finished(bot, [MatchExit.FINISHED] * 29)
    await finished(bot, [MatchExit.FINISHED] * 3, other=None, counted=False)
    await finished(bot, [MatchExit.FINISHED], voided_at=NOW)
    assert "finish" not in (await typed(bot, BEN, "profile", at)).text, "29 matches with people that count"
    for exits, told, number in (
        ([MatchExit.FINISHED], "✅ Always finishes", 30),
        ([MatchExit.LEFT, MatchExit.LAPSED], "✅ Always finishes", 28),
        ([MatchExit.LEFT], "✅ Mostly finishes", 27),
        ([MatchExit.LEFT] * 3, "✅ Mostly finishes", 24),
    ):
        await finished(bot, exits)
        shown = (await typed(bot, BEN, "profile", at)).text
        assert told in shown
        assert "of your last" not in shown
        assert own.format(number) in (await typed(bot, ASHA, "profile")).text
    await finished(bot, [MatchExit.LAPSED])
    assert "finishes" not in (await typed(bot, BEN, "profile", at)).text
    assert own.format(23) in (await typed(bot, ASHA, "profile")).text
