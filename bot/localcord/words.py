"""The texts of the page, by the keys that its scripts use."""

from collections.abc import Mapping

from bot.languages.language import Language
from bot.languages.sentence import Sentence, sentence_in
from bot.page.words import SHARED_WORDS, said

WORDS: Mapping[str, Sentence] = {
    **SHARED_WORDS,
    "skip": Sentence("Skip to writing"),
    "channels": Sentence("Channels"),
    "closeChannels": Sentence("Close channels"),
    "toLight": sentence_in("colours to switch to", "Light"),
    "toDark": sentence_in("colours to switch to", "Dark"),
    "switchToLight": Sentence("Switch to light colours"),
    "switchToDark": Sentence("Switch to dark colours"),
    "messages": Sentence("Messages"),
    "newMessages": Sentence("New messages ↓"),
    "hint": Sentence("Message, or / for commands"),
    "open": sentence_in("a button that leads to a channel", "Open"),
    "dismiss": sentence_in("a button", "Dismiss message"),
    "older": sentence_in("a button", "Older messages"),
    "who": Sentence("Who are you?"),
    "failed": Sentence("This interaction failed"),
    "noAnswer": Sentence("The application did not respond"),
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
}


def spoken(language: Language) -> dict[str, str]:
    """Return the texts of the page in that language; the page fills the names in braces."""
    return said(WORDS, language)
