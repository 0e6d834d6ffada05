"""Whatever can be clicked or typed wrong in the western game gets one sentence, in private, and changes nothing."""

import pytest

from bot.games.western.codes import WesternRefusal
from bot.games.western.face import words as western_words
from bot.rummy.errors import Refusal
from bot.text import refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, said, words
from tests.journeys.pools import now, seated, turn
from tests.journeys.test_mistakes import journal
from tests.journeys.test_romme import FIRST_DEAL
from tests.journeys.world import World
from tests.known import REFUSALS
from tests.stacked_packs import stack_packs


@pytest.fixture
async def people(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Person]:
    """Return two at a table; the first has drawn and placed 7S 8S and a joker for the nine."""
    stack_packs(monkeypatch, (*FIRST_DEAL[:2], FIRST_DEAL[3]))
    seats = await seated(world, "Asha", "Ben", rules="romme", format="limit_100", stake=0.0)
    first = await turn(seats)
    await first.press("draw closed")
    await first.command("play place", cards="7S 8S JK")
    return [first, *(person for person in seats if person is not first)]


NEVER_PRESSED = (
    "lapse",
    "bank 5",
    "vote-over",
    "end staff",
    "toss 2H 3H",
    "dealer 1",
    "deal 2H",
    "reshuffle 2H",
    "show",
)


FORGED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("y place", (), REFUSALS[WesternRefusal.NO_CARDS]),
    ("y place XX YY ZZ", (), refusals.UNKNOWN_BUTTON()),
    ("y place AS KS QS", (), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y place 2C 3C 2D", (), REFUSALS[WesternRefusal.NO_MELD]),
    ("y pick", ("2C", "2C", "2C"), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y pick", ("nine",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    (
        "y pick",
        tuple(f"{rank}{suit}" for rank in "23456789" for suit in "CSHD"),
        refusals.REFUSALS[Refusal.NOT_IN_HAND](),
    ),
    ("y lay-off", ("1 2C",), REFUSALS[WesternRefusal.NO_SUCH_MELD]),
    ("y lay-off", ("999 low 2C",), REFUSALS[WesternRefusal.NO_SUCH_MELD]),
    ("y lay-off", ("-1 2C",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y lay-off", ("0 middle 2C",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y lay-off", ("0 2C",), REFUSALS[WesternRefusal.DOES_NOT_FIT]),
    ("y lay-off", ("0",), REFUSALS[WesternRefusal.NO_CARDS]),
    ("y swap", ("0 9S",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y swap", ("0 JK",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y swap", ("0 2C",), REFUSALS[WesternRefusal.NO_JOKER_FOR_IT]),
    ("y swap", ("0",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y swap", ("² 2C",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("y discard", ("JK",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    # What time, chance and staff do, and what another game has, is on no control.
    *((f"{kind} {said}", (), refusals.UNKNOWN_BUTTON()) for kind in "cy" for said in NEVER_PRESSED),
    # As version 0.1 wrote them; its menus counted melds from 1.
    ("b place AS-KS-QS", (), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("b place 2C-3C-2D", (), REFUSALS[WesternRefusal.NO_MELD]),
    ("s pick", ("2C", "2C", "2C"), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("s lay-off 2C", ("0 high",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("s lay-off 2C", ("999 low",), REFUSALS[WesternRefusal.NO_SUCH_MELD]),
    ("s lay-off 2C", ("1 middle",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("s lay-off 2C", ("1 high",), REFUSALS[WesternRefusal.DOES_NOT_FIT]),
    ("s swap", ("1 9S",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ("s swap", ("1 2C",), REFUSALS[WesternRefusal.NO_JOKER_FOR_IT]),
    ("s discard", ("JK",), refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
)
"""The kind of a control and its action, the values chosen in it, and the sentence that answers."""


async def test_forged_controls(world: World, people: list[Person]) -> None:
    first, _ = people
    state, before = await now(world), await journal(world)
    assert state.table is not None
    for word, values, sentence in FORGED:
        kind, _, action = word.partition(" ")
        id = f"rummy:{kind}:{state.row.id}:{state.table.step}:{action}"
        (answer,) = await clicks(world, first.shown, id, by=first.member, values=values)
        assert answer.acknowledged, (id, values)
        assert sentence in words(answer.response), (id, values)
        assert await journal(world) == before, (id, values)


async def test_controls_in_other_hands(world: World, people: list[Person]) -> None:
    first, other = people
    await other.open_hand()
    before = await journal(world)
    for action in ("undo", "best"):
        id = first.can[action]["custom_id"]
        (answer,) = await clicks(world, other.shown, id, by=other.member)
        assert refusals.REFUSALS[Refusal.NOT_YOUR_TURN]() in words(answer.response)
    assert await journal(world) == before


async def test_two_clicks_take_one_step_back(world: World, people: list[Person]) -> None:
    first, _ = people
    await first.command("play place", cards="2C 3C 4C")
    before = await journal(world)
    id = first.can["undo"]["custom_id"]
    await clicks(world, first.shown, id, id, by=first.member)
    assert await journal(world) == before + 1


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("place", {"cards": "7X"}, refusals.bad_card("7X")),
        ("place", {"cards": "2C 3C 4C | 2C 3C 4C"}, refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
        ("place", {"cards": "2C 3C 4C 5C | 2D 3D 4D | 2H 3H QH"}, REFUSALS[WesternRefusal.NO_MELD]),
        ("place", {"cards": "2C 3C 4C 5C | 2D 3D 4D | 2H 3H 4H QH"}, REFUSALS[WesternRefusal.KEEP_ONE]),
        ("place", {"cards": "||"}, REFUSALS[WesternRefusal.NO_CARDS]),
        ("layoff", {"card": " ", "meld": "1"}, REFUSALS[WesternRefusal.NO_CARDS]),
        ("layoff", {"card": "2C", "meld": "one"}, western_words.NO_MELD_NAMED()),
        ("swap", {"card": "9S 9S", "meld": "1"}, refusals.bad_card("9S 9S")),
        ("discard", {"card": "JK"}, refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
    ],
)
async def test_typed_wrong(
    world: World, people: list[Person], name: str, options: dict[str, str], sentence: str
) -> None:
    first, _ = people
    before = await journal(world)
    assert said(await first.command(f"play {name}", **options)) == sentence
    assert await journal(world) == before


async def test_what_to_do_is_said_once_after_a_draw(people: list[Person]) -> None:
    first, _ = people
    await first.choose("discard", "QH")
    other = await turn(people)
    await other.press("draw closed")
    assert words(other.shown).count(western_words.PLAY_NOW()) == 1
