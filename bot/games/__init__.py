"""The games, one folder each, and the two lists of them."""
