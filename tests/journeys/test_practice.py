"""Practice by command and buttons: an answer, the next puzzle, and the missed one again a day later."""

from bot.rummy.puzzle import shipped
from bot.text import practice
from tests.journeys.people import Person, words
from tests.journeys.world import World
from tests.known import GAMES

DAY = 86_400.0


async def test_a_missed_puzzle_comes_again_a_day_later(world: World) -> None:
    first, second = (shipped(GAMES)[name].laid(GAMES) for name in ("indian001", "indian002"))
    asha = Person(world, world.member("Asha"), first.view.rules)

    async def ask() -> str:
        asha.shown = None
        asha.look(await asha.member.slash(world.channel, "practice"))
        return words(asha.shown)

    async def answer(move: str) -> str:
        deed, _, card = move.partition(" ")
        match deed:
            case "discard":
                await asha.choose(deed, card)
            case "drop":
                await asha.press("ask-drop")
            case _:
                await asha.press(move)
        return words(asha.shown)

    assert "Puzzle 1 of 100" in await ask()
    told = await answer(str(next(iter(first.leads))))
    assert practice.WRONG() in told
    assert "It comes again <t:" in told
    await asha.press("next")
    assert "Puzzle 2 of 100" in words(asha.shown)
    assert practice.RIGHT() in await answer(str(second.best))
    assert "Puzzle 3 of 100" in await ask()
    await world.restart(DAY)
    assert "Puzzle 1 of 100" in await ask()
    told = await answer(str(first.best))
    assert practice.RIGHT() in told
    assert "🔥 2 right answers in a row." in told
