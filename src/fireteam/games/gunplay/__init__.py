"""Gunplay: two bands on a free table, one ten-sided die. The rules are in RULES.md, the way in is `game.py`."""
