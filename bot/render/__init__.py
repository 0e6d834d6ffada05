"""Pictures: a `View` in, PNG bytes out, and the words that stand for each picture."""

from bot.render.hand import draw_hand
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.theme import PLAIN, Theme
from bot.render.toss import draw_toss
from bot.render.words import alt_hand, alt_sheet, alt_show, alt_table, alt_toss

__all__ = [
    "PLAIN",
    "Theme",
    "alt_hand",
    "alt_sheet",
    "alt_show",
    "alt_table",
    "alt_toss",
    "draw_hand",
    "draw_sheet",
    "draw_show",
    "draw_table",
    "draw_toss",
]
