"""The games that this program knows, one line each, with their rule sets, judges and solvers."""

from bot.games.gin.rulebook import GinGameRules
from bot.games.indian.rulebook import IndianGameRules
from bot.games.twentyone.rulebook import TwentyOneGameRules
from bot.games.western.rulebook import WesternGameRules
from bot.rummy.rules import Games

GAMES = Games(IndianGameRules(), WesternGameRules(), GinGameRules(), TwentyOneGameRules())
