"""What a player may prefer: the label of each choice, and what it means."""

from collections.abc import Mapping

TITLE = "### Your settings"

LABELS: Mapping[str, tuple[str, str]] = {
    "dm": ("Hand by DM", "your hand comes by direct message"),
    "four_colour": ("Four colours", "clubs green, diamonds blue"),
    "large": ("Large cards", "larger cards and letters in your hand"),
    "text_only": ("Text only", "your hand in words instead of a picture"),
}


def line(name: str, on: bool) -> str:
    """A preference as it is set."""
    label, about = LABELS[name]
    return f"{'✅' if on else '▫️'} **{label}**: {about}"
