"""The codes that only this game has: what the end of a match adds."""

from bot.rummy.outcome import BonusCode


class TwentyOneBonus(BonusCode):
    """What is settled besides the points of a deal (T8)."""

    VALUE = "value"
