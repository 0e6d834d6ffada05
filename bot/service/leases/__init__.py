"""Leases of shards: which process answers for which servers."""
