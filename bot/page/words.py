"""The texts of the modules that several pages share, by the keys that their scripts use."""

from collections.abc import Mapping

from bot.languages.language import Language
from bot.languages.sentence import Sentence, reading, sentence_in

SHARED_WORDS: Mapping[str, Sentence] = {
    "connecting": Sentence("Connecting…"),
    "send": sentence_in("a button", "Send"),
    "sendSome": sentence_in("a button", "Send {count}"),
    "done": sentence_in("a button", "Done"),
    "cancel": sentence_in("a button", "Cancel"),
    "submit": sentence_in("a button", "Submit"),
    "close": sentence_in("a button", "Close"),
    "more": sentence_in("a button", "More"),
    "download": sentence_in("a button", "Download"),
    "needsScript": Sentence("This page needs JavaScript."),
    "lost": Sentence("The connection was lost."),
    "noConnection": Sentence("There is no connection."),
    "select": Sentence("Make a selection"),
    "enlarge": Sentence("Enlarge: {picture}"),
    "picture": Sentence("Picture"),
    "spoiler": Sentence("Spoiler, press to reveal"),
    "tooLarge": Sentence("That is more than 10 MB."),
    "badDate": Sentence("Invalid date"),
    "bytes": sentence_in("the size of a file", "{count} bytes"),
    "kilobytes": sentence_in("the size of a file", "{count} KB"),
    "megabytes": sentence_in("the size of a file", "{count} MB"),
}


def said(words: Mapping[str, Sentence], language: Language) -> dict[str, str]:
    """Return texts in that language; the page fills the names in braces."""
    with reading(language):
        return {key: sentence() for key, sentence in words.items()}
