"""The western game by commands alone: for chips, in standings and records, in a tournament, in words."""

import pytest

from bot.games.western.face import words as western_words
from bot.games.western.melds import place_points
from bot.rummy.cards import JOKER, Card
from bot.rummy.record import Record
from bot.service.shuffle import verify
from tests.journeys import tournaments
from tests.journeys.people import Person, result, said, words
from tests.journeys.pools import mover, next_deal, seated
from tests.journeys.test_standings import staff
from tests.journeys.test_tables import text_of
from tests.journeys.test_wallet import set_server
from tests.journeys.tournaments import balance, saying, signed_up
from tests.journeys.world import World
from tests.known import GAMES
from tests.stacked_packs import stack_packs

MELDS = "TS JS QS KS TH JH QH KH 5C 6C 7C 8C 9C"
"""A hand that goes out in its first turn."""
TURNS = 400
"""More than a match takes."""


async def take_turn(person: Person) -> None:
    """Draw, put down as much as possible, and throw the card that costs most."""
    await person.command("play hand")
    await person.command("play draw", source="closed")
    if "best" in person.can:
        await person.command("play place")
    offered = [Card.parse(option["value"]) for option in person.can["select discard"]["options"]]
    dearest = max(offered, key=lambda card: (card != JOKER, place_points(int(card.rank)), card.index))
    await person.command("play discard", card=str(dearest))


async def play_to_the_end(world: World, people: list[Person]) -> None:
    for _ in range(TURNS):
        if result(world) is not None:
            return
        person = mover(people)
        if person is None:
            await next_deal(people, commands=True)
        else:
            await take_turn(person)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    ("course", "called", "names"),
    [
        ("points", "Single deal", ("Asha", "Ben", "Chitra")),
        ("best_of_3", "Best of three", ("Asha", "Ben")),
    ],
)
async def test_the_winner_gets_the_pot_and_all_of_it_is_kept(
    world: World, course: str, called: str, names: tuple[str, ...]
) -> None:
    await set_server(world, staff(world, "Zara"), rake=10)
    people = await seated(world, *names, rules="romme", format=course, stake=10.0, pace="standard")
    assert f"### {called} · Rommé" in words(people[0].place.history()[0])
    await play_to_the_end(world, people)
    end = words(result(world))
    (winner,) = [person for person in people if f"{person.member.name} wins!" in end]
    pot = len(people) * 10_00
    for person in people:
        won = pot - pot // 10 if person is winner else 0
        assert await balance(world, person.member) == 1000_00 - 10_00 + won
    assert await world.app.store.ledger.faults() == ()
    asha = people[0].member
    assert f"1: {winner.member.name}," in said(await asha.slash(world.channel, "standings", format=course))
    assert f"**{called}** · Rommé" in said(await asha.slash(world.channel, "history"))
    assert "Matches: 1." in said(await asha.slash(world.channel, "profile"))
    assert "everything matches" in said(await asha.slash(world.channel, "rummy verify"))
    record = Record.parse(await text_of(world, await asha.slash(world.channel, "rummy record")), GAMES)
    assert verify(record)
    assert record.digest in said(await asha.slash(world.channel, "rummy verify"))
    assert f"--digest {record.digest}" in said(await asha.slash(world.channel, "rummy record"))
    played = record.replay()
    assert [names[seat] for seat in played.match.winners] == [winner.member.name]


async def test_a_turn_in_words(world: World) -> None:
    people = await seated(world, "Asha", "Ben", rules="romme", format="points", stake=0.0, pace="standard")
    person = mover(people)
    assert person is not None
    form = (await person.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await person.member.click(form, custom_id="rummy:p:text_only:on")
    await person.command("play hand")
    assert person.shown.attachments == []
    assert "*13 cards, " in words(person.shown)
    await person.command("play draw", source="open")
    assert "*14 cards, " in words(person.shown)
    (line,) = [line for line in words(person.shown).splitlines() if line.startswith("▫️")]
    suits = [card[-1] for card in line.split(" · ")[0].split()[1:] if card != "Joker"]
    assert suits == sorted(suits, key="♣♠♥♦".index)
    assert "Just drawn: **" in words(person.shown)
    assert western_words.PLAY_NOW() in words(person.shown)


async def test_a_tournament(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, (MELDS, "2C 3C 4D 6D 8D TD QD 2S 4S 6S 8S 2H 4H", "KD 3D"))
    zara, people = await signed_up(world, "Asha Ben Chitra Dev", rules="romme", format="points", players=2, entry=10.0)
    await tournaments.typed(world, zara, "start")
    members = {member.id: member for member in people}
    while playing := await tournaments.open_tables(world, members):
        for table in playing:
            while (person := mover(table)) is not None:
                await take_turn(person)
        await tournaments.shown(world)
    over = await tournaments.now(world)
    assert over.row.status.is_over
    card = words(saying(world.channel, "has won")[0])
    (champion,) = [member for member in people if f"1: {member.name}, Prize 40.00" in card]
    assert await balance(world, champion) == 1000_00 + 30_00
    assert await world.app.store.ledger.faults() == ()
