"""The game in words."""

from collections.abc import Mapping

from bot.faces.face import HelpTopic
from bot.languages.sentence import Sentence, say_many
from bot.rummy.cards import Card
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import Ending, EndingCode
from bot.text.words import card, cards
from tests.toy.codes import ToyEnding, ToyRefusal
from tests.toy.view import ToyView

OUT_COMMAND = Sentence("Threes: go out with three of a kind.")
OUT_CARDS = Sentence("such as 7S 7H 7D; without cards, any you have")
OUT = "Go out with…"
NO_THREE = "You hold no three of a kind."
PLAY_NOW = "Go out, or discard a card."
LEAVING = "You get nothing for this deal."

REFUSALS: Mapping[RefusalCode, Sentence] = {ToyRefusal.NOT_THREE: Sentence("Those are not three of a kind.")}
ENDINGS: Mapping[EndingCode, Sentence] = {
    ToyEnding.OUT: Sentence("{who} is out with three of a kind and wins the deal."),
    ToyEnding.SHARED: Sentence("No card was left to draw. Those with the most pairs share the deal."),
    Ending.STALEMATE: Sentence("No card was left to draw. {who} wins with the most pairs."),
}
HELP_TOPICS: Mapping[str, HelpTopic] = {
    "threes": HelpTopic(Sentence("Threes"), Sentence("Draw, discard, and go out with three of a kind: `/play out`.")),
}


def went_out(name: str, laid: tuple[Card, ...]) -> str:
    """Return the line about a player who went out."""
    return f"{name} went out with {cards(laid)}."


def drew(drawn: Card) -> str:
    """Return the reply to a player who drew."""
    return f"You drew {card(drawn)}."


def did(laid: tuple[Card, ...]) -> str:
    """Return the reply to a player who went out."""
    return f"You went out with {cards(laid)}."


def pairs(number: int) -> str:
    """Return `1 pair`, `2 pairs`."""
    return say_many(number, "{number} pair", "{number} pairs")


def hand(deal: ToyView) -> str:
    """Return the hand in words."""
    return f"▫️ {cards(deal.hand)} · *{pairs(deal.pairs)}*"


def decks(deal: ToyView) -> str:
    """Return both decks in a line."""
    shown = f"Open: **{card(deal.top)}**" if deal.top else "The open deck is empty"
    return f"-# {shown} · Closed: {deal.closed} cards"
