"""What people learn by, alone and in private."""
