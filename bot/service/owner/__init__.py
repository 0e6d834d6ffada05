"""The owner's tools: blocks and maintenance, scheduled jobs, backups, and servers that removed the bot."""
