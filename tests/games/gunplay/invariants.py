"""What every position of Gunplay must keep, whatever was chosen, and a small match to try it on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from fireteam.core.dice import tape
from fireteam.core.engine.dispatch import advance, apply_choices, redact
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import is_at_decision
from fireteam.games.gunplay import events, state
from fireteam.games.gunplay.names import read_inches
from fireteam.games.gunplay.tables import SIDE
from tests.games.gunplay.table import POSTURES, At, number_of, phase_of, table

PIECES = [("tall", [9, 6, 11, 9]), ("low", [6, 4, 6.5, 8]), ("woods", [12, 2, 15, 5]), ("low", [13, 8, 14, 8.5])]
BANDS = (
    "A1 5,5 smg_medium pistol_light Leader Hardened blade",
    "A2 5,8 rifle_heavy Timid Fast",
    "A3 7,3 shotgun_heavy_double Medic hiding",
    "B1 14,7 pistol_heavy Leader Quick heavy_blade",
    "B2 16,4 bolt_medium Sniper Slow",
    "B3 12.5,10 carbine_medium Brawler Weak",
)
SCENARIOS: tuple[dict[str, Any], ...] = (
    {"victory": "break", "break_at": (2, 2), "turns": 3},
    {"victory": "hold", "markers": [(10, 4)], "radius": 3, "from_turn": 1, "vp_marker": 1, "turns": 3},
    {"victory": "extract", "item": (8, 5), "exit_edge": ("south", "north"), "vp_carry": 3, "turns": 3},
    {"victory": "assault", "attacker": 1, "zone": (0, 0, 9, 9), "turns": 3},
)


def match(modules: str, seed: int) -> At:
    """A small match: the scenario, the deployment and other options go by the seed."""
    zones = [(0, 0, 6, 12), (12, 0, 18, 12)]
    deployment = "alternate" if seed % 5 == 4 else "fixed"
    scenario = {**SCENARIOS[seed % len(SCENARIOS)], "zones": zones}
    options: dict[str, Any] = {"aid": seed % 2, "step": ("0.5", "1.0", "0.25")[seed % 3], "deployment": deployment}
    return table(*BANDS, pieces=PIECES, size=(18, 12), modules=modules, scenario=scenario, **options)


def again(setting: Setting, before: Array, choices: Array, after: Array, fell: list[int]) -> None:
    """The same faces give the same end, saved and loaded between any two steps."""
    states, dice, log = before.copy(), tape(fell), new_log()
    apply_choices(states[0], setting.tables[0], choices, dice[0], log[0])
    while not is_at_decision(states[0]):
        states = np.frombuffer(states.tobytes(), states.dtype).copy()
        advance(states[0], setting.tables[0], dice[0], log[0])
    assert states.tobytes() == after.tobytes() and dice[0].used == len(fell)


def sound(setting: Setting, states: Array) -> None:
    """What holds wherever somebody decides."""
    here = states[0]
    assert phase_of(states) in ("deploy", "ow_declare", "ow_mark", "choose", "act", "react", "resume")
    for character in here.characters:
        assert character.status != state.DOWN or not (character.braced or character.overwatch or character.markers)
        assert not (character.overwatch and character.activated)
        assert character.overwatch or not character.orders.tobytes().strip(b"\0")
    assert sum(int(character.carrying) for character in here.characters) + int(here.item_lies) <= 1
    is_on_the_way = phase_of(states) in ("react", "resume")
    assert bool(here.doing.verb) == is_on_the_way
    assert not here.attack.tobytes().strip(b"\0") and not here.reaction.tobytes().strip(b"\0")
    if not is_on_the_way:
        assert not here.doing.tobytes().strip(b"\0")


def keeps_secrets(setting: Setting, states: Array) -> None:
    """Neither player learns anything of the other's orders: whatever they were, it looks the same."""
    for slot in range(2):
        others, seen = states.copy(), states.copy()
        for i in range((1 - slot) * SIDE, (2 - slot) * SIDE):
            if states[0].characters[i].overwatch:
                orders = others[0].characters[i].orders
                orders.policy, orders.min_chance, orders.targets = state.HOLD_FIRE, 77, 1 << slot * SIDE
        for each in (others, seen):
            redact(each[0], setting.tables[0], 1 << slot)
        if phase_of(states) != "react":  # there it is known that those on offer ask
            assert others.tobytes() == seen.tobytes()


class Tale:
    """A match as somebody knows it who hears every event and sees nothing else."""

    def __init__(self, setting: Setting, states: Array) -> None:
        self.options, here = setting.tables[0].options, states[0]
        self.turn, self.active, self.points = 0, -1, [0, 0]
        self.item = (int(here.item_x), int(here.item_y)) if here.item_lies else None
        self.places = {i: (int(c.x), int(c.y)) for i, c in enumerate(here.characters) if c.status == state.UP}
        self.postures = {i: int(here.characters[i].posture) for i in self.places}
        self.wounds, self.markers, self.reactions = dict[int, int](), dict[int, int](), dict[int, int]()
        self.down, self.watching, self.activated, self.carrier = set[int](), set[int](), set[int](), -1

    def hear(self, told: Iterable[LoggedEvent]) -> None:
        """Take in some events."""
        for one in told:
            name = str(one.event.__struct_config__.tag)
            if hear := getattr(self, f"hear_{name}", None):
                hear(one.event)

    def hear_turn_begun(self, event: events.TurnBegun) -> None:
        self.turn = event.turn
        self.reactions.clear()
        self.watching.clear()
        self.activated.clear()

    def hear_deployed(self, event: events.Deployed) -> None:
        self.places[number_of(event.char)] = place(event.at)

    def hear_watched(self, event: events.Watched) -> None:
        self.watching.add(number_of(event.char))

    def hear_activated(self, event: events.Activated) -> None:
        self.active = number_of(event.char)
        self.activated.add(self.active)

    def hear_tested(self, event: events.Tested) -> None:
        self.markers.pop(number_of(event.char), None)

    def hear_flinch_tested(self, event: events.FlinchTested) -> None:
        i = number_of(event.char)
        self.markers.pop(i, None)
        if event.result == "flinches" and i in self.watching:
            self.stop_watching(i)

    def hear_reacted(self, event: events.Reacted) -> None:
        i = number_of(event.char)
        self.markers.pop(i, None)
        self.reactions[i] = self.reactions.get(i, 0) + (event.result != events.REACTIONS[1])
        if event.result in (events.REACTIONS[0], events.REACTIONS[2]) or self.reactions[i] == 2:
            self.stop_watching(i)

    def hear_flinched(self, event: events.Flinched) -> None:
        i = number_of(event.char)
        if i != self.active:  # who flinches in its own activation moves, which is told step by step
            self.places[i], self.postures[i] = place(event.at), POSTURES.index(event.posture)

    def hear_moved(self, event: events.Moved) -> None:
        i = number_of(event.char)
        assert self.places[i] == place(event.start), "a way goes on where it ended"
        self.places[i] = place(event.end)

    def hear_stopped(self, event: events.Stopped) -> None:
        assert self.places[number_of(event.char)] == place(event.at)

    def hear_posture_changed(self, event: events.PostureChanged) -> None:
        self.postures[number_of(event.char)] = POSTURES.index(event.posture)

    def hear_attacked(self, event: events.Attacked) -> None:
        i = number_of(event.char)
        if event.kind == events.ATTACKS[state.REACTION_SHOT] and not self.options.activations and i in self.watching:
            self.stop_watching(i)

    def hear_marked(self, event: events.Marked) -> None:
        self.markers[number_of(event.char)] = event.markers

    def hear_withstood(self, event: events.Withstood) -> None:
        i = number_of(event.char)
        given, self.wounds[i] = event.wounds - self.wounds.get(i, 0), event.wounds
        if event.result == "goes Down":
            self.down.add(i)
            self.watching.discard(i)
            self.markers.pop(i, None)
            self.postures[i] = 0
        elif given and self.options.extra_toughness and self.options.extra_damage:
            self.wounds[i] -= 1

    def hear_dropped(self, event: events.Dropped) -> None:
        self.carrier, self.item = -1, place(event.at)

    def hear_picked_up(self, event: events.PickedUp) -> None:
        self.carrier, self.item = number_of(event.char), None

    def hear_aided(self, event: events.Aided) -> None:
        if event.result == "it is Up":
            patient = number_of(event.target)
            self.down.discard(patient)
            self.activated.add(patient)
            self.postures[patient] = 1

    def hear_scored(self, event: events.Scored) -> None:
        self.points["AB".index(event.side)] = event.points

    def hear_ended(self, event: events.Ended) -> None:
        self.points = [event.points_a, event.points_b]

    def stop_watching(self, i: int) -> None:
        self.watching.discard(i)
        self.activated.add(i)

    def explains(self, states: Array) -> None:
        """All that lies open on the table is what the events said of it."""
        here, is_over = states[0], states[0].phase == state.OVER
        assert (self.turn, self.points) == (here.turn, here.points.tolist())
        assert (self.item or (0, 0)) == (here.item_x, here.item_y)
        for i, place in self.places.items():
            character = here.characters[i]
            assert place == (character.x, character.y), i
            assert (i in self.down) == (character.status == state.DOWN), i
            assert self.wounds.get(i, 0) == character.wounds and self.markers.get(i, 0) == character.markers, i
            assert (i == self.carrier) == character.carrying, i
            if not is_over:  # a game that ends breaks off what is under way
                assert (i in self.watching) == character.overwatch, i
                assert (i in self.activated) == character.activated, i
                if here.doing.verb == 0:
                    assert self.postures.setdefault(i, int(character.posture)) == character.posture, i


def place(text: str) -> tuple[int, int]:
    """A place in hundredths."""
    x, y = map(read_inches, text.split(","))
    return x, y
