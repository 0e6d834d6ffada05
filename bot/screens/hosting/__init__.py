"""What a host shows."""
