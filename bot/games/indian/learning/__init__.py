"""What people learn the Indian game by."""
