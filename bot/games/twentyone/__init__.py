"""Twenty-one-card rummy: the Indian game with three packs, value cards, and four ways to declare."""
