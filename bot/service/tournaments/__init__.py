"""Community tournaments: announcement, sign-up, seating, rounds and prizes, without Discord."""
