"""The face of the game."""

from collections.abc import Iterable, Mapping, Sequence

from bot.faces.controls import Scene
from bot.faces.face import Face, Sections
from bot.faces.zones import Zone, Zones, decks
from bot.languages.sentence import Sentence
from bot.layout import Menu, Row
from bot.rummy.actions import Action, Draw
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Event, Phase
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.hand import DRAW_NOW
from tests.toy.actions import Out
from tests.toy.face import controls, words
from tests.toy.face import rules as rules_words
from tests.toy.view import OutEvent, ToyView, toy_deal


class ToyFace(Face):
    """Shows hands of five."""

    title = Sentence("Threes")
    help_topics = words.HELP_TOPICS
    refusals = words.REFUSALS
    endings = words.ENDINGS
    requests = controls.REQUESTS
    commands = controls.COMMANDS

    @property
    def pictures(self) -> object:
        """Return the pictures of the game."""
        from tests.toy.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return the line for a player who went out."""
        assert isinstance(event, OutEvent)
        return words.went_out(name, event.cards)

    def no_help(self) -> str:
        """Return the line of a table without help."""
        return "🚫 no help with threes"

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return all values of a rule set, by label."""
        return rules_words.facts(rules)

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines."""
        return rules_words.short(rules)

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats."""
        return rules_words.full(rules)

    def zones(self, view: View) -> Zones:
        """Return the hand, and the table with a place for the cards with which one goes out."""
        deal = toy_deal(view)
        out = Zone("out", words.OUT, put="out" if deal.outs else "", takes_many=True)
        return Zones((), deal.hand, (*decks(view), out))

    def words(self, deal: DealView) -> str:
        """Return the hand in words."""
        return words.hand(_deal(deal))

    def task(self, scene: Scene) -> str:
        """Draw, or go out or discard."""
        playing = scene.view.deal is not None and scene.view.deal.phase is Phase.DISCARD
        return f"**{words.PLAY_NOW if playing else DRAW_NOW()}** {scene.deadline}"

    def details(self, scene: Scene) -> str:
        """Return the decks."""
        deal = toy_deal(scene.view)
        return "" if deal.phase is Phase.OVER else words.decks(deal)

    def controls(self, scene: Scene) -> Iterable[Row | Menu | None]:
        """Return the controls of a player who is in the deal."""
        return controls.controls(scene)

    def notes(self, actions: Sequence[Action], scene: Scene) -> str | None:
        """Return the card that was drawn, or the cards laid open."""
        drawn = scene.view.deal.drawn if scene.view.deal is not None else None
        match actions[-1]:
            case Draw():
                return words.drew(drawn) if drawn is not None else None
            case Out(laid):
                return words.did(laid)
        return None

    def leaving(self, deal: DealView) -> str:
        """Return the cost of leaving: only the chance to win."""
        return words.LEAVING

    def board_line(self, deal: DealView, called: Mapping[Seat, str], *, in_words: bool) -> str:
        """Return an empty line below the board."""
        return ""


def _deal(deal: DealView) -> ToyView:
    assert isinstance(deal, ToyView)
    return deal
