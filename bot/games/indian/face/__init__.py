"""The face of the Indian game: words, rules, pictures, controls."""
