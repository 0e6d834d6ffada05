"""The parts of pictures: canvas, letters, colours, cards, fans and signs."""
