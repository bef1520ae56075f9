"""The slow checks, and how much they do."""
