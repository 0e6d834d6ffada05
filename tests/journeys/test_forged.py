"""A press that no control of ours can send is answered with one sentence, in private, and changes nothing."""

from typing import Any

import pytest

from bot.codes import Problem
from bot.layout import MAX_ID
from bot.rummy.errors import Refusal
from bot.text import refusals
from tests.journeys import people
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, words
from tests.journeys.pools import mover, now, seated
from tests.journeys.world import World
from tests.known import REFUSALS

UNKNOWN, NOT_HELD = refusals.UNKNOWN_BUTTON(), refusals.REFUSALS[Refusal.NOT_IN_HAND]()
SENTENCES = {UNKNOWN, *REFUSALS.values()}
ALL_CARDS = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS")
NEVER_PRESSED = (
    *("lapse", "bank 5", "vote-over", "end host", "end staff", "end fault", "dealer 0", "dealer 1"),
    *("toss 2C 3C", "deal 2C 3C 4C", "reshuffle 2C 3C"),
)
"""Actions of the clock, chance and the staff."""
FORGED: dict[str, tuple[tuple[str, tuple[str, ...], str], ...]] = {
    "any": (
        ("fly", (), UNKNOWN),
        ("fly high", (), UNKNOWN),
        ("draw", (), UNKNOWN),
        ("draw both", (), UNKNOWN),
        ("draw closed closed", (), UNKNOWN),
        ("vote 7", (), UNKNOWN),
        ("next no", (), UNKNOWN),
        ("discard", (), UNKNOWN),
        ("discard XX", (), UNKNOWN),
        ("discard", ("XX",), NOT_HELD),
        ("discard", ("",), NOT_HELD),
        ("discard", ALL_CARDS[:25], NOT_HELD),
        ("draw closed", ("7S",), NOT_HELD),
        ("throw", (), NOT_HELD),
        ("throw XX", (), NOT_HELD),
        ("throw 7S 2 3", (), refusals.REFUSALS[Refusal.DRAW_FIRST]()),
        ("vote yes", (), refusals.REFUSALS[Refusal.NO_VOTE]()),
        ("rejoin", (), refusals.REFUSALS[Refusal.NO_REJOIN]()),
        ("call-split", (), refusals.REFUSALS[Refusal.NO_SPLIT]()),
        *((said, (), UNKNOWN) for said in NEVER_PRESSED),
    ),
    "circle": (
        ("place 2C 3C 4C", (), UNKNOWN),
        ("lay-off", ("0 2C",), NOT_HELD),
        ("swap", ("0 2C",), NOT_HELD),
        ("undo", (), UNKNOWN),
        ("pick", ("2C",), NOT_HELD),
        ("declare-shown", (), refusals.REFUSALS[Refusal.NOT_NOW]()),
        ("declare-shown 7S", (), refusals.REFUSALS[Refusal.NOT_NOW]()),
        ("declare-shown XX 00000000", (), NOT_HELD),
        ("make-group", (), NOT_HELD),
        ("make-group", ("XX",), NOT_HELD),
        ("make-group", ALL_CARDS[:25], NOT_HELD),
        ("group", ("2C | XX", "|"), NOT_HELD),
        ("finish", ("2C", "3C"), NOT_HELD),
    ),
    "romme": (
        ("group", (), UNKNOWN),
        ("group", ("2C",), NOT_HELD),
        ("show", (), UNKNOWN),
        ("finish 2C", (), UNKNOWN),
        ("declare", (), UNKNOWN),
        ("declare-shown 2C 00000000", (), UNKNOWN),
        ("declare-slot 00000000", (), UNKNOWN),
        ("ask-declare", (), UNKNOWN),
        ("ask-groups", (), UNKNOWN),
        ("groups", (), UNKNOWN),
        ("make-group", ("2C",), NOT_HELD),
        ("drop", (), refusals.REFUSALS[Refusal.NO_DROPS]()),
        ("swap", ("999999 2C",), refusals.REFUSALS[Refusal.DRAW_FIRST]()),
        ("swap", ("1000000 2C",), NOT_HELD),
        ("pick", ("2C",), refusals.REFUSALS[Refusal.DRAW_FIRST]()),
        ("pick", ("XX",), NOT_HELD),
        ("pick", (), refusals.REFUSALS[Refusal.DRAW_FIRST]()),
    ),
}
"""The text of a control, the chosen values, and the answer, by game."""


async def at_turn(world: World, rules: str) -> Person:
    """Return two people with cards: the one who has the turn and has not drawn yet, and the other."""
    course = "limit_100" if rules == "romme" else "points"
    both = await seated(world, "Asha", "Ben", rules=rules, format=course, stake=0.0)
    person = mover(both)
    assert person is not None
    await person.open_hand()
    return person


async def everything(world: World) -> tuple[Any, ...]:
    """Return all that is stored of the table."""
    state = await now(world)
    return state.lines, state.table, state.row, state.alarms


async def press(world: World, person: Person, id: str, *values: str, is_menu: bool = False) -> str:
    """Return the private answer to a person who uses that control on the board."""
    board, _ = person.find("discards")
    (answer,) = await clicks(world, board, id, by=person.member, values=values, is_menu=is_menu)
    assert answer.acknowledged, id
    assert answer.response is not None, id
    assert answer.response.ephemeral, id
    return words(answer.response)


@pytest.mark.parametrize("rules", ["circle", "romme"])
async def test_what_no_control_says_changes_nothing(world: World, rules: str) -> None:
    person = await at_turn(world, rules)
    before = await everything(world)
    state = await now(world)
    for kind in "cy":
        at_step = f"rummy:{kind}:{state.id}:{state.public.step}"
        for said, values, sentence in (*FORGED["any"], *FORGED[rules]):
            assert await press(world, person, f"{at_step}:{said}", *values) == sentence, (said, values)
        for said in ("discard", "pick", "make-group", "lay-off", "swap", "ask-declare", "remove"):
            told = await press(world, person, f"{at_step}:{said}", is_menu=True)
            assert told == refusals.NOTHING_CHOSEN(), said
    assert await everything(world) == before


@pytest.mark.parametrize("rules", ["circle", "romme"])
async def test_what_no_control_of_0_1_said_changes_nothing(world: World, rules: str) -> None:
    person = await at_turn(world, rules)
    before = await everything(world)
    state = await now(world)
    for said in (*NEVER_PRESSED, "fly", "place-set", "place XX", "declare", "declare XX 00000000", "split yes"):
        told = await press(world, person, f"rummy:b:{state.id}:{state.public.step}:{said}")
        assert told in SENTENCES, said
    for said in ("discard", "group", "pick", "lay-off 2C", "swap"):
        id = f"rummy:s:{state.id}:{state.public.step}:{said}"
        assert await press(world, person, id, is_menu=True) == refusals.NOTHING_CHOSEN()
        told = await press(world, person, id, *ALL_CARDS[:25])
        assert told in SENTENCES, said
    assert await everything(world) == before


async def test_ids_of_other_tables_steps_and_lengths_change_nothing(world: World) -> None:
    person = await at_turn(world, "circle")
    before = await everything(world)
    state = await now(world)
    table, step = state.id, state.public.step
    longest = f"rummy:y:{table}:{step}:".ljust(MAX_ID, "a")
    for id in (longest, longest[:-1] + " ", f"rummy:y:{table}:{step}:place".ljust(MAX_ID - 2, "X") + " 2"):
        assert len(id) == MAX_ID
        assert await press(world, person, id) == UNKNOWN
    for id in ("c::0:hand", f"c:{table}:x:hand", f"c:{table}:-1:sort", f"q:{table}:{step}:sort"):
        assert await press(world, person, f"rummy:{id}") == UNKNOWN
    for said in ("sort", "draw closed", "hand", "join", "rematch", "best", "lapse"):
        assert await press(world, person, f"rummy:y:zzzzzz:{step}:{said}") == refusals.PROBLEMS[Problem.NO_TABLE](), (
            said
        )
    for other in (0, step - 1, step + 1, 999_999):
        told = await press(world, person, f"rummy:y:{table}:{other}:draw closed")
        assert refusals.PROBLEMS[Problem.STALE]() in told
    assert await everything(world) == before


async def test_what_is_no_text_is_refused_in_one_sentence(world: World) -> None:
    person = await at_turn(world, "circle")
    before = await everything(world)
    state = await now(world)
    id = f"rummy:y:{state.id}:{state.public.step}:discard"
    for value in ("\ud83d", "7S\0", "\udfff7S"):
        assert await press(world, person, id, value) == refusals.NOT_TEXT()
        assert people.said(await person.command("play group", groups=value)) == refusals.NOT_TEXT()
    assert await everything(world) == before
