"""The pictures of the Indian game: the own hand in groups, the cut card, the show; and their words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from bot.games.indian.codes import IndianEnding
from bot.games.indian.face.groups import Worth, grouping
from bot.games.indian.melds import MeldKind
from bot.games.indian.view import IndianShownHand, IndianView, indian_deal
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_in, sentence_in
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.chips import chip, face_chip, wild_text, word
from bot.render.drawing.fan import Fan, FanLook, mark_drawn
from bot.render.drawing.marks import Mark
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import STAR
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.hand import HEADER, Header, draw_fans, draw_status, hand_look, header_letters
from bot.render.phrases import limited, own_status
from bot.render.pictures import BoardParts, Headline, Phrase, Pictures
from bot.rummy.cards import Card, Groups, Rank, Suit, Wild, in_suit_order, parse_cards
from bot.rummy.deal_view import DealView, without
from bot.rummy.outcome import Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.endings import HALVED
from bot.text.words import SUIT_NAMES, card, cards, points, rank

KINDS: Mapping[StrEnum, Mark] = {
    MeldKind.PURE_SEQUENCE: Mark(
        Colour.PURE, "✔", sentence_in("a heading", "Pure"), sentence_in("a heading", "Pure sequence")
    ),
    MeldKind.IMPURE_SEQUENCE: Mark(
        Colour.IMPURE, "★", sentence_in("a heading", "Impure"), sentence_in("a heading", "Impure sequence")
    ),
    MeldKind.SET: Mark(Colour.SET, "=", sentence_in("a heading", "Set")),
    MeldKind.INVALID: Mark(
        Colour.OPEN, "✘", sentence_in("a heading", "Not yet"), sentence_in("a heading", "Not valid yet")
    ),
}
UNGROUPED = Mark(Colour.OPEN, "", sentence_in("a heading", "Ungrouped"))
_UNGROUPED_SUITS: Mapping[Suit | None, Sentence] = {
    Suit.CLUBS: sentence_in("a heading", "Ungrouped clubs"),
    Suit.DIAMONDS: sentence_in("a heading", "Ungrouped diamonds"),
    Suit.SPADES: sentence_in("a heading", "Ungrouped spades"),
    Suit.HEARTS: sentence_in("a heading", "Ungrouped hearts"),
    None: sentence_in("a heading", "Ungrouped jokers"),
}
SUITS = {suit: Mark(Colour.OPEN, "", SUIT_NAMES[suit], spoken) for suit, spoken in _UNGROUPED_SUITS.items()}
CUT = Mark(Colour.OPEN, "", sentence_in("a heading", "Cut"), sentence_in("a heading", "Cut card"))
FINISHING = Mark(Colour.GOLD, "", sentence_in("a heading", "Finish"), sentence_in("a heading", "In the finish slot"))
DEADWOOD = Mark(Colour.OPEN, "", sentence_in("a heading", "Left over"))

_EXAMPLE_TITLE = Sentence("A finished hand: 0 points")

_MOST_LARGE = 7
"""The most groups drawn with large cards; more than a hand ever needs would make a tower."""


class IndianPictures(Pictures):
    """The pictures of hands in groups under their marks, and of the cut card under the closed deck."""

    endings: ClassVar = {
        IndianEnding.DECLARED: Headline(Sentence("{who} declared")),
        IndianEnding.TIE: Headline(Sentence("Nobody wins"), Sentence("the lowest hands are equal")),
    }

    face_up: ClassVar = {"cut": CUT}
    kinds: ClassVar[Mapping[StrEnum, Mark]] = KINDS
    """The mark of each kind of group."""
    finished: ClassVar[Mapping[str, StrEnum]] = {
        "5H 6H 7H": MeldKind.PURE_SEQUENCE,
        "9C TC JK QC": MeldKind.IMPURE_SEQUENCE,
        "2S 3S 4S": MeldKind.PURE_SEQUENCE,
        "KD KS KH": MeldKind.SET,
    }
    """The groups of the example, and the kind of each."""

    def draw_hand(self, view: View, theme: Theme, *, help: bool) -> bytes:
        """Draw the saved groups under their marks, then the other cards."""
        deal = indian_deal(view.deal)
        valued = self.valued(deal)
        groups = [Fan(group, self.mark(group, deal.laws.kind(group), valued)) for group in deal.groups]
        fans = _fans(groups, deal)
        look = replace(_look(deal, theme, fans), valued=valued)
        return draw_fans(tuple(fans), look, self.header(deal, theme))

    def mark(self, group: tuple[Card, ...], kind: StrEnum, valued: Collection[Card]) -> Mark:
        """Return the mark of a group of that kind; `valued`: the cards with a value of their own."""
        return self.kinds[kind]

    def valued(self, deal: IndianView) -> frozenset[Card]:
        """Return the cards that bear a mark of value; in this game none do."""
        return frozenset()

    def header(self, deal: IndianView, theme: Theme) -> Header:
        """Return the part above the own hand."""
        status = own_status(deal)
        return _Header(deal.cut, deal.wild, theme, status, None if status else grouping(deal).worth(deal))

    def hand_words(self, deal: DealView, *, help: bool) -> Iterator[str]:
        """Yield the groups, the other cards, and their points."""
        own = indian_deal(deal)
        held = grouping(own).worth(own)
        yield from (
            f"{self.mark(group, own.laws.kind(group), self.valued(own)).alt_text}: {cards(group)}"
            for group in own.groups
        )
        suits, rest = own.loose
        yield from (f"{SUITS[suit[0].suit].alt_text}: {cards(suit)}" for suit in suits)
        yield f"{UNGROUPED.alt_text}: {cards(in_suit_order(rest))}" if rest else ""
        yield say("Just drawn: {card}", card=card(own.drawn)) if own.drawn else ""
        yield f"{FINISHING.alt_text}: {card(own.finishing)}" if own.finishing else ""
        yield with_commas(filter(None, (points(held.counts), held.lack)))
        yield self.board_words(deal)

    def example(self) -> tuple[bytes, str]:
        """Return a finished hand, each group under its mark."""
        fans = [Fan(parse_cards(group), self.kinds[kind]) for group, kind in self.finished.items()]
        picture = draw_fans(tuple(fans), hand_look(None, PLAIN, large=False), _Title(_EXAMPLE_TITLE()))
        laid_out = "; ".join(f"{fan.mark.alt_text}: {cards(fan.faces)}" for fan in fans)
        return picture, limited([_EXAMPLE_TITLE(), laid_out])

    def board(self, deal: DealView) -> BoardParts:
        """Return the cut card and the wild rank."""
        return BoardParts(under=indian_deal(deal).cut, heading=say_in("a heading", "Wild"), chip=wild_text(deal.wild))

    def board_words(self, deal: DealView) -> str:
        """Return the cut card and the wild rank."""
        return f"{CUT.alt_text} {card(indian_deal(deal).cut)}, {_wild_word(deal.wild)}"

    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return the groups, then the deadwood."""
        fans = [Fan(group, self.kinds[kind]) for group, kind in zip(hand.groups, _shown(hand).kinds, strict=True)]
        return [*fans, Fan(in_suit_order(hand.deadwood), DEADWOOD)] if hand.deadwood else fans

    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return whether points were halved, or the hand has won."""
        if _shown(hand).deal_show:
            return HALVED()
        return say_in("a player", "winner") if hand.is_winner else ""

    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return the points of the hand, and the groups."""
        cost = f"{charged}, {HALVED()}" if _shown(hand).deal_show else charged
        return f"{cost}; {_laid(hand.groups, hand.deadwood)}"

    def show_words(self, outcome: Outcome) -> str:
        """Return which cards were wild."""
        return _wild_word(outcome.wild)


PICTURES = IndianPictures()


def _shown(hand: ShownHand) -> IndianShownHand:
    assert isinstance(hand, IndianShownHand)
    return hand


def _wild_word(wild: Wild) -> str:
    """Return which cards are wild."""
    if isinstance(wild, Rank):
        return say("every {rank} is wild", rank=rank(wild))
    return say("only printed jokers are wild")


def _laid(groups: Groups, deadwood: tuple[Card, ...]) -> str:
    laid = " | ".join(cards(group) for group in groups)
    loose = f"{DEADWOOD.alt_text} {cards(in_suit_order(deadwood))}" if deadwood else ""
    return "; ".join(filter(None, (laid, loose)))


# -- the own hand ---------------------------------------------------------------------------------


def _look(deal: IndianView, theme: Theme, fans: Sequence[Fan]) -> FanLook:
    """Return how to draw the hand: large if the player wants that and the groups allow it."""
    large = hand_look(deal.jokers, theme, large=True)
    # A group in two parts would look like two melds; only the ungrouped cards may take several rows.
    whole = all(len(group) <= large.most for group in deal.groups)
    return large if theme.large and whole and len(fans) <= _MOST_LARGE else hand_look(deal.jokers, theme, large=False)


def _fans(groups: Sequence[Fan], deal: IndianView) -> list[Fan]:
    """Return the groups, the cards outside them and the finishing card; the drawn card is marked once."""
    fans = [*groups]
    grouped = range(len(fans))
    suits, rest = deal.loose
    fans += [Fan(suit, SUITS[suit[0].suit]) for suit in suits]
    if rest:
        fans.append(Fan(_loose(rest, deal.drawn), UNGROUPED))
    # Look outside the groups first: the drawn card comes last there.
    fans = mark_drawn(fans, deal.drawn, [*reversed(range(len(grouped), len(fans))), *grouped])
    return [*fans, Fan((deal.finishing,), FINISHING)] if deal.finishing is not None else fans


def _loose(cards: tuple[Card, ...], drawn: Card | None) -> tuple[Card, ...]:
    """Return cards outside the groups in the order of suits; the drawn card stays last until the player sorts."""
    last = cards[-1:] if cards[-1] == drawn else ()
    return (*in_suit_order(without(cards, last)), *last)


@dataclass(frozen=True, slots=True)
class _Title:
    """A header of one line."""

    text: str

    def draw(self, canvas: Canvas) -> None:
        letters, base = header_letters(PLAIN)
        canvas.title(self.text, size=letters, base=base)


@dataclass(frozen=True, slots=True)
class _Header:
    """A header with points on the left, and the cut card and the wild rank on the right."""

    cut: Card
    wild: Rank | None
    theme: Theme
    status: tuple[Phrase, ...]
    """The way in which the seat left the deal; empty if it is still in."""
    worth: Worth | None
    """None: it has left the deal."""

    def draw(self, canvas: Canvas) -> None:
        letters, base = header_letters(self.theme)
        right = _joker_chips(canvas, WIDTH - MARGIN - 4, HEADER // 2, self, letters)
        draw_status(canvas, self.status, self.theme, right - MARGIN)
        if self.worth is not None:
            draw_worth(canvas, right, base, letters, self.worth)


def draw_worth(canvas: Canvas, right: int, base: int, letters: int, hand: Worth) -> None:
    """Draw the cost of the hand and the sequence it lacks, up to `right`."""
    left = MARGIN + 4
    left += canvas.text((left, base), points(hand.counts), letters, Colour.TEXT, Colour.PANEL) + letters // 2
    room = right - MARGIN - left
    canvas.text((left, base), hand.lack, letters, Colour.ACCENT, Colour.PANEL, cut=Cut.BOOK, room=room)


def _joker_chips(canvas: Canvas, right: int, middle: int, header: _Header, letters: int) -> int:
    """Draw `Cut 7♥ Wild ★7`, ending at `right`. Return where it begins."""
    wild = wild_text(header.wild)
    right = chip(canvas, right, middle, wild, STAR, Colour.GLOW, Colour.BLACK, letters)
    right = word(canvas, right, middle, say_in("a heading", "Wild"), letters) - letters // 2
    right = face_chip(canvas, right, middle, header.cut, header.theme, letters)
    return word(canvas, right, middle, str(CUT.word), letters)
