"""Gin rummy, for two: draw and discard until one knocks, then lay off and compare the deadwood."""
