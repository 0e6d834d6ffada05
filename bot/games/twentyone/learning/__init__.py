"""What teaches twenty-one-card rummy: its lesson."""
