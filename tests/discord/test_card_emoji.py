"""Faces of cards as emoji: uploaded once by one process, and shown only where they fit."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord import card_emoji
from bot.discord.card_emoji import AGAIN, CARD_EMOJI, FACES, MOST, CardEmoji, CardEmojiUpload, forgetting, stem_of
from bot.discord.translate import modal_of, view_of
from bot.languages.sentence import Reader, reading
from bot.layout import Button, Choice, Form, FormMenu, Menu, Picture, Row, screen
from bot.rummy.cards import JOKER, Card
from bot.store.rows.alarms import Shards

NOW = datetime(2026, 11, 28, tzinfo=UTC)
SEVEN = Card.parse("7C")


def refusal(status: int, code: int, text: str = "no") -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": text})


class Application:
    """The emoji of an application at Discord."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.uploaded = 0
        self.listed = 0
        self.refuses: Exception | None = None

    async def fetch_application_emojis(self) -> list[Any]:
        self.listed += 1
        return [self._emoji(id) for id in self.names]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        if self.refuses is not None:
            raise self.refuses
        assert name not in self.names.values()
        assert image
        self.uploaded += 1
        id = 1_000 + self.uploaded
        self.names[id] = name
        assert sum("logo" not in one for one in self.names.values()) <= MOST
        return self._emoji(id)

    def _emoji(self, id: int) -> Any:
        async def delete() -> None:
            del self.names[id]

        return SimpleNamespace(id=id, name=self.names[id], delete=delete)


class Process:
    """A process of the bot, with the shards that it surely answers for."""

    def __init__(self, application: Any, *shards: int, design: str = "a") -> None:
        leases: Any = SimpleNamespace(sure=Shards(frozenset(shards), 2))
        self.leases = leases
        self.known = CardEmoji()
        self.job = CardEmojiUpload(application, self.known, lambda _: (b"PNG", design * 64), leases, self.pause)

    async def pause(self, _: float) -> None:
        return None


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def known() -> Any:
    emoji = CardEmoji()
    emoji.know({card: discord.PartialEmoji(name=f"{stem_of(card)}_aaaaaa", id=10**18 + card.index) for card in FACES})
    token = CARD_EMOJI.set(emoji)
    yield emoji
    CARD_EMOJI.reset(token)


def sent(*parts: Any) -> list[dict[str, Any]]:
    return view_of(screen(None, *parts)).to_components()


def beside(control: Mapping[str, Any]) -> str | None:
    return control["emoji"]["name"] if "emoji" in control else None


# -- uploading --------------------------------------------------------------------------------------


async def test_the_holder_of_the_first_shard_uploads_and_others_read(application: Application) -> None:
    holder, other = Process(application, 0), Process(application, 1)
    await other.job.look(NOW)
    assert not other.known.are_known
    assert not application.uploaded
    await holder.job.look(NOW)
    assert holder.known.are_known
    assert application.uploaded == len(FACES) == 53
    await other.job.look(NOW + AGAIN)
    assert other.known.are_known
    assert application.uploaded == 53
    listed = application.listed
    for process in (holder, other):
        await process.job.look(NOW + 2 * AGAIN)
    assert application.listed == listed, "who knows them asks no more"


async def test_a_process_without_a_shard_asks_nothing(application: Application) -> None:
    await Process(application).job.look(NOW)
    assert not application.listed


async def test_who_loses_the_shard_stops_and_the_next_goes_on(application: Application) -> None:
    first, second = Process(application, 0), Process(application, 1)

    async def lose(_: float) -> None:
        if application.uploaded == 20:
            first.leases.sure, second.leases.sure = second.leases.sure, first.leases.sure

    first.job._sleep = lose
    await first.job.look(NOW)
    assert application.uploaded == 20
    assert not first.known.are_known
    await second.job.look(NOW)
    assert application.uploaded == 53
    assert second.known.are_known


async def test_other_faces_come_beside_the_old_ones_and_the_oldest_go(application: Application) -> None:
    for design in "abc":
        await Process(application, 0, design=design).job.look(NOW)
    names = list(application.names.values())
    assert len(names) == MOST
    assert [sum(name.endswith(design * 6) for name in names) for design in "abc"] == [4, 53, 53]
    application.names[1] = "logo_of_the_host"
    heir = Process(application, 1, design="d")
    await heir.job.look(NOW)
    assert heir.known.are_known, "an heir shows what is there"
    heir.leases.sure = Shards(frozenset({0}), 2)
    await heir.job.look(NOW + AGAIN)
    assert sum(name.endswith("dddddd") for name in application.names.values()) == 53
    assert "logo_of_the_host" in application.names.values()


@pytest.mark.parametrize(
    "error", [refusal(403, 50001), refusal(400, 30008), refusal(429, 0), discord.RateLimited(900.0), OSError()]
)
async def test_where_discord_refuses_cards_stay_text_until_it_does_not(
    application: Application, error: Exception
) -> None:
    holder = Process(application, 0)
    application.refuses = error
    await holder.job.look(NOW)
    assert not holder.known.are_known
    application.refuses = None
    await holder.job.look(NOW + AGAIN - timedelta(seconds=1))
    assert not application.uploaded, "it does not ask again at once"
    await holder.job.look(NOW + AGAIN)
    assert holder.known.are_known


async def test_emoji_that_discord_no_longer_knows_are_forgotten(known: CardEmoji) -> None:
    async def refuse(_: Any, *, text: str) -> None:
        raise refusal(400, card_emoji.INVALID_FORM, text)

    for text, stay in (("In components: too long", True), ("In components: Invalid emoji", False)):
        with pytest.raises(discord.HTTPException):
            await forgetting(refuse)(None, text=text)
        assert known.are_known is stay


# -- showing ----------------------------------------------------------------------------------------


async def test_texts_show_cards_except_in_code(known: CardEmoji) -> None:
    seven = f"<:7_of_clubs_aaaaaa:{10**18 + SEVEN.index}>"
    ((text,), (code,)) = (
        [part["content"] for part in sent(said)] for said in ("Asha threw **7♣**.", "`7♣` ```7♣ K♥``` 17♣ A7♣")
    )
    assert text == f"Asha threw **{seven}**."
    assert code == "`7♣` ```7♣ K♥``` 17♣ A7♣"


async def test_texts_that_would_get_too_long_stay_as_they_are(known: CardEmoji) -> None:
    long = "7♣ " * 100
    assert [part["content"] for part in sent(long, "K♥")] == [long.strip(), "K♥"]


async def test_descriptions_of_pictures_stay_words(known: CardEmoji) -> None:
    [gallery] = sent(Picture("hand.png", b"PNG", "Your hand: 7♣"))
    assert gallery["items"][0]["description"] == "Your hand: 7♣"


async def test_who_wants_words_alone_has_none(known: CardEmoji) -> None:
    with reading(Reader(card_emoji=False)):
        text, row = sent("Asha threw 7♣.", Row((Button("Throw 7♣", "a"),)))
    assert text["content"] == "Asha threw 7♣."
    assert beside(row["components"][0]) is None


@pytest.mark.parametrize(
    ("label", "in_button", "in_menu"),
    [
        ("Throw 7♣", SEVEN, SEVEN),
        ("7♣", None, SEVEN),
        ("7♣ (wild)", None, SEVEN),
        ("Throw Joker", JOKER, JOKER),
        ("Joker", None, JOKER),
        ("7♣ 8♣ 9♣", None, None),
        ("Jokers", None, None),
        ("Best", None, None),
    ],
)
async def test_a_label_that_names_one_card_has_its_face_beside_it(
    known: CardEmoji, label: str, in_button: Card | None, in_menu: Card | None
) -> None:
    buttons, menus = sent(Row((Button(label, "a"),)), Menu("b", None, (Choice(label, "c"),)))
    form = modal_of(Form("d", "Groups", (FormMenu("e", "Group", "", (Choice(label, "f"),)),))).to_components()
    found = [buttons["components"][0], *menus["components"][0]["options"], *form[0]["component"]["options"]]
    names = [None if card is None else f"{stem_of(card)}_aaaaaa" for card in (in_button, in_menu, in_menu)]
    assert list(map(beside, found)) == names
    assert {control["label"] for control in found} == {label}, "the label stays"
