"""Paplu: the rummy table for Discord."""
