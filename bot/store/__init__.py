"""The storage layer: SQLAlchemy Core on SQLite or PostgreSQL; it knows nothing of rules."""
