"""The parts of the exact solver: hands as numbers, what sequences and sets spare, the search, the laying out."""
