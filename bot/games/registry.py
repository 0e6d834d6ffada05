"""The games that this program knows, one line each."""

from bot.games.indian.game import IndianGame
from bot.games.western.game import WesternGame
from bot.rummy.rules import Games

GAMES = Games(IndianGame(), WesternGame())
