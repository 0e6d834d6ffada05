"""The slash commands in Discord: their names and texts in its languages, and mentions of them."""
