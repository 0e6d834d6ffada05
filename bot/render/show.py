"""The show: the winner of a deal with their hand, large and in a golden edge, then the others with their costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.render.computers import with_computers
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, TITLE_ROOM, WIDTH, Canvas
from bot.render.drawing.fan import FanLook, layout
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.portraits import PortraitLook, Portraits, hues
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import CLOSE, HAND, SMALL
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.phrases import fits_title, named_title
from bot.render.pictures import Melds, pictures_of
from bot.render.words import headline, last_outcome, out_word
from bot.rummy.cards import Seat
from bot.rummy.outcome import Outcome
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import points

TITLE = 70
_NAME, _NOTE = 36, 30
LINE = 60
"""The height of a seat's line."""
GAP = 14
_PORTRAIT, _SMALL = 44, 24
"""Radius of the portrait of a winner, and of others."""
_INDENT = 2 * _SMALL + 16
"""The distance of the name of one who has not won from the margin."""
_SECOND = 40
"""The height of a second line of a seat."""
_EDGE, _RADIUS = 5, 22
"""The thickness of a winner's golden edge, and the radius of its corners."""
_PAD = 14
"""The space between a winner's edge and its content."""
_HEAD = 2 * _PORTRAIT + 2 * _PAD
"""The height of a winner's name and portrait."""
_WINNER = 46
"""Font size of a winner's name."""
_MOST_ROWS = 2
"""Rows of a winner's cards; where they would take more, they are drawn smaller."""


def draw_show(
    view: View, names: Names, theme: Theme = PLAIN, portraits: Portraits | None = None, line: str = ""
) -> bytes:
    """Return the last finished deal as a PNG: the winner first, then the seats that showed, then those that were out.

    `portraits`: of people who have one; the others have their initials, and computers their own. `line` stands below
    the title.

    Raises:
        ValueError: no deal is finished.
    """
    outcome = last_outcome(view)
    parts = _parts(view, outcome, names, theme, portraits)
    top = TITLE + (_SECOND if line else 0)
    canvas = Canvas.panel(top + sum(part.height for part in parts) + MARGIN)
    _title(canvas, outcome, view.rules, names)
    if line:
        canvas.note((MARGIN + 4, 46 + _SECOND), line, _NOTE, room=TITLE_ROOM)
    for part in parts:
        part.draw(canvas, top)
        top += part.height
    return canvas.png()


def _looks(outcome: Outcome, names: Names, portraits: Portraits) -> Mapping[Seat, PortraitLook]:
    own = hues(names, len(outcome.points))
    seats = map(Seat, range(len(outcome.points)))
    return {seat: PortraitLook(label(names, seat), own[seat], portraits.get(seat)) for seat in seats}


@dataclass(frozen=True, slots=True)
class _Part:
    """One seat of the picture."""

    outcome: Outcome
    seat: Seat
    look: PortraitLook
    note: str
    cost: int
    hand: Melds | None = None
    """The hand laid open; None if there is none."""

    @property
    def is_winner(self) -> bool:
        """Return whether the seat has won the deal, alone or with others."""
        return self.seat in self.outcome.winners

    @property
    def height(self) -> int:
        """Return the pixels to the next seat."""
        head = _HEAD + 2 * _EDGE if self.is_winner else self._line
        return head + (self.hand.height if self.hand else 0) + (GAP if self.hand or self.is_winner else 0) + self._foot

    @property
    def _line(self) -> int:
        return line_height(self.look.name, self.note, points(self.cost), _INDENT)

    @property
    def _foot(self) -> int:
        return _PAD if self.hand and self.is_winner else 0

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the seat."""
        if not self.is_winner:
            middle = (MARGIN + 4 + _SMALL, top + 28)
            self.look.draw(canvas, middle, _SMALL, Colour.RIM, Colour.PANEL)
            hand_line(canvas, top, self.look.name, self.note, points(self.cost), winner=False, indent=_INDENT)
            if self.hand:
                self.hand.draw(canvas, top + self._line)
            return
        box = (MARGIN, top, WIDTH - MARGIN, top + self.height - GAP)
        canvas.outlined(box, Colour.PANEL, Colour.GOLD, Colour.PANEL, _RADIUS, _EDGE)
        left, middle_row = MARGIN + _EDGE + _PAD, top + _EDGE + _PAD + _PORTRAIT
        self.look.draw(canvas, (left + _PORTRAIT, middle_row), _PORTRAIT, Colour.GOLD, Colour.PANEL)
        right, base = WIDTH - MARGIN - _EDGE - _PAD, middle_row - (6 if self.note else -16)
        right -= canvas.text((right, base), points(self.cost), _NAME, Colour.ACCENT, Colour.PANEL, align="right") + 20
        left += 2 * _PORTRAIT + 18
        canvas.text((left, base), self.look.name, _WINNER, Colour.ACCENT, Colour.PANEL, room=right - left)
        canvas.note((left, middle_row + 36), self.note, _NOTE, room=WIDTH - MARGIN - _EDGE - _PAD - left)
        if self.hand:
            self.hand.draw(canvas, top + _EDGE + _HEAD)


def _parts(view: View, outcome: Outcome, names: Names, theme: Theme, portraits: Portraits | None) -> Sequence[_Part]:
    """Return the seats of the deal in the order in which they are drawn."""
    pictures = pictures_of(view.rules)
    look = FanLook(SMALL, outcome.wild, theme, band=38, letters=28)
    large = FanLook(HAND, outcome.wild, theme, band=46, letters=32, margin=MARGIN + _EDGE + _PAD)
    worth = view.rules.game.cost
    hands = sorted(outcome.shown, key=lambda hand: (not hand.is_winner, worth(hand.points), hand.seat))
    looks = _looks(outcome, names, with_computers(view, portraits))
    shown = {hand.seat for hand in hands}
    dealt = [seat for seat in map(Seat, range(len(outcome.points))) if outcome.has(seat)]
    out = [
        _Part(outcome, seat, looks[seat], out_word(seat, outcome), outcome.points[seat])
        for seat in dealt
        if seat not in shown
    ]
    laid = []
    for hand in hands:
        note, used = pictures.shown_note(hand, outcome, view.rules), large if hand.is_winner else look
        used = replace(used, valued=pictures.shown_valued(hand))
        rows = layout(pictures.shown_fans(hand), used)
        if hand.is_winner and len(rows) > _MOST_ROWS:
            used = replace(used, size=CLOSE)
            rows = layout(pictures.shown_fans(hand), used)
        laid.append(_Part(outcome, hand.seat, looks[hand.seat], note, hand.points, Melds(rows, used)))
    # A seat that won without showing still comes first.
    return sorted([*laid, *out], key=lambda part: (not part.is_winner, part.hand is None))


def _title(canvas: Canvas, outcome: Outcome, rules: Rules, names: Names) -> None:
    winners = [label(names, seat) for seat in outcome.winners]
    whole = ": ".join(filter(None, headline(outcome, winners, rules)))
    canvas.title(
        whole if fits_title(whole) else named_title(winners, lambda called: headline(outcome, called, rules)[0]),
        base=46,
    )


def line_height(name: str, note: str, cost: str, indent: int = 4, margin: int = MARGIN) -> int:
    """Return the height of what `hand_line` draws."""
    return LINE if _is_one_line(name, note, cost, indent, margin) else LINE + _SECOND


def _is_one_line(name: str, note: str, cost: str, indent: int, margin: int) -> bool:
    """Return whether the name, the reason and the points stand side by side. A name is never cut for a reason."""
    room = WIDTH - 2 * margin - 4 - indent - fonts.width(cost, Cut.BOLD, _NAME) - 24
    needed = fonts.width(name, Cut.BOLD, fonts.LEAST) + (20 + fonts.width(note, Cut.BOOK, fonts.LEAST) if note else 0)
    return needed <= room or not note


def hand_line(
    canvas: Canvas,
    top: int,
    name: str,
    note: str,
    cost: str,
    *,
    winner: bool,
    indent: int = 4,
    margin: int = MARGIN,
) -> None:
    """Draw name, reason and points; the reason below the name if both are too long for one line."""
    base = top + 40
    left, right = margin + indent, WIDTH - margin - 4
    ink = Colour.ACCENT if winner else Colour.TEXT
    line = right - left
    right -= canvas.text((right, base), cost, _NAME, ink, Colour.PANEL, align="right") + 24
    if not _is_one_line(name, note, cost, indent, margin):
        canvas.text((left, base), name, _NAME, ink, Colour.PANEL, room=right - left)
        canvas.note((left, base + _SECOND), note, _NOTE, room=line)
        return
    if not note:
        canvas.text((left, base), name, _NAME, ink, Colour.PANEL, room=right - left)
        return
    room = max(right - left - fonts.width(note, Cut.BOOK, _NOTE) - 20, fonts.width(name, Cut.BOLD, fonts.LEAST))
    left += canvas.text((left, base), name, _NAME, ink, Colour.PANEL, room=room) + 20
    canvas.note((left, base), note, _NOTE, room=right - left)
