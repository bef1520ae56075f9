"""The table in a terminal, on a whole screen (Textual)."""
