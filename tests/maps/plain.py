"""A map for tests."""

from pathlib import Path

PLAIN_DEPOT = (str(Path(__file__).with_name("plain_depot")),)
"""The pack, for a setting, in which Depot is as it first was: tests of places on it do not follow what is tuned."""
