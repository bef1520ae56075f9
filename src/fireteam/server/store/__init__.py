"""Where tables are kept: SQLite or PostgreSQL, one writer, everything acknowledged after it is on the disk."""
