"""What the bot can do, said without Discord."""
