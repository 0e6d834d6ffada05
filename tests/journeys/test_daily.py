"""The deal of the day, by button and by command: alone, once, the same for everybody, and over at midnight."""

from datetime import date

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.codes import Problem
from bot.games.faces import GAMES
from bot.games.indian import solver
from bot.layout import SoloControlId
from bot.rummy.cards import Card
from bot.rummy.entropy import Secrets
from bot.rummy.ids import PlayerId
from bot.rummy.record import Record
from bot.service.shuffle import verify
from bot.text import daily as daily_text
from bot.text import refusals
from bot.text import words as words_text
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, controls, said, words
from tests.journeys.world import World
from tests.known import shipped

FIRST, SECOND = date(2026, 1, 1), date(2026, 1, 2)
HOUR, A_DAY = 3600.0, 86_420.0


class Player(Person):
    """A person at the deal of a day, looking at one private message."""

    def __init__(self, world: World, member: MemberActor, place: ChannelHandle | None = None) -> None:
        super().__init__(world, member, shipped("circle"))
        self.place = place or world.channel

    async def daily(self, **options: str) -> str:
        """Type the command. Return the words of the answer."""
        self.shown = None
        self.look(await self.member.slash(self.place, "daily", **options))
        return words(self.shown)

    async def begin(self) -> str:
        assert daily_text.HOW() in await self.daily()
        await self.press("play")
        return words(self.shown)

    async def draw(self) -> str:
        await self.press("draw closed")
        return words(self.shown)

    async def throw(self, card: Card | None = None) -> str:
        thrown = card or solver.best_discard(self.cards, self.wild, self.rules)[0]
        await self.choose("discard", str(thrown))
        return words(self.shown)

    async def drop(self) -> str:
        await self.press("ask-drop")
        await self.press("drop")
        return words(self.shown)

    async def play_on(self, world: World, *, restarts: bool = False) -> str:
        """Play to the end as the solver would; with `restarts`, one comes before each press of the first turns."""
        turn = 0
        while "draw closed" in self.can:
            for step in (self.draw, self._turn):
                if restarts and turn < 2:
                    await world.restart()
                await step()
            turn += 1
        if "show" in self.can:
            await self.press("best")
            await self.press("show")
        return words(self.shown)

    async def _turn(self) -> None:
        if "select discard" in self.can:
            await self._play_by_buttons()


async def test_two_people_who_do_the_same_in_two_servers_come_to_the_same(world: World) -> None:
    other = world.env.create_guild("Other Club")
    elsewhere = other.create_text_channel("cards")
    asha = Player(world, world.member("Asha"))
    ben = Player(world, other.add_member(world.env.create_user("Ben", global_name="Ben")), elsewhere)
    for player in (asha, ben):
        await player.begin()
    assert asha.cards == ben.cards
    for player in (asha, ben):
        end = await player.play_on(world, restarts=player is ben)
        assert "place 1 of" in end
    same = [words(player.shown).replace(name, "X") for player, name in ((asha, "Asha"), (ben, "Ben"))]
    assert same[0].replace("place 1 of 1", "") == same[1].replace("place 1 of 2", "").replace("2 people", "1 person")
    await world.restart()
    assert "place 1 of 2" in await asha.daily()
    day = world.app.store.daily
    assert await day.count(FIRST) == 2


async def test_a_result_is_shown_once_in_a_server_and_tells_no_card(world: World) -> None:
    asha, ben = (Player(world, world.member(name)) for name in ("Asha", "Ben"))
    await asha.begin()
    hand = asha.cards
    await asha.draw()
    await asha.throw()
    await asha.play_on(world)
    before = len(world.channel.history())
    await asha.press("share")
    (shared,) = world.channel.history()[before:]
    told = words(shared)
    assert "**Asha** · deal of the day, 1 January 2026" in told
    assert daily_text.LEGEND() in told
    assert not [card for card in hand if words_text.card(card) in told]
    assert "1\\. Asha:" in await asha.daily()
    await asha.press("share")
    assert daily_text.ALREADY_SHARED() in words(asha.shown)
    assert len(world.channel.history()) == before + 1
    (played,) = await clicks(world, shared, str(SoloControlId("daily-2026-01-01", 0, "play")), by=ben.member)
    ben.look(played)
    assert ben.cards == hand
    assert "Asha" not in await ben.daily(), "before one has played there is nothing to compare with"


async def test_what_was_begun_goes_on_anywhere(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    await asha.begin()
    await asha.draw()
    drawn = asha.cards
    await world.restart(down_seconds=HOUR)
    assert daily_text.HOW() not in await asha.daily()
    assert asha.cards == drawn
    assert len(drawn) == 14
    await asha.throw(drawn[0])
    assert "> 🤖 Meera " in words(asha.shown)
    await asha.press("discards")
    assert "**Asha** discarded" in words(asha.shown)
    user = asha.member.user
    direct = await user.slash("daily")
    assert "draw closed" in controls(direct.response), "in direct messages it goes on as well"
    drawn_there = await user.click(direct.response, label="Closed")
    assert drawn_there.response is not None
    assert "select discard" in controls(drawn_there.response)
    await asha.daily()
    await asha.throw()
    end = await asha.drop()
    assert "🏳️" in end
    assert daily_text.LEGEND() in end


async def test_at_midnight_it_is_over_and_the_seed_is_told(world: World) -> None:
    asha, ben = (Player(world, world.member(name)) for name in ("Asha", "Ben"))
    promised = await asha.daily()
    await asha.begin()
    await ben.begin()
    hand = ben.cards
    await ben.play_on(world)
    seed = (await world.app.store.daily.seed(FIRST)).hex()
    assert seed not in words(ben.shown)
    (early,) = await clicks(world, ben.shown, str(SoloControlId("daily-2026-01-01", 0, "verify")), by=ben.member)
    assert said(early) == daily_text.SEED_SOON()
    for word in ("line", "record"):
        (early,) = await clicks(world, ben.shown, str(SoloControlId("daily-2026-01-01", 0, word)), by=ben.member)
        assert said(early) == refusals.PROBLEMS[Problem.DAY_RUNNING]()
    await ben.daily()
    await ben.press("share")
    export = (await ben.member.slash(world.channel, "rummy data export")).response
    assert export is not None
    file = bytes(await export.attachments[0].read()).decode()
    assert '"day": "2026-01-01", "points": ' in file
    assert "draw closed" not in file
    sent = str(world.env.http_requests)
    for secret in (seed, (await world.app.store.daily.seed(SECOND)).hex()):
        assert secret not in file + sent
        assert Secrets(bytes.fromhex(secret)).commitment in sent
    await world.restart(down_seconds=A_DAY)
    await asha.press("draw closed")
    assert daily_text.over(FIRST) in words(asha.shown)
    await asha.press("day")
    assert daily_text.NOT_FINISHED() in words(asha.shown)
    assert seed not in words(asha.shown)
    await asha.press("verify")
    assert seed in words(asha.shown)
    assert Secrets(bytes.fromhex(seed)).commitment in words(asha.shown)
    assert Secrets(bytes.fromhex(seed)).commitment in promised
    await asha.press("day")
    await asha.press("line")
    told = words(asha.shown)
    assert daily_text.dealt("")[:7] in told
    assert all(words_text.card(card) in told for card in hand if card.suit is not None)
    assert "Ben" not in told
    await asha.press("day")
    await asha.press("verify")
    await asha.press("record")
    record = Record.parse(bytes(await asha.shown.attachments[0].read()).decode(), GAMES)
    assert verify(record)
    assert str(ben.member.id) not in str(record)
    assert daily_text.HOW() in await asha.daily()
    await ben.daily(date="yesterday")
    await ben.press("review")
    assert daily_text.head(FIRST) in words(ben.shown)
    assert "Page 1 of" in words(ben.shown)
    await ben.press("review on 1")
    assert "Page 2 of" in words(ben.shown)
    await ben.press("day")
    await ben.press("today")
    await ben.press("play")
    assert ben.cards != hand


async def test_what_is_forged_or_typed_wrong_gets_a_sentence(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    await asha.daily()
    intro = asha.shown
    for place, word, sentence in (
        ("daily-2026-01-01", "draw closed", refusals.PROBLEMS[Problem.NOT_BEGUN]()),
        ("daily-2026-01-01", "share", daily_text.HOW()),
        ("daily-2026-01-02", "play", refusals.PROBLEMS[Problem.DAY_TO_COME]()),
        ("daily-2026-02-30", "play", refusals.UNKNOWN_BUTTON()),
        ("daily-today", "play", refusals.UNKNOWN_BUTTON()),
        ("daily-2025-12-31", "play", daily_text.over(date(2025, 12, 31))),
        ("daily-2025-12-31", "day", refusals.PROBLEMS[Problem.DAY_UNPLAYED]()),
        ("daily-2025-12-31", "review on 5", refusals.PROBLEMS[Problem.DAY_UNPLAYED]()),
        ("daily-2026-01-01", "review", daily_text.NO_RESULT()),
        ("daily-0001-01-01", "line", refusals.PROBLEMS[Problem.DAY_UNPLAYED]()),
        ("daily-9999-12-31", "day", refusals.PROBLEMS[Problem.DAY_TO_COME]()),
    ):
        (answer,) = await clicks(world, intro, str(SoloControlId(place, 0, word)), by=asha.member)
        assert sentence in said(answer), (place, word)
    for typed, sentence in (
        ("2026-01-02", refusals.PROBLEMS[Problem.DAY_TO_COME]()),
        ("2025-12-31", refusals.PROBLEMS[Problem.DAY_UNPLAYED]()),
        ("yesterday", refusals.PROBLEMS[Problem.DAY_UNPLAYED]()),
        ("31 `December`", daily_text.BAD_DAY()),
        ("today", daily_text.HOW()),
    ):
        assert sentence in await asha.daily(date=typed)
    await asha.begin()
    for word in ("call-end", "lapse", "vote yes", "rejoin", "fly"):
        (answer,) = await clicks(world, asha.shown, str(SoloControlId("daily-2026-01-01", 0, word)), by=asha.member)
        asha.look(answer)
        assert "draw closed" in asha.can


async def test_an_old_button_shows_what_was_reached_since(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    await asha.begin()
    old = asha.shown
    other = Player(world, asha.member)
    await other.daily()
    await other.draw()
    await other.throw()
    (stale,) = await clicks(world, old, asha.can["draw closed"]["custom_id"], by=asha.member)
    assert refusals.PROBLEMS[Problem.STALE]() in said(stale)
    await other.daily()
    await other.drop()
    await world.restart()
    (over,) = await clicks(world, old, asha.can["draw closed"]["custom_id"], by=asha.member)
    assert "place 1 of 1" in said(over)
    (beginning,) = await clicks(world, old, str(SoloControlId("daily-2026-01-01", 0, "play")), by=asha.member)
    assert "place 1 of 1" in said(beginning)
    assert await world.app.store.daily.count(FIRST) == 1


async def test_it_is_played_in_words(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    await world.app.store.settings.change(PlayerId(asha.member.id), text_only=True)
    await asha.begin()
    assert not asha.shown.attachments
    end = await asha.play_on(world)
    assert not asha.shown.attachments
    (line,) = (
        line for line in end.splitlines() if line.endswith(tuple(said() for _, said in daily_text.ENDS.values()))
    )
    assert daily_text.LEGEND() not in end
    await asha.press("share")
    assert line.casefold() in words(world.channel.history()[-1]).casefold(), "the picture says it too"


async def test_who_erases_their_data_does_not_play_twice(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    await asha.begin()
    await asha.drop()
    await asha.press("share")
    question = (await asha.member.slash(world.channel, "rummy data erase")).response
    assert question is not None
    await asha.member.click(question, label="Erase for good")
    told = await asha.daily()
    assert refusals.PROBLEMS[Problem.DAY_PLAYED]() in told
    assert not asha.can
    (again,) = await clicks(world, asha.shown, str(SoloControlId("daily-2026-01-01", 0, "play")), by=asha.member)
    assert said(again) == refusals.PROBLEMS[Problem.DAY_PLAYED]()
    await world.restart(down_seconds=A_DAY)
    assert "draw closed" in (await asha.begin() and asha.can)


async def test_days_in_a_row_are_counted(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    for day in range(3):
        await asha.begin()
        end = await asha.drop()
        assert ("🔥 3 days in a row" in end) is (day == 2)
        await world.restart(down_seconds=A_DAY)
