"""Views into Discord: custom ids, messages and whatever shows them."""
