"""What people learn the western game by."""
