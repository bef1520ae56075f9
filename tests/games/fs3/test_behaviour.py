"""Section 23: what each behaviour orders, rule by rule, and that all of it is lawful whatever the position."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import evaluate, is_over, policy, redact, to_act, verify
from fireteam.core.protocol.choices import decode, new_choices, notation
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply
from fireteam.games.fs3 import state
from fireteam.games.fs3.rules.foes import aims_at_team, is_foe
from fireteam.games.fs3.tables import EAST
from fireteam.games.fs3.turns_build import fill_turns
from tests.games.fs3.table import GAME, At, act, do, names_of, number_of, table, who, wound

WALL = ("8,0,1,20", "sight move")
CRATE = ("8.8,4,0.6,2", "move protection=2")


def behaviour(name: str) -> str:
    """The word of a combatant for a behaviour."""
    return f"behaviour={state.BEHAVIOURS.index(name)}"


def ordered(at: At, name: str, key: int = 1) -> str:
    """What a combatant's behaviour orders, in notation: lawful, and by what its player may know."""
    setting, states = at
    fill_turns(setting.tables[0].terrain)
    slot, choices, view = number_of(setting, name), new_choices(), states.copy()
    redact(view[0], setting.tables[0], 1 << slot)
    policy(view[0], setting.tables[0], slot, np.uint64(key), choices[slot])
    assert verify(states[0], setting.tables[0], slot, choices[slot])[0] == 0
    return notation(decode(choices[slot], GAME.verbs, names_of(setting, states)))


# trooper


@pytest.mark.clause("FS3-23.3")
def test_a_captive_escapes_and_a_subduer_holds_on() -> None:
    at = table("anna 5,5 rifle", "bob 6,5 npc=5 club")
    anna, bob = who(*at, "anna"), who(*at, "bob")
    anna.subduer, bob.captive = 2, 1
    assert ordered(at, "anna") == "escape"
    assert ordered(at, "bob") == "pass"


@pytest.mark.clause("FS3-23.3")
@pytest.mark.clause("FS3-23.2a")
@pytest.mark.parametrize(
    ("weapons", "order"),
    [
        ("rifle:0:1 pistol", "reload"),
        ("rifle:0:0 pistol", "attack bob weapon=pistol"),
        ("rifle:0:0 grenade_frag:0", "attack bob weapon=unarmed path=14,5"),
        ("", "pass"),
    ],
)
def test_empty_weapons_are_reloaded_or_changed(weapons: str, order: str) -> None:
    assert ordered(table(f"anna 5,5 {weapons}", "bob 15,5 npc=5 rifle"), "anna") == order


@pytest.mark.clause("FS3-23.3")
@pytest.mark.parametrize(
    ("medic", "patient", "enemy", "order"),
    [
        ("rifle First_Aid=4", "10,5", "45,35", "treat dora path=10,5"),
        ("rifle First_Aid=4", "6,5", "45,35", "treat dora"),
        ("rifle First_Aid=3", "10,5", "45,35", "rally dora"),
        ("rifle First_Aid=4", "17,5", "45,35", "treat dora path=15,5"),
        ("rifle First_Aid=4", "17.01,5", "45,35", "attack bob"),
        ("rifle First_Aid=4", "6,5", "13,5", "attack bob burst=yes"),
        ("rifle First_Aid=4", "6,5", "13.01,5", "treat dora"),
    ],
)
def test_a_comrade_is_treated_or_rallied(medic: str, patient: str, enemy: str, order: str) -> None:
    at = table(f"anna 5,5 {medic}", f"dora {patient} out", f"bob {enemy} npc=5 rifle")
    at[0].tables[0].weapons[who(*at, "anna").weapons[0]].short = 1000
    wound(*at, "dora", "Serious")
    assert ordered(at, "anna") == order


@pytest.mark.clause("FS3-23.3", "FS3-7.39")
@pytest.mark.parametrize(
    ("patient", "order"), [("dora 10,5 npc=5 team=1 out", "attack bob burst=yes"), ("dora 10,5 out", "rally dora")]
)
def test_player_characters_alone_are_helped(patient: str, order: str) -> None:
    at = table("anna 5,5 rifle", patient, "bob 45,35 npc=5 rifle")
    assert ordered(at, "anna") == order


@pytest.mark.clause("FS3-23.3")
def test_without_a_wound_to_treat_one_rallies() -> None:
    at = table("anna 5,5 rifle First_Aid=4", "dora 6,5 out", "bob 45,35 npc=5")
    assert ordered(at, "anna") == "rally dora"
    wound(*at, "dora", "Serious", is_treated=1)
    assert ordered(at, "anna") == "rally dora"


@pytest.mark.clause("FS3-23.3")
def test_a_grenade_is_thrown_where_it_counts() -> None:
    """Enemies less twice the friends within twice the radius, here 2 * 15 m * 0.2 = 6 m; not nearer, nor too far."""
    people = "anna 5,5 rifle grenade_frag", "bob 15,5 npc=5", "carl 18,8 npc=5", "dan 40,5 npc=5"

    def thrown(*more: str, at_least: int = 0) -> str:
        at = table(*people, *more)
        at[0].tables[0].blast_percent = 20
        who(*at, "bob").x += at_least
        return ordered(at, "anna")

    assert thrown() == "explode bob weapon=grenade_frag"
    assert thrown("eva 18,5 rifle").startswith("explode dan")  # she is near both others
    assert thrown("eva 18,5 rifle", "fay 36,8 rifle").startswith("attack bob")
    assert thrown(at_least=-401).startswith("explode carl")


@pytest.mark.clause("FS3-23.3")
@pytest.mark.parametrize(
    ("weapon", "order"),
    [
        ("rifle", "attack bob burst=yes"),
        ("rifle:2", "attack bob"),
        ("pistol", "attack bob"),
        ("lmg_bipod", "full_auto bob,carl"),
        ("lmg_bipod:9", "attack bob burst=yes"),
        ("lmg", "attack bob burst=yes"),
        ("ecm", "suppress bob,carl,dan"),
        ("grenade_frag", "explode bob"),
    ],
)
def test_fire_at_the_nearest(weapon: str, order: str) -> None:
    at = table(f"anna 5,5 {weapon}", "dan 25,7 npc=5", "bob 15,5 npc=5", "carl 15,5 npc=5")
    at[0].tables[0].blast_percent = 1000  # too near for a grenade, but there may be nothing else
    assert ordered(at, "anna") == order


@pytest.mark.clause("FS3-23.3")
def test_bursts_are_for_short_range() -> None:
    at = table("anna 5,5 rifle", "bob 15,5 npc=5")
    rifle = at[0].tables[0].weapons[who(*at, "anna").weapons[0]]
    for short, order in ((1000, "attack bob burst=yes"), (999, "attack bob")):
        rifle.short = short
        assert ordered(at, "anna") == order


@pytest.mark.clause("FS3-23.3")
@pytest.mark.clause("FS3-23.7")
def test_who_sees_nobody_goes_to_the_nearest_or_its_goal() -> None:
    at = table("anna 5,18 rifle", "bob 15,18 npc=5", features=[WALL])
    assert ordered(at, "anna") == "attack bob path=7.4,20.6>13.51,18.51"
    at = table("anna 5,18 rifle", "bob 15,18 npc=5", features=[WALL])
    who(*at, "anna").goal = EAST
    assert ordered(at, "anna").startswith("attack bob path=7.4,20.6>")
    at = table("anna 30,18 rifle goal=2")
    assert ordered(at, "anna") == "pass path=40,18"
    at = table("anna 30,18 knife goal=2", "bob 20,18 npc=5")
    assert ordered(at, "anna") == "attack bob path=21,18"


@pytest.mark.clause("FS3-23.3")
@pytest.mark.clause("FS3-20.20")
def test_melee_seeks_contact() -> None:
    assert ordered(table("anna 5,5 knife", "bob 15,5 npc=5"), "anna") == "attack bob path=14,5"
    assert ordered(table("anna 5,5 knife", "bob 7,5 npc=5"), "anna") == "attack bob"
    assert ordered(table("anna 5,5 knife", "bob 7.01,5 npc=5"), "anna") == "attack bob path=6.01,5"
    at = table("anna - knife", "bob - npc=5", size=None, default_distance_cm=900)
    assert ordered(at, "anna") == "attack bob engage=bob"
    at = table("anna - knife", "bob - npc=5", size=None)
    assert ordered(at, "anna") == "attack bob"


# What is common to all


@pytest.mark.clause("FS3-23.4")
def test_cover_is_taken_where_it_is() -> None:
    at = table("tom 10,5 rifle", "bob 1,5 npc=5", features=[CRATE])
    assert ordered(at, "tom") == "attack bob burst=yes stance=cover"
    who(*at, "tom").stance = state.COVER
    assert ordered(at, "tom") == "attack bob burst=yes"
    who(*at, "tom").x += 200
    assert ordered(at, "tom") == "attack bob burst=yes stance=normal"


@pytest.mark.clause("FS3-23.4")
def test_luck_is_for_recovery() -> None:
    at = table("anna 5,5 rifle out luck=1", "ben 6,5 rifle", "bob 45,35 npc=5")
    wound(*at, "anna", "Moderate")
    assert ordered(at, "anna") == "recover"
    wound(*at, "anna", "Serious")
    assert ordered(at, "anna") == "stay_down"
    at = table("anna 5,5 rifle luck=1", "bob 15,5 npc=5", luck_mode="windows")
    do(*at)
    assert at[1][0].phase == state.WINDOW
    assert ordered(at, "anna") == "decline"


@pytest.mark.clause("FS3-22.10")
def test_teams_aim_at_teams() -> None:
    _, states = table("anna 5,5", "bob 15,5 npc=5", "carl 15,9 npc=5 team=3", "dan 20,9 npc=5 team=3")
    now = states[0]

    def aims(team: int) -> list[int]:
        return [other for other in range(1, 10) if aims_at_team(now, team, other)]

    assert (aims(1), aims(2), aims(3)) == ([2], [1], [1, 2, 4, 5, 6, 7, 8, 9])
    assert [[bool(is_foe(now, one, other)) for other in range(4)] for one in range(4)] == [
        [False, True, True, True],  # a player character's foes are all others
        [True, False, False, False],
        [True, True, False, False],
        [True, True, False, False],
    ]
    now.team_targets[1] = 0b100
    assert aims(2) == [3]
    assert aims(3) == [1, 2, 4, 5, 6, 7, 8, 9]  # one-way
    now.combatants[2].role = state.PASSENGER
    assert not is_foe(now, 1, 2)


@pytest.mark.clause("FS3-23.6")
def test_no_hidden_order_is_looked_at() -> None:
    """With the orders of others in and without them a behaviour orders the same."""
    at = table("anna 5,5 rifle", "bob 15,5 npc=5 rifle", "carl 20,9 npc=5 rifle")
    before = ordered(at, "anna")
    for name in ("bob", "carl"):
        order = who(*at, name).order
        order.verb, order.n_legs, order.xs[0], order.ys[0] = 12, 1, 600, 600
    assert ordered(at, "anna") == before


# The others


def bob_acts(at: At, line: str) -> None:
    """He alone acts, and all are asked for orders again."""
    owing = at[1][0].owing
    act(*at, f"bob: {line}", dice=[1, 1])
    at[1][0].phase, at[1][0].owing = state.ORDERS, owing
    who(*at, "bob").order.verb = 0


@pytest.mark.clause("FS3-23.2")
@pytest.mark.clause("FS3-23.1")
def test_basic_draws_a_target_and_keeps_it() -> None:
    at = table("anna 5,5", "ben 5,9", "cara 5,13", f"bob 15,5 npc=5 rifle {behaviour('basic')}")
    drawn = Counter(ordered(at, "bob", key) for key in range(300))
    assert set(drawn) == {"attack anna", "attack ben", "attack cara"}
    assert min(drawn.values()) > 70
    bob_acts(at, "attack cara")
    assert {ordered(at, "bob", key) for key in range(20)} == {"attack cara"}
    bob_acts(at, "attack anna")
    assert ordered(at, "bob") == "attack cara"
    who(*at, "cara").status = state.KNOCKED_OUT
    assert {ordered(at, "bob", key) for key in range(20)} == {"attack anna", "attack ben"}


@pytest.mark.clause("FS3-23.1")
@pytest.mark.clause("FS3-22.12")
def test_a_target_that_is_set_is_kept() -> None:
    at = table("anna 5,5", "ben 5,9", "bob 15,5 npc=5 rifle")
    assert ordered(at, "bob").startswith("attack anna")
    who(*at, "bob").target = 2
    assert ordered(at, "bob").startswith("attack ben")
    who(*at, "ben").status = state.KNOCKED_OUT
    assert ordered(at, "bob").startswith("attack anna")


@pytest.mark.clause("FS3-23.2")
@pytest.mark.parametrize(
    ("weapons", "order"),
    [
        ("", "pass"),
        ("rifle:0:1", "reload"),
        ("rifle:0:0 pistol", "attack anna weapon=pistol"),
        ("ecm", "suppress anna"),
        ("grenade_frag", "explode anna"),
        ("knife", "pass"),
    ],
)
def test_basic_goes_by_the_weapon(weapons: str, order: str) -> None:
    assert ordered(table("anna 5,5", f"bob 15,5 npc=5 {weapons} {behaviour('basic')}"), "bob") == order


@pytest.mark.clause("FS3-23.5")
def test_hold_stays_where_it_is() -> None:
    at = table("anna 5,18", f"bob 15,18 npc=5 rifle goal=1 {behaviour('hold')}", features=[WALL])
    assert ordered(at, "bob") == "attack anna"
    assert ordered(table("anna 5,5", f"bob 15,5 npc=5 knife {behaviour('hold')}"), "bob") == "attack anna"


@pytest.mark.clause("FS3-23.5")
@pytest.mark.parametrize(("turn", "moves"), [(1, True), (2, False), (3, True)])
def test_assault_goes_on_in_odd_turns(turn: int, moves: bool) -> None:
    at = table("anna 5,5", f"bob 15,5 npc=5 rifle goal=2 {behaviour('assault')}")
    at[1][0].turn = turn
    assert ordered(at, "bob") == "attack anna burst=yes" + (" path=25,5" if moves else "")


@pytest.mark.clause("FS3-23.5")
def test_assault_and_runner_go_to_their_goal() -> None:
    at = table("anna 5,18", f"bob 15,18 npc=5 rifle goal=2 {behaviour('assault')}", features=[WALL])
    at[1][0].turn = 2
    assert ordered(at, "bob") == "attack anna path=25,18"
    at = table("anna 5,5", f"bob 15,5 npc=5 rifle goal=2 {behaviour('runner')}")
    at[1][0].turn = 2
    assert ordered(at, "bob") == "attack anna burst=yes path=25,5"
    assert ordered(table("anna 5,5", f"bob 15,5 npc=5 goal=2 {behaviour('runner')}"), "bob") == "pass path=25,5"


@pytest.mark.clause("FS3-23.5")
def test_jammer_suppresses_the_five_nearest() -> None:
    people = [f"p{k} 5,{4 * k + 2}" for k in range(6)]
    assert ordered(table(*people, f"bob 15,2 npc=5 ecm {behaviour('jammer')}"), "bob") == "suppress p0,p1,p2,p3,p4"
    assert ordered(table(*people, f"bob 15,2 npc=5 pistol {behaviour('jammer')}"), "bob") == "suppress p0"
    assert ordered(table("anna 5,5", f"bob 15,2 npc=5 {behaviour('jammer')}"), "bob") == "pass"


@pytest.mark.clause("FS3-23.5")
@pytest.mark.parametrize(
    ("place", "order"),
    [
        ("9,5", "attack bob"),
        ("26,5", "subdue bob weapon=club path=15,5"),
        ("5,7", "attack bob"),
    ],
)
def test_capture_stuns_or_subdues(place: str, order: str) -> None:
    at = table(f"anna 5,5 stun_gun club {behaviour('capture')}", f"bob {place} npc=5", "carl 30,30 npc=5")
    assert ordered(at, "anna") == order
    who(*at, "bob").subduer = 1
    assert "bob" not in ordered(at, "anna")


@pytest.mark.clause("FS3-23.5")
def test_capture_attacks_with_what_does_not_subdue() -> None:
    at = table(f"anna 5,5 stun_gun:0:0 knife {behaviour('capture')}", "bob 6,5 npc=5")
    assert ordered(at, "anna") == "attack bob weapon=knife"


@pytest.mark.clause("FS3-23.3", "FS3-23.5", "FS3-7.28")
@pytest.mark.parametrize("name", ("assault", "runner", "trooper", "capture", "jammer", "hold", "basic"))
def test_who_is_held_or_holds_somebody_does_that_whatever_its_behaviour(name: str) -> None:
    at = table("anna 5,5 npc=5 team=1 captive=2", f"bob 6,5 npc=5 rifle goal=2 {behaviour(name)}", "cara 9,9")
    bob = who(*at, "bob")
    bob.subduer = 1
    assert ordered(at, "bob") == "escape"
    bob.subduer, bob.captive = 0, 3
    assert ordered(at, "bob") == "pass"


@pytest.mark.clause("FS3-23.5")
def test_assault_without_a_goal_is_a_trooper() -> None:
    at = table("anna 5,18", f"bob 15,18 npc=5 rifle {behaviour('assault')}", features=[WALL])
    assert ordered(at, "bob").startswith("attack anna path=")


@pytest.mark.clause("FS3-23.5", "FS3-7.26")
def test_capture_fires_stun_weapons_alone_and_subdues_nobody_in_a_vehicle() -> None:
    at = table(f"anna 5,5 rifle club {behaviour('capture')}", "bob 9,5 npc=5")
    assert ordered(at, "anna") == "subdue bob weapon=club path=8,5"
    at = table(f"anna 5,5 club {behaviour('capture')}", "bob - in=v1 npc=5", vehicles=("v1 interceptor 10,5",))
    assert ordered(at, "anna") == "attack bob"


@pytest.mark.clause("FS3-23.3", "FS3-20.16")
@pytest.mark.parametrize("name", ("trooper", "runner", "capture"))
def test_who_sits_in_a_vehicle_that_another_drives_stays_where_it_is(name: str) -> None:
    rider = f"rider - in=v1 knife goal=2 {behaviour(name)}"
    at = table("anna - in=v1", rider, "bob 40,20 npc=5", vehicles=("v1 command_shuttle 20,20",))
    assert ordered(at, "rider") == "attack bob"


@pytest.mark.clause("FS3-23.3")
def test_comrades_are_of_the_own_team_and_an_enemy_out_of_sight_is_not_near() -> None:
    at = table("anna 5,5 team=2 rifle", "carl 7,5 out", "dora 10,5 out team=2", "bob 45,35")
    assert ordered(at, "anna") == "rally dora"
    at = table("anna 5,5 rifle", "dora 5,8 out", "bob 12,5 npc=5", features=[WALL])
    assert ordered(at, "anna") == "rally dora"


@pytest.mark.clause("FS3-23.3")
def test_a_grenade_is_thrown_no_farther_than_effective_range_and_at_nobody_near() -> None:
    def thrown(*foes: str) -> str:
        at = table("anna 5,5 pistol grenade_frag", *foes, size=(100, 40))
        at[0].tables[0].blast_percent = 20
        return ordered(at, "anna").split()[0]

    assert [thrown(f"bob {x},5 npc=5") for x in (45, 45.01)] == ["explode", "attack"]
    crowd = ("b 10.9,5 npc=5", "c 10.5,6.5 npc=5", "d 10.5,3.5 npc=5", "e 9,8 npc=5")
    assert thrown(*crowd) == "attack"


# Whole fights


def step(at: At, key: int) -> None:
    """All who owe something choose by their behaviour, and the fight goes on."""
    setting, states = at
    choices, owing = new_choices(), int(to_act(states[0]))
    for slot in range(owing.bit_length()):
        if owing >> slot & 1:
            view = states.copy()
            redact(view[0], setting.tables[0], 1 << slot)
            policy(view[0], setting.tables[0], slot, np.uint64(key + slot), choices[slot])
            assert verify(states[0], setting.tables[0], slot, choices[slot])[0] == 0
            assert 0.0 <= evaluate(states[0], setting.tables[0], slot) <= 1.0
    apply(states[0], setting.tables[0], choices, live(key)[0], new_log()[0])


@pytest.mark.clause("FS3-23.5")
@pytest.mark.clause("FS3-6.19")
@pytest.mark.parametrize("seed", range(6))
def test_all_that_behaviours_order_is_lawful(seed: int) -> None:
    random = Random(seed)
    weapons = ["rifle", "lmg_bipod pistol", "knife", "stun_gun club", "ecm", "grenade_frag rifle", "rifle:3:0", ""]
    people = [
        f"u{k} {3 + 4 * (k % 3)},{4 * (k // 3) + 3} {random.choice(weapons)} luck=1 First_Aid=5"
        f" {behaviour(random.choice(state.BEHAVIOURS))} goal={random.choice([0, 1, 2, 4, 8])}"
        + (" npc=5" if random.random() < 0.5 else f" team={k % 3 + 1}")
        for k in range(9)
    ]
    features = [
        *(("8,5,2,3", "move sight"), ("14,3,1,6", "move protection=4")),
        *(("3,14,6,2", "rough"), ("20,2,3,3", "sight")),
    ]
    setting, states = at = table(
        *people,
        features=features,
        size=random.choice([(26, 20), None]),
        exits=random.choice([0, 2]),
        luck_mode=random.choice(["windows", "declared"]),
        storyteller=seed % 2 == 1,
        conditions=[{"kind": 1}],
    )
    fill_turns(setting.tables[0].terrain)
    for key in range(60):
        if is_over(states[0]):
            break
        step(at, 100 * key + seed)
    for slot in range(9):
        assert 0.0 <= evaluate(states[0], setting.tables[0], slot) <= 1.0


def test_a_winner_has_everything() -> None:
    setting, states = table("anna 5,5", "bob 15,5 npc=5")
    now, tables = states[0], setting.tables[0]
    assert evaluate(now, tables, 0) == 0.5
    wound(setting, states, "bob", "Serious")
    assert evaluate(now, tables, 0) > 0.5 > evaluate(now, tables, 1)
    now.phase, now.winner = state.ENDED, 1
    assert [evaluate(now, tables, slot) for slot in (0, 1)] == [1.0, 0.0]
    now.winner = state.DRAWN
    assert evaluate(now, tables, 1) == 0.5
