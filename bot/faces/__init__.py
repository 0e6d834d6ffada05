"""The face of a game: the questions it answers, its controls, and the parameters of its commands."""
