"""Modules of scripts and styles that the pages of the bot and of the local Discord share."""

from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable

SHARED = resources.files("bot.page")
TYPES: Mapping[str, str] = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Headers of every response of a page."""


def packaged(name: str, own: Traversable) -> tuple[bytes, str] | None:
    """Return a file of the folder *own*, or else a shared one, and its type. Only plain names with known extensions
    are found.
    """
    stem, _, kind = name.rpartition(".")
    if kind not in TYPES or not stem.isidentifier():
        return None
    file = next((file for folder in (own, SHARED) if (file := folder / name).is_file()), None)
    return None if file is None else (file.read_bytes(), TYPES[kind])
