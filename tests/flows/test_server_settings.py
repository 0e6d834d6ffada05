"""`/rummy server`: who may look at the settings of a server and change them, and what each option does."""

from collections.abc import AsyncIterator
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.codes import Look, Problem
from bot.flows.answer import AnswerResult
from bot.layout import MAX_CHOICES
from bot.service.server_settings import zone_names
from bot.store.rows.settings import SERVER_SETTINGS, ServerSettings
from bot.text import refusals, server_settings, settings, standings
from cogs.server_settings import ServerCommands, language_choices, zone_choices
from tests.flows.answers import GUILD, FakeAnswer, FakeInteractions, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.service.context import ASHA

USUAL = ServerSettings(GUILD)
SHOWN_FIRST = """### Settings of this server
**Chips**: on
**Rake**: 0 % (unless a rule set has its own)
**League points**: default
**Time zone**: UTC
**Language**: As in Discord
**Look**: Green felt
**Portraits**: boards show people's pictures from Discord
**Threads** of finished matches: archived after 2 hours
**Tell me**: people who ask are told when a table opens
**Who is told**: each person who asks
**Seasons**: started and ended by staff
**Deal of the day**: not posted; play it with `/daily`
**News from the bot's host**: off
**Disputes and reports**: in `/dispute list`
"""


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def server(bot: FlowDesk, **options: Any) -> FakeAnswer:
    """Type `/rummy server` as a member of the staff."""
    return await typed(bot, ASHA, "rummy server", options, is_staff=True)


async def stored(bot: FlowDesk) -> ServerSettings:
    return await bot.services.store.servers.of(GUILD)


def test_every_setting_that_staff_choose_has_a_kind_and_words() -> None:
    chosen = {one.name for one in fields(ServerSettings)} - {"guild", "locale"}
    assert SERVER_SETTINGS.keys() == chosen
    assert server_settings.SETTINGS.keys() == chosen - {"tournament_role"}


async def test_staff_alone_look_at_the_settings_and_change_them(bot: FlowDesk) -> None:
    assert (await server(bot)).text.startswith(SHOWN_FIRST)
    for given, sentence in (
        ({}, standings.STAFF_ONLY()),
        ({"guild": None}, refusals.PROBLEMS[Problem.NO_SERVER]()),
        ({"guild": None, "is_staff": True}, refusals.PROBLEMS[Problem.NO_SERVER]()),
    ):
        assert (await typed(bot, ASHA, "rummy server", {"chips": False}, **given)).text == sentence
    assert await stored(bot) == USUAL


@pytest.mark.parametrize(
    ("option", "given", "field", "value", "line"),
    [
        ("chips", False, "chips", False, "**Chips**: off"),
        ("rake", 50, "rake_percent", 50, "**Rake**: 50 % (unless a rule set has its own)"),
        ("league", "10, 6 3", "league_points", "10 6 3", "**League points**: 10 6 3, by place"),
        ("zone", "kolkata", "zone", "Asia/Kolkata", "**Time zone**: Asia/Kolkata"),
        ("language", "ta", "language", "ta", "**Language**: தமிழ் (draft)"),
        ("look", "paper", "look", Look.PAPER, "**Look**: Paper"),
        ("portraits", False, "portraits", False, "**Portraits**: boards show initials"),
        ("archive", 24, "archive_hours", 24, "**Threads** of finished matches: archived after 24 hours"),
        ("archive", 0, "archive_hours", 0, "**Threads** of finished matches: never archived"),
        ("tell", False, "tells", False, "**Tell me**: off"),
        (
            "tell_role",
            SimpleNamespace(id=80),
            "tell_role",
            80,
            "**Who is told**: <@&80> (mentionable by anyone, or I need Mention Everyone)",
        ),
        ("monthly", True, "monthly", True, "**Seasons**: a new one each month"),
        ("daily", 77, "daily_channel", 77, "**Deal of the day**: posted each day in <#77>"),
        ("news", 78, "news_channel", 78, "**News from the bot's host**: in <#78>"),
        ("disputes", 79, "dispute_channel", 79, "**Disputes and reports**: in <#79>"),
    ],
)
async def test_an_option_changes_its_setting_alone_and_shows_it(
    bot: FlowDesk, option: str, given: Any, field: str, value: Any, line: str
) -> None:
    answer = await server(bot, **{option: given})
    assert await stored(bot) == replace(USUAL, **{field: value})
    shown = SHOWN_FIRST.splitlines()
    assert [new for new in answer.text.splitlines()[: len(shown)] if new not in shown] == [line]
    assert (await server(bot)).text == answer.text, "nothing given changes nothing"


async def test_several_options_at_once_change_all_their_settings(bot: FlowDesk) -> None:
    await server(bot, rake=5, monthly=True)
    await server(bot, chips=False, rake=0, league="3 2 1", news=78)
    await server(bot, league="default")
    assert await stored(bot) == replace(USUAL, chips=False, monthly=True, news_channel=78)


@pytest.mark.parametrize(("option", "field"), [("daily", "daily_channel"), ("news", "news_channel")])
async def test_a_channel_is_taken_back(bot: FlowDesk, option: str, field: str) -> None:
    await server(bot, **{option: 77, "rake": 5})
    await server(bot, **{f"no_{option}": False})
    assert getattr(await stored(bot), field) == 77
    await server(bot, **{f"no_{option}": True, option: 78})
    assert await stored(bot) == replace(USUAL, rake_percent=5)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"rake": 51}, Problem.BAD_RAKE),
        ({"archive": -1}, Problem.BAD_HOURS),
        ({"archive": 169}, Problem.BAD_HOURS),
        ({"league": "1 2"}, Problem.BAD_LEAGUE),
        ({"zone": "nowhere"}, Problem.BAD_ZONE),
    ],
)
async def test_a_mistake_changes_nothing(bot: FlowDesk, options: dict[str, Any], problem: Problem) -> None:
    answer = await server(bot, chips=False, **options)
    assert (answer.outcome, answer.text) == (AnswerResult.REFUSED, refusals.PROBLEMS[problem]())
    assert await stored(bot) == USUAL


async def test_a_language_is_typed_by_its_code_or_name(bot: FlowDesk) -> None:
    for word, code in (("HI", "hi"), ("deutsch", "de"), ("discord", None), ("தமிழ்", "ta"), ("as in Discord", None)):
        await server(bot, language=word)
        assert (await stored(bot)).language == code
    refused = await server(bot, language="*Klingon*", chips=False)
    assert refused.text == settings.no_language(r"\*Klingon\*")
    assert await stored(bot) == USUAL


async def test_choices_fit_what_is_typed_and_never_exceed_what_discord_shows(bot: FlowDesk) -> None:
    commands = ServerCommands(bot.flows, cast(Any, FakeInteractions(bot.context)))
    (command,) = commands.get_app_commands()
    interaction: Any = SimpleNamespace(command=command)
    assert len(zone_names()) > MAX_CHOICES
    assert len(await zone_choices(interaction, "")) == MAX_CHOICES
    assert [one.value for one in await zone_choices(interaction, "kolk")] == ["Asia/Kolkata"]
    offered = [one.value for one in await language_choices(interaction, "")]
    assert offered == ["discord", *(one.code for one in bot.context.readers.languages.values())]
    assert [one.value for one in await language_choices(interaction, "deutsch")] == ["de"]
