"""A match against computers in a terminal. It prints the usual screens as text and reads lines as presses."""
