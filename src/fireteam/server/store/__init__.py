"""Storage of tables in SQLite or PostgreSQL; a write is acknowledged once it is on disk."""
