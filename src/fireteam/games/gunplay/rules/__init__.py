"""The rules of Gunplay, compiled."""
