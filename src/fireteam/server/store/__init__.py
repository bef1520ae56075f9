"""Storage of tables in SQLite or PostgreSQL: one thread or process writes, and a write is acknowledged once it is on disk."""
