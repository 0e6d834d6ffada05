"""The face of a game as all games have it: what it answers, its controls, and the choices of commands."""
