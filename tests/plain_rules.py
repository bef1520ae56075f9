"""Servers of tests run plain rules, and yet make choices as those with compiled ones do."""

from __future__ import annotations

from fireteam.server.tables import quick_choices


def choose_quickly() -> None:
    """Let servers of this process make quick choices by plain rules too, where others wait until they are compiled."""
    quick_choices.is_compiled = lambda: True  # type: ignore[attr-defined]
