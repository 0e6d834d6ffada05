"""Requests for each press that count against Discord's limit, by kind, in whole matches of two to six people.

Half of the time, the player whose turn it is has looked away: they come back after the call, open their hand with its
button, and play. The others play on the hand that is redrawn for them. Time is simulated, the bot is the real one.
"""

import asyncio
import random
import re
import tempfile
from collections import Counter
from pathlib import Path

from simcord.results import InteractionResult

from bot.log import configure
from tests.journeys.people import Person, result, table_of
from tests.journeys.world import World

SIZES = range(2, 7)
THINKS, AWAY = 3.0, 25.0  # seconds before a player's turn begins
TURNS = 600
KINDS = {
    "POST message": r"POST /channels/\d+/messages",
    "edit": r"PATCH /channels/\d+/messages/\d+",
    "delete": r"DELETE /channels/\d+/messages/\d+",
    "read": r"GET /channels/.*",
}


def run() -> None:
    """Play the matches and print the requests."""
    asyncio.run(_run())


async def _run() -> None:
    configure("ERROR", "text")
    total, presses = Counter[str](), 0
    for size in SIZES:
        sent, pressed = await match(size)
        report(f"{size} people", sent, pressed)
        total, presses = total + sent, presses + pressed
    report("all", total, presses)


def report(what: str, sent: Counter[str], presses: int) -> None:
    kinds = ", ".join(f"{kind} {count / presses:.2f}" for kind, count in sent.most_common())
    print(f"{what:9} {presses:5} presses, {sent.total() / presses:.2f} requests a press (goal: 1.0 at most): {kinds}")


class Pressing(Person):
    """People who count their presses."""

    presses = 0

    def look(self, result: InteractionResult) -> InteractionResult:
        self.presses += 1
        return super().look(result)

    async def turn(self, *, away: bool) -> bool:
        """Take the turn if it is theirs. Return whether it was."""
        if away:
            return await self.turn_by_buttons()
        if "draw closed" in self.can:
            await self.press("draw closed")
            await self._play_by_buttons()
            return True
        return "show" in self.can and await self.turn_by_buttons()


async def match(size: int) -> tuple[Counter[str], int]:
    """Return the requests in a match of that many people, and how often they pressed."""
    dice = random.Random(size)
    with tempfile.TemporaryDirectory() as folder:
        async with World(Path(folder)) as world:
            members = [world.member(f"Player {number}") for number in range(size)]
            seated = await table_of(world, members, computers=0, pace="standard")
            people = [Pressing(world, person.member, person.rules) for person in seated]
            for person in people:
                person.place = seated[0].place
                await person.open_hand()
            before = len(world.env.http_requests)
            for _ in range(TURNS):
                if result(world) is not None:
                    break
                away = dice.random() < 0.5
                await world.wait(AWAY if away else THINKS)
                for person in people:
                    if _awaits(person) and await person.turn(away=away):
                        break
            assert result(world) is not None, "the match has ended"
            sent = Counter(
                kind
                for request in world.env.http_requests[before:]
                if (kind := _kind(f"{request.method} {request.path}")) is not None
            )
            return sent, sum(person.presses for person in people)


def _awaits(person: Person) -> bool:
    """Return whether they see on their hand that something is theirs to do."""
    return bool({"draw closed", "select discard", "show"} & set(person.can))


def _kind(request: str) -> str | None:
    """Return the kind of a request; None if it counts against no limit."""
    if re.search(r" /(?:interactions|webhooks)/", request):
        return None
    return next((kind for kind, pattern in KINDS.items() if re.fullmatch(pattern, request)), "other")
