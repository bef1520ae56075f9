"""Enter on a place of a free table: what whoever acts does there, straight, by every game's own verbs."""

from __future__ import annotations

import pytest

from fireteam.match.decision import decision_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal.input.menu import Menu
from fireteam.terminal.screen.selection import Selection
from fireteam.terminal.screen.selection_acts import SelectionActs


@pytest.mark.parametrize(
    ("game", "scenario", "before", "unit", "line"),
    [
        ("gunplay", "main_street", "activate A2", "A2", "move A2 {x},{y}"),
        ("fs3", "sparring", "", "anna", "pass path={x},{y}"),
    ],
)
def test_enter_on_an_empty_place_goes_there(game: str, scenario: str, before: str, unit: str, line: str) -> None:
    """What is offered is lawful, and another verb's refusal is not told in its place."""
    setting = find_game(game).make_setting(scenario)
    match = Match(setting, [Seat(slot, 1 << k) for k, slot in enumerate(setting.slots)], secret_of_seed(3))
    if before:
        while (found := choice(match, before)) is None:
            match.act(*(choice(match, "") or ()))
        match.act(*found)
    slot = match.slots_to_act()[0]
    seat = match.seat_of(slot)
    assert seat is not None
    view = match.view(seat.name)
    scene = setting.game.scene(setting, view)
    own = next(token for token in scene.tokens if token.unit == unit)
    place = own.x + 1.5, own.y - 1.0
    hand = Selection(Menu(decision_of(setting, view, slot), scene, setting.game.verbs), unit, place)
    act = SelectionActs(hand).default_act()
    assert act is not None and act.option is not None
    assert act.option.notation == line.format(x=f"{place[0]:g}", y=f"{place[1]:g}")
    assert match.refusal_of(seat.name, act.option.notation, slot) is None


def choice(match: Match, beginning: str) -> tuple[str, str] | None:
    """Who is to choose, and a choice of theirs that begins so; None if there is none."""
    slot = match.slots_to_act()[0]
    seat = match.seat_of(slot)
    assert seat is not None
    options = decision_of(match.setting, match.view(seat.name), slot).options
    return next(((seat.name, one.notation) for one in options if one.notation.startswith(beginning)), None)
