"""Running the bot, and asking how it goes."""
