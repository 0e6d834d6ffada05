"""The face of the western game."""

from collections.abc import Mapping

from bot.games.face import Face, Sections
from bot.games.western.codes import WesternEventKind
from bot.games.western.face import rules as rules_words
from bot.games.western.face import words
from bot.games.western.rules import own
from bot.rummy.deal_view import Event
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules


class WesternFace(Face):
    """Shows hands, and the melds on the table."""

    refusals = words.REFUSALS
    endings = words.ENDINGS

    @property
    def pictures(self) -> object:
        """What draws the game."""
        from bot.games.western.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """One line for something everybody saw that only this game has."""
        return words.event(event, name)

    def event_for_you(self, event: Event, rules: Rules) -> str | None:
        """The clock takes back what cannot stay."""
        if event.kind is WesternEventKind.TOOK_BACK:
            return "Your last step could not stay and was taken back."
        return None

    def format_title(self, format: Format) -> str | None:
        """One deal has its own name here."""
        return "Single deal" if format.is_single else None

    def help_line(self, *, help: bool) -> str:
        """Whether the solver helps at a table."""
        return "🧭 Place best puts down the most on request" if help else "🚫 no help with placing"

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Everything a rule set settles, by its label."""
        return rules_words.facts(rules, own(rules))

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """A rule set in two lines."""
        return rules_words.short(rules, own(rules))

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """A rule set in full, all but the formats."""
        return rules_words.full(rules, own(rules))
