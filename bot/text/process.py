"""The messages of the process to the person who runs it."""

_PORTAL = "https://discord.com/developers/applications"

NOTHING_SHAPES = (
    "FriBiDi is missing (Debian: apt install libfribidi0). Names in Indian scripts, Arabic, Hebrew and Thai show as "
    "“Player 3” in pictures."
)
"""A warning for the log."""
UPGRADED = "a newer version of the bot has upgraded the database"


def foreign(owner: int, application: int) -> str:
    """Return why a database of another bot account is refused."""
    return (
        f"it belongs to the application {owner} of Discord, and DISCORD_TOKEN to {application}. Nothing was changed. "
        f"Name another database; or, if {application} is to go on with this one, stop its bot and run paplu db release."
    )


def no_token() -> str:
    """Return what to do without a token."""
    return (
        f"DISCORD_TOKEN is not set. Get a token at {_PORTAL} (your application, Bot, Reset Token) "
        "and put it into .env. "
        'Without one you can run `paplu play` and `paplu solve --rules circle --wild 7 "2H 3H 4H ..."`.'
    )


def bad_token() -> str:
    """Return what to do when Discord refuses the token."""
    return f"Discord does not know this DISCORD_TOKEN. Get a new one at {_PORTAL} (your application, Bot, Reset Token)."
