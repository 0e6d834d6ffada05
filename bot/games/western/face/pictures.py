"""The pictures of the western game: melds on the table, and a hand with the cards that it could put down; and their
words.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import ClassVar

from bot.games.western.actions import LayOff, Place, Step, Swap
from bot.games.western.codes import WesternEnding
from bot.games.western.face.alt import (
    PlannedHand,
    hand_words,
    held_note,
    meld_words,
    opening_word,
    plan_word,
    planned_hand,
)
from bot.games.western.rules import own
from bot.games.western.view import WesternView, western_deal
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN
from bot.render.drawing.fan import Fan, FanLook, layout, mark_drawn
from bot.render.drawing.marks import Mark
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import LYING
from bot.render.drawing.theme import Theme
from bot.render.hand import NotedHeader, draw_fans, hand_look
from bot.render.phrases import doing, own_status
from bot.render.pictures import BoardParts, Headline, Melds, Phrase, Pictures
from bot.rummy.cards import JOKER, Seat
from bot.rummy.deal_view import DealView, SeatView
from bot.rummy.outcome import Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import cards, points

IN_HAND = Mark(Colour.OPEN, "", sentence_in("a heading", "In hand"))
LEFT_OVER = Mark(Colour.OPEN, "", sentence_in("a heading", "Left in hand"))
_BANDS = (Colour.PURE, Colour.IMPURE, Colour.SET, Colour.OPEN)
"""Colours for seats, in turn. Neighbours differ, and the name tells which seat it is."""
_NAME_ROOMS = (800, 500, 400, 350, 300, 280, 260, 232)
"""Widths for numbers and names above melds. Every meld has room for the last: it fits `#20 · Computer 5`."""
_STEPS: Mapping[type[Step], tuple[Colour, str]] = {
    Place: (Colour.PURE, "✔"),
    LayOff: (Colour.IMPURE, ""),
    Swap: (Colour.SET, "★"),
}


class WesternPictures(Pictures):
    """The pictures of melds on the table, and of hands with the cards that could be put down."""

    endings: ClassVar = {
        WesternEnding.OUT: Headline(Sentence("{who} has no cards left")),
        WesternEnding.RUMMY: Headline(Sentence("{who} has a Rummy"), Sentence("all cards placed in one turn")),
        WesternEnding.SHARED: Headline(Sentence("{who} share the lowest hand"), Sentence("nobody went out")),
    }

    def draw_hand(self, view: View, theme: Theme, *, help: bool) -> bytes:
        """Draw the cards that could be put down, then the others."""
        return _draw_hand(western_deal(view.deal), theme, help=help)

    def hand_words(self, deal: DealView, *, help: bool) -> Iterable[str]:
        """Return the cards that could be put down, the others, and their points."""
        return hand_words(western_deal(deal), help=help)

    def board(self, deal: DealView) -> BoardParts:
        """Return the number of melds, or what the first ones must be worth."""
        return BoardParts(heading=opening_word(western_deal(deal)))

    def melds(
        self, deal: DealView, owners: Collection[Seat], names: Names, theme: Theme, *, margin: int = MARGIN
    ) -> Melds | None:
        """Return the melds of these seats, each under its number and its owner's name."""
        western = western_deal(deal)
        numbers = [number for number, meld in enumerate(western.melds) if meld.owner in owners]
        return lying(western, numbers, names, FanLook(LYING, None, theme, band=34, letters=26, margin=margin))

    def seat_status(self, seat: SeatView, deal: DealView) -> Iterable[Phrase]:
        """Yield what the seat is to do if it is its turn, `9 cards` and `opened`."""
        if seat.seat in deal.awaited:
            yield Phrase(doing(seat, deal))
        yield Phrase(say_many(seat.cards, "{number} card", "{number} cards"), "")
        if seat.seat in western_deal(deal).opened:
            yield Phrase(say_in("a player", "opened"), "")  # the melds on the table say it too

    def seat_words(self, seat: SeatView, deal: DealView) -> tuple[str, str]:
        """Return the melds of the seat."""
        return ("", meld_words(seat.seat, western_deal(deal)))

    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return the cards left in hand."""
        return [Fan(hand.deadwood, LEFT_OVER)] if hand.deadwood else []

    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return the place of the hand if nobody went out, a Rummy, or that it has won."""
        return held_note(hand, outcome, own(rules))

    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return how the hand ended, its points, and the cards left."""
        told = with_commas(filter(None, (held_note(hand, outcome, own(rules)), charged)))
        left = say("left in hand {cards}", cards=cards(hand.deadwood)) if hand.deadwood else ""
        return "; ".join(filter(None, (told, left)))


PICTURES = WesternPictures()


# -- the table --------------------------------------------------------------------------------------


def lying(deal: WesternView, numbers: Sequence[int], names: Names, look: FanLook) -> Melds | None:
    """Return the melds with these numbers in rows. Return None if there are none."""
    narrow = layout(_melds(numbers, deal, names, look, _NAME_ROOMS[-1]), look)
    ends = [*accumulate(map(len, narrow), initial=0)]
    rows = tuple(_row(numbers[first:end], deal, names, look) for first, end in pairwise(ends))
    return Melds(rows, look) if rows else None


def _row(numbers: Sequence[int], deal: WesternView, names: Names, look: FanLook) -> tuple[Fan, ...]:
    """Return these melds side by side, with as much of their owners' names as the row has room for."""
    ways = (_melds(numbers, deal, names, look, room) for room in _NAME_ROOMS)
    return next(row for row in ways if look.row_width(row, look.size.strip) <= look.room)


def _melds(numbers: Sequence[int], deal: WesternView, names: Names, look: FanLook, room: int) -> tuple[Fan, ...]:
    return tuple(_meld(number, deal, names, look, room) for number in numbers)


def _meld(number: int, deal: WesternView, names: Names, look: FanLook, room: int) -> Fan:
    """Return a meld under its number and its owner's name, which gets the width of the cards or of `room`."""
    meld = deal.melds[number]
    cards = look.size.width + (len(meld.cards) - 1) * look.size.strip
    word = fonts.fit(f"#{number + 1} · {label(names, meld.owner)}", Cut.BOLD, look.letters, max(cards, room))
    return Fan(meld.cards, Mark(_BANDS[meld.owner % len(_BANDS)], "", word), stands=meld.stands_for)


# -- the own hand -----------------------------------------------------------------------------------


def _draw_hand(deal: WesternView, theme: Theme, *, help: bool = True) -> bytes:
    """Return a PNG of the cards that could be put down, then the others."""
    now = planned_hand(deal, help=help)
    look = hand_look(None, theme, large=theme.large)
    note = say("use the swapped joker") if deal.owed else plan_word(now, deal)
    header = NotedHeader(theme, own_status(deal), points(deal.points), note, bool(deal.owed or now.points))
    return draw_fans(tuple(_marked(_fans(now), deal)), look, header)


def _fans(now: PlannedHand) -> list[Fan]:
    steps = [Fan(cards, Mark(*_STEPS[type(step)], word)) for word, step, cards in now.steps]
    return [*steps, Fan(now.rest, IN_HAND)] if now.rest else steps


def _marked(fans: Sequence[Fan], deal: WesternView) -> list[Fan]:
    """Return the cards with marks: the drawn card once, and as many jokers as must be used."""
    marked, owed = [], deal.owed
    # Copies are equal, so the last one is marked as the drawn card, and the first jokers as those swapped.
    for one in mark_drawn(fans, deal.drawn, reversed(range(len(fans)))):
        due = tuple(place for place, card in enumerate(one.cards) if card == JOKER)[:owed]
        owed -= len(due)
        marked.append(replace(one, due=due))
    return marked
