"""One module for each revision; the first is 0001."""
