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
        Sentence("turn chips and stakes on or off"),
        Sentence("**Chips**: on"),
        Sentence("**Chips**: off"),
    ),
    "rake_percent": SettingWords(
        sentence_in("an option", "rake"),
        Sentence("percent of winnings that the house keeps: 0 to 50"),
        Sentence("**Rake**: {percent} (unless a rule set has its own)"),
    ),
    "league_points": SettingWords(
        sentence_in("an option", "league"),
        Sentence("league points by place, such as 10 6 3 1, or default"),
        # Translators: {points} are numbers such as 4 2 1
        Sentence("**League points**: {points}, by place"),
        Sentence("**League points**: default"),
    ),
    "zone": SettingWords(
        sentence_in("an option", "zone"),
        Sentence("the time zone of times that people type here, such as Asia/Kolkata"),
        Sentence("**Time zone**: {zone}"),
    ),
    "language": SettingWords(
        sentence_in("an option", "language"),
        Sentence("the language of public messages here"),
        # Translators: {language} is what a language is called by those who speak it, or “As in Discord”
        Sentence("**Language**: {language}"),
    ),
    "look": SettingWords(
        sentence_in("an option", "look"),
        Sentence("the colours of public pictures here"),
        # Translators: {look} is what the colours of pictures are called, such as “Green felt”
        Sentence("**Look**: {look}"),
    ),
    "portraits": SettingWords(
        sentence_in("an option", "portraits"),
        Sentence("whether boards show people's pictures from Discord"),
        Sentence("**Portraits**: boards show people's pictures from Discord"),
        Sentence("**Portraits**: boards show initials"),
    ),
    "archive_hours": SettingWords(
        sentence_in("an option", "archive"),
        Sentence("hours after which I archive the thread of a finished match; 0: never"),
        # Translators: {time} such as "2 hours"
        Sentence("**Threads** of finished matches: archived after {time}"),
        Sentence("**Threads** of finished matches: never archived"),
    ),
    "tells": SettingWords(
        sentence_in("an option", "tell"),
        Sentence("whether I tell people who ask when a table opens"),
        Sentence("**Tell me**: people who ask are told when a table opens"),
        Sentence("**Tell me**: off"),
    ),
    "tell_role": SettingWords(
        sentence_in("an option", "tell_role"),
        Sentence("a role to mention instead; anyone must be able to mention it, or I need Mention Everyone"),
        # Translators: {role} is a mention
        Sentence("**Who is told**: {role} (mentionable by anyone, or I need Mention Everyone)"),
        Sentence("**Who is told**: each person who asks"),
        (sentence_in("an option", "no_tell_role"), Sentence("true: tell people, not a role")),
    ),
    "monthly": SettingWords(
        sentence_in("an option", "monthly"),
        Sentence("start a new season each month by itself"),
        Sentence("**Seasons**: a new one each month"),
        Sentence("**Seasons**: started and ended by staff"),
    ),
    "daily_channel": SettingWords(
        sentence_in("an option", "daily"),
        Sentence("the channel for the deal of the day"),
        Sentence("**Deal of the day**: posted each day in {channel}"),
        Sentence("**Deal of the day**: not posted; play it with `/daily`"),
        (sentence_in("an option", "no_daily"), Sentence("true: stop posting the deal of the day")),
    ),
    "news_channel": SettingWords(
        sentence_in("an option", "news"),
        Sentence("the channel for news from the bot's host"),
        Sentence("**News from the bot's host**: in {channel}"),
        Sentence("**News from the bot's host**: off"),
        (sentence_in("an option", "no_news"), Sentence("true: stop posting news")),
    ),
    "dispute_channel": SettingWords(
        sentence_in("an option", "disputes"),
        Sentence("the channel for disputes and reports, for staff"),
        Sentence("**Disputes and reports**: in {channel}"),
        Sentence("**Disputes and reports**: in `/dispute list`"),
    ),
}
"""The words of the settings that `/rummy server` sets, by field, in the order in which it offers and shows them."""
OPTIONS: Mapping[Sentence, Sentence] = {
    **{words.option: words.about for words in SETTINGS.values()},
    **dict(words.reset for words in SETTINGS.values() if words.reset is not None),
}
"""The options of `/rummy server` and their descriptions."""
