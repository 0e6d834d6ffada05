"""Disputes about finished matches: what players and staff read of them."""

PROVED = "All that void matches had moved has gone back."
