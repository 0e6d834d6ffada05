"""What a host sees of a running bot: counts and times, whether it is well, and where both can be asked for."""
