"""Pictures: a frozen value in, PNG bytes out, and the words that stand for each picture."""
