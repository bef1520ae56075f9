"""Fireteam: one engine and one table for tabletop skirmish wargames."""

__version__ = "0.1.0"
