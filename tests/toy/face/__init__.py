"""What shows the game."""
