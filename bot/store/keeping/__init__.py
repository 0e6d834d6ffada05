"""What is done to a whole database at once: moving it, and letting old records go."""
