"""The face of gin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from bot.faces.controls import CoachAnswer, Scene
from bot.faces.face import Face, Sections, WaitingFor
from bot.faces.zones import Zone, Zones, decks
from bot.games.gin.face import coach, controls, words
from bot.games.gin.face import rules as rules_words
from bot.games.gin.face.lesson import GinLessonWords
from bot.games.gin.rules import own
from bot.games.gin.view import GinView, gin_deal, seen
from bot.languages.sentence import Sentence, say
from bot.layout import Menu, Row
from bot.rummy.actions import Action, Draw
from bot.rummy.cards import Seat, in_suit_order
from bot.rummy.deal_view import DealView, Event, Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.hand import DRAW_NOW, drew
from bot.text.words import SINGLE_DEAL


class GinFace(Face):
    """The words, pictures and controls of gin; hands are shown with their melds and deadwood."""

    title = Sentence("Gin rummy")
    brief = Sentence("Gin")
    lesson = GinLessonWords()
    single = SINGLE_DEAL
    trait = words.TRAIT
    help_topics = words.HELP_TOPICS
    refusals = words.REFUSALS
    endings = words.ENDINGS
    bonuses = words.BONUSES
    commands = controls.COMMANDS
    going_out = words.GOING_OUT

    @cached_property
    def pictures(self) -> object:
        """Return the pictures of the game."""
        from bot.games.gin.face.pictures import PICTURES

        return PICTURES

    def event(self, event: Event, name: str, rules: Rules) -> str:
        """Return one line for something everybody saw that only this game has."""
        return words.event(event, name)

    def waiting(self, deal: DealView) -> WaitingFor | None:
        """Return the words for a first turn, which waits for the open card to be taken or passed; else None."""
        return words.OFFERED if gin_deal(deal).is_offered else None

    def zones(self, view: View) -> Zones:
        """Return the hand, and the table with a place for the card of a knock."""
        deal = seen(view)
        knocks = any(True for _ in deal.knocks)
        knock = Zone("knock", words.KNOCK_ZONE(), put="knock" if knocks else "")
        return Zones((), in_suit_order(deal.hand), (*decks(view), knock))

    def words(self, deal: DealView) -> str:
        """Return the hand in words."""
        return words.hand(gin_deal(deal))

    def task(self, scene: Scene) -> str:
        """Return the sentence for the turn: take or pass, draw, or discard."""
        return f"**{_task(seen(scene.view))}** {scene.deadline}"

    def details(self, scene: Scene) -> str:
        """Return how the player can end the deal now, and the decks."""
        return "\n".join(controls.details(scene))

    def controls(self, scene: Scene) -> Iterable[Row | Menu | None]:
        """Return the controls of a player who is in the deal."""
        return controls.controls(scene)

    def notes(self, actions: Sequence[Action], scene: Scene) -> str | None:
        """Return the reply to a player who has just played these actions."""
        drawn = scene.view.deal.drawn if scene.view.deal is not None else None
        if isinstance(actions[-1], Draw):
            return drew(drawn) if drawn is not None else None
        return words.did(actions[-1])

    @property
    def coach(self) -> Callable[[View], CoachAnswer]:
        """Return the function that advises in a turn."""
        return coach.answer

    def leaving(self, deal: DealView) -> str:
        """Return how many points the other player would get."""
        return words.leaving(gin_deal(deal))

    def board_line(self, deal: DealView, called: Mapping[Seat, str], *, in_words: bool) -> str:
        """Return the decks if no picture shows them."""
        return words.table(gin_deal(deal)) if in_words and deal.phase is not Phase.OVER else ""

    def match_note(self, match: Match, seat: Seat) -> str:
        """Return how many deals the seat has won, in a match of several deals."""
        won = sum(outcome.winner == seat for outcome in match.counted)
        return words.boxes(won) if match.format is Format.LIMIT and not match.bonuses else ""

    def no_help(self) -> str:
        """Return the line of a table without help."""
        return say("🚫 hands are not laid into melds")

    def winning(self, format: Format, numbers: Sequence[int], *, short: bool) -> str:
        """Return the sentence for a match to a limit: the first player to reach it wins, whatever the totals are in the
        end.
        """
        if format is not Format.LIMIT:
            return ""
        return rules_words.first_at(numbers[-1]) if short else rules_words.to_a_limit(numbers)

    def facts(self, rules: Rules) -> Mapping[str, str]:
        """Return all values of a rule set, by label."""
        return rules_words.facts(rules, own(rules))

    def short(self, rules: Rules, terms: Terms | None) -> str:
        """Return a rule set in two lines."""
        return rules_words.short(rules, own(rules))

    def full(self, rules: Rules, terms: Terms | None) -> Sections:
        """Return a rule set in full, all but the formats."""
        return rules_words.full(rules, own(rules))


def _task(deal: GinView) -> str:
    if deal.phase is Phase.DISCARD:
        return words.PLAY_NOW()
    if deal.is_offered:
        return words.TAKE_OR_PASS()
    return words.DRAW_CLOSED() if deal.is_refused else DRAW_NOW()
