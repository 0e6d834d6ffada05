"""What is kept of people who had their data erased."""
