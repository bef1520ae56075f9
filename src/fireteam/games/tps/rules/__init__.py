"""The rules of Table Top Troopers, a file for each section of RULES.md."""
