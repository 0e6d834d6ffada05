"""The coach of twenty-one-card rummy: what a player could do, in numbers. It knows what the player may know."""
