"""Choosing: the tournaments of a server in a list, and those that are repeated."""
