"""Catalogues as files: read, checked and compiled by Babel, which is slow to import."""

from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, PoFileParser

from bot.languages.names import (
    A_COMMAND,
    A_PUBLISHER,
    A_RULE_SET,
    AN_OPTION,
    LONGEST_NAME,
    LONGEST_RULE_SET,
    is_name,
)

A_BUTTON = "a button"
"""The context of labels of buttons."""
LONGEST = {A_BUTTON: 80, A_RULE_SET: LONGEST_RULE_SET}
"""The most characters of an entry, by its context. Discord limits those of buttons."""

MOST_PLURALS = 6
"""The most plural forms of a catalogue. No language that the CLDR knows has more."""

EntryKey = tuple[str, str]
"""The context, if any, and the English text (its singular)."""


class TooManyPluralsError(ValueError):
    """A catalogue names more plural forms than a language has."""


class _Catalogue(Catalog):
    """A catalogue with few plural forms. Babel takes memory for as many as a header names, in each entry."""

    @property
    def num_plurals(self) -> int:
        """Return the number of plural forms.

        Raises:
            TooManyPluralsError: there are too many.
        """
        number = super().num_plurals
        if number > MOST_PLURALS:
            raise TooManyPluralsError
        return number


def compiled(source: Path, code: str) -> GNUTranslations:
    """Return the catalogue in that file.

    Raises:
        OSError: the file cannot be read.
        PoFileError: it is no catalogue.
    """
    return _translations(_read(source, code))


def own_words(
    folder: Path, codes: Collection[str], known: Collection[EntryKey]
) -> tuple[dict[str, GNUTranslations], tuple[str, ...]]:
    """Return a host's catalogues by the codes of their languages, and their faults.

    A faulty translation is left out. Without `known` entries, it is not checked whether the bot uses an entry.
    """
    own: dict[str, GNUTranslations] = {}
    faults: list[str] = []
    for file in sorted(folder.glob("*.po")):
        if file.stem not in codes and written_in(file.stem) is None:
            faults.append(f"{file.name}: no language that the CLDR knows, such as {', '.join(codes)}")
            continue
        try:
            catalogue = _read(file, file.stem)
            plurals = catalogue.num_plurals
        except TooManyPluralsError:
            faults.append(f"{file.name}: more than {MOST_PLURALS} plural forms")
            continue
        except (OSError, ValueError, LookupError, PoFileError) as error:
            faults.append(f"{file.name}: cannot be read: {type(error).__name__}")
            continue
        for (context, text), message in entries(catalogue).items():
            found = list(faults_of(message, plurals))
            if found:
                catalogue.delete(message.id, message.context)
            elif known and (context, text) not in known and context not in (A_RULE_SET, A_PUBLISHER):
                found = ["is nothing that the bot says"]
            faults += [f"{file.name}: {text!r} {fault}" for fault in found]
        try:
            own[file.stem] = _translations(catalogue)
        except (ValueError, LookupError, ArithmeticError, RecursionError):
            faults.append(f"{file.name}: its plural forms cannot be used")
    return own, tuple(faults)


def written_in(code: str) -> tuple[str, bool] | None:
    """Return the name of a language in that language, and whether it is written from right to left.

    Return None if the code names no language.
    """
    try:
        known = Locale.parse(code)
    except (ValueError, UnknownLocaleError):
        return None
    is_one = known.language == code != "root"
    return (known.get_display_name() or code, known.text_direction == "rtl") if is_one else None


def entries(catalogue: Catalog) -> dict[EntryKey, Message]:
    """Return the entries of a catalogue without its header."""
    return {(one.context or "", texts(one.id)[0]): one for one in catalogue if one.id}


def texts(text: object) -> tuple[str, ...]:
    """Return the singular, and the plural forms if there are any."""
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def faults_of(message: Message, plurals: int) -> Iterator[str]:
    """Yield the faults of a translation into a language with `plurals` plural forms."""
    english, said = texts(message.id), texts(message.string)
    if message.fuzzy or not any(said):
        return
    if message.pluralizable and (len(said) != plurals or not all(said)):
        yield "lacks a plural form"
    if any(text and not text.strip() for text in said):
        yield "is blank"
    most = LONGEST.get(message.context or "")
    if most and max(map(len, said)) > most:
        yield f"is longer than the {most} characters of {message.context}"
    if message.context in (A_COMMAND, AN_OPTION) and not all(map(is_name, said)):
        yield f"is no name that Discord takes: small letters and digits, `-` and `_`, at most {LONGEST_NAME}"
    allowed = frozenset().union(*map(placeholders, english))
    needed = allowed - {"number"} if message.pluralizable else allowed
    for text in filter(None, said):
        try:
            found = placeholders(text)
        except ValueError:
            yield f"has braces that are no placeholders: {text!r}"
            continue
        if not needed <= found <= allowed:
            yield f"names other placeholders: {text!r}"


def placeholders(text: str) -> frozenset[str]:
    """Return the names in braces.

    Raises:
        ValueError: the braces are no placeholders, or hold a format.
    """
    found = [parsed for parsed in Formatter().parse(text) if parsed[1] is not None]
    if any(spec or conversion for _, _, spec, conversion in found):
        raise ValueError("more than a name in braces")
    return frozenset(name for _, name, _, _ in found if name is not None)


def _read(source: Path, code: str) -> Catalog:
    catalogue = _Catalogue(locale=code)
    parser = PoFileParser(catalogue, abort_invalid=True)
    parser.parse(BytesIO(source.read_bytes().removeprefix(BOM_UTF8)))
    return catalogue


def _translations(catalogue: Catalog) -> GNUTranslations:
    file = BytesIO()
    write_mo(file, catalogue)
    made = GNUTranslations(BytesIO(file.getvalue()))
    # gettext works out a plural form even for each entry that it does not find.
    forms = {made.plural(number) for number in (*range(201), 10**6)}  # type: ignore[attr-defined]
    if not all(0 <= form < catalogue.num_plurals for form in forms):
        raise ValueError("no such plural form")
    return made
