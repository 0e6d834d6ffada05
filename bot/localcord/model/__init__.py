"""The model of Discord: SimCord's, on a real clock; reports private messages to those who may see them."""
