"""Pictures: a frozen value in, PNG bytes out, and the words that stand for each picture."""

from bot.render.bracket import (
    BoxLine,
    BracketMark,
    BracketPage,
    RoundBand,
    TableBox,
    alt_bracket,
    bracket_pages,
    bracket_words,
    draw_bracket,
)
from bot.render.hand import draw_hand
from bot.render.placings import PLACES_A_PAGE, PlaceLine, PlacesPage, alt_places, draw_places, place_words
from bot.render.profile import Profile, alt_profile, draw_profile, profile_words
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.standings import StandingLine, StandingsPage, alt_standings, draw_standings, standing_words
from bot.render.table import draw_table
from bot.render.theme import PLAIN, Theme
from bot.render.toss import draw_toss
from bot.render.words import alt_hand, alt_sheet, alt_show, alt_table, alt_toss, sheet_words

__all__ = [
    "PLACES_A_PAGE",
    "PLAIN",
    "BoxLine",
    "BracketMark",
    "BracketPage",
    "PlaceLine",
    "PlacesPage",
    "Profile",
    "RoundBand",
    "StandingLine",
    "StandingsPage",
    "TableBox",
    "Theme",
    "alt_bracket",
    "alt_hand",
    "alt_places",
    "alt_profile",
    "alt_sheet",
    "alt_show",
    "alt_standings",
    "alt_table",
    "alt_toss",
    "bracket_pages",
    "bracket_words",
    "draw_bracket",
    "draw_hand",
    "draw_places",
    "draw_profile",
    "draw_sheet",
    "draw_show",
    "draw_standings",
    "draw_table",
    "draw_toss",
    "place_words",
    "profile_words",
    "sheet_words",
    "standing_words",
]
