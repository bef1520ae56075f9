"""The rules of Gunplay, a file for each section of RULES.md."""
