"""What pictures are made of: canvas, letters, colours, cards, fans and signs."""
