"""Thirteen-card rummy as it is played in India: draw, discard, drop, declare, show."""
