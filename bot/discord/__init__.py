"""Screens to Discord and presses back: the client, answers, channels."""
