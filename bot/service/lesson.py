"""Lessons: deals that a game lays out for a person who learns it, step by step."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain, count

from bot.codes import Problem
from bot.rummy.actions import DEALER, Action, ChanceKind
from bot.rummy.cards import Card
from bot.rummy.errors import IllegalAction, RefusalCode
from bot.rummy.game import Lesson, LessonStep, game_of
from bot.rummy.ids import Player, PlayerId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry
from bot.rummy.rules import Rules
from bot.rummy.table import Chance, Table
from bot.rummy.view import View
from bot.service.errors import ServiceError
from bot.service.solo import Solo, Solos


@dataclass(frozen=True)
class LessonScript:
    """The lesson of a game, as a deal that one person plays alone."""

    lesson: Lesson
    rules: Rules
    """The rule set of the lesson, as the game has it."""

    def opening(self, player: Player) -> Table:
        """Return the table before the first card."""
        computers = (Player(number, is_computer=True) for number in count(1))
        seats = range(len(self.lesson.hands))
        players = [player if seat == self.lesson.seat else next(computers) for seat in seats]
        return Table.open(self.rules, Terms(), players)

    def shuffled(self, chance: Chance) -> Entry:
        """Return the packs in the order that the lesson lays. A shuffle that the lesson does not reach keeps its
        order.
        """
        match chance.purpose:
            case ChanceKind.TOSS | ChanceKind.DEALER:
                return Entry(DEALER, self.lesson.start)
            case ChanceKind.PACKS:
                return Entry(DEALER, chance.action(self._dealt(chance.items)))
        return Entry(DEALER, chance.action(chance.items))

    def _dealt(self, packs: Sequence[Card]) -> list[Card]:
        """Return all cards; the first is dealt first."""
        lesson = self.lesson
        first = [*chain.from_iterable(zip(*lesson.hands, strict=True)), *lesson.face_up, *lesson.closed]
        left = Counter(packs)
        left.subtract(first)
        return [*first, *left.elements()]

    def chosen(self, view: View) -> Action:
        """Return the action that the lesson gives that computer."""
        assert view.deal is not None
        assert view.seat is not None
        own = self.lesson.turns[view.seat]
        done = sum(event.seat == view.seat for event in view.deal.events)
        return own[done] if done < len(own) else game_of(view.rules).choose(view)

    def step(self, solo: Solo) -> LessonStep | None:
        """Return the person's next step. Return None if the lesson is over."""
        return None if solo.is_over else self.lesson.step_after(solo.own, solo.tried)

    def after(self, step: LessonStep) -> LessonStep:
        """Return the step after a trial; every trial has one."""
        return self.lesson.steps[self.lesson.steps.index(step) + 1]

    def number(self, step: LessonStep) -> int:
        """Return the number of a step; 1 is the first."""
        return self.lesson.steps.index(step) + 1


class Answered(Enum):
    """The outcome of a person's action in a lesson."""

    DONE = auto()
    """It was the step, and is played."""
    TRIED = auto()
    """It was a step that goes wrong: the person has seen why. It is not played."""
    UNASKED = auto()
    """It was not the step, and is not played."""


@dataclass(frozen=True, slots=True)
class Lessoned:
    """A person's action in a lesson, and its result."""

    answered: Answered
    step: LessonStep
    """The step at which they were. If the action needed none, the next step."""
    before: Solo
    after: Solo | None
    """The deal as it is, or would be, after the action. None if the rules refuse it."""
    refusal: RefusalCode | None = None
    """Why the rules refuse it."""


class Lessons:
    """The people's actions in lessons."""

    def __init__(self, solos: Solos) -> None:
        self._solos = solos

    async def act(
        self, player: PlayerId, place: str, script: LessonScript, step: int | None, actions: Sequence[Action]
    ) -> Lessoned:
        """Play a person's actions if they are the step that is asked for.

        Raises:
            IllegalAction: the rules refuse them, and no step asks for that.
            ServiceError, CorruptError: any error of `Solos.act`.
        """
        before = await self._solos.find(player, place, script)
        at = None if before is None else script.step(before)
        if before is None or at is None:
            raise ServiceError(Problem.NOT_BEGUN)
        is_trial = at.is_trial and script.lesson.fits(at, actions, before.view)
        try:
            would = await self._solos.look(player, place, script, step, actions)
        except IllegalAction as error:
            if not is_trial:
                raise
            await self._solos.note_tried(player, place, script, actions)
            return Lessoned(Answered.TRIED, at, before, None, error.refusal)
        if is_trial:
            await self._solos.note_tried(player, place, script, actions)
            return Lessoned(Answered.TRIED, at, before, would)
        asked = script.after(at) if at.is_trial else at
        if not script.lesson.fits(asked, actions, before.view):
            return Lessoned(Answered.UNASKED, at, before, would)
        return Lessoned(Answered.DONE, asked, before, await self._solos.act(player, place, script, step, actions))
