"""The texts of the page, by the keys that its scripts use."""

from collections.abc import Mapping

from bot.languages.language import Language
from bot.languages.sentence import Sentence, sentence_in
from bot.page.words import SHARED_WORDS, said
from bot.text.tables import MY_TABLES

WORDS: Mapping[str, Sentence] = {
    **SHARED_WORDS,
    "playAs": Sentence("Play as {name}?"),
    "enter": sentence_in("a button", "Play"),
    "askForLink": Sentence("To play here, press Play in the browser in Discord: it stands under ⋯ and at your tables."),
    "keyGone": Sentence("This link was used or is older than 10 minutes. Ask for a new one in Discord."),
    "signedOut": Sentence("You are signed out here. Ask for a new link in Discord."),
    "notMember": Sentence("You are no longer in this server, so this page has ended."),
    "openTooOften": Sentence("You have this page open too often. Close one of the others, then reload this one."),
    "tooFast": Sentence("This page sent too much at once. Reload it."),
    "readable": Sentence("This address is not encrypted: others in your network can read along."),
    "failed": Sentence("That did not work. Please try again."),
    "tables": MY_TABLES,
    "sound": Sentence("Sound at my turn"),
    "seats": sentence_in("a heading", "Players"),
    "table": sentence_in("a heading", "Table"),
    "hand": sentence_in("a heading", "Your hand"),
    "told": sentence_in("a heading", "Messages"),
    "yourTurn": Sentence("Your turn"),
    "cards": sentence_in("a player", "{count} cards"),
    "secondsLeft": sentence_in("a clock", "{count} s"),
    "empty": sentence_in("a place on the table", "empty"),
    "faceDown": sentence_in("a place on the table", "{count} face down"),
    "joker": sentence_in("a card", "joker"),
    "drawn": sentence_in("a card", "just drawn"),
    "new": sentence_in("on a card", "new"),
    "loose": sentence_in("a heading", "Ungrouped"),
    "group": sentence_in("a heading", "Group {number}"),
    "newGroup": sentence_in("a button", "New group"),
    "undo": sentence_in("a button", "Undo"),
    "unselect": sentence_in("a button", "Unselect"),
    "moveTo": Sentence("Put {cards} here:"),
    "swap": sentence_in("a button", "Joker at {place}"),
    "oneCard": Sentence("Choose one card for that."),
    "how": Sentence("Drag a card, or tap it and then its place."),
}


def spoken(language: Language) -> dict[str, str]:
    """Return the texts of the page in that language; the page fills the names in braces."""
    return said(WORDS, language)
