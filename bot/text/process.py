"""What the process says to the person who runs it."""

PORTAL = "https://discord.com/developers/applications"

NO_TOKEN = (
    f"DISCORD_TOKEN is not set. Get a token at {PORTAL} (your application, Bot, Reset Token) and put it into .env. "
    'Without one you can run `paplu play` and `paplu solve --rules circle --wild 7 "2H 3H 4H ..."`.'
)
NOTHING_SHAPES = (
    "FriBiDi is missing (Debian: apt install libfribidi0). Names in Indian scripts, Arabic, Hebrew and Thai show as "
    "“Player 3” in pictures."
)
BAD_TOKEN = f"Discord does not know this DISCORD_TOKEN. Get a new one at {PORTAL} (your application, Bot, Reset Token)."
UPGRADED = "a newer version of the bot has upgraded the database"
