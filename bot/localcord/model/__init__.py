"""The model of Discord: SimCord's, on a real clock, with private messages told to whoever may see them."""
