"""People who play at a table of the local Discord by buttons, and remember the answers."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from bot.faces.controls import card_of_value
from bot.games.indian import solver
from bot.layout import TableControlId
from bot.localcord.views import MessageView, Response, walk
from bot.localcord.world import World, WorldAction, WorldPerson
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Card, Rank
from bot.rummy.ids import USUAL_LEVEL
from tests.hand_words import held
from tests.ids import parse
from tests.known import shipped
from tests.localcord import visible
from tests.waiting import PATIENCE, until

DEAL_SECONDS = 5 * PATIENCE
"""The time that a deal may take, with all disturbances."""

Disturb = Callable[[], Awaitable[bool]]
"""Called right after every click, before its answer comes. Returns whether it has disturbed the bot."""


@dataclass
class Attempt:
    """A move that was tried."""

    action: str
    """The action in the form of the journal."""
    acknowledged: bool = False
    """Whether the person was shown that it happened."""


@dataclass(frozen=True)
class Control:
    """A button or menu that can be used."""

    message: int
    custom_id: str
    values: tuple[str, ...] = ()


def controls(message: MessageView) -> dict[str, Control]:
    """Return the controls of a message, by their text: `draw closed`, `select discard`."""
    found = {}
    for button in visible.buttons(message):
        if isinstance(id := parse(button.custom_id), TableControlId) and not button.disabled:
            found[id.text] = Control(message.id, button.custom_id)
    for menu in visible.selects(message):
        if isinstance(id := parse(menu.custom_id), TableControlId) and not menu.disabled:
            found[f"select {id.text}"] = Control(message.id, menu.custom_id, menu.values)
    return found


def words(message: MessageView) -> str:
    """Return all words of a message, alt texts included."""
    alts = [item.get("description") or "" for part in walk(message.components) for item in part.get("items") or ()]
    return "\n".join([message.text, *alts])


async def nothing() -> bool:
    """Disturb nothing."""
    return False


class Player:
    """A player at the table."""

    def __init__(self, world: World, person: WorldPerson, rules: str) -> None:
        self.world = world
        self.person = person
        self.rules = shipped(rules)
        self.channel = world.channel
        self.place = world.channel
        self.shown: int | None = None
        """The private message they look at."""
        self.attempts: list[Attempt] = []
        self.disturb: Disturb = nothing
        self.failures: list[str] = []
        """The times at which they read that an interaction failed although nothing was disturbed."""

    # -- looking ------------------------------------------------------------------------------------

    @property
    def can(self) -> dict[str, Control]:
        """Return the controls of the private message."""
        message = self.person.message(self.shown) if self.shown else None
        return controls(message) if message else {}

    @property
    def said(self) -> str:
        """Return the words of the private message."""
        message = self.person.message(self.shown) if self.shown else None
        return words(message) if message else ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards in hand, as its words name them."""
        return held(self.said)

    @property
    def wild(self) -> Rank | None:
        """Return the wild rank, as the hand shows it."""
        found = re.search(r"Wild jokers: every (ace|[0-9AJQK]+)", self.said)
        if found is None:
            return None
        return Rank.ACE if found[1] == "ace" else Card.parse(f"{found[1]}S").rank

    def shared(self) -> list[MessageView]:
        """Return everybody's messages in the place of the table, newest first."""
        return [message for message in self.person.visible_messages(self.place)[::-1] if not message.private]

    def find(self, action: str, place: int | None = None) -> Control | None:
        """Return the newest shared button with that text."""
        for message in self.person.visible_messages(place or self.place)[::-1]:
            for name, control in controls(message).items():
                if not message.private and (name == action or name.startswith(action + " ")):
                    return control
        return None

    # -- acting -------------------------------------------------------------------------------------

    async def reply(self, action: WorldAction) -> Response | None:
        """Return the answer; None: the bot was disturbed meanwhile, so perhaps no answer will ever come."""
        disturbed = await self.disturb()
        if disturbed and (action.failed or not action.settled):
            return None
        reply = await action.reply()
        if reply.failed:
            self.failures.append(self.world.model.now_iso())
        return reply

    async def press(self, control: Control, *values: str) -> Response | None:
        """Use a button or menu, and look at the answer."""
        if control.values:
            action = await self.person.select(control.message, control.custom_id, values)
        else:
            action = await self.person.click(control.message, control.custom_id)
        return self.look(await self.reply(action))

    def look(self, reply: Response | None) -> Response | None:
        """Look at a private answer, and close the private message before it."""
        if reply is not None and reply.message is not None and reply.message.private:
            if self.shown not in (None, reply.message.id) and self.person.message(self.shown or 0):
                self.person.dismiss(self.shown or 0)
            self.shown = reply.message.id
        return reply

    async def open_hand(self) -> bool:
        """Press My hand. Return whether the hand came."""
        button = self.find("hand")
        reply = await self.press(button) if button else None
        return reply is not None and reply.message is not None

    async def turn(self, *, declares: bool = True) -> bool:
        """Do what this player has to do now. Return whether there was anything.

        `declares`: whether to declare if the hand allows it; any random deal may, from the first turn on.
        """
        if not await self.open_hand():
            return False
        if "draw closed" in self.can:
            await self.attempt(str(Draw(Source.CLOSED)), self.can["draw closed"], lambda: "select discard" in self.can)
        if "select discard" in self.can:
            await self._throw(declares)
            return True
        if "show" in self.can:
            await self._show()
            return True
        return False

    async def _throw(self, declares: bool) -> None:
        card, kept = solver.best_discard(self.cards, self.wild, self.rules)
        if kept.declarable and declares:
            await self._declare(card)
            return
        menu = self.can["select discard"]
        value = next(value for value in menu.values if card_of_value(value) == card)
        await self.attempt(str(Discard(card)), menu, lambda: "select discard" not in self.can, value)

    async def _declare(self, card: Card) -> None:
        for action in ("best", "ask-declare"):
            if action in self.can and await self.press(self.can[action]) is None:
                return
        menu = self.can.get("select ask-declare")
        if menu is None or await self.press(menu, str(card)) is None:
            return
        buttons = [button for name, button in self.can.items() if name.startswith("declare-shown ")]
        if buttons:
            await self.press(buttons[0])

    async def _show(self) -> None:
        for action in ("best", "show"):
            if action in self.can and await self.press(self.can[action]) is None:
                return

    async def attempt(self, action: str, control: Control, happened: Callable[[], bool], *values: str) -> None:
        attempt = Attempt(action)
        self.attempts.append(attempt)
        reply = await self.press(control, *values)
        attempt.acknowledged = reply is not None and not reply.failed and happened()


async def seated(
    world: World, *, rules: str = "winzo", computers: int = 1, server: int = 0, **options: object
) -> list[Player]:
    """Start a table at which everybody sits, the first player as its host. Return the players.

    `options` as in `/rummy new`.
    """
    players = await lobby(world, rules=rules, computers=computers, server=server, **options)
    await use(players[0], "start")
    await enter(players)
    return players


async def lobby(
    world: World, *, rules: str = "winzo", computers: int = 1, server: int = 0, **options: object
) -> list[Player]:
    """Return a table that waits for its start; everybody sits there, the first player is its host."""
    players = [Player(world, person, rules) for person in world.people]
    channel = world.channels[server]
    host = players[0]
    for player in players:
        player.channel = player.place = channel
    opened = await host.person.command(channel, "rummy new", {"rules": rules, "pace": "standard", **options})
    assert not (await opened.reply()).failed
    for player in players[1:]:
        await use(player, "join")
    for _ in range(computers):
        await add_computer(host)
    # A click is answered before the card is redrawn, and the start needs what it shows.
    seats = f"Seats {len(players) + computers}/"
    await until(lambda: any(seats in m.text for m in host.person.visible_messages(channel)), "the full card")
    return players


async def add_computer(player: Player) -> None:
    """Let a computer of the usual strength sit down."""
    asked = (await use(player, "computer")).message
    assert asked is not None
    seat = controls(asked)[f"computer {USUAL_LEVEL}"]
    seated = await player.person.click(seat.message, seat.custom_id)
    assert not (await seated.reply()).failed


async def use(player: Player, action: str) -> Response:
    """Press the newest such button in the channel, as soon as there is one. Return the answer."""
    await until(lambda: player.find(action, player.channel), f"the button {action!r}")
    button = player.find(action, player.channel)
    assert button is not None
    clicked = await player.person.click(button.message, button.custom_id)
    reply = await clicked.reply()
    assert not reply.failed
    return reply


async def page_link(world: World, person: WorldPerson) -> str:
    """Ask for a link to the page as that person, and return its address."""
    listed = (await (await person.command(world.channel, "tables")).reply()).message
    assert listed is not None
    answered = (await (await person.click(listed.id, "rummy:b:open")).reply()).message
    assert answered is not None
    (address,) = {part["url"] for part in walk(answered.components) if str(part.get("url", "")).startswith("http:")}
    return str(address)


async def enter(players: list[Player]) -> None:
    """Go to the place of the table, and wait until there is a board."""
    for player in players:
        await until(partial(_arrives, player), "the board")


def _arrives(player: Player) -> bool:
    """Go to the place of the table. Return whether there is a board."""
    threads = [c.id for c in player.person.channels() if c.parent == player.channel]
    player.place = threads[-1] if threads else player.channel
    return player.find("discards") is not None


def result(player: Player) -> MessageView | None:
    """Return the message with the result in the place of the table; None if there is none."""
    ends = (message for message in player.shared() if any(name.split()[0] == "quick" for name in controls(message)))
    return next(ends, None)


async def play_out(players: list[Player]) -> MessageView:
    """Play until the result is there. Return it."""
    async with asyncio.timeout(DEAL_SECONDS):
        while (end := result(players[0])) is None:
            acted = False
            for player in players:
                acted |= await player.turn()
            if not acted:
                await asyncio.sleep(0.1)
    return end


def posted(player: Player) -> Counter[tuple[str, ...]]:
    """Return how often each message that must be posted once is there: its kind and deal."""
    found: Counter[tuple[str, ...]] = Counter()
    for place in player.person.channels():
        if player.channel not in (place.id, place.parent):
            continue
        for message in player.person.visible_messages(place.id):
            if message.private:
                continue
            ids = [TableControlId.parse(button.custom_id) for button in visible.buttons(message)]
            found.update({id.args for id in ids if id and len(id.args) == 2 and id.args[1].isdecimal()})
    return found
