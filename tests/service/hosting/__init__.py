"""Processes that share shards, in the service."""
