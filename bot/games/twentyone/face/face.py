"""The face of twenty-one-card rummy: that of the Indian game, with its own words, rules and pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from bot.faces.controls import CoachAnswer
from bot.faces.face import Sections
from bot.games.indian.face.face import IndianFace
from bot.games.indian.face.groups import Worth
from bot.games.indian.view import IndianView
from bot.games.twentyone.face import coach, words
from bot.games.twentyone.face import rules as rules_words
from bot.games.twentyone.face.lesson import TwentyOneLessonWords
from bot.games.twentyone.melds import GroupKind
from bot.games.twentyone.rules import own
from bot.games.twentyone.view import twentyone_deal
from bot.languages.sentence import Sentence, say
from bot.rummy.deal_view import DealView, Event, Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.asks import leave_cost


class TwentyOneFace(IndianFace):
    """The words, pictures and controls of the game: hands in groups, value cards, and their settlement."""

    title = brief = Sentence("21 cards")
    aim = words.AIM
    lesson = TwentyOneLessonWords()
    trait = words.TRAIT
    help_topics = words.HELP_TOPICS
    bonuses = words.BONUSES
    kinds = words.KINDS
    pure = frozenset(kind for kind in GroupKind if kind.is_pure)
    reasons = words.REASONS

    @cached_property
    def pictures(self) -> object:
        """Return the pictures of the game."""
        from bot.games.twentyone.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return one line for something everybody saw that only this game has."""
        return IndianFace.event(self, _in_points(event), name, rules)

    def event_for_you(self, event: Event) -> str | None:
        """Return the sentence for what the clock did in the player's place: show their hand, or count a missing
        declaration.
        """
        return IndianFace.event_for_you(self, _in_points(event))

    def worth(self, deal: IndianView) -> Worth:
        """Return the own hand's points."""
        return words.worth(twentyone_deal(deal))

    def jokers_line(self, deal: IndianView) -> str:
        """Return the jokers and the value cards."""
        return words.jokers(twentyone_deal(deal))

    def invalid(self, group: str) -> str:
        """Return the sentence for a group that is no sequence, set or tunnela."""
        return words.invalid(group)

    def missing(self, found: Sequence[StrEnum]) -> list[str]:
        """Return how many pure sequences a declaration lacks."""
        return words.missing(found)

    def words(self, deal: DealView) -> str:
        """Return the hand in words, and the value points of its cards."""
        seen = twentyone_deal(deal)
        return "\n".join(filter(None, (IndianFace.words(self, deal), words.value(seen.value, seen.value_cards))))

    @property
    def coach(self) -> Callable[[View], CoachAnswer] | None:
        """Return the function that advises in a turn."""
        return coach.answer

    def leaving(self, deal: DealView) -> str:
        """Return the cost of leaving: the hand during a show, else a drop."""
        if deal.phase is not Phase.SHOW:
            return leave_cost(deal.leaving_points)
        if own(deal.rules).help_losers:
            return say("Your cards are arranged for the fewest points, and that is what you pay.")
        return say("Your groups count as they are now, or as they were at the declaration if that costs less.")

    def winning(self, format: Format, numbers: Sequence[int], *, short: bool) -> str:
        """Return the sentence that the most points win: the winner of the deal can have fewer (T9)."""
        return say("One deal; the most points win.") if short else say("A match is one deal; the most points win it.")

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return all values of a rule set, by label."""
        return rules_words.facts(rules, own(rules))

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines."""
        return rules_words.short(rules, own(rules))

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats."""
        return rules_words.full(rules, own(rules))


def _in_points(event: Event) -> Event:
    """Return the event with its cost as points. Points are good here, so a cost is below 0."""
    return event if event.points is None else replace(event, points=-event.points)
