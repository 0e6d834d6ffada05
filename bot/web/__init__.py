"""The page in a browser: a front end beside Discord and the terminal, served by the bot's process."""
