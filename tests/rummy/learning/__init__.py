"""What can be learned from a finished match, in the rules."""
