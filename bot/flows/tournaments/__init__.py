"""Tournaments: what people do and what staff steer, from buttons and commands alike."""
