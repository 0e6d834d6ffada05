"""Screens of tournaments: cards, brackets, lists and series."""
