"""What a host needs to know and choose of servers and people."""
