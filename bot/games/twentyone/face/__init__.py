"""The face of twenty-one-card rummy: words, rules, pictures, controls."""
