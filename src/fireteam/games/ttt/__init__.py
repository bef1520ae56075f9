"""Table Top Troopers: squares and one die. The rules are in RULES.md, the way in is `game.py`."""
