"""The face of the Indian game."""

from collections.abc import Iterator, Mapping

from bot.games.face import Face, Sections
from bot.games.indian.face import rules as rules_words
from bot.games.indian.face import words
from bot.rummy.deal_view import Event, EventKind
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.text.events import seen
from bot.text.words import duration


class IndianFace(Face):
    """Shows hands in groups, the finish slot, and the show."""

    refusals = words.REFUSALS
    endings = words.ENDINGS

    @property
    def pictures(self) -> object:
        """What draws the game."""
        from bot.games.indian.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """One line for something everybody saw that only this game has."""
        return words.event(event, name)

    def event_for_you(self, event: Event, rules: Rules) -> str | None:
        """The clock throws the card that was drawn."""
        if event.kind is EventKind.DISCARDED:
            return f"{seen(event)}, which you had drawn, was discarded."
        return None

    def times(self, rules: Rules) -> Iterator[str]:
        """The time to declare or show."""
        yield f"{duration(rules.turns.declare_seconds)} to declare or show"

    def help_line(self, *, help: bool) -> str:
        """Whether the solver helps at a table."""
        return "🧭 Best arranges your hand on request" if help else "🚫 no help with arranging"

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Everything a rule set settles, by its label."""
        return rules_words.facts(rules)

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """A rule set in two lines."""
        return rules_words.short(rules, terms)

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """A rule set in full, all but the formats."""
        return rules_words.full(rules, terms)

    def no_drop(self, rules: Rules) -> str:
        """What leaving costs in formats without a drop."""
        return rules_words.no_drop(rules)
