"""The page attempts the same as the terminal, whatever is owed and wherever somebody taps."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from fireteam.core.protocol.choices import name_of
from fireteam.core.protocol.interaction import attempts
from fireteam.registry import find_game, games
from fireteam.server.wire.forms import forms
from tests.web.page_source import by_page

EACH = """
  const { verbs, owed, isAtUnit } = JSON.parse(line);
  return page.attempts(verbs, new Set(owed), isAtUnit).map((group) => group.map(({ verb }) => verb));
"""


@pytest.mark.parametrize("name", games())
def test_the_page_attempts_what_the_terminal_does(name: str) -> None:
    verbs, luck = find_game(name).verbs, Random(name)
    told = msgspec.to_builtins(forms(verbs))
    names = [name_of(verb) for verb in verbs]
    cases = [
        (luck.sample(names, luck.randrange(len(names))), is_at_unit) for is_at_unit in (True, False) for _ in names
    ]
    found = by_page("play/attempts.ts", EACH, [{"verbs": told, "owed": owed, "isAtUnit": at} for owed, at in cases])
    assert found == [[[name_of(verb) for verb in group] for group in attempts(verbs, owed, at)] for owed, at in cases]
