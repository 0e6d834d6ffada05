"""What a player may prefer: the label of each choice, and what it means on and off."""

from collections.abc import Mapping

TITLE = "### Your settings"
LIMITS = "Limits…"

LABELS: Mapping[str, tuple[str, str, str]] = {
    "dm": ("Hand by DM", "your hand comes by direct message", "**My hand** opens your hand, for you alone"),
    "four_colour": ("Four colours", "clubs are green, diamonds blue", "clubs are black, diamonds red"),
    "large": ("Large cards", "your hand has larger cards and letters", "your hand has cards of the usual size"),
    "reviewed": (
        "Review matches",
        "`/profile` shows what reviews of your matches find",
        "`/profile` counts only the reviews you asked for",
    ),
    "text_only": ("Text only", "your hand comes in words", "your hand comes as a picture"),
}
"""For each choice its label, what it means switched on, and what switched off."""


def line(name: str, on: bool) -> str:
    """A preference as it is set."""
    label, *meanings = LABELS[name]
    state, meaning = ("on", meanings[0]) if on else ("off", meanings[1])
    return f"{'✅' if on else '▫️'} **{label}** is {state}: {meaning}"
