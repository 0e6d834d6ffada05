"""Benchmarks: run one by name with `python -m tests.bench NAME`. Nothing here is a timed test."""
