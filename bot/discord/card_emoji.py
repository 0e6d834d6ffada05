"""Faces of cards as emoji of the application: in texts in place of `7♣`, in buttons and menus beside it.

One process uploads them, that which answers for shard 0. All others read their ids from Discord. Until then, and if
Discord refuses, cards stay as text.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog

from bot.discord.commands.mentions import LONGEST_TEXTS, SPAN
from bot.discord.errors import DISCORD_ERRORS, code_of, is_code
from bot.discord.library import Requester
from bot.languages.sentence import reader
from bot.layout import Component
from bot.rummy.cards import CARDS, JOKER, Card
from bot.service.leases.leases import Leases
from bot.service.owner.jobs import PAUSE
from bot.text.words import card as card_text
from bot.text.words import rank

FACES = (*CARDS, JOKER)
MOST = 110
"""The most of these emoji that the application keeps: two sets of faces, so that older messages keep theirs."""
UPLOADER = 0
"""The shard whose process uploads."""
PAUSE_SECONDS = 1.0
"""The time between two uploads."""
AGAIN = timedelta(minutes=10)
"""The time after which a process that lacks emoji looks again."""
INVALID_FORM = 50035
_CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9AJQK])[♣♦♠♥]")
_SPAN_OR_CARD = re.compile(rf"{SPAN.pattern}|(?P<card>{_CARD.pattern})", re.DOTALL)
_NAME = re.compile(r"(\w+)_[0-9a-f]{6}")

log = structlog.get_logger()

CardEmojiIds = Mapping[Card, discord.PartialEmoji]


def stem_of(card: Card) -> str:
    """Return the name of a card's emoji without its digest, such as `7_of_clubs`."""
    return "joker" if card.suit is None else f"{rank(card.rank)}_of_{card.suit.name.lower()}"


class CardEmoji:
    """The emoji that this process knows. It knows none until `know` is called."""

    def __init__(self) -> None:
        self._found: CardEmojiIds = {}

    @property
    def are_known(self) -> bool:
        """Return whether every card has an emoji."""
        return len(self._found) == len(FACES)

    def know(self, found: CardEmojiIds) -> None:
        """Use these emoji from now on, if every card has one."""
        self._found = found if len(found) == len(FACES) else {}

    def in_texts(self, parts: Iterable[Component]) -> tuple[Component, ...]:
        """Return the parts of a message with emoji in place of cards, except in code.

        Texts that would get too long for Discord stay as they are, as does everything for people who want words alone.
        """
        parts = tuple(parts)
        if not self._found or not reader().card_emoji:
            return parts
        shown = tuple(_SPAN_OR_CARD.sub(self._emoji, part) if isinstance(part, str) else part for part in parts)
        length = sum(len(part) for part in shown if isinstance(part, str))
        return shown if length <= LONGEST_TEXTS else parts

    def _emoji(self, found: re.Match[str]) -> str:
        return str(self._found[Card.parse(found["card"])]) if found["card"] else found[0]

    def beside(self, label: str, *, in_a_menu: bool = False) -> dict[str, Any]:
        """Return the field for a control whose label names one card. Return an empty one for all others.

        A button that is a card and nothing else has none: five of them fit in a row of a phone without it.
        """
        if not self._found or not reader().card_emoji:
            return {}
        found = [*re.finditer(rf"{_CARD.pattern}|\b{card_text(JOKER)}\b", label)]
        cards = {Card.parse(one[0]) if _CARD.match(one[0]) else JOKER for one in found}
        if len(cards) != 1 or (found[0].start() == 0 and not in_a_menu):
            return {}
        emoji = self._found[cards.pop()]
        return {"emoji": {"id": str(emoji.id), "name": emoji.name}}


NO_EMOJI = CardEmoji()
"""A set of none. All cards stay as text."""
CARD_EMOJI: ContextVar[CardEmoji] = ContextVar("card emoji", default=NO_EMOJI)
"""The emoji for the messages that the running task sends."""


def forgetting(send: Requester) -> Requester:
    """Return a sender that forgets the emoji if Discord no longer knows them: the next message has none."""

    async def request(route: Any, **options: Any) -> Any:
        try:
            return await send(route, **options)
        except discord.HTTPException as error:
            if is_code(error, INVALID_FORM) and "emoji" in error.text.lower():
                CARD_EMOJI.get().know({})
            raise

    return request


class CardEmojiUpload:
    """Finds the emoji of the application, and uploads those that are missing."""

    name = "card emoji"
    fault_pause = PAUSE

    def __init__(
        self,
        client: discord.Client,
        known: CardEmoji,
        draw: Callable[[Card], tuple[bytes, str]],
        leases: Leases,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """`draw`: returns the picture for a card as a PNG, and its digest."""
        self._client = client
        self._known = known
        self._draw = draw
        self._leases = leases
        self._sleep = sleep
        self._next: datetime | None = None
        self._is_uploaded = False
        """Whether this process has found or uploaded all of its own faces."""

    async def look(self, now: datetime) -> None:
        """Find the emoji, unless they are known. If they are missing and this is the process for it, upload them."""
        shards = self._leases.sure.ids
        is_done = self._known.are_known and (self._is_uploaded or UPLOADER not in shards)
        if is_done or not shards or (self._next is not None and now < self._next):
            return
        self._next = now + AGAIN
        try:
            there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
            await self._upload(there)
        except DISCORD_ERRORS as error:
            log.info("no emoji of cards", error=code_of(error))
            return
        self._known.know(_newest(there.values()))

    async def _upload(self, there: dict[str, discord.Emoji]) -> None:
        """Upload the faces that are missing, as long as this is the process for it. Of too many, delete the oldest."""
        for card in FACES:
            file, digest = await asyncio.to_thread(self._draw, card)
            name = f"{stem_of(card)}_{digest[:6]}"
            if name in there:
                continue
            await self._sleep(PAUSE_SECONDS)
            if UPLOADER not in self._leases.sure.ids:
                return
            own = sorted((one for one in there.values() if _card_of(one.name) is not None), key=lambda one: one.id)
            for old in own[: max(0, len(own) + 1 - MOST)]:
                await old.delete()
                del there[old.name]
            there[name] = await self._client.create_application_emoji(name=name, image=file)
        self._is_uploaded = True


_CARDS = {stem_of(card): card for card in FACES}


def _card_of(name: str) -> Card | None:
    found = _NAME.fullmatch(name)
    return _CARDS.get(found[1]) if found is not None else None


def _newest(emoji: Iterable[discord.Emoji]) -> CardEmojiIds:
    """Return the newest emoji of each card."""
    named = ((_card_of(one.name), one) for one in sorted(emoji, key=lambda one: one.id))
    return {card: discord.PartialEmoji(name=one.name, id=one.id) for card, one in named if card is not None}
