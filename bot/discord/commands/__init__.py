"""The slash commands as Discord has them: what they are called and say in its languages, and mentions of them."""
