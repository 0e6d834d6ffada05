"""The face of the western game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from bot.faces.controls import CoachAnswer, Scene
from bot.faces.face import Face, Sections
from bot.faces.zones import Zones, decks
from bot.games.western.actions import Step
from bot.games.western.codes import WesternEventKind
from bot.games.western.face import coach, controls, words
from bot.games.western.face import rules as rules_words
from bot.games.western.face.lesson import WesternLessonWords
from bot.games.western.rules import own
from bot.games.western.view import western_deal
from bot.languages.sentence import Sentence, say
from bot.layout import Button, Menu, Row
from bot.rummy.actions import Action, Draw
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Event, Phase
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.asks import leave_held
from bot.text.hand import DRAW_NOW, drew
from bot.text.words import SINGLE_DEAL


class WesternFace(Face):
    """The words, pictures and controls of the western game: hands, and melds on the table."""

    title = brief = Sentence("Rommé")
    lesson = WesternLessonWords()
    single = SINGLE_DEAL
    trait = words.TRAIT
    help_topics = words.HELP_TOPICS
    refusals = words.REFUSALS
    endings = words.ENDINGS

    @cached_property
    def pictures(self) -> object:
        """Return the pictures of the game."""
        from bot.games.western.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return one line for something everybody saw that only this game has."""
        return words.event(event, name)

    def event_for_you(self, event: Event) -> str | None:
        """Return the sentence for what the clock did in the player's place: take back steps that cannot stay."""
        return words.TAKEN_BACK() if event.kind is WesternEventKind.TOOK_BACK else None

    requests = controls.REQUESTS
    commands = controls.COMMANDS
    lapse_events = frozenset((WesternEventKind.TOOK_BACK,))

    def zones(self, view: View) -> Zones:
        """Return the hand, and the table with its melds."""
        return Zones((), western_deal(view.deal).hand, (*decks(view), *controls.meld_zones(view)))

    def words(self, deal: DealView) -> str:
        """Return the hand in words."""
        return words.hand(western_deal(deal))

    def task(self, scene: Scene) -> str:
        """Return the sentence for the turn: draw, or put cards down and discard one."""
        task = words.PLAY_NOW() if scene.view.deal and scene.view.deal.phase is Phase.DISCARD else DRAW_NOW()
        return f"**{task}** {scene.deadline}"

    def details(self, scene: Scene) -> str:
        """Return the lines about a meld that is due and melds that are possible, then the decks and the melds."""
        return "\n".join(controls.details(scene))

    def controls(self, scene: Scene) -> Iterable[Row | Menu | None]:
        """Return the controls of a player who is in the deal."""
        return controls.controls(scene)

    def more(self, scene: Scene) -> Iterable[Button | None]:
        """Return the controls behind ⋯."""
        return controls.more(scene)

    def notes(self, actions: Sequence[Action], scene: Scene) -> str | None:
        """Return the reply to a player who has just played these actions."""
        drawn = scene.view.deal.drawn if scene.view.deal is not None else None
        if isinstance(actions[-1], Draw):
            return drew(drawn) if drawn is not None else None
        return " ".join(words.did(action) for action in actions if isinstance(action, Step)) or None

    @property
    def coach(self) -> Callable[[View], CoachAnswer]:
        """Return the function that advises in a turn."""
        return coach.answer

    def leaving(self, deal: DealView) -> str:
        """Return the cost of leaving: the points of the hand."""
        return leave_held(deal.leaving_points)

    def board_line(self, deal: DealView, called: Mapping[Seat, str], *, in_words: bool) -> str:
        """Return the melds on the table if no picture shows them."""
        return words.table(western_deal(deal), called) if in_words else ""

    def no_help(self) -> str:
        """Return the line of a table without help."""
        return say("🚫 no help with placing")

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return all values of a rule set, by label."""
        return rules_words.facts(rules, own(rules))

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines."""
        return rules_words.short(rules, own(rules))

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats."""
        return rules_words.full(rules, own(rules))
