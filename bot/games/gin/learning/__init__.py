"""What teaches gin: its lesson."""
