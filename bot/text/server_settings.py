"""The settings of a server."""

from bot.languages.formats import percent
from bot.languages.sentence import say


def lines(
    chips: bool,
    rake_percent: int,
    league_points: str,
    monthly: bool,
    zone: str,
    language: str,
    disputes: int | None,
    daily: int | None,
    news: int | None = None,
) -> str:
    """Return the settings of a server."""
    lines = [
        say("### Settings of this server"),
        say("**Chips**: on") if chips else say("**Chips**: off: nothing is at stake at any table"),
        say(
            "**Rake**: {percent} of what is won; a rule set with a rake of its own keeps it",
            percent=percent(rake_percent / 100),
        ),
        # Translators: {points} are numbers such as 4 2 1
        say("**League points**: {points}, by place", points=league_points)
        if league_points
        else say("**League points**: the usual ones"),
        say("**Times that people type**: those of {zone}", zone=zone),
        # Translators: {language} is what a language is called by those who speak it, or “As in Discord”
        say("**Language**: {language}", language=language),
        say("**Seasons**: begin by themselves with each month")
        if monthly
        else say("**Seasons**: begun and closed by staff"),
        say("**Deal of the day**: posted each day in {channel}", channel=f"<#{daily}>")
        if daily
        else say("**Deal of the day**: played with `/daily`, posted nowhere"),
        say("**News**: of the host of this bot in {channel}", channel=f"<#{news}>")
        if news
        else say("**News**: of the host of this bot nowhere"),
        say("**Disputes**: staff read of them in {channel}", channel=f"<#{disputes}>")
        if disputes
        else say("**Disputes**: staff find them with `/dispute list`"),
    ]
    return "\n".join(lines)
