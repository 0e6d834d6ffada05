"""Pictures for looking back: a step of a replay with all hands laid open, and the two cards of a turning point."""

from collections.abc import Sequence

from bot.languages.formats import with_commas
from bot.languages.sentence import sentence_in
from bot.render.drawing import fan
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.fan import Fan, FanLook, layout
from bot.render.drawing.gif import moving
from bot.render.drawing.marks import Mark
from bot.render.drawing.names import Names, label, spoken
from bot.render.drawing.palette import Colour
from bot.render.drawing.sprites import SMALL
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.hand import hand_look
from bot.render.phrases import limited
from bot.render.pictures import Pictures, pictures_of
from bot.render.show import GAP, TITLE, hand_line, line_height
from bot.render.words import covered
from bot.rummy.cards import Card, Wild
from bot.rummy.deal_view import DealView
from bot.rummy.outcome import SeatStatus, ShownHand
from bot.rummy.view import View
from bot.text import review, words
from bot.text.words import OUT, cards

OPEN = Mark(Colour.OPEN, "", sentence_in("a heading", "Open"), sentence_in("a heading", "Open card"))


def draw_step(view: View, hands: Sequence[ShownHand], names: Names, theme: Theme = PLAIN) -> bytes:
    """Return all hands of the running deal, or of the one that has just ended, as a PNG."""
    return _step(view, hands, names, theme).png()


MOVING_WIDTH = 900
"""The width of a picture that moves."""
FRAMES = 60
"""The most pictures of a deal that moves; a longer one shows several turns in each."""
MOST_BYTES = 8 * 1024 * 1024
"""The most bytes of a picture that moves."""
_FIRST, _EACH, _LAST = 1_500, 900, 4_000
"""How long the pictures stay, in milliseconds."""


def draw_moving(steps: Sequence[tuple[View, Sequence[ShownHand]]], names: Names, theme: Theme = PLAIN) -> bytes:
    """Return the steps of a deal as a GIF, with the last one at its end; Discord plays no other format.

    Raises:
        ValueError: there are no steps.
    """
    every = -(-len(steps) // FRAMES)
    shown = [*steps[: len(steps) - 1 : every], steps[-1]]
    cut = (WIDTH - MOVING_WIDTH) // 2
    steps_drawn = (_step(view, hands, names, theme, MARGIN + cut).image for view, hands in shown)
    images = [image.crop((cut, 0, WIDTH - cut, image.height)) for image in steps_drawn]
    file = moving(images, [_FIRST, *[_EACH] * (len(images) - 2), _LAST][-len(images) :])
    if len(file) <= MOST_BYTES or len(steps) == 1:
        return file
    return draw_moving(steps[::-2][::-1], names, theme)


def _step(view: View, hands: Sequence[ShownHand], names: Names, theme: Theme, margin: int = MARGIN) -> Canvas:
    deal = _deal(view)
    pictures = pictures_of(view.rules)
    look = FanLook(SMALL, deal.jokers, theme, band=38, letters=28, margin=margin)
    face_up = layout(_face_up(view, deal), look)
    laid = [(hand, label(names, hand.seat), layout(pictures.shown_fans(hand), look)) for hand in hands]
    costs = [_cost(hand, deal, pictures) for hand in hands]
    notes = [_note(hand, deal) for hand in hands]
    lines = [
        line_height(name, note, cost, margin=margin)
        for (_, name, _), note, cost in zip(laid, notes, costs, strict=True)
    ]
    melds = pictures.melds(deal, [seat.seat for seat in deal.seats], names, theme, margin=margin)
    tall = sum(lines) + sum(fan.height(rows, look) + GAP for *_, rows in laid)
    table = melds.height + GAP if melds else 0
    canvas = Canvas.panel(TITLE + fan.height(face_up, look) + GAP + tall + table + MARGIN)
    canvas.title(review.title(view.deal_number, deal.turns), base=46, margin=margin)
    fan.draw(canvas, TITLE, face_up, look)
    top = TITLE + fan.height(face_up, look) + GAP
    for line, (hand, name, rows), note, cost in zip(lines, laid, notes, costs, strict=True):
        hand_line(canvas, top, name, note, cost, winner=hand.is_winner, margin=margin)
        fan.draw(canvas, top + line, rows, look)
        top += line + fan.height(rows, look) + GAP
    if melds:
        melds.draw(canvas, top)
    return canvas


TAKEN = Mark(Colour.IMPURE, "✘", review.TAKEN)
BETTER = Mark(Colour.PURE, "✔", review.BETTER)


def draw_choices(taken: Card | None, better: Card | None, wild: Wild, theme: Theme = PLAIN) -> bytes | None:
    """Return the card of a player's choice beside the card of the better one, as a PNG.

    Return None if neither choice is about a card.
    """
    fans = [Fan((one,), mark) for one, mark in ((taken, TAKEN), (better, BETTER)) if one is not None]
    if not fans:
        return None
    look = hand_look(wild, theme, large=False)
    rows = layout(fans, look)
    canvas = Canvas.panel(MARGIN + fan.height(rows, look) + MARGIN)
    fan.draw(canvas, MARGIN, rows, look)
    return canvas.png()


def _deal(view: View) -> DealView:
    if view.deal is None:
        raise ValueError("nothing is dealt")
    return view.deal


def _face_up(view: View, deal: DealView) -> list[Fan]:
    """Return the open card, with its back if it lies face down, and the other cards that lie open all through the
    deal.
    """
    marks = pictures_of(view.rules).face_up
    others = [Fan((one,), marks[word]) for word, one in deal.face_up.items()]
    top = None if deal.covered_by is not None else deal.top
    return [Fan((top,), OPEN), *others] if deal.top is not None else others


def _note(hand: ShownHand, deal: DealView) -> str:
    """Return the state of a seat."""
    status = deal.seats[hand.seat].status
    if hand.is_winner:
        return review.HAS_WON()
    if status is not SeatStatus.IN:
        return OUT[status]()
    return review.TO_PLAY() if deal.outcome is None and deal.turn == hand.seat else ""


def _cost(hand: ShownHand, deal: DealView, pictures: Pictures) -> str:
    """Return the points of a hand, or what it is worth while its deal runs."""
    return pictures.worth(hand) if deal.outcome is None else words.points(hand.points)


def alt_step(view: View, hands: Sequence[ShownHand], names: Names) -> str:
    """Return the step in words."""
    return limited(step_words(view, hands, names))


def step_words(view: View, hands: Sequence[ShownHand], names: Names) -> list[str]:
    """Return the step in words, a line for each part."""
    deal = _deal(view)
    open_cards = [f"{fan.mark.alt_text} {cards(fan.faces)}" for fan in _face_up(view, deal) if fan.faces]
    if deal.covered_by is not None:
        open_cards.append(covered(deal.covered_by, names))
    pictures = pictures_of(view.rules)
    lines = []
    for hand in hands:
        groups = [cards(group) for group in hand.groups]
        laid = " | ".join([*groups, cards(hand.deadwood)] if hand.deadwood else groups)
        _, melds = pictures.seat_words(deal.seats[hand.seat], deal)
        note = with_commas(filter(None, (_note(hand, deal), _cost(hand, deal, pictures))))
        lines.append(f"{spoken(names, hand.seat)} ({note}): {laid or review.NO_CARDS()}{melds}")
    return [review.title(view.deal_number, deal.turns), " · ".join(open_cards), *lines]
