"""Names: of commands and of their options, as far as Discord takes them, and those that rule files give."""

from unicodedata import category, name

A_COMMAND, AN_OPTION = "a command", "an option"
"""The contexts of entries that are names: of what follows the first word of a command, and of options."""
LONGEST_NAME = 32
"""Characters that Discord allows."""

A_RULE_SET, A_PUBLISHER = "the name of a rule set", "the publisher of a rule sheet"
"""The contexts of entries that rule files give; a host's own catalogue may have those of the host's files."""
LONGEST_RULE_SET = 40
"""Characters that a rule file may give."""

_SCRIPTS_WITH_MARKS = ("DEVANAGARI", "THAI")
"""Scripts in which Discord allows more than letters and digits, so that their vowels can be written."""


def is_name(text: str) -> bool:
    """Return whether Discord takes that as a name: small letters and digits of any script, `-`, `_` and `'`."""
    return 0 < len(text) <= LONGEST_NAME and text == text.lower() and all(map(_may_stand, text))


def _may_stand(character: str) -> bool:
    kind = category(character)[0]
    return character in "-_'" or kind in "LN" or (kind == "M" and name(character).startswith(_SCRIPTS_WITH_MARKS))
