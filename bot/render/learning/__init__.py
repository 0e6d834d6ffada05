"""Pictures of what people do alone, to learn or for the day."""
