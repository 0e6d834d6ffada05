"""The privacy paper and the terms: templates that a host fills by settings."""

from collections.abc import Mapping
from pathlib import Path

from bot.languages.saying import say_in

TEMPLATES = Path(__file__).parent / "templates"
UNNAMED_HOST = "The host"
SOMEONE_TO_ASK = "the staff of the server where you met this bot"


def filled(host: str, contact: str, server_days: int) -> Mapping[str, str]:
    """Both papers, by the address at which they are read; empty where a host has not said it."""
    line = f"Ask {contact} about anything in this paper." if contact else ""
    words = {
        "{host}": host or UNNAMED_HOST,
        "{contact}": contact or SOMEONE_TO_ASK,
        "{contact_line}": line,
        "{server_days}": str(server_days),
    }
    return {"/privacy": _paper("PRIVACY", words), "/terms": _paper("TERMS", words)}


def _paper(name: str, words: Mapping[str, str]) -> str:
    text = (TEMPLATES / f"{name}.md").read_text(encoding="utf-8")
    for place, word in words.items():
        text = text.replace(place, word)
    return text


def links(address: str) -> str:
    """Where both are read; the address has no slash at its end."""
    privacy, terms = say_in("a paper", "Privacy"), say_in("a paper", "Terms")
    return f"-# [{privacy}]({address}/privacy) · [{terms}]({address}/terms)"
