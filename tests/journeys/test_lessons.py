"""A first hand by buttons alone: every step, every mistake, and leaving and coming back between any two."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from simcord.components import walk_components

from bot.codes import Problem
from bot.faces.controls import without_copy
from bot.games.indian.declaration import Reason
from bot.games.indian.face import lesson as lesson_words
from bot.games.indian.face import words as indian_words
from bot.layout import SoloControlId
from bot.rummy.ids import PlayerId
from bot.store.rows.solo import SoloRow
from bot.text import lesson, refusals
from tests.journeys import people
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, controls, raw, words
from tests.journeys.world import World
from tests.known import GAMES, load

MOST_PRESSES = 14
LESSONS = {
    "lesson-indian": (
        ("make-group", "4H", "5H", "6H", "7H"),
        ("make-group", "9S", "JS", "2D"),
        ("draw open",),
        ("make-group", "KC", "KD", "KH"),
        ("discard", "TH"),
        ("draw closed",),
        ("ask-declare",),
        ("ask-declare", "3S"),
        ("declare-shown",),
        ("make-group", "7C", "8C", "9C"),
        ("ask-declare",),
        ("ask-declare", "3S"),
        ("declare-shown",),
    ),
    "lesson-western": (
        ("draw open",),
        ("pick", "3S", "4S", "5S", "6S", "7S"),
        ("place",),
        ("pick", "QC", "QS", "QH"),
        ("place",),
        ("pick", "6D", "7D"),
        ("lay-off", "0 6D 7D"),
        ("discard", "KD"),
        ("draw closed",),
        ("ask-swap",),
        ("swap", "3 4H"),
        ("discard", "9C"),
        ("best",),
        ("discard", "9C"),
    ),
    "lesson-gin": (
        ("pass",),
        ("draw closed",),
        ("discard", "KS"),
        ("draw open",),
        ("knock 8S",),
        ("discard", "8S"),
        ("draw closed",),
        ("knock 4C",),
    ),
    "lesson-twentyone": (
        ("make-group", "4H", "5H", "6H"),
        ("make-group", "KH", "8S", "9S"),
        ("draw open",),
        ("make-group", "QD", "QD#2", "QD#3"),
        ("best",),
        ("ask-declare",),
        ("ask-declare", "6C"),
        ("declare-shown",),
        ("discard", "6C"),
        ("draw closed",),
        ("best",),
        ("ask-declare",),
        ("ask-declare", "KH"),
        ("declare-shown",),
    ),
}
"""The presses of a person who does what each step asks for, by place; for a menu, also the chosen values."""


class Learner(Person):
    """A person in a lesson."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, world.member(name), load()["circle"])

    async def learn(self, game: str | None = None, place: Any = None) -> None:
        """Type the command."""
        options = {"game": game} if game else {}
        self.look(await self.member.slash(place or self.world.channel, "rummy learn", **options))

    async def use(self, said: str, *values: str) -> str:
        """Press a button, or choose in a menu. Return the words of the answer. Some buttons are behind ⋯."""
        if said.split()[0] in ("do", "over", "stop") and not any(
            name.startswith(said) for name in controls(self.shown)
        ):
            await self.press("hand-more")
        await (self.choose(said, *values) if values else self.press(said))
        assert self.shown.ephemeral or self.shown.channel_id != self.world.channel.id
        return words(self.shown)

    async def best_at_once(self) -> str:
        """Press the button of an older message that lays all groups. Return the words of the answer."""
        (answer,) = await clicks(self.world, self.shown, other(self.shown, "best"), by=self.member)
        self.look(answer)
        return words(self.shown)

    @property
    def step(self) -> str:
        """Return which step is shown, as `3 of 9`; empty: none."""
        found = re.search(r"\*\*(\d+ of \d+) · ", words(self.shown))
        return found[1] if found else ""

    @property
    def task(self) -> str:
        """Return the task of the person."""
        return words(self.shown).partition(f"**{self.step} · ")[2].partition("**\n")[2]

    async def stored(self, place: str) -> SoloRow | None:
        return await self.world.app.store.solos.find(PlayerId(self.member.id), place)


def other(message: Any, said: str) -> str:
    """Return the id of a button that is not on a screen of the lesson, for the step that the screen shows."""
    return str(controls(message)["hand-more"]["custom_id"]).replace("hand-more", said)


def labels(message: Any) -> set[str]:
    """Return the labels of the controls."""
    parts = walk_components(raw(message))
    return {str(part.get("label") or part.get("placeholder")) for part in parts if part.get("custom_id")}


@pytest.mark.parametrize("place", LESSONS)
async def test_a_lesson_from_first_to_last(world: World, place: str) -> None:
    """Every step names a control that is there, and at the end a match begins."""
    asha = Learner(world, "Asha")
    await asha.learn(place)
    assert lesson.FIRST_HAND() in words(asha.shown)
    steps = [asha.step]
    for pressed, *values in LESSONS[place]:
        named = re.findall(r"\*\*([^*]+)\*\*", asha.task)
        assert labels(asha.shown) & {*named}, (asha.step, named)
        assert asha.shown.attachments or pressed in ("place", "lay-off")
        await asha.use(pressed, *values)
        steps += [asha.step] if asha.step != steps[-1] else []
    assert len(LESSONS[place]) <= MOST_PRESSES
    game = next(game for game in GAMES if place == f"lesson-{game.id}")
    most = len(game.lesson.steps)  # type: ignore[attr-defined]
    assert steps == [*(f"{number} of {most}" for number in range(1, most + 1)), ""]
    told = words(asha.shown)
    assert "wins the deal" in told
    for cost in re.findall(r"(?:\d+ \+ )+\d+ = \*\*\d+ points", told):
        *numbers, total = map(int, re.findall(r"\d+", cost))
        assert sum(numbers) == total
    assert len(re.findall(r" = \*\*", told)) == len(game.lesson.hands) - 1  # type: ignore[attr-defined]
    assert world.channel.history() == []
    await asha.learn(place)
    assert asha.step == "", "it is over"
    await asha.use("over")
    assert asha.step == steps[0]
    row = await asha.stored(place)
    assert row is not None
    assert "\n1 " not in row.journal
    await asha.learn()
    await asha.use("do 1")
    assert asha.step == steps[1]


async def test_to_start_over_throws_nothing_away_unasked(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    await asha.use("do 1")
    there, before = asha.step, await asha.stored("lesson-indian")
    assert lesson.ASK_START_OVER() in await asha.use("over")
    await world.restart()
    assert await asha.stored("lesson-indian") == before
    await asha.use("begin")
    assert asha.step == there
    await asha.use("over")
    await asha.use("over sure")
    assert asha.step == "1 of 9"
    assert lesson.WELCOME_BACK() not in words(asha.shown)
    row = await asha.stored("lesson-indian")
    assert row is not None
    assert "\n1 " not in row.journal


OPENED = ("declare-shown", "place", "lay-off")
"""Words of screens that the game shows in place of the hand."""


def _opener(presses: Sequence[tuple[str, ...]], number: int) -> int:
    """Return which press opens the screen that this one is on; a press on the hand itself opens nothing before it."""
    while presses[number][0] in OPENED or (presses[number][0] == "ask-declare" and len(presses[number]) > 1):
        number -= 1
    return number


@pytest.mark.parametrize("place", LESSONS)
async def test_restarts_and_other_rooms_between_any_two_presses(world: World, place: str) -> None:
    asha = Learner(world, "Asha")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await asha.learn(place)
    for number, (pressed, *values) in enumerate(LESSONS[place]):
        # Each press is stored in the same way, so one lesson shows it for all of them, and the other for some.
        if place == "lesson-indian" or number % 3 == 0:
            await world.restart()
        if number % 2:
            step = asha.step
            await asha.learn(place=elsewhere)
            assert asha.step == step
            assert lesson.WELCOME_BACK() in words(asha.shown)
            for before in LESSONS[place][_opener(LESSONS[place], number) : number]:
                await asha.use(*before)
        await asha.use(pressed, *values)
    assert "wins the deal" in words(asha.shown)


@pytest.mark.parametrize("place", LESSONS)
async def test_no_mistake_at_any_step_changes_anything(world: World, place: str) -> None:
    """A press that the step does not ask for is answered, and the step stays."""
    asha = Learner(world, "Asha")
    await asha.learn(place)
    for pressed, *values in LESSONS[place]:
        right, step, before = controls(asha.shown), asha.step, await asha.stored(place)
        if "hand-more" in right:  # an older message may still have other buttons
            right |= {said: {"custom_id": other(asha.shown, said)} for said in OLDER if said not in right}
        for name, wrong, chosen in wrongs(right, pressed, values):
            if wrong in ALSO_RIGHT[place].get(step, ()):
                continue
            (answer,) = await clicks(world, asha.shown, right[name]["custom_id"], by=asha.member, values=chosen)
            asha.look(answer)
            assert refusals.UNKNOWN_BUTTON() not in words(asha.shown), (step, wrong)
            assert asha.step in (step, ""), (step, wrong, chosen)
            assert await asha.stored(place) == before, (step, wrong, chosen)
        id = next(right[name]["custom_id"] for name in right if name.removeprefix("select ").startswith(pressed))
        (answer,) = await clicks(world, asha.shown, id, by=asha.member, values=tuple(values))
        asha.look(answer)
    assert "wins the deal" in words(asha.shown)


def wrongs(
    right: dict[str, dict[str, Any]], pressed: str, values: list[str]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the other possible presses: each other button, and a few choices of each menu."""
    for name, component in right.items():
        said = name.removeprefix("select ")
        word = said.split(" ")[0]
        if word in NOT_WRONG or (pressed in (word, said) and not values):
            continue
        options = [option["value"] for option in component.get("options", ())]
        many = component.get("max_values", 1) > 1
        picks = [options[:1], options[:3], options[1:4]] if many else [[one] for one in options[::4]]
        for pick in picks or [[]]:
            if not (word == pressed and {*map(without_copy, pick)} == {*map(without_copy, values)}):
                yield name, said, tuple(pick)


ALSO_RIGHT: dict[str, dict[str, tuple[str, ...]]] = {
    "lesson-indian": {**dict.fromkeys(("2 of 9", "4 of 9", "8 of 9"), ("best",)), "7 of 9": ("best", "make-group")},
    "lesson-western": {"4 of 10": ("best",), "8 of 10": ("best", "discard")},
    "lesson-gin": {"5 of 8": ("discard",)},
    "lesson-twentyone": {"6 of 10": ("discard",)},
}
"""Steps that Best does too; presses after a trial; and a trial that any such press is."""
OLDER = ("draw closed", "draw open", "sort")
NOT_WRONG = ("do", "over", "stop", "hand-more", "hand", "ask-groups", "ask-swap")


async def test_what_lays_all_at_once_waits_for_its_time(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    assert lesson_words.ALL_AT_ONCE(best="Best") in await asha.best_at_once()
    assert asha.step == "1 of 9"


async def test_a_wrong_declaration_is_judged_by_the_rules(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    for pressed, *values in LESSONS["lesson-indian"][:8]:
        told = await asha.use(pressed, *values)
    assert "3 cards are in no group: 8♣ 9♣ 7♣." in told
    told = await asha.use("declare-shown")
    assert indian_words.REASONS[Reason.CARD_COUNT]() in told
    assert "80 points" in told
    row = await asha.stored("lesson-indian")
    assert row is not None
    assert "tried declare" in row.journal
    assert "\n1 declare" not in row.journal


async def test_a_person_who_lays_all_groups_before_they_declare_goes_on(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    for pressed, *values in LESSONS["lesson-indian"][:6]:
        await asha.use(pressed, *values)
    assert asha.step == "7 of 9"
    await asha.best_at_once()
    assert asha.step == "9 of 9"


@pytest.mark.parametrize("place", LESSONS)
async def test_a_lesson_that_does_itself(world: World, place: str) -> None:
    """Play the lesson in words, without any picture."""
    asha = Learner(world, "Asha")
    form = (await asha.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await asha.member.click(form, label="Text only")
    await asha.learn(place)
    seen = []
    while asha.step:
        seen.append(asha.step)
        assert asha.shown.attachments == []
        await asha.use("do")
    assert len(seen) == len(set(seen)) in (8, 9, 10)
    assert "wins the deal" in words(asha.shown)


async def test_stopping_and_going_on(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn("Rommé")
    await asha.use("draw open")
    assert lesson.stopped() in await asha.use("stop")
    await asha.use("begin")
    assert asha.step == "2 of 10"
    await asha.learn("indian")
    assert asha.step == "1 of 9"
    asha.look(
        await asha.member.dm_slash("rummy learn")
        if hasattr(asha.member, "dm_slash")
        else await asha.member.slash(world.channel, "rummy learn")
    )
    assert asha.step == "1 of 9", "the one they were in last"
    assert "Rommé" in people.said(await asha.member.slash(world.channel, "rummy learn", game="chess"))


async def test_direct_messages_go_on_where_a_server_was_left(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    await asha.use("do 1")
    asha.shown = None
    asha.look(await asha.member.user.slash("rummy learn"))
    assert asha.step == "2 of 9"
    message = asha.shown
    for said in ("hand-more", "do 2"):
        asha.look(await asha.member.user.click(asha.shown, custom_id=controls(asha.shown)[said]["custom_id"]))
    assert asha.step == "3 of 9"
    assert asha.shown.id == message.id, "one message that changes"
    asha.shown = None
    await asha.learn()
    assert asha.step == "3 of 9"


async def test_a_lesson_that_cannot_be_read_begins_again(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    await asha.use("do 1")
    row = await asha.stored("lesson-indian")
    assert row is not None
    await world.app.store.solos.save(replace(row, journal=row.journal + "\n1 draw nothing", version=row.version + 1))
    await asha.learn()
    assert asha.step == "1 of 9"
    assert lesson.CHANGED() in words(asha.shown)


# -- hostile presses --------------------------------------------------------------------------------


FORGED = (
    *("fly", "do", "do 2", "do x", "do 1 1", "over 1", "stop 1", "lapse", "bank 5", "deal 2C 3C", "toss 2C 3C"),
    *("vote yes", "next", "rejoin", "call-end", "call-split", "leave", "undo", "place 4H 5H 6H", "swap 0 4H"),
    *("finish 3S", "declare", "declare-shown 3S 00000000", "declare-slot 00000000", "show", "discard 4H", "drop"),
    *("discard XX", "group 4H 5H", "group XX", "make-group", "ask-groups", "groups", "draw both", "reshuffle 2C 3C"),
)


async def test_forged_presses_change_nothing(world: World) -> None:
    asha = Learner(world, "Asha")
    await asha.learn()
    right, before = asha.shown, await asha.stored("lesson-indian")
    own = next(part["custom_id"] for part in controls(right).values())
    step = SoloControlId.parse(own).step  # type: ignore[union-attr]
    for number, forged in enumerate(FORGED):
        values = ((), ("4H",), ("4H", "\ud83d"), ("4H#2", "XX"))[number % 4]
        for chosen in {(), values}:
            id = f"rummy:s:lesson-indian:{step}:{forged}"
            (answer,) = await clicks(world, right, id, by=asha.member, values=chosen)
            assert answer.acknowledged, (forged, chosen)
            assert answer.response is None or answer.response.ephemeral
            assert await asha.stored("lesson-indian") == before, (forged, chosen)
    for id in ("rummy:s:lesson-chess:0:begin", f"rummy:s:lesson-western:{step}:draw open", "rummy:s:daily-x:0:begin"):
        (answer,) = await clicks(world, right, id, by=asha.member)
        assert answer.acknowledged
    assert await asha.stored("lesson-indian") == before


async def test_stale_presses_and_those_of_another_person(world: World) -> None:
    asha, ben = Learner(world, "Asha"), Learner(world, "Ben")
    await asha.learn()
    first = asha.shown
    draw = other(first, "draw open")
    for pressed, *values in LESSONS["lesson-indian"][:5]:
        await asha.use(pressed, *values)
    before = await asha.stored("lesson-indian")
    (stale, twice) = await clicks(world, asha.shown, draw, draw, by=asha.member)
    for answer in (stale, twice):
        assert refusals.PROBLEMS[Problem.STALE]() in words(answer.response)
    (answer,) = await clicks(world, asha.shown, draw, by=ben.member)
    assert answer.acknowledged
    assert await asha.stored("lesson-indian") == before
    row = await ben.stored("lesson-indian")
    assert row is not None, "a press of another person is about their own lesson"
    assert str(asha.member.id) not in row.journal


# -- where it is offered ----------------------------------------------------------------------------


async def test_the_help_leads_to_it(world: World) -> None:
    asha = Learner(world, "Asha")
    asha.look(await asha.member.slash(world.channel, "rummy help"))
    await asha.use("begin")
    assert asha.step == "1 of 9"


async def test_newcomers_are_offered_it_once(world: World) -> None:
    asha, ben = Learner(world, "Asha"), Learner(world, "Ben")
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    (row,) = await world.app.store.tables.open_rows()
    await asha.use(f"begin {row.id}")
    assert asha.step == "1 of 9"
    assert await world.app.store.tables.open_rows() == (), "the table that nobody waits at is gone"
    await world.wait(120)
    await asha.use("do 1")
    assert asha.step == "2 of 9", "no hand has taken the place of the lesson"
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    assert not any("begin" in name for name in asha.can)
    ben.look(await ben.member.slash(world.channel, "rummy quick"))
    assert any("begin" in name for name in ben.can)


async def test_typed_moves_lead_back_to_the_lesson(world: World) -> None:
    asha = Learner(world, "Asha")
    for command, options in (("play draw", {"source": "closed"}), ("play hand", {}), ("play best", {})):
        assert lesson.NO_TABLE() not in people.said(await asha.member.slash(world.channel, command, **options))
    await asha.learn()
    for command, options in (("play draw", {"source": "closed"}), ("play hand", {}), ("play discard", {"card": "4H"})):
        assert people.said(await asha.member.slash(world.channel, command, **options)) == lesson.NO_TABLE()
    await asha.member.slash(world.channel, "rummy new", rules="circle", pace="none")
    told = people.said(await asha.member.slash(world.channel, "play hand"))
    assert (told, "not at a table" in told) == (lesson.NO_TABLE(), True), "they sit at one that has not begun"
    await asha.member.slash(world.channel, "rummy leave", confirm=True)
    while asha.step:
        await asha.use("do")
    told = people.said(await asha.member.slash(world.channel, "play hand"))
    assert told == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
