"""One module a revision, the first is 0001."""
