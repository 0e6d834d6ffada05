"""What hosts read, and what the bot says for them."""
