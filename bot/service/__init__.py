"""Everything the bot can do, without Discord."""
