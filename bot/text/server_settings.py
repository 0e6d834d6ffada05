"""The settings of a server, and the options of `/rummy server` that change them."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.languages.sentence import Sentence, sentence_in

TITLE = Sentence("### Settings of this server")


@dataclass(frozen=True, slots=True)
class SettingWords:
    """The words of a setting."""

    option: Sentence
    about: Sentence
    """The description of the option."""
    on: Sentence
    """The line of the setting, with a placeholder for its value unless that is on or off."""
    off: Sentence | None = None
    """The line if the setting is off or has no value; None if it always has one."""
    reset: tuple[Sentence, Sentence] | None = None
    """The option that brings the default back, and its description; None if there is none."""


SETTINGS: Mapping[str, SettingWords] = {
    "chips": SettingWords(
        sentence_in("an option", "chips"),
        Sentence("whether there are chips and stakes here"),
        Sentence("**Chips**: on"),
        Sentence("**Chips**: off: nothing is at stake at any table"),
    ),
    "rake_percent": SettingWords(
        sentence_in("an option", "rake"),
        Sentence("percent of what is won that the house keeps: 0 to 50"),
        Sentence("**Rake**: {percent} of what is won; a rule set with a rake of its own keeps it"),
    ),
    "league_points": SettingWords(
        sentence_in("an option", "league"),
        Sentence("league points by place, such as 10 6 3 1; default: the usual ones"),
        # Translators: {points} are numbers such as 4 2 1
        Sentence("**League points**: {points}, by place"),
        Sentence("**League points**: the usual ones"),
    ),
    "zone": SettingWords(
        sentence_in("an option", "zone"),
        Sentence("the time zone in which people here type times, such as Asia/Kolkata"),
        Sentence("**Times that people type**: those of {zone}"),
    ),
    "language": SettingWords(
        sentence_in("an option", "language"),
        Sentence("the language of what I post for all here"),
        # Translators: {language} is what a language is called by those who speak it, or “As in Discord”
        Sentence("**Language**: {language}"),
    ),
    "look": SettingWords(
        sentence_in("an option", "look"),
        Sentence("the colours of the pictures that I post for all here"),
        # Translators: {look} is what the colours of pictures are called, such as “Green felt”
        Sentence("**Look** of pictures: {look}"),
    ),
    "portraits": SettingWords(
        sentence_in("an option", "portraits"),
        Sentence("whether boards show people's pictures from Discord"),
        Sentence("**Portraits**: boards show people's pictures from Discord"),
        Sentence("**Portraits**: boards show initials"),
    ),
    "monthly": SettingWords(
        sentence_in("an option", "monthly"),
        Sentence("whether seasons begin by themselves with each month"),
        Sentence("**Seasons**: begin by themselves with each month"),
        Sentence("**Seasons**: begun and closed by staff"),
    ),
    "daily_channel": SettingWords(
        sentence_in("an option", "daily"),
        Sentence("the channel in which I post the deal of the day, once a day"),
        Sentence("**Deal of the day**: posted each day in {channel}"),
        Sentence("**Deal of the day**: played with `/daily`, posted nowhere"),
        (sentence_in("an option", "no_daily"), Sentence("true: I post the deal of the day nowhere any more")),
    ),
    "news_channel": SettingWords(
        sentence_in("an option", "news"),
        Sentence("the channel in which I post what the host of this bot has to say"),
        Sentence("**News**: of the host of this bot in {channel}"),
        Sentence("**News**: of the host of this bot nowhere"),
        (sentence_in("an option", "no_news"), Sentence("true: I post that nowhere any more")),
    ),
    "dispute_channel": SettingWords(
        sentence_in("an option", "disputes"),
        Sentence("the channel in which staff read of disputed results"),
        Sentence("**Disputes**: staff read of them in {channel}"),
        Sentence("**Disputes**: staff find them with `/dispute list`"),
    ),
}
"""The words of the settings that `/rummy server` sets, by field, in the order in which it offers and shows them."""
OPTIONS: Mapping[Sentence, Sentence] = {
    **{words.option: words.about for words in SETTINGS.values()},
    **dict(words.reset for words in SETTINGS.values() if words.reset is not None),
}
"""The options of `/rummy server` and their descriptions."""
