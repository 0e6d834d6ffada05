"""What the Indian game shows: words, rules, pictures, controls."""
