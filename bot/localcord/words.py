"""The texts of the page, by the keys that its scripts use."""

from collections.abc import Mapping

from bot.languages.language import Language
from bot.languages.sentence import Sentence, reading, sentence_in

WORDS: Mapping[str, Sentence] = {
    "skip": Sentence("Skip to writing"),
    "channels": Sentence("Channels"),
    "closeChannels": Sentence("Close channels"),
    "toLight": sentence_in("colours to switch to", "Light"),
    "toDark": sentence_in("colours to switch to", "Dark"),
    "switchToLight": Sentence("Switch to light colours"),
    "switchToDark": Sentence("Switch to dark colours"),
    "connecting": Sentence("Connecting…"),
    "messages": Sentence("Messages"),
    "newMessages": Sentence("New messages ↓"),
    "hint": Sentence("Message, or / for commands"),
    "send": sentence_in("a button", "Send"),
    "sendSome": sentence_in("a button", "Send {count}"),
    "cancel": sentence_in("a button", "Cancel"),
    "submit": sentence_in("a button", "Submit"),
    "open": sentence_in("a button that leads to a channel", "Open"),
    "close": sentence_in("a button", "Close"),
    "more": sentence_in("a button", "More"),
    "dismiss": sentence_in("a button", "Dismiss message"),
    "older": sentence_in("a button", "Older messages"),
    "download": sentence_in("a button", "Download"),
    "who": Sentence("Who are you?"),
    "needsScript": Sentence("This page needs JavaScript."),
    "failed": Sentence("This interaction failed"),
    "noAnswer": Sentence("The application did not respond"),
    "lost": Sentence("The connection was lost."),
    "noConnection": Sentence("There is no connection."),
    "mentioned": Sentence("You were mentioned in {channel}"),
    "forYou": Sentence("There is something for you in {channel}"),
    "noSuchCommand": Sentence("No such command"),
    "noCommand": Sentence("There is no command {command}"),
    "noOption": Sentence("{command} has no option “{typed}”"),
    "leaveCommand": Sentence("Leave this command"),
    "pressSend": Sentence("press Send"),
    "pressSendOrAdd": Sentence("press Send, or add an option"),
    "enterSends": Sentence("{command}: {about} Enter sends it."),
    "enterSendsOrOptions": Sentence("{command}: {about} Enter sends it, the arrow keys offer options."),
    "suggestions": Sentence("Suggestions"),
    "true": sentence_in("a choice", "True"),
    "false": sentence_in("a choice", "False"),
    "used": Sentence("{who} used {command}"),
    "unknownPerson": Sentence("A player"),
    "thinking": Sentence("{who} is thinking…"),
    "joined": Sentence("joined the server."),
    "edited": Sentence("(edited)"),
    "only": Sentence("Only you can see this"),
    "onlyYou": Sentence("Only you: {message}"),
    "thread": Sentence("{who} started a thread:"),
    "directMessages": Sentence("Direct messages"),
    "mentions": Sentence("mentions"),
    "unread": Sentence("unread"),
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


def spoken(language: Language) -> dict[str, str]:
    """Return the texts of the page in that language; the page fills the names in braces."""
    with reading(language):
        return {key: sentence() for key, sentence in WORDS.items()}
