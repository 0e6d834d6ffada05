"""Commands for the host of the bot, in the server of its owner alone."""
