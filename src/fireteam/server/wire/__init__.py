"""Messages between server and clients, and functions that build them."""
