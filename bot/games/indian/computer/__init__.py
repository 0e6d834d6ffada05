"""The computer players of the Indian game; the command line names the levels by this package."""

from bot.games.indian.computer.levels import level_1, level_2, level_3, level_4

__all__ = ["level_1", "level_2", "level_3", "level_4"]
