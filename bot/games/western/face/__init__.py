"""The face of the western game: words, rules, pictures, controls."""
