"""What a host asks of the database."""
