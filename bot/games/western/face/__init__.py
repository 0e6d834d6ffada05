"""What the western game shows: words, rules, pictures, controls."""
