"""The coach, by button and by command: its advice, who sees it, and its effect on the match."""

import pytest

from bot.codes import Problem
from bot.text import coach, refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, place, said, two, words
from tests.journeys.pools import now
from tests.journeys.test_secrets import check, hidden
from tests.journeys.test_words import mover_of
from tests.journeys.tournaments import open_tables, signed_up, typed, with_button
from tests.journeys.world import World
from tests.known import load

SIGN = "🧭"
ASKED = coach.ASKED().removeprefix("-# ")


async def both(world: World, **options: object) -> tuple[Person, Person]:
    """Return two at a table: the one whose turn it is, with the hand open, and the other."""
    people = await two(world, rules="circle", **options)
    first = await mover_of(people)
    return first, next(person for person in people if person is not first)


def advice(person: Person) -> str:
    """Return the line of the coach on the hand, which stands below the cards."""
    lines = words(person.shown).splitlines()
    (told,) = [line for line in lines if line.startswith(SIGN)]
    assert lines.index(told) > 0
    return told


async def test_by_button_in_a_match_that_would_have_counted(world: World) -> None:
    first, other = await both(world)
    table = (await world.app.store.tables.open_rows())[0].id
    await first.press("coach")
    assert "does not count in the standings" in words(first.shown), "they are told before"
    assert (await now(world)).counts, "and nothing is noted yet"
    await first.press("hand")
    await first.press("coach")
    await first.press("coach sure")
    told = advice(first)
    assert told.startswith(f"{SIGN} **")
    assert "unseen cards help" not in words(first.shown)
    assert {"draw closed", "coach why", "hand-more"} <= set(first.can), "the hand stands around it"
    await first.press("coach why")
    assert told in words(first.shown)
    assert "unseen cards help" in words(first.shown)
    assert "coach why" not in first.can
    assert first.shown.ephemeral
    await world.wait(6)
    assert ASKED in words(first.find("discards")[0]), "all see that the match does not count"
    check(world, await hidden(world, table))
    assert not any(SIGN in words(m) and "Draw" in words(m) for m in place(world).history())

    await world.restart()
    await first.open_hand()
    await first.press("draw closed")
    offered = {name for name in first.can if name.startswith("throw ")}
    await first.press("coach")
    assert "Throw" in advice(first), "nobody is asked twice"
    (best,) = [option["value"] for option in first.can["select discard"]["options"] if option["label"] in advice(first)]
    assert f"throw {best}" in first.can
    await first.press("sort")
    assert {name for name in first.can if name.startswith("throw ")} == offered, "the advice is put away"
    await first.choose("discard", str(first.cards[0]))
    await other.open_hand()
    await other.press("coach")
    assert advice(other).startswith(SIGN), "nor another player: the match does not count any more"
    await other.press("ask-drop")
    await other.press("drop")
    await world.wait(6)
    ended = words(place(world).history()[-1])
    assert "asked the coach, so this match does not count in the standings." in ended
    assert all(person.member.name in ended.partition(" asked the coach")[0] for person in (first, other))
    assert await world.app.store.standings.count(world.guild.id, 0, "") == 0
    history = said(await first.member.slash(world.channel, "history"))
    assert table in history
    assert history.count("with the coach") == 2


async def test_by_command_against_computers(world: World) -> None:
    """No standings are at stake there, so nobody is asked to confirm."""
    asha = Person(world, world.member("Asha"), load()["circle"])
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    await asha.press("start")
    asha.place = place(world)
    for _ in range(30):
        if "draw closed" in asha.can:
            break
        await world.wait(2)
    form = (await asha.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await asha.member.click(form, label="Text only")
    answer = await asha.command("play coach")
    assert answer.response is not None
    assert answer.response.ephemeral
    assert answer.response.attachments == []
    assert advice(asha).startswith(SIGN)
    assert "draw closed" in asha.can
    assert not (await now(world)).counts


async def test_a_command_may_say_that_it_is_sure(world: World) -> None:
    first, other = await both(world)
    assert said(await other.command("play coach")).startswith(refusals.PROBLEMS[Problem.COACH_WAITS]())
    assert "does not count in the standings" in said(await first.command("play coach"))
    await first.command("play coach", confirm=True)
    assert advice(first).startswith(SIGN)
    assert (await now(world)).lobby.coached == {first.member.id}


async def test_where_the_host_has_turned_help_off(world: World) -> None:
    first, _ = await both(world, help=False)
    assert "coach" not in first.can
    assert refusals.PROBLEMS[Problem.COACH_OFF]() in said(await first.command("play coach"))
    state = await now(world)
    board, _ = first.find("discards")
    for step in (0, state.public.step):
        (answer,) = await clicks(world, board, f"rummy:y:{state.id}:{step}:coach sure", by=first.member)
        assert refusals.PROBLEMS[Problem.COACH_OFF]() in said(answer)
    assert (await now(world)).lobby.coached == frozenset()


async def test_where_chips_are_at_stake(world: World) -> None:
    first, _ = await both(world, stake=1.0)
    assert "coach" not in first.can
    assert refusals.PROBLEMS[Problem.COACH_NOT_FOR_CHIPS]() in said(await first.command("play coach", confirm=True))


async def test_presses_that_nobody_offers(world: World) -> None:
    first, other = await both(world)
    stranger = world.member("Zoe")
    state = await now(world)
    board, _ = first.find("discards")
    for who, problem in ((stranger, Problem.NOT_AT_TABLE), (other.member, Problem.COACH_WAITS)):
        for said_by in ("coach", "coach sure", "coach sure sure"):
            (answer,) = await clicks(world, board, f"rummy:y:{state.id}:{state.public.step}:{said_by}", by=who)
            assert answer.response is not None
            assert answer.response.ephemeral
            assert said(answer).startswith(refusals.PROBLEMS[problem]())
    (answer,) = await clicks(world, board, f"rummy:y:zzzzzz:{state.public.step}:coach", by=first.member)
    assert said(answer) == refusals.PROBLEMS[Problem.NO_TABLE]()
    (answer,) = await clicks(world, board, f"rummy:y:{state.id}:{state.public.step}:coach surely", by=first.member)
    assert "does not count in the standings" in said(answer), "only the button that says so is sure"
    assert (await now(world)) == state


async def test_a_question_that_came_too_late_is_not_noted(world: World) -> None:
    """The turn passed between the question and the answer to it."""
    first, _ = await both(world, pace="blitz")
    await first.press("coach")
    id = first.can["coach sure"]["custom_id"]
    await first.command("play draw", source="closed")
    await first.command("play discard", card=str(first.cards[0]))
    (answer,) = await clicks(world, first.find("discards")[0], id, by=first.member)
    assert refusals.PROBLEMS[Problem.COACH_TOO_LATE]() in said(answer)
    assert (await now(world)).counts


async def test_nobody_takes_a_match_out_of_the_standings_when_it_goes_badly(world: World) -> None:
    """The first question in a match that counts comes in the player's first turn, or not at all."""
    first, other = await both(world)
    for person in (first, other):
        await person.open_hand()
        assert "coach" in person.can
        await person.press("draw closed")
        assert "coach" in person.can
        await person.choose("discard", str(person.cards[0]))
    await world.restart()
    await first.open_hand()
    assert "draw closed" in first.can
    assert "coach" not in first.can
    for confirm in (False, True):
        assert said(await first.command("play coach", confirm=confirm)).startswith(
            refusals.PROBLEMS[Problem.COACH_TOO_LATE]()
        )
    state = await now(world)
    (answer,) = await clicks(
        world, first.find("discards")[0], f"rummy:y:{state.id}:{state.public.step}:coach sure", by=first.member
    )
    assert refusals.PROBLEMS[Problem.COACH_TOO_LATE]() in said(answer)
    assert (await now(world)) == state
    assert state.counts


async def test_in_romme_it_says_what_to_draw_and_throw(world: World) -> None:
    people = await two(world, rules="romme")
    for person in people:
        await person.open_hand()
    first = next(person for person in people if "draw closed" in person.can)
    await first.press("coach")
    await first.press("coach sure")
    assert advice(first).startswith(f"{SIGN} **Draw ")
    await first.press("draw closed")
    await first.press("coach")
    await first.press("coach why")
    assert "stay in hand" in words(first.shown)
    assert "select discard" in first.can


@pytest.mark.parametrize("allowed", [False, True])
async def test_in_a_tournament_only_where_the_staff_allow_it(world: World, allowed: bool) -> None:
    staff, members = await signed_up(world, "Asha Ben", **({"coach": True} if allowed else {}))
    shown = words(with_button(world.channel, "Join"))
    assert (coach.ALLOWED() in shown) == allowed
    await typed(world, staff, "start")
    (people,) = await open_tables(world, {member.id: member for member in members})
    first = await mover_of(people)
    assert ("coach" in first.can) == allowed
    told = said(await first.command("play coach", confirm=True))
    assert (SIGN in told) == allowed
    assert told.startswith(refusals.PROBLEMS[Problem.COACH_NOT_IN_TOURNAMENT]()) != allowed
