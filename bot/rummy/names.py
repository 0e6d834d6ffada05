"""Names as people type them: without case, accents, spaces and marks."""

import unicodedata


def folded(text: str) -> str:
    """What two ways to type one name have in common: `pool101` of `Pool 101` and `pool_101`, `romme` of `Rommé`."""
    spelt = unicodedata.normalize("NFKD", text.casefold())
    # Separators, marks on letters, punctuation and control characters; a suit sign is a symbol and stays.
    return "".join(char for char in spelt if unicodedata.category(char)[0] not in "ZMPC")
