"""Section 11: what may be measured before the call, and so what odds are shown with the choices."""

from __future__ import annotations

import pytest

from fireteam.games.tps.decision import DECISION
from fireteam.games.tps.game import GAME
from tests.games.tps.positions import number

FACING = (
    "de_depot {options} phase=4 owing=3 n_units=2 round_number=1 turn=1 units.0.alive=1 units.0.x=10000000"
    " units.0.y=20000000 units.0.health=3 {held} units.1.side=1 units.1.alive=1 units.1.x=14500000 units.1.y=20400000"
    " units.1.health=3 units.1.sidearm.gear=3 units.1.called=2 units.1.weapon=2"
)


def odds_are_shown(weapon: str, slot: str, number_of_slot: int, **options: str) -> bool:
    held = f"units.0.{slot}.gear={number(weapon) + 1} units.0.called={number_of_slot} units.0.weapon={number_of_slot}"
    chosen = ",".join(f"{name}={value}" for name, value in {"teams": "1v1", **options}.items())
    setting, states = GAME.read_position(FACING.format(options=chosen, held=held))
    attacks = [option for option in DECISION.decision(setting, states, 0).options if option.verb == "fire"]
    assert attacks and len({bool(option.odds) for option in attacks}) == 1
    return bool(attacks[0].odds)


@pytest.mark.clause("TPS-11.8", "TPS-11.9")
def test_only_for_split_pools_is_anything_measured_before_the_call() -> None:
    assert odds_are_shown("spas12", "primary", 1)
    assert not odds_are_shown("mp5", "primary", 1)
    assert not odds_are_shown("glock18", "sidearm", 2)


@pytest.mark.clause("TPS-11.9")
def test_or_for_every_weapon_by_the_option() -> None:
    assert odds_are_shown("mp5", "primary", 1, sv_premeasure="1")
    assert odds_are_shown("glock18", "sidearm", 2, sv_premeasure="1")
