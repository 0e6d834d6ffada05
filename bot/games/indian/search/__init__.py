"""The parts of the exact solver: hands as numbers, the points that sequences and sets save, the search, the laying
out.
"""
