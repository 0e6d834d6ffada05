"""The sentences of what people play alone, to learn or for the day."""
