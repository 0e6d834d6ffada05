"""What people do alone, to learn or for the day."""
