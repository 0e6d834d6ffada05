"""The pictures of gin: a hand with its melds and its deadwood, the board, the show; and their words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from bot.games.gin.codes import GinEnding
from bot.games.gin.face import words
from bot.games.gin.view import GinHand, GinView, gin_deal
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.render.drawing.fan import Fan, mark_drawn
from bot.render.drawing.marks import Mark
from bot.render.drawing.palette import Colour
from bot.render.drawing.theme import Theme
from bot.render.hand import NotedHeader, draw_fans, hand_look
from bot.render.phrases import doing, own_status
from bot.render.pictures import BoardParts, Headline, Phrase, Pictures
from bot.rummy.cards import Card, in_suit_order
from bot.rummy.deal_view import DealView, Phase, SeatView
from bot.rummy.judge import Arrangement
from bot.rummy.outcome import Ending, Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import card, cards

SEQUENCE = Mark(Colour.PURE, "✔", sentence_in("a heading", "Sequence"))
SET = Mark(Colour.SET, "✔", sentence_in("a heading", "Set"))
DEADWOOD = Mark(Colour.OPEN, "", sentence_in("a heading", "Deadwood"))
IN_HAND = Mark(Colour.OPEN, "", sentence_in("a heading", "In hand"))
LAID_OFF = Mark(Colour.IMPURE, "", sentence_in("a heading", "Laid off"))
FACE_DOWN = Mark(Colour.OPEN, "", sentence_in("a heading", "Face down"))
_VOID = Sentence("The deal is void")


class GinPictures(Pictures):
    """The pictures of hands with their melds and deadwood."""

    endings: ClassVar = {
        GinEnding.KNOCK: Headline(Sentence("{who} wins the knock")),
        GinEnding.UNDERCUT: Headline(Sentence("{who} undercuts")),
        GinEnding.GIN: Headline(Sentence("{who} goes gin")),
        GinEnding.BIG_GIN: Headline(Sentence("{who} has big gin"), Sentence("eleven cards in melds")),
        GinEnding.USED_UP: Headline(_VOID, Sentence("two cards are left to draw")),
        Ending.QUIET: Headline(_VOID, Sentence("nobody drew from the closed deck")),
        Ending.UNATTENDED: Headline(_VOID, Sentence("only computers were left")),
    }

    def draw_hand(self, view: View, theme: Theme, *, help: bool) -> bytes:
        """Draw the melds, then the deadwood; without help, all cards as they are held."""
        deal = gin_deal(view.deal)
        look = hand_look(None, theme, large=theme.large)
        fans = _laid(deal.best) if help else [Fan(in_suit_order(deal.hand), IN_HAND)]
        marked = mark_drawn(fans, deal.drawn, reversed(range(len(fans))))
        can = _can(deal) if deal.phase is not Phase.OVER else ""
        note = can or words.knock_sign(deal)
        status = (*own_status(deal), *map(Phrase, _left_with(deal)))
        header = NotedHeader(theme, status, say("deadwood"), note, bool(can), deal.best.raw)
        return draw_fans(tuple(marked), look, header)

    def hand_words(self, deal: DealView, *, help: bool) -> Iterable[str]:
        """Return the melds, and the deadwood with its points."""
        return _hand_words(gin_deal(deal), help=help)

    def board(self, deal: DealView) -> BoardParts:
        """Draw the board, with the most deadwood that may knock."""
        return BoardParts(heading=words.knock_sign(gin_deal(deal)))

    def board_words(self, deal: DealView) -> str:
        """Return the words for the board: the most deadwood that may knock."""
        return words.knock_rule(gin_deal(deal))

    def seat_status(self, seat: SeatView, deal: DealView) -> Iterable[Phrase]:
        """Yield what the seat is to do if it is its turn, and `10 cards`."""
        if seat.seat in deal.awaited:
            yield Phrase(doing(seat, deal))
        yield Phrase(say_many(seat.cards, "{number} card", "{number} cards"))

    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return the melds, the cards laid off, the deadwood, and the back of the card thrown with a knock."""
        assert isinstance(hand, GinHand)
        melds = [Fan(group, _mark(group)) for group in hand.groups]
        rest = ((hand.laid_off, LAID_OFF), (hand.deadwood, DEADWOOD), ((None,) * hand.throws_face_down, FACE_DOWN))
        return [*melds, *(Fan(cards, mark) for cards, mark in rest if cards)]

    def worth(self, hand: ShownHand) -> str:
        """Return the deadwood of the hand; points are for the winner of the deal."""
        assert isinstance(hand, GinHand)
        return words.deadwood(hand.left)

    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return the deadwood that the hand was left with."""
        assert isinstance(hand, GinHand)
        return words.shown_note(hand)

    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return the cards laid open, laid off and left, and the points they brought."""
        assert isinstance(hand, GinHand)
        laid = [
            *(f"{_mark(group).alt_text} {cards(group)}" for group in hand.groups),
            *([f"{LAID_OFF.alt_text} {cards(hand.laid_off)}"] if hand.laid_off else []),
            *([f"{DEADWOOD.alt_text} {cards(hand.deadwood)}"] if hand.deadwood else []),
            *([say("one card face down")] if hand.throws_face_down else []),
        ]
        return "; ".join([f"{charged}, {self.shown_note(hand, outcome, rules)}", *laid])


PICTURES = GinPictures()


def _mark(group: tuple[Card, ...]) -> Mark:
    return SET if group[0].rank is group[1].rank else SEQUENCE


def _laid(laid: Arrangement) -> list[Fan]:
    """Return the melds, then the deadwood if there is any."""
    fans = [Fan(group, _mark(group)) for group in laid.groups]
    return [*fans, Fan(laid.deadwood, DEADWOOD)] if laid.deadwood else fans


def _hand_words(deal: GinView, *, help: bool) -> Iterator[str]:
    laid = deal.best
    if help:
        yield from (f"{_mark(group).alt_text}: {cards(group)}" for group in laid.groups)
        if laid.deadwood:
            yield f"{DEADWOOD.alt_text}: {cards(laid.deadwood)}"
    else:
        yield f"{IN_HAND.alt_text}: {cards(in_suit_order(deal.hand))}"
    if deal.drawn is not None and deal.drawn in deal.hand:
        yield say("just drawn: {card}", card=card(deal.drawn))
    if deal.phase is Phase.OVER:
        yield from _left_with(deal)
        return
    yield words.deadwood(laid.raw)
    yield _can(deal) or words.knock_rule(deal)


def _left_with(deal: GinView) -> Iterator[str]:
    """Yield the deadwood that the seat was left with, if its hand was laid open at the end."""
    shown = deal.outcome.shown if deal.outcome is not None else ()
    yield from (words.shown_note(hand) for hand in shown if isinstance(hand, GinHand) and hand.seat == deal.seat)


def _can(deal: GinView) -> str:
    """Return how the player can end the deal now; empty if they cannot."""
    if deal.has_big_gin:
        return say_in("a player", "big gin")
    knock = next(deal.knocks, None)
    if knock is None:
        return ""
    return (
        say_in("a player", "can knock with {number}", number=knock[1]) if knock[1] else say_in("a player", "can go gin")
    )
