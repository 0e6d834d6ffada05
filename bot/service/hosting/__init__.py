"""What a host looks after: who answers, copies of the database, servers that leave, and whom the bot serves."""
