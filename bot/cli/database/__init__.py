"""The commands of `paplu db`."""
