"""The reason of a referee's act, as it is typed: what stands after `because`."""

from __future__ import annotations

REASON_WORD = "because"


def split_reason(words: list[str]) -> tuple[list[str], str]:
    """What stands before `because`, and the reason after it."""
    small = [word.lower() for word in words]
    at = small.index(REASON_WORD) if REASON_WORD in small else len(words)
    return words[:at], " ".join(words[at + 1 :])
