"""Languages and their catalogues."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from itertools import chain
from pathlib import Path

CATALOGUES = "catalogues"
"""The folder with a catalogue for each language: `de.po`, and `de.mo` if it was compiled when the package was built."""

CONTEXT_ENDS = "\x04"
"""The character between the context and the text of an entry, as in gettext."""


class Language:
    """A language with its catalogue of translations.

    A catalogue is read when its first sentence is needed. An entry that it lacks is said in English.
    """

    def __init__(
        self,
        code: str,
        name: str,
        *,
        is_complete: bool = False,
        from_right: bool = False,
        own: GNUTranslations | None = None,
    ) -> None:
        """Make a language.

        Args:
            code: as in CLDR and in ISO 639: `de`.
            name: its name in that language.
            is_complete: whether everything is translated; otherwise it is a draft of the texts that players meet.
            from_right: whether it is written from right to left.
            own: the host's own catalogue, whose entries come first.
        """
        self.code = code
        self.name = name
        self.is_complete = is_complete
        self.from_right = from_right
        self._own = own

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    @cached_property
    def catalogue(self) -> NullTranslations:
        """Return the catalogue, with the host's own entries first."""
        shipped = _shipped(self.code)
        if self._own is None:
            return shipped
        self._own.add_fallback(shipped)
        return self._own


ENGLISH = Language("en", "English", is_complete=True)

LANGUAGES = (
    ENGLISH,
    Language("hi", "हिन्दी", is_complete=True),
    Language("de", "Deutsch", is_complete=True),
    Language("ta", "தமிழ்"),
    Language("te", "తెలుగు"),
    Language("kn", "ಕನ್ನಡ"),
    Language("bn", "বাংলা"),
    Language("mr", "मराठी"),
)


LONGEST_WISH = 400
"""The most characters of a browser's wish that are read: anybody may send more."""


class Languages(Mapping[str, Language]):
    """The languages of a bot by their codes, with a host's own translations if there are any."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` holds the host's catalogues, named like the shipped ones: `de.po`."""
        own: Mapping[str, GNUTranslations] = {}
        self.faults: tuple[str, ...] = ()
        """The faults of the host's catalogues, by file and entry. A faulty translation is left out."""
        if folder is not None:
            # Needed only here and for a catalogue that was not compiled, and slow to import.
            from bot.languages.files import own_words, written_in

            own, self.faults = own_words(folder, [known.code for known in LANGUAGES], _entries())
        self._by_code = {known.code: _with_own(known, own.get(known.code)) for known in LANGUAGES}
        for code in own.keys() - self._by_code.keys():
            name, from_right = written_in(code) or (code, False)
            self._by_code[code] = Language(code, name, from_right=from_right, own=own[code])

    def __getitem__(self, code: str) -> Language:
        return self._by_code[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_code)

    def __len__(self) -> int:
        return len(self._by_code)

    def of_locale(self, locale: str | None) -> Language | None:
        """Return the language of one of Discord's locales or of a POSIX one: `de`, `en-US`, `hi_IN.UTF-8`.

        Return None if the bot does not speak it.
        """
        return self.get(re.split("[-_.@]", locale or "")[0].lower())

    def wanted(self, accepted: str) -> Language:
        """Return the language that suits a browser's wish best: `de-AT,de;q=0.9,en;q=0.8`.

        Return English if none does.
        """
        asked = [part.partition(";q=") for part in accepted[:LONGEST_WISH].replace(" ", "").split(",")]
        ranked = sorted((part for part in asked if _weight(part[2]) > 0), key=lambda part: -_weight(part[2]))
        found = (self.of_locale(locale) for locale, _, _ in ranked)
        return next((language for language in found if language is not None), self[ENGLISH.code])


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def languages_of(environment: Mapping[str, str]) -> Languages:
    """Return the languages with the translations in the folder `LANGUAGES_DIR`."""
    folder = Path(environment.get("LANGUAGES_DIR", ""))
    return Languages(folder if folder.name and folder.is_dir() else None)


def language_of(environment: Mapping[str, str]) -> Language:
    """Return the language of a terminal, found in its environment as gettext does. Return English if the bot lacks
    it.
    """
    named = next(filter(None, map(environment.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    known = languages_of(environment)
    return next(filter(None, map(known.of_locale, named.split(":"))), known[ENGLISH.code])


def _with_own(known: Language, own: GNUTranslations | None) -> Language:
    if own is None:
        return known
    return Language(
        known.code,
        known.name,
        is_complete=known.is_complete,
        from_right=known.from_right,
        own=own,
    )


def _shipped(code: str) -> NullTranslations:
    folder = Path(__file__).parent / CATALOGUES
    ready, source = folder / f"{code}.mo", folder / f"{code}.po"
    if ready.is_file() and not _is_newer(source, ready):
        with ready.open("rb") as file:
            return GNUTranslations(file)
    if not source.is_file():
        return NullTranslations()
    from bot.languages.files import compiled

    return compiled(source, code)


def _is_newer(source: Path, ready: Path) -> bool:
    """Return whether the source was changed since it was compiled. A built package holds no sources."""
    return source.is_file() and source.stat().st_mtime > ready.stat().st_mtime


def _entries() -> frozenset[tuple[str, str]]:
    """Return the context and the English text of each entry, as far as complete translations hold them."""
    complete = [known.catalogue for known in LANGUAGES if known.is_complete and known is not ENGLISH]
    said: Iterable[str | tuple[str, int]] = chain.from_iterable(getattr(one, "_catalog", {}) for one in complete)
    keys = (key if isinstance(key, str) else key[0] for key in said)
    pairs = (key.rpartition(CONTEXT_ENDS) for key in keys)
    return frozenset((context, text) for context, _, text in pairs)
