"""Computer players: a view in, an action out."""
