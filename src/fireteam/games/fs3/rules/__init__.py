"""The rules of FS3."""
