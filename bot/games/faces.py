"""The games with their faces, one line each."""

from bot.games.gin.face.face import GinFace
from bot.games.gin.game import GinGame
from bot.games.indian.face.face import IndianFace
from bot.games.indian.game import IndianGame
from bot.games.twentyone.face.face import TwentyOneFace
from bot.games.twentyone.game import TwentyOneGame
from bot.games.western.face.face import WesternFace
from bot.games.western.game import WesternGame
from bot.rummy.rules import Games

GAMES = Games(IndianGame(IndianFace()), WesternGame(WesternFace()), GinGame(GinFace()), TwentyOneGame(TwentyOneFace()))
