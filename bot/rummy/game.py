"""What a game must answer so that tables can play it. A game is one object; it holds no state.

What rule sets ask of it stands in `bot.rummy.rules.GameRules`, its base; what a running deal answers, such as what may
draw from the closed deck, in `bot.rummy.deal.Deal`; and why a seat may not do something, in `bot.rummy.deal_view`.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from bot.rummy.actions import PRESSABLE, Action, Move
from bot.rummy.cards import Card, Seat
from bot.rummy.deal import Deal
from bot.rummy.ids import LEVELS, USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.review import Review, SeenMove
from bot.rummy.rules import GameRules, Rules
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing that a person does in the lesson of a game."""

    name: str
    """By which the game's face knows what to say of it."""
    actions: tuple[Action, ...]
    """What the person does; what else will do as well, `Lesson.fits` says."""
    is_trial: bool = False
    """Whether it goes wrong, so that the person sees why, and is taken back; a lesson has at most one such step.

    A person who does the next one instead goes on without it.
    """


@dataclass(frozen=True)
class Lesson:
    """A deal made for teaching, for people who have never played the game. It is the same for everybody.

    What a person does that is none of its steps is answered and not played, so every card comes as it was laid.
    """

    rules: str
    """The id of the rule set, which comes with the game."""
    start: Action
    """What chance brings first; after it, seat 0 plays first."""
    hands: tuple[tuple[Card, ...], ...]
    """What is dealt, by seat."""
    seat: Seat
    """Where the person sits; computers sit on all others."""
    face_up: tuple[Card, ...]
    """The cards turned up after the hands, in this order."""
    closed: tuple[Card, ...]
    """The first cards of the closed deck; all others follow in any order."""
    turns: Mapping[Seat, tuple[Action, ...]]
    """What each computer does; once that is done it plays by itself."""
    steps: tuple[LessonStep, ...]

    def fits(self, step: LessonStep, actions: Sequence[Action], view: View) -> bool:
        """Return whether these actions of a person, who sees the table so, are what the step asks for."""
        return (*actions,) == step.actions

    def step_after(self, own: Sequence[Action], tried: Sequence[Action]) -> LessonStep | None:
        """Return the step that a person is at who has done that and tried that; None if they have done all."""
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
    """The actions that a control may carry; what time, chance and staff do is never among them."""
    words: ClassVar[Mapping[str, Move]] = MappingProxyType({})
    """The game's own moves of one word, by their text."""
    parsers: ClassVar[Mapping[str, Callable[[str], Move]]] = MappingProxyType({})
    """Reads the game's other moves, by their first word, from the rest of the line; a ValueError refuses it."""
    daily: ClassVar[str] = ""
    """The rule set by which people play this game's deal of the day; empty: it has none."""

    lesson: ClassVar[Lesson | None] = None
    """How people learn the game; None: there is no lesson."""
    levels: ClassVar[Sequence[int]] = LEVELS
    """Those that differ here, the weakest first; `USUAL_LEVEL` is one of them."""

    @abstractmethod
    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> Deal:
        """Return a deal of these cards, in this order. `present` tells by seat who is dealt in."""

    @abstractmethod
    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return what a computer of that level does next on the seat whose view this is; the deal must wait for it."""

    def missing(self, view: View) -> int:
        """Return how many cards the hand of the seat whose view this is still misses; 0 also where nobody can tell."""
        return 0

    def review(self, moves: Sequence[SeenMove], end: View) -> Review | None:
        """Return what these moves of one seat were worth, by what it saw; None: this game reviews nothing.

        Args:
            moves: all of the seat in a match that is over, in the order of play.
            end: the match as the seat saw it in the end.
        """
        return None


def choice(view: View) -> Action:
    """Return what the computer on the seat whose view this is does next, at its level."""
    assert view.seat is not None  # everybody's view is nobody's
    return game_of(view.rules).choose(view, view.players[view.seat].strength)


def game_of(rules: Rules) -> Game:
    """Return the game that a rule set is for; only whole games are registered."""
    assert isinstance(rules.game, Game)
    return rules.game
