"""A language of the tests' own: English with accents on all letters, longer, and in brackets.

What people read in plain letters went round the catalogue.
"""

import re
from gettext import NullTranslations

from bot.languages.language import Language

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀčđéƒğĥíĵķłɱñóƥɋřšťúṽŵẋýžÁƁČĐÉƑĞĤÍĴĶŁḾÑÓƤɊŘŠŤÚṼŴẊÝŽ"
_MARKED = dict(zip(map(ord, _PLAIN), _ACCENTED, strict=True))

_KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>|https?://\S+|\[[^\]]*\]\([^)]*\))")
"""Parts that translators leave as they are: placeholders, code, mentions and times, links."""


def accented(text: str) -> str:
    """Return the text with an accent on every letter that a translator would change."""
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_MARKED) for part in _KEPT.split(text))


class PseudoCatalogue(NullTranslations):
    """A catalogue that has every entry in the tests' own language."""

    def gettext(self, message: str) -> str:
        return f"[{accented(message)}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def pseudo_language() -> Language:
    """Return the tests' own language."""
    language = Language("en", "Pseudo")
    language.__dict__["catalogue"] = PseudoCatalogue()
    return language


_HEBREW = dict(zip(map(ord, _PLAIN), 2 * "אבגדהוזחטיכלמנסעפצקרשתאבגד", strict=True))


def hebrew(text: str) -> str:
    """Return the text with each letter that a translator would change as a Hebrew one, which runs from right to
    left.
    """
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_HEBREW) for part in _KEPT.split(text))


class HebrewCatalogue(PseudoCatalogue):
    """A catalogue that has every entry in Hebrew letters."""

    def gettext(self, message: str) -> str:
        return hebrew(message)


def language_from_right() -> Language:
    """Return the tests' own language that is written from right to left."""
    language = Language("en", "Pseudo from right", from_right=True)
    language.__dict__["catalogue"] = HebrewCatalogue()
    return language


def untranslated(shown: str, *names: str) -> list[str]:
    """Return the words on a screen that did not come from the catalogue; `names`: of people and things, which stay."""
    for name in names:
        shown = shown.replace(name, "")
    shown = _KEPT.sub(" ", shown)
    return re.findall(r"[A-Za-z]{2,}", shown)
