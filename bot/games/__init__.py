"""The games: one folder each, and what every game must answer and show."""
