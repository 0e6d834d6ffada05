"""Pictures: a frozen value in, PNG bytes out, and the words that stand for each picture."""

from bot.render.hand import draw_hand
from bot.render.profile import Profile, alt_profile, draw_profile, profile_words
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.standings import StandingLine, StandingsPage, alt_standings, draw_standings, standing_words
from bot.render.table import draw_table
from bot.render.theme import PLAIN, Theme
from bot.render.toss import draw_toss
from bot.render.words import alt_hand, alt_sheet, alt_show, alt_table, alt_toss

__all__ = [
    "PLAIN",
    "Profile",
    "StandingLine",
    "StandingsPage",
    "Theme",
    "alt_hand",
    "alt_profile",
    "alt_sheet",
    "alt_show",
    "alt_standings",
    "alt_table",
    "alt_toss",
    "draw_hand",
    "draw_profile",
    "draw_sheet",
    "draw_show",
    "draw_standings",
    "draw_table",
    "draw_toss",
    "profile_words",
    "standing_words",
]
