"""The longer works of `paplu db`."""
