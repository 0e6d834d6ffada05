"""Names of commands and their options, within Discord's rules, and names from rule files."""

from unicodedata import category, name

A_COMMAND, AN_OPTION = "a command", "an option"
"""The contexts of entries that are names: the words after the first word of a command, and options."""
LONGEST_NAME = 32
"""The most characters that Discord allows."""

A_RULE_SET, A_PUBLISHER = "the name of a rule set", "the publisher of a rule sheet"
"""The contexts of entries from rule files. A host's own catalogue may have those of the host's files."""
LONGEST_RULE_SET = 40
"""The most characters of a name in a rule file."""

_SCRIPTS_WITH_MARKS = ("DEVANAGARI", "THAI")
"""Scripts in which Discord allows more than letters and digits, because their vowels need it."""


def is_name(text: str) -> bool:
    """Return whether Discord accepts the text as a name: small letters and digits of any script, `-`, `_` and `'`."""
    return 0 < len(text) <= LONGEST_NAME and text == text.lower() and all(map(_may_stand, text))


def _may_stand(character: str) -> bool:
    kind = category(character)[0]
    return character in "-_'" or kind in "LN" or (kind == "M" and name(character).startswith(_SCRIPTS_WITH_MARKS))
