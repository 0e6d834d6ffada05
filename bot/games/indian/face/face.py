"""The face of the Indian game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from bot.faces.controls import CoachAnswer, Scene
from bot.faces.face import LessonWords, Sections
from bot.faces.zones import Zones
from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.actions import Show as ShowGroups
from bot.games.indian.codes import IndianEventKind
from bot.games.indian.face import coach, controls, words
from bot.games.indian.face import rules as rules_words
from bot.games.indian.face.groups import GroupingFace, Worth
from bot.games.indian.face.lesson import IndianLessonWords
from bot.games.indian.face.zones import zones
from bot.games.indian.melds import MeldKind
from bot.games.indian.rules import own
from bot.games.indian.view import IndianView, indian_deal
from bot.languages.sentence import Sentence, say
from bot.layout import Button, Menu, Row
from bot.rummy.actions import Action, Draw
from bot.rummy.cards import Card, Groups, Seat
from bot.rummy.deal_view import DealView, Event, Phase
from bot.rummy.errors import IllegalAction
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.asks import leave_cost
from bot.text.hand import decks, drew


class IndianFace(GroupingFace):
    """The words, pictures and controls of the Indian game: hands in groups, the finish slot, the show."""

    title = Sentence("Indian rummy")
    aim = words.AIM
    lesson: ClassVar[LessonWords | None] = IndianLessonWords()
    help_topics = words.HELP_TOPICS
    refusals = words.REFUSALS
    endings = words.ENDINGS
    going_out = words.GOING_OUT
    kinds = words.KINDS
    pure: ClassVar[frozenset[StrEnum]] = frozenset((MeldKind.PURE_SEQUENCE,))
    reasons = words.REASONS

    def worth(self, deal: IndianView) -> Worth:
        """Return the own hand's points."""
        return words.worth(deal)

    def jokers_line(self, deal: IndianView) -> str:
        """Return which cards are jokers in this deal."""
        return words.wild(deal.rules, deal.cut)

    def invalid(self, group: str) -> str:
        """Return the sentence for a group that is neither a sequence nor a set."""
        return words.invalid(group)

    def missing(self, found: Sequence[StrEnum]) -> list[str]:
        """Return which sequences a declaration lacks."""
        return words.missing(found)

    @cached_property
    def pictures(self) -> object:
        """Return the pictures of the game."""
        from bot.games.indian.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return one line for something everybody saw that only this game has."""
        return words.event(event, name, self.reasons)

    lapse_events = frozenset((IndianEventKind.SHOWED,))

    def event_for_you(self, event: Event) -> str | None:
        """Return the sentence for what the clock did in the player's place: show their hand, or count a missing
        declaration.
        """
        return words.event_for_you(event)

    def preview_for_you(self, actions: Sequence[Action]) -> str:
        """Return the sentence for a declaration that the clock makes."""
        return words.declared_for_you([action.card for action in actions if isinstance(action, Finish)])

    def times(self, rules: Rules) -> str:
        """Return the times of a turn, and those to declare and to show."""
        return rules_words.times(rules)

    face_up: ClassVar = {"cut": Sentence("Cut card: {card}.")}

    def no_help(self) -> str:
        """Return the line of a table without help."""
        return say("🚫 no help with arranging")

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return all values of a rule set, by label."""
        return rules_words.facts(rules)

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines."""
        return rules_words.short(rules, terms)

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats."""
        return rules_words.full(rules, terms)

    requests = controls.REQUESTS
    commands = controls.COMMANDS

    def arranged(self, view: View) -> View:
        """Return the view in the groups of the solver, as long as the player has not sorted or grouped the hand."""
        return view if view.deal is None else replace(view, deal=indian_deal(view.deal).arranged())

    def zones(self, view: View) -> Zones:
        """Return the hand in its groups, and the table with the finish slot."""
        return zones(view)

    def grouped(self, view: View, groups: Groups) -> View:
        """Return the view with the hand in these groups.

        Raises:
            IllegalAction: the hand cannot be laid so.
        """
        if refusal := view.refusal(Group(groups)):
            raise IllegalAction(refusal)
        return replace(view, deal=replace(indian_deal(view.deal), groups=groups, is_arranged=True))

    def words(self, deal: DealView) -> str:
        """Return the hand in words, a line for each group."""
        return words.hand(indian_deal(deal))

    def task(self, scene: Scene) -> str:
        """Return the sentence for the turn: draw, discard, declare, or show groups."""
        deal = indian_deal(scene.view.deal)
        if deal.must_show:
            called = words.show_yours(scene.called[deal.turn])
            return f"{called} {scene.deadline}\n{controls.show_points(scene, deal)}"
        return f"**{words.TASKS[deal.phase]()}** {scene.deadline}"

    def details(self, scene: Scene) -> str:
        """Return the decks and the jokers; with a card in the finish slot, the faults of the groups."""
        deal = indian_deal(scene.view.deal)
        if deal.phase is Phase.OVER:
            return ""
        if deal.is_my_turn and deal.phase is Phase.DECLARE:
            return controls.verdict(deal, scene.deadline)
        lines = [f"{decks(deal)} · {self.jokers_line(deal)}"]
        if scene.view.allows(Group(())) and not deal.must_show:
            lines.insert(0, controls.outlook(scene))
        return "\n".join(filter(None, lines))

    def controls(self, scene: Scene) -> Iterable[Row | Menu | None]:
        """Return the controls of a player who is in the deal."""
        return controls.controls(scene)

    def more(self, scene: Scene) -> Iterable[Button | None]:
        """Return the controls behind ⋯."""
        return controls.more(scene)

    def throw_question(self, deal: DealView, card: Card) -> str:
        """Return the question before a card of a pure sequence is thrown."""
        return controls.throw_question(indian_deal(deal), card)

    def notes(self, actions: Sequence[Action], scene: Scene) -> str | None:
        """Return the reply to a player who has just played these actions."""
        match actions[-1]:
            case Draw():
                deal = indian_deal(scene.view.deal)
                return drew(deal.drawn, deal.jokers) if deal.drawn is not None else None
            case Finish():
                return words.FINISHED()
            case Declare():
                return controls.declared(scene)
            case Group(groups):
                return words.GROUPED() if groups else words.UNGROUPED()
            case ShowGroups():
                return words.SHOWN()
        return None

    @property
    def coach(self) -> Callable[[View], CoachAnswer] | None:
        """Return the function that advises in a turn."""
        return coach.answer

    def fault(self, deal: DealView) -> str:
        """Return why the player's declaration in this deal was wrong."""
        wrong = (event for event in deal.events if event.seat == deal.seat and event.kind is IndianEventKind.WRONG)
        return next((words.wrong(event, self.reasons) for event in wrong), "")

    def leaving(self, deal: DealView) -> str:
        """Return the cost of leaving: the groups as they count during a show, else a drop."""
        if deal.phase is Phase.SHOW:
            return words.leave_show(own(deal.rules).scoring)
        return leave_cost(deal.leaving_points)

    def board_line(self, deal: DealView, called: Mapping[Seat, str], *, in_words: bool) -> str:
        """Return which cards are jokers."""
        return f"-# {self.jokers_line(indian_deal(deal))}"

    def is_missed_deadline(self, event: Event) -> bool:
        """Return whether the event is a declaration that did not come in time."""
        return event.kind is IndianEventKind.WRONG and words.reason_of(event) is None

    def no_drop(self, rules: Rules) -> str:
        """Return the cost of leaving in formats without a drop."""
        return rules_words.no_drop(rules)
