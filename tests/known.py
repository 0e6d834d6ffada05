"""The games and rule sets that tests play, by short names."""

from bot.games.faces import GAMES
from bot.games.indian.game import IndianGame
from bot.games.western.game import WesternGame
from bot.rummy.game import Game

shipped = GAMES.shipped
load = GAMES.load

INDIAN: Game = next(game for game in GAMES if isinstance(game, IndianGame))
WESTERN: Game = next(game for game in GAMES if isinstance(game, WesternGame))
