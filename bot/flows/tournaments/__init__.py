"""What people do at tournaments and what staff steer, from buttons and commands alike."""
