"""The list of people whom a person avoids: what it does for its owner, and that nobody else can tell of it."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.flows.answer import AnswerResult
from bot.flows.avoid import MOST
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.screens.avoid import AvoidId, AvoidWord
from bot.screens.ids import QuickId, SettingId
from bot.screens.standings import ProfileId
from bot.service.tables.lobby import Person
from bot.text import avoid
from tests.flows.answers import GUILD, FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed, user
from tests.screens.limits import actions, attachments, check, labelled, menus, texts
from tests.service.context import ASHA, BEN, CARA, DEV
from tests.service.test_house import GENTLE
from tests.service.tournaments import PAIRS, announced
from tests.store.matches import ended

MATCH = TableId("match1")


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def avoids(bot: FlowDesk, person: Person, other: Person) -> FakeAnswer:
    return await typed(bot, person, "avoid add", {"player": user(other)})


async def quick(bot: FlowDesk, person: Person) -> str:
    """Return the code of the table at which quick play seats a person."""
    await bot.press(person, QuickId())
    (row,) = await bot.services.store.tables.of_player(person.id)
    return row.id


async def test_the_list_takes_and_loses_people_by_command_and_by_control(bot: FlowDesk) -> None:
    assert avoid.NOBODY() in (await typed(bot, ASHA, "avoid list")).text
    added = await avoids(bot, ASHA, BEN)
    assert f"<@{BEN.id}> now" in added.text
    check(added.screen)
    assert [one.label for one in menus(added.screen)[0].choices] == ["Ben"]
    shown = await bot.press(ASHA, AvoidId(None, AvoidWord.LIST))
    assert "You avoid 1 player" in shown.text
    await bot.press(ASHA, AvoidId(None, AvoidWord.REMOVE), str(BEN.id))
    await bot.press(ASHA, AvoidId(CARA.id, AvoidWord.ADD))
    removed = await typed(bot, ASHA, "avoid remove", {"player": user(CARA)})
    assert avoid.NOBODY() in removed.text
    assert (await typed(bot, ASHA, "avoid remove", {"player": user(CARA)})).text == avoid.NOT_THERE()
    assert (await avoids(bot, ASHA, ASHA)).text == avoid.NOT_ONESELF()
    for value in ("", "x", "9" * 19, "9" * 30):
        forged = await bot.press(ASHA, AvoidId(None, AvoidWord.REMOVE), value)
        assert forged.outcome is AnswerResult.REFUSED


async def test_a_list_holds_no_more_people_than_it_should(bot: FlowDesk) -> None:
    for number in range(MOST):
        shown = await avoids(bot, ASHA, Person(PlayerId(1000 + number), DisplayName("N" * 32)))
    check(shown.screen)
    assert (await avoids(bot, ASHA, BEN)).text == avoid.full(MOST)
    assert (await avoids(bot, ASHA, Person(PlayerId(1000), DisplayName("again")))).outcome is AnswerResult.DONE


async def test_a_word_typed_before_the_question_is_kept_for_the_answer(bot: FlowDesk) -> None:
    await avoids(bot, ASHA, BEN)
    state = await bot.services.lobby(BEN)
    asked = await typed(bot, ASHA, "rummy join", {"table": state.id, "word": "sea salt"})
    assert f"<@{BEN.id}>" in asked.text
    await bot.press(ASHA, bot.control(state.id, "join-anyway"))
    assert (await bot.services.tables.find(state.id)).words[ASHA.id] == "sea%20salt"


async def test_one_is_asked_before_one_sits_down_with_somebody_of_the_list(bot: FlowDesk) -> None:
    await avoids(bot, ASHA, BEN)
    state = await bot.services.lobby(BEN, CARA)
    asked = await bot.press(ASHA, bot.control(state.id, "join"))
    assert f"<@{BEN.id}>" in asked.text
    assert (await bot.services.tables.find(state.id)).lobby.persons == (BEN.id, CARA.id)
    assert "join-anyway" in actions(asked.screen)
    await bot.press(ASHA, bot.control(state.id, "join-anyway"))
    assert ASHA.id in (await bot.services.tables.find(state.id)).lobby.persons


async def test_quick_play_keeps_the_two_apart_whoever_comes_first(bot: FlowDesk) -> None:
    await avoids(bot, ASHA, BEN)
    tables = []
    for person in (BEN, ASHA, CARA):
        bot.services.now += timedelta(seconds=1)
        tables.append(await quick(bot, person))
    assert len(set(tables)) == 2
    assert tables[2] == tables[0], "who avoids nobody sits down at the oldest"


async def test_the_list_is_exported_and_erased_with_its_owner_and_outlives_the_other(bot: FlowDesk) -> None:
    await avoids(bot, ASHA, BEN)
    await avoids(bot, BEN, CARA)
    data = await bot.services.store.privacy.data_of(ASHA.id)
    assert [one.other for one in data.avoided] == [BEN.id]
    assert data.can_be_erased
    privacy = bot.flows.privacy._people
    await privacy.erase(BEN.id)
    (kept,) = await bot.services.store.avoided.of(ASHA.id)
    assert (kept.other, kept.name) == (BEN.id, "")
    assert (await privacy.erase(ASHA.id)).something
    assert await bot.services.store.avoided.of(ASHA.id) == ()
    assert [await privacy.data_of(one.id) for one in (BEN, CARA)] == [None, None], "nothing of the others is told"


# -- two worlds --------------------------------------------------------------------------------------


def counted(bot: FlowDesk, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with each query."""
    queries: list[int] = []
    database = bot.services.store.database
    read, write = database.read, database.writer.submit

    def reading(query: Callable[..., Any]) -> Awaitable[Any]:
        queries.append(1)
        return read(query)

    def writing(work: Callable[..., Any]) -> Awaitable[Any]:
        queries.append(1)
        return write(work)

    monkeypatch.setattr(database, "read", reading)
    monkeypatch.setattr(database.writer, "submit", writing)
    return queries


async def answers_to_ben(monkeypatch: pytest.MonkeyPatch, *, avoided: bool) -> list[tuple[object, ...]]:
    """Return every answer that Ben gets, with its controls and the number of its queries."""
    found: list[tuple[object, ...]] = []
    async with flow_desk() as bot:
        played = ended(MATCH, (ASHA.id, BEN.id), guild=1)
        await bot.services.store.tables.commit(played)
        await avoids(bot, ASHA, BEN if avoided else CARA)
        lobby = await bot.services.lobby(ASHA, CARA)
        queries = counted(bot, monkeypatch)

        async def noted(asked: Awaitable[FakeAnswer]) -> None:
            before = len(queries)
            answer = await asked
            text = re.sub(
                rf"{lobby.id}|(?<=`)[a-z0-9]{{6}}(?=`)|h-[a-z]{{6}}", "CODE", "\n".join(map(texts, answer.shown))
            )
            text = re.sub(r"\b[0-9a-f]{12,}\b|<t:\d+:\w>", "…", text)
            files = "\n".join(file.data.decode() for one in answer.shown for file in attachments(one))
            text += str(sorted(re.sub(r'"[a-z0-9]{6}"|[a-z]+-[a-z]+-[a-z]+', "CODE", files).split("\n")))
            controls = [[*labelled(one), *(menu.hint for menu in menus(one))] for one in answer.shown]
            shared = [*map(texts, answer.shared)]
            found.append((text, controls, answer.outcome, shared, len(queries) - before))

        await noted(bot.press(BEN, bot.control(lobby.id, "join")))
        await noted(bot.press(BEN, bot.control(lobby.id, "leave")))
        await noted(typed(bot, BEN, "profile", {"player": user(ASHA)}))
        await noted(typed(bot, BEN, "profile"))
        await noted(bot.press(BEN, ProfileId(ASHA.id)))
        await noted(typed(bot, BEN, "history", {"player": user(ASHA)}))
        await noted(typed(bot, BEN, "standings"))
        await noted(typed(bot, BEN, "tables"))
        await noted(typed(bot, BEN, "avoid list"))
        await noted(bot.press(BEN, SettingId("large", on=True)))
        await noted(bot.press(BEN, AvoidId(ASHA.id, AvoidWord.ADD)))
        await noted(bot.press(BEN, AvoidId(None, AvoidWord.REMOVE), str(ASHA.id)))
        await avoids(bot, DEV, ASHA)
        for person in (ASHA, DEV):  # two lobbies, of which the first is Asha's
            await bot.press(person, QuickId())
        await noted(bot.press(BEN, QuickId()))
        (row,) = await bot.services.store.tables.of_player(BEN.id)
        await noted(bot.press(BEN, bot.control(row.id, "leave")))
        await noted(typed(bot, BEN, "rummy settings"))
        for person in (ASHA, DEV):  # two who wait, of whom the first is Asha
            await typed(bot, person, "rummy quick", {"wait": 15})
        await noted(typed(bot, BEN, "rummy quick", {"wait": 60}))
        (row,) = await bot.services.store.tables.of_player(BEN.id)
        await noted(bot.press(BEN, bot.control(row.id, "leave")))
        await noted(typed(bot, BEN, "rummy quick", {"wait": 60}))
        await noted(typed(bot, BEN, "rummy quick", {"wait": 0}))
        await noted(typed(bot, BEN, "rummy data export"))
        house = await bot.services.house.add(GUILD, GENTLE)
        for words, given in (("list", {}), ("show", {"rules": house.id})):
            await noted(typed(bot, BEN, f"house {words}", given, is_staff=True))
        await noted(typed(bot, BEN, "rummy new", {"rules": house.id}))
        await announced(bot.services, PAIRS, 3, fewest=2, most=2)  # Asha plays, and somebody waits
        for words in ("join", "list", "show", "leave"):
            await noted(typed(bot, BEN, f"tournament {words}"))
    return found


async def test_no_answer_to_the_other_tells_that_somebody_avoids_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await answers_to_ben(monkeypatch, avoided=True) == await answers_to_ben(monkeypatch, avoided=False)
