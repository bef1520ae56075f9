"""Storage of tables in SQLite or PostgreSQL: one thread writes, and a write is acknowledged once it is on disk."""
