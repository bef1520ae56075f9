"""The table for friends far away: matches over HTTP and WebSocket, kept in a database. It knows no game."""
