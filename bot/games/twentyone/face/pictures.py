"""The pictures of twenty-one-card rummy: those of the Indian game, with cards of value marked and counted."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from bot.games.indian.face.groups import Worth, grouping
from bot.games.indian.face.pictures import KINDS, IndianPictures, draw_worth
from bot.games.indian.view import IndianView
from bot.games.twentyone.face import words
from bot.games.twentyone.melds import GroupKind
from bot.games.twentyone.view import TwentyOneHand, twentyone_deal
from bot.languages.formats import with_commas
from bot.languages.sentence import say, sentence_in
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.chips import face_chip, word
from bot.render.drawing.fan import Fan
from bot.render.drawing.marks import Mark
from bot.render.drawing.palette import Colour
from bot.render.drawing.theme import Theme
from bot.render.hand import HEADER, Header, draw_status, header_letters
from bot.render.phrases import own_status
from bot.render.pictures import Phrase
from bot.rummy.cards import Card, Wild
from bot.rummy.deal_view import DealView
from bot.rummy.outcome import Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.text.endings import HALVED
from bot.text.words import cards

MARKS: Mapping[StrEnum, Mark] = {
    **KINDS,
    GroupKind.TUNNELA: Mark(Colour.PURE, "✔", sentence_in("a heading", "Tunnela")),
    GroupKind.DUBLEE: Mark(Colour.SET, "=", sentence_in("a heading", "Dublee")),
    GroupKind.JOKERS: Mark(Colour.PURE, "★", sentence_in("a heading", "Eight jokers")),
}
_MARRIED = 3
"""Cards of a marriage."""
MARRIAGE = Mark(Colour.PURE, "✔", sentence_in("a heading", "Marriage"))


class TwentyOnePictures(IndianPictures):
    """The pictures of hands in groups, with cards of value marked."""

    kinds: ClassVar = MARKS
    finished: ClassVar = {
        "5H 6H 7H": GroupKind.PURE_SEQUENCE,
        "2S 3S 4S": GroupKind.PURE_SEQUENCE,
        "QD QD QD": GroupKind.TUNNELA,
        "9C TC JK QC": GroupKind.IMPURE_SEQUENCE,
        "KD KS KH KC": GroupKind.SET,
        "8D 8S 8H 8C": GroupKind.SET,
    }

    def mark(self, group: tuple[Card, ...], kind: StrEnum, valued: Collection[Card]) -> Mark:
        """Return the mark of a group; the three value cards together are a marriage."""
        return MARRIAGE if len(group) == len(set(group) & {*valued}) == _MARRIED else self.kinds[kind]

    def valued(self, deal: IndianView) -> frozenset[Card]:
        """Return the value cards of this deal, if they count."""
        seen = twentyone_deal(deal)
        return frozenset(seen.wilds.values) if seen.own.value_points else frozenset()

    def header(self, deal: IndianView, theme: Theme) -> Header:
        """Return the header: points on the left; on the right the value cards and their points in the hand, if they
        count.
        """
        status, seen = own_status(deal), twentyone_deal(deal)
        if not seen.own.value_points:
            return IndianPictures.header(self, deal, theme)
        held = None if status else grouping(deal).worth(deal)
        return _Header(seen.wilds.values, seen.value, theme, status, held)

    def hand_words(self, deal: DealView, *, help: bool) -> Iterator[str]:
        """Yield the groups, the other cards, their points, and the value points."""
        yield from IndianPictures.hand_words(self, deal, help=help)
        seen = twentyone_deal(deal)
        yield words.value(seen.value, seen.value_cards)

    def board_words(self, deal: DealView) -> str:
        """Return the jokers and the value cards."""
        return words.jokers(twentyone_deal(deal))

    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return the groups, then the deadwood."""
        assert isinstance(hand, TwentyOneHand)
        valued = self.shown_valued(hand)
        fans = IndianPictures.shown_fans(self, hand)
        marked = [
            replace(fan, mark=self.mark(group, kind, valued))
            for fan, group, kind in zip(fans, hand.groups, hand.kinds, strict=False)
        ]
        return [*marked, *fans[len(marked) :]]

    def shown_valued(self, hand: ShownHand) -> frozenset[Card]:
        """Return the value cards of a hand, if they count."""
        assert isinstance(hand, TwentyOneHand)
        return frozenset(hand.values if hand.value else ())

    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return whether the points were halved, and the points of its value cards."""
        assert isinstance(hand, TwentyOneHand)
        return with_commas(filter(None, (HALVED() if hand.deal_show else "", words.value_note(hand))))

    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return the points of the hand, its value, and the groups."""
        assert isinstance(hand, TwentyOneHand)
        note = words.value_note(hand)
        return IndianPictures.shown_words(self, hand, outcome, rules, f"{charged}, {note}" if note else charged)

    def show_words(self, outcome: Outcome) -> str:
        """Return which cards were jokers."""
        return _jokers(outcome.wild)


PICTURES = TwentyOnePictures()


def _jokers(wild: Wild) -> str:
    """Return all jokers but the printed ones."""
    if not isinstance(wild, frozenset):
        return ""
    named = sorted((card for card in wild if card.suit is not None), key=lambda card: card.sort_key)
    return say("jokers: {cards}", cards=cards(named))


@dataclass(frozen=True, slots=True)
class _Header:
    """A header with points on the left; on the right the value cards, and the points of the own ones."""

    values: tuple[Card, ...]
    value: int
    theme: Theme
    status: tuple[Phrase, ...]
    """The way in which the seat left the deal; empty if it is still in."""
    worth: Worth | None
    """None: it has left the deal."""

    def draw(self, canvas: Canvas) -> None:
        letters, base = header_letters(self.theme)
        right, middle = WIDTH - MARGIN - 4, HEADER // 2
        for card in reversed(self.values):
            right = face_chip(canvas, right, middle, card, self.theme, letters) - letters // 5
        told = say("Value {points}", points=self.value)
        right = word(canvas, right, middle, told, letters)
        draw_status(canvas, self.status, self.theme, right - MARGIN)
        if self.worth is not None:
            draw_worth(canvas, right, base, letters, self.worth)
