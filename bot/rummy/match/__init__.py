"""Deals counted together: formats, totals, places, chips."""
