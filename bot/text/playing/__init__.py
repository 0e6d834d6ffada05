"""What is said while a table is played, and at its end."""
