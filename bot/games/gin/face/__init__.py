"""The face of gin: words, rules, pictures, controls."""
