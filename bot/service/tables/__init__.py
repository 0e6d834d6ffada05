"""Lobbies and tables: how they are kept, changed, timed and paid for."""
