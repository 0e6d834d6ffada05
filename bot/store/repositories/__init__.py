"""Repositories: storage and queries, one module for each topic."""
