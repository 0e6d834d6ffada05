"""Lobbies and tables: how they are stored, changed, timed and paid for."""
