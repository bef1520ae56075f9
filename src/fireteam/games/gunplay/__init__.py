"""Gunplay: two bands on a free table in inches, one ten-sided die, and ten modules that may each be left out."""
