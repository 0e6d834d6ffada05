"""The western game, with melds on the table: draw, place, lay off, swap, discard."""
