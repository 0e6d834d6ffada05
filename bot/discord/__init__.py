"""The connection to Discord: the client, answers and channels, from screens to Discord and from presses back."""
