"""Deals that people play alone, in the service."""
