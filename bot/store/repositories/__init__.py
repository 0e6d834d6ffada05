"""What can be stored and asked, one topic a module."""
