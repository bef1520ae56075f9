"""The server: matches over HTTP and WebSocket, stored in a database. It contains no code for a particular game."""
