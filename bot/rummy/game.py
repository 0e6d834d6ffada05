"""The interface of a game, by which tables can play it. A game is one object; it holds no state.

`bot.rummy.rules.GameRules`, its base, is what rule sets need. `bot.rummy.deal.Deal` answers for a running deal, such as
which actions draw from the closed deck. `bot.rummy.deal_view` has the reasons why a seat may not act.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar

from bot.rummy.actions import PRESSABLE, Action, Discard, Draw, Drop, Move, Source
from bot.rummy.cards import Card, Seat
from bot.rummy.deal import Deal
from bot.rummy.ids import LEVELS, USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.playouts import Playouts
from bot.rummy.review import Deed, Option, Review, SeenMove
from bot.rummy.rules import GameRules, Rules
from bot.rummy.view import View


class StepName(StrEnum):
    """The name of a step in a lesson; each game has its own."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a person in the lesson of a game."""

    name: StepName
    """The name by which the game's face finds the text of the step."""
    actions: tuple[Action, ...]
    """The person's actions; `Lesson.fits` tells which others also count."""
    is_trial: bool = False
    """Whether the step goes wrong, so that the person sees why, and is taken back. A lesson has at most one such step.

    A person who does the next step instead goes on without it.
    """


@dataclass(frozen=True)
class Lesson:
    """A deal made for teaching, for people who have never played the game. It is the same for everybody.

    An action that is no step is answered and not played, so every card comes as it was laid.
    """

    rules: str
    """The id of the rule set, which the game ships."""
    start: Action
    """The first shuffle. After it, seat 0 plays first."""
    hands: tuple[tuple[Card, ...], ...]
    """The hands dealt, by seat."""
    seat: Seat
    """The person's seat; computers sit on all others."""
    face_up: tuple[Card, ...]
    """The cards turned up after the hands, in this order."""
    closed: tuple[Card, ...]
    """The first cards of the closed deck; all others follow in any order."""
    turns: Mapping[Seat, tuple[Action, ...]]
    """The actions of each computer; after them it plays by itself."""
    steps: tuple[LessonStep, ...]

    def fits(self, step: LessonStep, actions: Sequence[Action], view: View) -> bool:
        """Return whether these actions of a person, who has this view, are the ones that the step asks for."""
        return (*actions,) == step.actions

    def step_after(self, own: Sequence[Action], tried: Sequence[Action]) -> LessonStep | None:
        """Return the step of a person after these actions and trials. Return None after the last step."""
        done = len(own)
        for step in self.steps:
            if step.is_trial:
                if not done and not tried:
                    return step
            elif done < len(step.actions):
                return step
            else:
                done -= len(step.actions)
        return None


class Game(GameRules):
    """A game: its rules, its moves, its deals, its computer player."""

    pressable: ClassVar[frozenset[type[Action]]] = PRESSABLE
    """The actions that a control may carry; those of time, chance and staff are never among them."""
    words: ClassVar[Mapping[str, Move]] = MappingProxyType({})
    """The game's own moves of one word, by their text."""
    parsers: ClassVar[Mapping[str, Callable[[str], Move]]] = MappingProxyType({})
    """The parsers of the game's other moves, by first word. They read the rest of the line; a ValueError refuses it."""
    daily: ClassVar[str] = ""
    """The rule set of this game's deal of the day; empty if it has none."""

    lesson: ClassVar[Lesson | None] = None
    """The lesson of the game; None if there is none."""
    levels: ClassVar[Sequence[int]] = LEVELS
    """The levels that differ in this game, the weakest first; `USUAL_LEVEL` is one of them."""

    @abstractmethod
    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> Deal:
        """Return a deal of these cards, in this order. `present` tells by seat who is dealt in."""

    @abstractmethod
    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return the next action of a computer of that level with this view. The deal must wait for it."""

    def missing(self, view: View) -> int:
        """Return how many cards the hand in this view still misses. Return 0 if nobody can tell."""
        return 0

    def completing(self, view: View) -> tuple[Card, ...]:
        """Return the cards outside the hand in this view any of which alone would complete it.

        Return none if more cards are missing, or if nobody can tell.
        """
        return ()

    def review(self, moves: Sequence[SeenMove], end: View) -> Review | None:
        """Return the review of these moves of one seat, judged by its views. Return None if this game has no reviews.

        Args:
            moves: all moves of the seat in a finished match, in order.
            end: the seat's view at the end of the match.
        """
        return None

    def certain_review(self, moves: Sequence[SeenMove], end: View) -> Review | None:
        """Return the review of only what is certain. It takes little time, also if `review` takes a second."""
        return self.review(moves, end)

    def playouts(self, view: View, best: Action, seed: str) -> Mapping[Action, Playouts]:
        """Return playouts of that move beside each other move of the decision in this view, by the other move.

        Return none if the game has no playouts, or if the best move is certain without them.
        """
        return {}

    def option(self, view: View, action: Action) -> Option:
        """Return that action in the words of a review."""
        match action:
            case Draw(Source.OPEN):
                return Option(Deed.OPEN, view.deal.top if view.deal is not None else None)
            case Discard(card):
                return Option(Deed.THROW, card)
            case Drop():
                return Option(Deed.DROP)
            case Draw():
                return Option(Deed.CLOSED)
        return Option(Deed.WRONG)


def choice(view: View) -> Action:
    """Return the next action of the computer with this view, at its level."""
    assert view.seat is not None  # the public view has no seat
    return game_of(view.rules).choose(view, view.players[view.seat].strength)


def game_of(rules: Rules) -> Game:
    """Return the game of a rule set; only whole games are registered."""
    assert isinstance(rules.game, Game)
    return rules.game
