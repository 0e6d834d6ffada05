"""The coach of the Indian game: what a player could do, in numbers. It knows what the player may know."""
