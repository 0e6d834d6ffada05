"""Languages: private answers are in the person's, public messages in the server's."""

from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor

from bot.rummy.deal_view import Phase
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.text import settings as settings_text
from bot.text import words as words_text
from bot.text.words import WAITING
from tests.journeys.people import Person, controls, said, table_of, words
from tests.journeys.test_data import erased, file_of
from tests.journeys.tournaments import announced, steward
from tests.journeys.world import World
from tests.known import load

PLURALS = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
ALL, OWN = WAITING[Phase.DRAW].text, "Waiting for {who} to draw a card."
"""The players for whom a deal waits, as all read it and as a hand shows it."""
MISSED = "Time ran out: you missed your turn."
SETTINGS, POINTS = settings_text.TITLE.text, words_text.FORMATS[Format.POINTS].text
SAID = {
    "de": {
        ALL: "{who} zieht eine Karte",
        OWN: "{who} zieht eine Karte",
        SETTINGS: "Deine Einstellungen",
        POINTS: "Punkterummy",
    },
    "hi": {
        ALL: "{who} पत्ता खींचे",
        OWN: "{who} पत्ता खींचे",
        SETTINGS: "आपकी सेटिंग",
        MISSED: "समय समाप्त: आपकी बारी निकल गई।",
    },
    "ta": {SETTINGS: "உங்கள் அமைப்புகள்"},
}
"""Sentences of the tests in some languages; nothing else here depends on translations."""
TO_DRAW = {"en": "to draw a card", "de": "zieht eine Karte", "hi": "पत्ता खींचे"}


async def speaking(world: World, folder: Path) -> None:
    """Begin again with these words."""
    for code, sentences in SAID.items():
        entries = "".join(f'\nmsgid "{english}"\nmsgstr "{said}"\n' for english, said in sentences.items())
        (folder / f"{code}.po").write_text(f'msgid ""\nmsgstr ""\n{PLURALS}\n{entries}', encoding="utf-8")
    world.config = world.config.model_copy(update={"languages_dir": folder})
    await world.restart()


def member(world: World, name: str, locale: str) -> MemberActor:
    """Return a player whose Discord is in that language."""
    made = world.member(name)
    world.locales[made.id] = locale
    return made


def staff(world: World) -> MemberActor:
    """Return a person who may manage the server."""
    role = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True, send_messages=True))
    return world.guild.add_member(world.env.create_user("Staff", global_name="Staff"), roles=[role])


async def settings_of(world: World, person: MemberActor) -> Any:
    """Return the form of a person's settings."""
    return (await person.slash(world.channel, "rummy settings")).response


def board(world: World, person: Person) -> str:
    """Return the words of the newest board."""
    return next(words(message) for message in person.messages() if "discards" in controls(message))


def told(shown: str) -> set[str]:
    """Return the languages in which the text tells whose turn it is."""
    return {code for code, sentence in TO_DRAW.items() if sentence in shown}


async def test_each_player_reads_their_own_hand_and_all_the_language_of_the_server(
    world: World, tmp_path: Path
) -> None:
    await speaking(world, tmp_path)
    people = {"en": world.member("Chitra"), "de": member(world, "Asha", "de"), "hi": member(world, "Ben", "hi")}
    seated = dict(zip(people, await table_of(world, people.values(), computers=0, pace="standard"), strict=True))
    for person in seated.values():
        await person.open_hand()
    waiting = {code: one for code, one in seated.items() if "draw closed" not in one.can}
    assert {code: told(words(one.shown)) for code, one in waiting.items()} == {code: {code} for code in waiting}
    assert told(board(world, seated["en"])) == {"en"}, "its host reads English"
    before = {code: words(one.shown) for code, one in waiting.items()}

    await staff(world).slash(world.channel, "rummy server", language="hi")
    await world.wait(130)  # the turn passes by the clock
    assert told(board(world, seated["en"])) == {"hi"}
    redrawn = {code: words(one.shown) for code, one in waiting.items() if "draw closed" not in one.can}
    assert {code: told(said) for code, said in redrawn.items()} == {code: {code} for code in redrawn}
    assert [code for code, said in redrawn.items() if said != before[code]]


async def test_what_a_person_chooses_wins_and_lasts_and_is_erased(world: World, tmp_path: Path) -> None:
    await speaking(world, tmp_path)
    asha = member(world, "Asha", "de")
    form = await settings_of(world, asha)
    assert "Deine Einstellungen" in words(form)
    menu = controls(form)["select rummy:m:language"]
    labels = {option["value"]: option["label"] for option in menu["options"]}
    assert next(iter(labels)) == "discord"
    assert labels["hi"] == "हिन्दी"
    assert labels["ta"].startswith("தமிழ் ("), "a draft"
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["discord"]

    chosen = (await asha.select(form, ["ta"], custom_id="rummy:m:language")).response
    assert "உங்கள் அமைப்புகள்" in words(chosen)
    await world.restart()
    form = await settings_of(world, asha)
    assert "உங்கள் அமைப்புகள்" in words(form)
    kept = (await file_of(world, asha))["settings"]
    assert (kept["language"], kept["locale"]) == ("ta", "de")

    back = (await asha.select(form, ["discord"], custom_id="rummy:m:language")).response
    assert "Deine Einstellungen" in words(back)
    world.locales[asha.id] = "fr"
    await erased(world, asha)
    stored = await world.app.store.settings.of(PlayerId(asha.id))
    assert (stored.language, stored.locale) == (None, None)
    assert "Your settings" in words(await settings_of(world, asha))


async def test_a_table_is_in_the_language_of_its_server_or_of_who_opened_it(world: World, tmp_path: Path) -> None:
    await speaking(world, tmp_path)
    asha, ben = member(world, "Asha", "de"), member(world, "Ben", "hi")
    people = await table_of(world, [asha, ben], computers=0, pace="standard")
    assert told(board(world, people[0])) == {"de"}
    writes: list[object] = []
    store = world.app.store
    for settings in (store.settings, store.servers):
        settings.change = lambda *noted: writes.append(noted)  # type: ignore[assignment,method-assign]
    for person in people:
        await person.open_hand()
    assert not writes, "nothing has changed"

    await world.restart()
    world.guild_locale = "hi"
    people = await table_of(world, [asha, ben], computers=0, pace="standard")
    assert told(board(world, people[0])) == {"hi"}
    answer = await staff(world).slash(world.channel, "rummy server")
    assert "**Language**: As in Discord" in said(answer)
    await world.restart()
    await world.wait(130)  # nobody presses: what was seen last is kept
    assert told(board(world, people[0])) == {"hi"}


async def test_tables_of_a_tournament_are_in_the_language_of_its_server_or_of_who_announced_it(
    world: World, tmp_path: Path
) -> None:
    await speaking(world, tmp_path)
    zara = steward(world)
    world.locales[zara.id] = "hi"
    await announced(world, zara)
    people = [member(world, "Asha", "de"), member(world, "Ben", "de")]
    for person in people:
        await person.slash(world.channel, "tournament join")
    await zara.slash(world.channel, "tournament start")
    await world.wait(2)
    (place,) = world.channel.threads
    players = [Person(world, one, load()["circle"]) for one in people]
    for player in players:
        player.place = place
    assert told(board(world, players[0])) == {"hi"}
    world.guild_locale = "de"
    await world.restart()
    for player in players:
        await player.turn_by_commands()
    await world.wait(2)
    assert told(board(world, players[0])) == {"de"}


async def test_what_is_offered_while_a_command_is_typed_is_in_the_language_of_the_person(
    world: World, tmp_path: Path
) -> None:
    await speaking(world, tmp_path)
    asha = member(world, "Asha", "de")
    for person, name in ((asha, "Punkterummy"), (world.member("Ben"), "Points rummy")):
        offered = await person.autocomplete(world.channel, "rummy rules", "format", "points", rules="winzo")
        assert name in [choice["name"] for choice in offered]
    for person, name in ((asha, "Vier Joker"), (world.member("Ben"), "Four jokers")):
        for typed in (name[:4], "four", "winzo"):
            assert await person.autocomplete(world.channel, "rummy rules", "rules", typed) == [
                {"name": name, "value": "winzo"}
            ]


async def test_a_hand_by_direct_message_is_in_the_language_of_its_player(world: World, tmp_path: Path) -> None:
    await speaking(world, tmp_path)
    asha, ben = world.member("Asha"), member(world, "Ben", "hi")
    form = await settings_of(world, ben)
    await ben.click(form, custom_id="rummy:p:dm:on")
    people = await table_of(world, [asha, ben], computers=0, pace="standard")
    await people[0].open_hand()
    if "draw closed" not in people[0].can:
        await world.wait(130)  # Ben's turn passes by the clock
    (direct,) = ben.user.dm_channel.history()
    assert told(words(direct)) == {"hi"} or SAID["hi"][MISSED] in words(direct)
    assert told(board(world, people[0])) == {"en"}


async def test_staff_choose_a_language_that_the_host_has_brought(world: World, tmp_path: Path) -> None:
    """It is offered while they type, by its own name and by its code; a language that the bot does not speak is
    refused.
    """
    (tmp_path / "ur.po").write_text(f'msgid ""\nmsgstr ""\n{PLURALS}\n', encoding="utf-8")
    await speaking(world, tmp_path)
    chief = staff(world)

    async def chosen(language: str) -> str:
        return words((await chief.slash(world.channel, "rummy server", language=language)).response)

    offered = await chief.autocomplete(world.channel, "rummy server", "language", "")
    assert (offered[0]["value"], len(offered)) == ("discord", 10)
    (urdu,) = await chief.autocomplete(world.channel, "rummy server", "language", "ارد")
    assert urdu["value"] == "ur"
    for typed in (urdu["value"], urdu["name"], "اردو"):
        assert "اردو" in await chosen(typed)
    assert "I do not know the language klingon" in await chosen("klingon")
    assert "As in Discord" in await chosen("discord")
    form = await settings_of(world, chief)
    assert "ur" in [option["value"] for option in controls(form)["select rummy:m:language"]["options"]]
