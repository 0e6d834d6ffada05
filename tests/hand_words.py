"""The cards of a hand, read from the words that its player sees."""

import re

from bot.rummy.cards import Card, parse_cards

_CARD = r"(?:(?:10|[2-9AJQK])[♠♥♦♣](?: \(wild\))?|Joker)"
_CARDS = rf"({_CARD}(?: {_CARD})*)"
_BESIDE_PICTURE = re.compile(rf"(Just drawn|[A-Z][^:.\n]*): {_CARDS}(?=[.\n]|$)")
_IN_WORDS = re.compile(rf"^\S+ {_CARDS} · \*", re.MULTILINE)


def held(said: str) -> tuple[Card, ...]:
    """Return the cards of the hand in these words of a message: beside its picture, or in place of it."""
    parts = [part for label, part in _BESIDE_PICTURE.findall(said) if label != "Just drawn"]
    text = " ".join(parts or _IN_WORDS.findall(said))
    return parse_cards(text.replace(" (wild)", ""))
