"""Opening a table for any format and stake, by the form and by the command; and who may sit down at a stake."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from simcord import interactions
from simcord.actors import MemberActor
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot.codes import Cause, Problem
from bot.flows.lobby import rules_called, typed_terms
from bot.languages.language import Languages
from bot.languages.sentence import reading
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.screens.lobby import NewField, NewTableId
from bot.service.errors import NoSuchNameError, ServiceError
from bot.service.tables.form import TableForm
from bot.service.wallet import START
from bot.store.rows.ledger import Account, Leg, Movement
from bot.text import chips, refusals
from tests.ids import parse
from tests.journeys.clicks import clicks
from tests.journeys.people import add_computer, card, controls, said, words
from tests.journeys.test_repeats import command
from tests.journeys.world import World
from tests.known import load, shipped


def fields(form: Any) -> dict[NewField, NewTableId]:
    """Return the controls of a form."""
    ids = [parse(component["custom_id"]) for component in controls(form).values()]
    return {id.field: id for id in ids if isinstance(id, NewTableId)}


def shown(form: Any) -> TableForm:
    """Return the values with which the form is filled in."""
    filled = fields(form)[NewField.OPEN].form
    assert filled is not None
    return filled


async def choose(member: MemberActor, form: Any, field: NewField, value: str) -> Any:
    """Return the form after a choice."""
    return (await member.select(form, [value], custom_id=str(fields(form)[field]))).response


async def lobby(world: World) -> Terms:
    """Return the terms of the only lobby."""
    (row,) = await world.app.store.tables.open_rows()
    return (await world.app.tables.find(row.id)).lobby.terms


async def chips_off(world: World) -> None:
    await world.app.store.servers.change(world.guild.id, chips=False)


async def spend(world: World, member: MemberActor, left: int) -> None:
    """Leave a player with that many hundredths."""
    guild, player = world.guild.id, PlayerId(member.id)
    gone = await world.app.wallet.balance(guild, player) - left
    legs = Leg(Account.player(guild, player), -gone), Leg(Account.house(guild), gone)
    await world.app.store.ledger.pay(Movement(f"spent {player}", Cause.SETTLE, world.env.now(), legs))


async def test_a_pool_by_the_form(world: World) -> None:
    asha = world.member("Asha")
    form = (await asha.slash(world.channel, "rummy new")).response
    form = await choose(asha, form, NewField.FORMAT, "pool_101")
    form = await choose(asha, form, NewField.STAKE, "2500")
    assert "Entry: 25.00 chips each" in words(form)
    assert chips.PLAY_MONEY() in words(form)
    await asha.click(form, label="Open lobby")
    assert await lobby(world) == Terms(Format.POOL_101, stake=25_00)
    said_by_card = words(card(world))
    assert "Pool 101" in said_by_card
    assert "With 1 player the pot is 25.00; entries are taken at the start" in said_by_card


async def test_a_pool_by_the_command(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    offered = await asha.autocomplete(world.channel, "rummy new", "format", "pool")
    assert [choice["value"] for choice in offered] == ["pool_101", "pool_201"]
    offered = await asha.autocomplete(world.channel, "rummy new", "format", "", rules="winzo")
    assert [choice["value"] for choice in offered] == ["points"]
    await asha.slash(world.channel, "rummy new", format="pool_201", stake=12.5)
    assert await lobby(world) == Terms(Format.POOL_201, stake=12_50)
    await ben.click(card(world), label="Join")
    assert "With 2 players the pot is 25.00;" in words(card(world))
    await asha.click(card(world), label="Start")
    answer = await asha.slash(world.channel.threads[-1], "rummy rules")
    assert "Out at 201 points" in said(answer)
    assert "Each pays 12.50 chips" in said(answer)
    assert "Pool 201" in words(world.channel.threads[-1].history()[0])


async def test_a_rule_set_is_read_page_by_page_or_for_one_format(world: World) -> None:
    asha = world.member("Asha")
    answer = await asha.slash(world.channel, "rummy rules", rules="toking")
    assert "**Declaring**" in said(answer)
    assert "**Deals rummy**" not in said(answer)
    assert answer.response is not None
    formats = await asha.click(answer.response, label="Formats")
    assert "**Deals rummy**" in said(formats)
    assert "No drop: leaving costs 80 points, and so does being out of the deal for missed turns." in said(formats)
    assert formats.response is not None
    back = await asha.click(formats.response, label="The game")
    assert "**Declaring**" in said(back)
    answer = await asha.slash(world.channel, "rummy rules", rules="toking", format="pool_201")
    assert "25 points before your first draw, 50 points later" in said(answer)
    offered = await asha.autocomplete(world.channel, "rummy rules", "format", "pool", rules="toking")
    assert [choice["value"] for choice in offered] == ["pool_101", "pool_201"]
    answer = await asha.slash(world.channel, "rummy rules", rules="winzo", format="pool_201")
    assert said(answer).startswith(refusals.PROBLEMS[Problem.NO_SUCH_FORMAT]())


async def test_a_command_without_seats_takes_what_the_rule_set_plays_with(world: World, tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text('base = "circle"\nname = "Few"\nmax_players = 4\n')
    world.config = world.config.model_copy(update={"rules_dir": tmp_path})
    await world.restart()
    asha = world.member("Asha")
    answer = await asha.slash(world.channel, "rummy new", rules="few")
    assert "is open" in said(answer)
    assert "**Seats 1/4**" in words(card(world))
    answer = await asha.slash(world.channel, "rummy new", rules="few", seats=5)
    assert said(answer) == refusals.PROBLEMS[Problem.TOO_MANY_SEATS]()


async def test_the_form_keeps_what_still_fits(world: World) -> None:
    asha = world.member("Asha")
    form = (await asha.slash(world.channel, "rummy new")).response
    form = await choose(asha, form, NewField.FORMAT, "deals_3")
    form = await choose(asha, form, NewField.STAKE, "500")
    form = await choose(asha, form, NewField.RULES, "toking")
    assert shown(form).terms == Terms.parse("deals_3", 500)
    form = await choose(asha, form, NewField.RULES, "winzo")
    assert shown(form).terms == Terms()
    assert "Boot: 5.00 chips" in str(controls(form)[f"select {fields(form)[NewField.STAKE]}"])


async def test_without_chips_the_form_has_no_stake(world: World) -> None:
    asha = world.env.create_user("Asha")
    world.guild.add_member(asha)
    in_private = (await asha.slash("rummy new")).response
    assert NewField.STAKE not in fields(in_private)
    ben = world.member("Ben")
    form = (await ben.slash(world.channel, "rummy new")).response
    form = await choose(ben, form, NewField.STAKE, "50")
    await chips_off(world)
    form = (await ben.click(form, label="Open lobby")).response
    assert form is not None
    assert refusals.PROBLEMS[Problem.CHIPS_OFF]() in words(form)
    assert NewField.STAKE not in fields(form)
    await ben.click(form, label="Open lobby")
    assert await lobby(world) == Terms()


async def test_what_one_cannot_cover_leaves_the_form_open(world: World) -> None:
    asha = world.member("Asha")
    await spend(world, asha, 10_00)
    form = (await asha.slash(world.channel, "rummy new")).response
    form = await choose(asha, form, NewField.STAKE, "50")
    form = (await asha.click(form, label="Open lobby")).response
    assert refusals.PROBLEMS[Problem.CANNOT_COVER]() in words(form)
    form = await choose(asha, form, NewField.STAKE, "10")
    await asha.click(form, label="Open lobby")
    assert await lobby(world) == Terms(stake=10)


@pytest.mark.parametrize(
    ("id", "values", "problem"),
    [
        ("rummy:n:winzo:pool_101:0:standard:6:0:1:open", (), Problem.NO_SUCH_FORMAT),
        ("rummy:n:winzo:points:0:standard:6:0:1:format", ("pool_101",), Problem.NO_SUCH_FORMAT),
        ("rummy:n:circle:deals_5:0:standard:6:0:1:pace", ("slow",), Problem.NO_SUCH_FORMAT),
        ("rummy:n:circle:points:99999999:standard:6:0:1:open", (), Problem.NO_SUCH_STAKE),
        ("rummy:n:circle:points:0:standard:6:0:1:stake", ("99999999",), Problem.NO_SUCH_STAKE),
        ("rummy:n:circle:points:0:standard:6:0:1:stake", ("-1",), None),
        ("rummy:n:circle:points:0:standard:6:0:1:stake", ("much",), None),
        ("rummy:n:circle:points:0:standard:6:0:1:format", ("chess",), None),
        ("rummy:n:circle:chess:0:standard:6:0:1:format", ("points",), "form"),
    ],
)
async def test_forged_forms_get_one_sentence(
    world: World, id: str, values: tuple[str, ...], problem: Problem | Literal["form"] | None
) -> None:
    asha = world.member("Asha")
    form = (await asha.slash(world.channel, "rummy new")).response
    (answer,) = await clicks(world, form, id, by=asha, values=values)
    if problem == "form":
        assert NewField.OPEN in fields(answer.response)
    else:
        assert said(answer) == (refusals.PROBLEMS[problem]() if problem else refusals.CANNOT_CHOOSE())
    assert not await world.app.store.tables.open_rows()


NO_SUCH_STAKE = refusals.PROBLEMS[Problem.NO_SUCH_STAKE]


@pytest.mark.parametrize(
    ("stake", "sentence"),
    [
        (0.001, NO_SUCH_STAKE),
        (-1.0, partial(refusals.unfit_option, "stake")),
        (1e300, partial(refusals.unfit_option, "stake")),
        (100_000.01, partial(refusals.unfit_option, "stake")),
    ],
)
async def test_a_stake_that_is_none(world: World, stake: float, sentence: Callable[[], str]) -> None:
    asha, backend = world.member("Asha"), world.env.backend
    # A client keeps people within the limits of an option; what comes past it is refused as well.
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=asha.id,
        data=command("stake", 10, stake),
    )
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert said(InteractionResult(world.env, record)) == sentence()
    assert not await world.app.store.tables.open_rows()


@pytest.mark.parametrize("stake", [float("nan"), float("inf"), -float("inf"), 0.1 + 0.2, 1e-9, 1e17])
def test_a_number_that_is_no_stake(stake: float) -> None:
    with pytest.raises(ServiceError, match="no_such_stake"):
        typed_terms(shipped("circle"), None, stake)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"format": "pool_101", "rules": "winzo"}, Problem.NO_SUCH_FORMAT),
        ({"format": "chess"}, Problem.NO_SUCH_FORMAT),
        ({"rules": "mine", "format": "points"}, Problem.NO_SUCH_RULES),
        ({"stake": 99_999}, Problem.CANNOT_COVER),
    ],
)
async def test_what_cannot_be_opened_by_command(world: World, typed: dict[str, Any], problem: Problem) -> None:
    answer = said(await world.member("Asha").slash(world.channel, "rummy new", **typed))
    assert answer.startswith(refusals.PROBLEMS[problem]())
    assert ("Choose one of these: " in answer) == problem.startswith("no_such")
    assert not await world.app.store.tables.open_rows()


async def test_a_stake_where_there_are_no_chips(world: World) -> None:
    asha = world.env.create_user("Asha")
    member = world.guild.add_member(asha)
    assert said(await asha.slash("rummy new", stake=1)) == refusals.PROBLEMS[Problem.NO_SERVER]()
    await chips_off(world)
    assert said(await member.slash(world.channel, "rummy new", stake=1)) == refusals.PROBLEMS[Problem.CHIPS_OFF]()
    await member.slash(world.channel, "rummy new", stake=0)
    assert await lobby(world) == Terms()


async def test_two_cannot_cover_the_stake(world: World) -> None:
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    await spend(world, ben, 39_99)
    await asha.slash(world.channel, "rummy new", stake=0.5)
    assert said(await ben.click(card(world), label="Join")) == refusals.PROBLEMS[Problem.CANNOT_COVER]()
    assert (
        said(await asha.slash(world.channel, "rummy seat add")) == refusals.PROBLEMS[Problem.COMPUTERS_HAVE_NO_CHIPS]()
    )
    await chitra.click(card(world), label="Join")
    await spend(world, chitra, 0)
    answer = said(await asha.click(card(world), label="Start"))
    assert answer == refusals.others_cannot_cover([f"<@{chitra.id}>"])
    assert f"<@{chitra.id}>" in words(card(world))
    assert await world.app.wallet.balance(world.guild.id, PlayerId(asha.id)) == START


async def test_a_stake_vanishes_with_the_chips_of_its_server(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", stake=0.5)
    assert "At stake: 0.50 chips a point, 40.00 held from each" in words(card(world))
    await chips_off(world)
    await ben.click(card(world), label="Join")
    assert "At stake" not in words(card(world))
    await add_computer(world, asha)
    await asha.click(card(world), label="Start")
    assert await lobby(world) == Terms()
    assert world.channel.threads


def test_a_format_is_typed_by_its_course_or_name() -> None:
    rules = shipped("circle")
    assert typed_terms(rules, None, 0) == Terms()
    assert typed_terms(rules, " Pool 101 ", 0.1) == Terms(Format.POOL_101, stake=10)
    assert typed_terms(rules, "deals_6", 25) == Terms(Format.DEALS, 6, 25_00)
    for typed in ("pool101", "POOL-101", "pool 101"):
        assert typed_terms(rules, typed, 0) == Terms(Format.POOL_101)
    assert typed_terms(rules, "deals rummy 3 deals", 0) == Terms(Format.DEALS, 3)
    assert typed_terms(shipped("romme"), "single deal", 0) == Terms()
    with pytest.raises(NoSuchNameError) as caught:
        typed_terms(shipped("winzo"), "pool 101", 0)
    assert caught.value.names == ("Points rummy",)


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        *(("Classic", "circle"), ("classic", "circle"), (" CIRCLE ", "circle"), ("circledetailed", "circle_detailed")),
        *(("Rommé", "romme"), ("Romme", "romme"), ("ROMME\u0301", "romme"), ("four jokers", "winzo")),
    ],
)
def test_a_rule_set_is_typed_by_its_id_or_name(typed: str, id: str) -> None:
    assert rules_called(load(), typed).id == id
    with reading(Languages()["de"]):
        assert rules_called(load(), typed).id == id, "English names are known in every language"


def test_a_rule_set_is_typed_by_its_name_in_the_language_of_the_person() -> None:
    with reading(Languages()["de"]):
        assert rules_called(load(), "vier joker").id == "winzo"
    with pytest.raises(NoSuchNameError):
        rules_called(load(), "vier joker")


def test_a_name_that_means_two_rule_sets_means_none_and_an_id_comes_first() -> None:
    sets = {
        "a": replace(shipped("circle"), id="a", name="Same"),
        "b": replace(shipped("circle"), id="b", name="Same"),
        "c": replace(shipped("circle"), id="c", name="A"),
    }
    with pytest.raises(NoSuchNameError) as caught:
        rules_called(sets, "same")
    assert caught.value.names == ("A", "Same", "Same")
    assert rules_called(sets, "A").id == "a"
    with pytest.raises(NoSuchNameError):
        rules_called(sets, "?!")


async def test_everything_is_found_by_what_is_shown(world: World) -> None:
    asha = world.member("Asha")

    async def offered(command: str, option: str, typed: str, **others: Any) -> list[str]:
        found = await asha.autocomplete(world.channel, command, option, typed, **others)
        return [choice["value"] for choice in found]

    assert await offered("rummy new", "rules", "romme") == ["romme"]
    assert await offered("rummy rules", "rules", "jo") == ["winzo"]
    assert await offered("rummy new", "format", "pool1", rules="Classic") == ["pool_101"]
    assert await offered("rummy new", "format", "five", rules="Romme") == ["best_of_5"]
    assert await offered("standings", "format", "pool101") == ["pool_101"]
    assert await offered("rummy help", "topic", "getting") == ["start"]
    assert "Getting to a table" in said(await asha.slash(world.channel, "rummy help", topic="getting to a table"))
    assert "Four jokers" in said(await asha.slash(world.channel, "rummy rules", rules="FOUR JOKERS"))
