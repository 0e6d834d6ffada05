"""A match against computers in a terminal: the same screens as anywhere, as text, and lines as presses."""
