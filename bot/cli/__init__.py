"""The command line, one file a command: `main` reads the arguments and imports the command that was called."""
