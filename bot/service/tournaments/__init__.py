"""Community tournaments: announced, signed up for, seated, played and won, said without Discord."""
