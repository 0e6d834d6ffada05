"""What a host looks after: copies of the database, servers that leave, and whom the bot serves."""
