"""A small game of the tests' own: draw, discard, out with three of a kind; a hand of five, and points are good.

Nothing outside this folder knows it. It shows that a game is one folder: what it needs besides is a registry.
"""
