"""The processes at a database, and what a host needs to know and choose of servers and people."""
