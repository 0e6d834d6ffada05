"""The parts of the exact solver: suits with pure sequences and tunnelas, the search, the laying out."""
