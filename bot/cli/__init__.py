"""The command line, with one file for each command. `main` reads the arguments and imports the command they name."""
