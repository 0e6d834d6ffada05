"""Monitoring of a running bot: metrics, health, error reports, and the server for them."""
