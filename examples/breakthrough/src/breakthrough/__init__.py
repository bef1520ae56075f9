"""Breakthrough for Fireteam."""
