"""What the process says to the person who runs it."""

from bot.languages.sentence import Sentence, say

_PORTAL = "https://discord.com/developers/applications"

NOTHING_SHAPES = (
    "FriBiDi is missing (Debian: apt install libfribidi0). Names in Indian scripts, Arabic, Hebrew and Thai show as "
    "“Player 3” in pictures."
)
"""For the log."""
UPGRADED = Sentence("a newer version of the bot has upgraded the database")


def foreign(owner: int, application: int) -> str:
    """Return the database belongs to another bot account."""
    return say(
        "it belongs to the application {owner} of Discord, and DISCORD_TOKEN to {application}. Nothing was changed. "
        "Name another database; or, if {application} is to go on with this one, stop its bot and run paplu db release.",
        owner=owner,
        application=application,
    )


def no_token() -> str:
    """The process has no token."""
    # Translators: Bot and Reset Token are words of Discord's page
    return say(
        "DISCORD_TOKEN is not set. Get a token at {portal} (your application, Bot, Reset Token) and put it into .env. "
        'Without one you can run `paplu play` and `paplu solve --rules circle --wild 7 "2H 3H 4H ..."`.',
        portal=_PORTAL,
    )


def bad_token() -> str:
    """Discord refuses the token."""
    # Translators: Bot and Reset Token are words of Discord's page
    return say(
        "Discord does not know this DISCORD_TOKEN. Get a new one at {portal} (your application, Bot, Reset Token).",
        portal=_PORTAL,
    )
