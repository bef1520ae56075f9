"""Verbs and events that are declared in one module, and what it then has."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.record import blank
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import new_log

pytestmark = pytest.mark.skipif(JIT, reason="that what is generated compiles, test_verb_functions proves")

SOURCE = """
from __future__ import annotations
from typing import Annotated
from fireteam.core.protocol.choices import Verb
from fireteam.core.protocol.declarations import declare
from fireteam.core.protocol.events import Event
from fireteam.core.protocol.field_kinds import Point, PointName

class Hop(Verb, frozen=True):
    "Hop (HOP-1)."
    to: Annotated[str, Point()]

class Hopped(Event, frozen=True):
    "Somebody hopped (HOP-1)."
    story = "a hop to {to}"
    to: PointName

VERBS, EVENTS = declare(__name__)
"""


def test_the_module_has_numbers_and_functions_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("hops")
    monkeypatch.setitem(sys.modules, "hops", module)
    exec(SOURCE, vars(module))
    assert ((module.Hop,), (module.Hopped,)) == (module.VERBS, module.EVENTS)
    choice, log = blank(Choice), new_log()
    module.write_hop(choice[0], 2, 3)
    assert (choice[0].verb, module.HOP, tuple(module.read_hop(choice[0]))) == (1, 1, (2, 3))
    module.log_hopped(log[0], 2, 3)
    assert log[0].rows[0, :3].tolist() == [module.HOPPED, 2, 3]
    assert module.log_hopped.__module__ == module.read_hop.__module__ == "hops"  # where compiled code looks for them
