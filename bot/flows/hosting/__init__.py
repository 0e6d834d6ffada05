"""What the host of the bot does from Discord."""
