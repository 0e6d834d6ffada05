"""The coach's advice in full, as people read it who ask for the reasons."""

from dataclasses import replace

from bot.faces.controls import CoachAnswer


def told(answer: CoachAnswer) -> str:
    """Return all of it, without the marks of small text."""
    return replace(answer, is_full=True).text.replace("\n-# ", "\n")
