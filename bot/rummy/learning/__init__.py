"""What can be learned from a finished match, for any game."""
