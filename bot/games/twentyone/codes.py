"""The codes that only this game has: the bonuses at the end of a match."""

from bot.rummy.outcome import BonusCode


class TwentyOneBonus(BonusCode):
    """Points that are settled besides the points of a deal (T8)."""

    VALUE = "value"
