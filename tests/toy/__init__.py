"""A small game for the tests: draw, discard, go out with three of a kind; a hand of five, and points are good.

Nothing outside this folder knows it. It shows that a game is one folder and needs only a registry besides.
"""
