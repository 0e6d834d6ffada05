"""The show: the hands laid open after a deal, with their costs and the reasons."""

from dataclasses import replace

from bot.render.drawing import fan, fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.fan import FanLook, Rows, layout
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import SMALL
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.phrases import fits_title, named_title
from bot.render.pictures import pictures_of
from bot.render.words import headline, last_outcome, out_word
from bot.rummy.cards import Seat
from bot.rummy.outcome import Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import points

TITLE = 70
_NAME, _NOTE = 36, 30
LINE = 60
"""The height of a seat's line."""
GAP = 14


def draw_show(view: View, names: Names, theme: Theme = PLAIN) -> bytes:
    """Return the last finished deal as a PNG: the winner first, then the seats that showed, then those that were out.

    Raises:
        ValueError: no deal is finished.
    """
    outcome = last_outcome(view)
    pictures = pictures_of(view.rules)
    look = FanLook(SMALL, outcome.wild, theme, band=38, letters=28)
    worth = view.rules.game.cost
    hands = sorted(outcome.shown, key=lambda hand: (not hand.is_winner, worth(hand.points), hand.seat))
    laid = [(hand, layout(pictures.shown_fans(hand), look)) for hand in hands]
    shown = {hand.seat for hand in hands}
    others = [seat for seat in map(Seat, range(len(outcome.points))) if outcome.has(seat) and seat not in shown]
    tall = sum(LINE + fan.height(rows, look) + GAP for _, rows in laid)
    canvas = Canvas.panel(TITLE + tall + LINE * len(others) + MARGIN)
    _title(canvas, outcome, view.rules, names)
    top = TITLE
    # A seat that won without showing still comes first.
    for seat in [seat for seat in others if seat == outcome.winner]:
        top = _out(canvas, top, seat, outcome, names)
    for hand, rows in laid:
        note, valued = pictures.shown_note(hand, outcome, view.rules), pictures.shown_valued(hand)
        top = _hand(canvas, top, hand, note, rows, replace(look, valued=valued), names)
    for seat in [seat for seat in others if seat != outcome.winner]:
        top = _out(canvas, top, seat, outcome, names)
    return canvas.png()


def _title(canvas: Canvas, outcome: Outcome, rules: Rules, names: Names) -> None:
    winners = [label(names, seat) for seat in outcome.winners]
    whole = ": ".join(filter(None, headline(outcome, winners, rules)))
    canvas.title(
        whole if fits_title(whole) else named_title(winners, lambda called: headline(outcome, called, rules)[0]),
        base=46,
    )


def _hand(canvas: Canvas, top: int, hand: ShownHand, note: str, rows: Rows, look: FanLook, names: Names) -> int:
    """Draw one hand laid open. Return the top of the next one."""
    hand_line(canvas, top, label(names, hand.seat), note, hand.points, winner=hand.is_winner)
    fan.draw(canvas, top + LINE, rows, look)
    return top + LINE + fan.height(rows, look) + GAP


def _out(canvas: Canvas, top: int, seat: Seat, outcome: Outcome, names: Names) -> int:
    """Draw a seat that shows no cards. Return the top of the next one."""
    winner = seat == outcome.winner
    hand_line(canvas, top, label(names, seat), out_word(seat, outcome), outcome.points[seat], winner=winner)
    return top + LINE


def hand_line(canvas: Canvas, top: int, name: str, note: str, cost: int, *, winner: bool) -> None:
    """Draw name, reason and points; a long reason leaves a third of the line to the name."""
    base = top + 40
    right = WIDTH - MARGIN - 4
    ink = Colour.ACCENT if winner else Colour.TEXT
    right -= canvas.text((right, base), points(cost), _NAME, ink, Colour.PANEL, align="right") + 24
    left = MARGIN + 4
    noted, line = fonts.width(note, Cut.BOOK, _NOTE), right - left
    left += canvas.text((left, base), name, _NAME, ink, Colour.PANEL, room=max(line - noted - 24, line // 3)) + 20
    canvas.note((left, base), note, _NOTE, room=right - left)
