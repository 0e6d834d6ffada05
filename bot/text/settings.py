"""The preferences of a player: the label of each, and its meaning on and off."""

from collections.abc import Mapping

from bot.codes import Look
from bot.languages.language import Language
from bot.languages.sentence import Sentence, say, sentence_in

TITLE = Sentence("### Your settings")
LIMITS = sentence_in("a button", "Limits…")

AS_IN_DISCORD = sentence_in("a language", "As in Discord")

LABELS: Mapping[str, tuple[Sentence, Sentence, Sentence]] = {
    "dm": (
        sentence_in("a button", "Hand by DM"),
        Sentence("your hand comes by direct message"),
        Sentence("open it with **My hand**; only you see it"),
    ),
    "four_colour": (
        sentence_in("a button", "Four colours"),
        Sentence("clubs are green, diamonds blue"),
        Sentence("clubs are black, diamonds red"),
    ),
    "large": (
        sentence_in("a button", "Large cards"),
        Sentence("larger cards and letters in your hand"),
        Sentence("normal size"),
    ),
    "reviewed": (
        sentence_in("a button", "Review matches"),
        Sentence("`/profile` counts reviews of all your matches"),
        Sentence("`/profile` counts only reviews you asked for"),
    ),
    "portrait": (
        sentence_in("a button", "My picture"),
        Sentence("boards show your picture from Discord"),
        Sentence("boards show your initials"),
    ),
    "card_buttons": (
        sentence_in("a button", "Cards as buttons"),
        Sentence("your hand has a button for each card, which throws it"),
        Sentence("your hand has a menu of the cards to throw"),
    ),
    "text_only": (
        sentence_in("a button", "Text only"),
        Sentence("your hand comes in words"),
        Sentence("your hand comes as a picture"),
    ),
}
"""The label of each preference, its meaning if on, and its meaning if off."""


def line(name: str, on: bool) -> str:
    """Return the state of a preference."""
    label, meaning_on, meaning_off = LABELS[name]
    # Translators: {label} is what a setting is called, {meaning} is what that means
    if on:
        return say("✅ **{label}**: {meaning}", label=label(), meaning=meaning_on())
    return say("▫️ **{label}**, off: {meaning}", label=label(), meaning=meaning_off())


LOOKS: Mapping[Look, Sentence] = {
    Look.FELT: sentence_in("a look", "Green felt"),
    Look.MIDNIGHT: sentence_in("a look", "Midnight"),
    Look.PAPER: sentence_in("a look", "Paper"),
}
"""The names of the looks of pictures, in the order in which they are offered."""


def look(chosen: Look) -> str:
    """Return the chosen look."""
    # Translators: {look} is what the colours of pictures are called, such as “Green felt”
    return say("🎨 **Look** of your pictures: {look}", look=LOOKS[chosen]())


def language(called: str) -> str:
    """Return the chosen language."""
    # Translators: {language} is what a language is called by those who speak it, or “As in Discord”
    return say("🌐 **Language**: {language}", language=called)


def no_language(typed: str) -> str:
    """Return the answer that a typed text is no language of the bot."""
    return say("I do not know the language {language}. Choose one from the list while you type.", language=typed)


def language_name(language: Language) -> str:
    """Return the name of a language, marked if it is a draft, which covers only texts that players meet."""
    # Translators: {name} is what a language is called by those who speak it
    return language.name if language.is_complete else say("{name} (draft)", name=language.name)
