"""Disputes about finished matches: the forms in which they are typed, and what is shown of them."""
