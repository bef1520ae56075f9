"""The proof that a scenario can begin: each team has somebody who may order something, if only to pass (FS3-24.14)."""

from __future__ import annotations

from msgspec.structs import replace

from ..content import Content, default_options, places_of
from ..opening_state import opening_states
from ..options import DESK
from ..rules.ground import is_up, takes_part
from ..scenario_entries import Scenario
from ..tables_build import build_tables, sheets_of


def teams_without_order(scenario: Scenario, content: Content) -> list[int]:
    """The teams of which nobody may order anything in the first turn.

    What stands on the map makes no difference to that, and the ways round it take their time: it is left out.
    """
    sheets = sheets_of(content, scenario)
    bare = replace(scenario, walls=(), features=())
    tables = build_tables(content, bare, {**default_options(content), "desk": DESK[0]}, sheets)
    state = opening_states(tables, content, sheets)[0]
    places = places_of(scenario)
    able = {place.team for k, place in enumerate(places) if takes_part(state, k) and is_up(state, k)}
    return [team for team in sorted({place.team for place in places}) if team not in able]
