"""House rules: what staff may change, what every server keeps to itself, and for what their matches count."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bot.codes import Problem
from bot.rummy.errors import RulesError
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import OF_SERVER, Rules
from bot.rummy.toml import MAX_CHARACTERS
from bot.service.errors import ServiceError
from bot.service.house import MOST, _rules
from bot.service.standings import ALL_FORMATS, ALL_TIME, Standings
from bot.service.tables.form import TableForm
from bot.store.repositories.house import REMOVED_KEPT
from bot.store.rows.matches import MatchFilter
from tests.service.context import ASHA, BEN, Context, desk

HERE, ELSEWHERE = 1, 7
GENTLE = 'base = "circle"\nname = "Gentle"\n[points]\nfirst_drop = 10\n'


@pytest.fixture
async def d() -> AsyncIterator[Context]:
    async with desk() as made:
        yield made


def named(name: str) -> str:
    return GENTLE.replace("Gentle", name)


async def test_a_rule_set_is_its_base_but_for_what_its_file_changes(d: Context) -> None:
    row = await d.house.add(HERE, 'sheet = "RummyCircle"\nlisted = false\n' + GENTLE)
    assert OF_SERVER.fullmatch(row.id)
    rules, base = (await d.house.offered(HERE))[row.id], d.house.rules["circle"]
    drops = rules.drops(Format.POINTS)
    assert drops is not None
    assert (rules.name, rules.sheet, rules.listed, drops.first_drop, drops.middle_drop) == ("Gentle", "", True, 10, 40)
    assert rules.is_of_server
    assert not base.is_of_server
    for players in range(2, 7):
        assert rules.cards(players) == base.cards(players)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "Baseless"', "house.toml: base: missing; one of circle, "),
        (GENTLE.replace("circle", "nowhere"), "house.toml: base: one of "),
        (GENTLE.replace('"circle"', "[1]"), "house.toml: base: one of "),
        ('base = "circle"', "house.toml: name: a name of its own"),
        (GENTLE.replace("10", "1001"), "house.toml: points.first_drop: a whole number from 0 to 1000, not 1001"),
        (
            GENTLE.replace("10", "0x" + "f" * 9000),
            "house.toml: points.first_drop: a whole number from 0 to 1000, not …",
        ),
        (GENTLE.replace("10", "true"), "house.toml: points.first_drop: a whole number from 0 to 1000, not True"),
        (GENTLE + "first_drop = 20", "house.toml: cannot be read: "),
        (GENTLE + "later = 1", "house.toml: points.later: unknown key; known here: first_drop, middle_drop"),
        (GENTLE + 'id = "circle"', "house.toml: points.id: unknown key"),
        (GENTLE.replace("[points]", "max_players = 5\n[points]"), "house.toml: max_players: as in the base circle"),
        (GENTLE + "[packs]\nprinted_jokers = 2", "house.toml: packs: as in the base circle"),
        (GENTLE.replace("circle", "romme") + "[romme]\njokers = 9", "house.toml: packs: as in the base romme"),
        (GENTLE + "[romme]\njokers = 6", "house.toml: romme.joker_points: missing; "),
        (GENTLE + f"[deals]\ncounts = {[*range(1, 27)]}", "house.toml: deals.counts: at most 25 values"),
        ("a" + ".b" * 8000 + " = 1", "house.toml: at most 8 dots in a line"),
        ('a = {b = """\n#""", c' + ".d" * 8000 + " = 1}", "house.toml: at most 8 dots in a line"),
        ("a = {b = '''\n#''', c = " + "[" * 9000, "house.toml: at most 1000 values"),
        ("a = " + "[" * 900, "house.toml: cannot be read: "),
        ("a = " + "[" * 9000, "house.toml: at most 1000 values"),
        ("a" * (MAX_CHARACTERS + 1), "house.toml: at most 20000 characters"),
    ],
)
async def test_mistakes_are_named_as_in_a_file_of_the_host(d: Context, text: str, told: str) -> None:
    with pytest.raises(RulesError) as error:
        await d.house.add(HERE, text)
    assert str(error.value).startswith(told)
    assert len(str(error.value)) < 400
    assert await d.house.rows(HERE) == ()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "!!!",
        "x" * 41,
        "@everyone",
        "<@500>",
        "<#2>",
        "**Bold**",
        "`code`",
        "a\u202eb",
        "a\u200bb",
        "\u3164",
        "a\u2800b",
        "a  b",
        " a",
    ],
)
async def test_a_name_has_no_mentions_no_formatting_and_nothing_unseen(d: Context, name: str) -> None:
    with pytest.raises(RulesError) as error:
        await d.house.add(HERE, named(name))
    assert error.value.args[1] == "name"


@pytest.mark.parametrize("name", ["गोल रमी", "Ärger – 2 (new)", "رمي", "x" * 40])
async def test_names_in_any_script_are_taken(d: Context, name: str) -> None:
    assert (await d.house.add(HERE, named(name))).name == name


async def test_a_bomb_of_16_kib_is_read_in_50_ms(d: Context) -> None:
    size = 16 << 10
    deep = "a" + ".b" * 7 + ".c{} = 1\n"
    for text in ("[" + "a." * 7 + "b]\n" + "".join(map(deep.format, range(650))), "[[a]]\n" * 499, "\n" * size):
        assert len(text) <= size
        took = []
        for _ in range(3):
            begun = time.process_time()
            with pytest.raises(RulesError):
                await d.house.add(HERE, text)
            took.append(time.process_time() - begun)
        assert min(took) < 0.05


async def problem_of(d: Context, text: str, guild: int = HERE) -> Problem | None:
    try:
        await d.house.add(guild, text)
    except ServiceError as error:
        return error.problem
    return None


async def test_a_name_is_taken_once_in_a_server_and_never_from_the_host(d: Context) -> None:
    for name in ("classic!", "Circle"):  # a name and an id
        assert await problem_of(d, named(name)) is Problem.RULES_NAME_TAKEN
    found = await asyncio.gather(problem_of(d, GENTLE), problem_of(d, named("GENTLE")))
    assert sorted(found, key=str) == [None, Problem.RULES_NAME_TAKEN], "two of the staff at once"
    assert await problem_of(d, GENTLE, ELSEWHERE) is None
    (row,) = await d.house.rows(HERE)
    await d.house.remove(HERE, row.id)
    assert await problem_of(d, GENTLE) is None, "the name of one that was removed"


async def test_a_server_has_twenty_at_most_however_many_ask_at_once(d: Context) -> None:
    assert MOST == 20
    for number in range(MOST - 1):
        await d.house.add(HERE, named(f"Set {number}"))
    found = await asyncio.gather(*(problem_of(d, named(f"Last {number}")) for number in range(3)))
    assert (found.count(None), found.count(Problem.MANY_HOUSE_RULES)) == (1, 2)
    assert len(await d.house.rows(HERE)) == MOST


async def test_a_rule_set_belongs_to_its_server_alone(d: Context) -> None:
    row = await d.house.add(HERE, GENTLE)
    for guild in (ELSEWHERE, None):
        assert row.id not in await d.house.offered(guild)
        with pytest.raises(ServiceError) as error:
            await d.lobbies.open(ASHA, guild, 2, TableForm(row.id), d.press())
        assert error.value.problem is Problem.NO_SUCH_RULES
    with pytest.raises(ServiceError):
        await d.house.remove(ELSEWHERE, row.id)
    assert (await d.lobby(ASHA, options=TableForm(row.id))).rules.name == "Gentle"


async def test_tables_go_on_by_rules_that_were_removed(d: Context) -> None:
    row = await d.house.add(HERE, GENTLE)
    form = TableForm(row.id)
    lobby, table = await d.lobby(ASHA, BEN, options=form), await d.table(ASHA, BEN, options=form)
    await d.house.remove(HERE, row.id)
    with pytest.raises(ServiceError):
        await d.lobby(ASHA, options=form)
    d.tables.forget()
    begun = await d.lobbies.start(lobby.id, ASHA.id, d.press())
    for state in (begun, await d.finish(table.id)):
        assert isinstance(state.rules, Rules)
        assert (state.rules.name, state.rules.drops(Format.POINTS)) == ("Gentle", begun.rules.drops(Format.POINTS))


async def test_its_matches_stand_in_history_and_head_to_head_alone(d: Context) -> None:
    row = await d.house.add(HERE, GENTLE)
    table = await d.table(ASHA, BEN, options=TableForm(row.id, Terms(Format.POINTS)))
    assert not table.counts
    assert not table.would_count
    await d.finish(table.id)
    await d.house.remove(HERE, row.id)
    (kept,) = await d.store.matches.history(MatchFilter(HERE))
    assert not kept.match.counted
    assert all(result.rating is None and not result.league for result in kept.results)
    assert await d.store.standings.of(HERE, ALL_TIME, ALL_FORMATS, ASHA.id) is None
    met = await Standings(d.store, d.house).head_to_head(HERE, ASHA.id, BEN.id)
    assert met is not None
    ((own, _),) = met.games
    assert (own.rules.name, own.matches) == ("Gentle", 1)
    assert (await d.house.known(HERE))[kept.match.rules_id].name == "Gentle"


async def test_few_removed_rule_sets_are_kept(d: Context) -> None:
    for number in range(REMOVED_KEPT + 3):
        row = await d.house.add(HERE, named(f"Set {number}"))
        await d.house.remove(HERE, row.id)
    assert REMOVED_KEPT <= len(await d.house.known(HERE)) - len(d.house.rules) <= REMOVED_KEPT + 1
    parsed = _rules.cache_info().misses
    await d.house.known(HERE)
    assert _rules.cache_info().misses == parsed, "a text is parsed once"
