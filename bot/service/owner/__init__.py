"""The owner of the bot: whom it serves, scheduled jobs, backups, and servers that removed it."""
