"""The face of the game."""
