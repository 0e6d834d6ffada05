"""The model of Discord: SimCord's on a real clock. It reports private messages to those who may see them."""
