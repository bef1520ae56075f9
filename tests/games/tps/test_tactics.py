"""How the greedy bot plays: always lawfully, by what its seat sees, and to some purpose."""

from __future__ import annotations

import numpy as np
import pytest

from fireteam.bots import BOTS
from fireteam.core.dice import keyed_draw, live
from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.dispatch import default_choice, policy, redact, to_act, verify
from fireteam.core.protocol.choices import decode, new_choices, notation
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, choose_at_random, run_to_decision
from fireteam.core.space.terrain import is_in
from fireteam.core.space.units import decimal_text, steps
from fireteam.games.tps import choices as verbs
from fireteam.games.tps.rules.turn import open_call, open_count
from fireteam.games.tps.rules.units import carry
from fireteam.games.tps.state import (
    ARMED,
    CALL,
    COUNT,
    DEFUSE,
    KILLED,
    KNIFE_SLOT,
    PLACED,
    PLANT,
    PRIMARY,
    RELOAD,
    RESCUED,
    SIDEARM,
    TARGET,
)
from fireteam.games.tps.tactics.calls import stance_for
from fireteam.games.tps.tactics.evaluate import expected_loss
from fireteam.games.tps.tactics.fire import whole_pool_chance
from fireteam.games.tps.tactics.goals import Goal, goal_of
from fireteam.games.tps.tactics.movement import destination, value_at
from fireteam.games.tps.target_odds import CalledAttack
from fireteam.registry import find_game
from fireteam.sim.run import run
from tests.heavy.settings import factor

GAME = find_game("tps")


class Match:
    """A match of the rules in the middle of a round, with units put where a test wants them."""

    def __init__(self, map_, teams="2v2", buying=(), **options):
        self.setting = GAME.make_setting(map_, {"teams": teams, "mp_bombassign": "first", **options})
        self.states = self.setting.opening.copy()
        self.dice, self.log = live(1), new_log()
        run_to_decision(self.state, self.table, self.dice[0], self.log[0])
        if buying is not None:
            self.play(*buying)

    @property
    def state(self):
        """The State."""
        return self.states[0]

    @property
    def table(self):
        """The Tables."""
        return self.setting.tables[0]

    def gear(self, id_):
        """The number of a thing in the catalogue."""
        return self.setting.content.gear.index(id_)

    def put(self, seat, x, y, weapon="", armour=(0, 0, 3), grenades=(), special=""):
        """A unit somewhere, with a long weapon and more."""
        unit = self.state.units[seat - 1]
        unit.x, unit.y = steps(x), steps(y)
        unit.primary.gear, unit.primary.mark = (self.gear(weapon) + 1, 0) if weapon else (0, 0)
        unit.helmet.gear, unit.helmet.mark = (self.gear("helmet") + 1 if armour[0] else 0), armour[0]
        unit.vest.gear, unit.vest.mark = (self.gear("vest") + 1 if armour[1] else 0), armour[1]
        unit.health = armour[2]
        for k, id_ in enumerate(grenades):
            unit.grenades[k].gear = self.gear(id_) + 1
        if special:
            unit.special.gear = self.gear(special) + 1
        return self

    def out(self, *seats):
        """Units that are out of the round."""
        for seat in seats:
            unit = self.state.units[seat - 1]
            unit.alive = unit.health = unit.x = unit.y = unit.special.gear = 0
        return self

    def arm(self, x, y, turn=1):
        """The bomb ticks somewhere."""
        bomb = self.state.bomb
        bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, steps(x), steps(y), turn
        for unit in self.state.units[: self.state.n_units]:
            if unit.special.gear == self.table.bomb + 1:
                unit.special.gear = 0
        return self

    def calling(self):
        """The calls of a turn begin."""
        open_call(self.state, self.log[0])
        return self

    def suggested(self, seat, key=1):
        """What the bot chooses for a unit, by what its seat knows; lawful."""
        known, choice = self.states.copy(), new_choices(1)
        redact(known[0], self.table, 1 << (seat - 1))
        policy(known[0], self.table, seat - 1, np.uint64(key), choice[0])
        assert verify(self.state, self.table, seat - 1, choice[0])[0] == 0
        return choice[0]

    def play(self, *seats):
        """One round of choices: the bot's for these seats, none for the others."""
        choices = new_choices()
        for slot in range(int(self.state.n_units)):
            if int(to_act(self.state)) >> slot & 1:
                default_choice(self.state, self.table, slot, choices[slot])
                if slot + 1 in seats:
                    choices[slot] = self.suggested(slot + 1)
        self.log[0].count = 0
        apply(self.state, self.table, choices, self.dice[0], self.log[0])
        return self

    def turn(self, *seats):
        """These seats play by the bot until the next calls."""
        self.play(*seats)
        while self.state.phase in (COUNT, TARGET):
            self.play(*seats)
        return self


def anywhere(match, key):
    """Every unit at a place of the map by lot, with a purchase by lot."""
    routes, lot = match.table.routes, 0
    for seat, unit in enumerate(match.state.units[: match.state.n_units], 1):
        side = match.table.sides[unit.side]
        place = keyed_draw(key, lot, int(routes.n)) - 1
        match.put(seat, int(routes.xs[place]) / 1e6, int(routes.ys[place]) / 1e6)
        loadout = side.loadouts[keyed_draw(key, lot + 1, int(side.n_loadouts)) - 1]
        for gear in loadout.gear[: loadout.n]:
            carry(match.table, unit, gear, match.table.gear[gear].defence)
        lot += 2


@pytest.mark.parametrize(
    ("map_", "teams"),
    [
        ("de_depot", "1v1"),
        ("cs_clinic", "2v3"),
        pytest.param("de_harbour", "3v3", marks=pytest.mark.heavy),
        pytest.param("de_harbour", "6v6", marks=pytest.mark.heavy),
    ],
)
def test_whatever_the_position_the_bot_chooses_lawfully_and_as_it_chose(map_, teams, golden):
    """Units anywhere, with anything; calls by lot from the menu, so that grenades, scopes and knives are in hand."""
    match = Match(map_, teams, mp_startmoney="60")
    chosen = []

    def suggested(seat, key):
        names = GAME.names(match.setting, match.states)
        chosen.append(
            f"{key} {names.unit(seat - 1)}: {notation(decode(match.suggested(seat, key), GAME.verbs, names))}"
        )

    for key in map(np.uint64, range(3)):
        anywhere(match, key)
        match.calling()
        suggested(1 + int(key) % int(match.state.n_units), int(key))
        choices = new_choices()
        for slot in range(int(match.state.n_units)):
            choose_at_random(match.state, match.table, slot, choices[slot], key, slot)
        apply(match.state, match.table, choices, match.dice[0], match.log[0])
        owing = [slot for slot in range(int(match.state.n_units)) if int(to_act(match.state)) >> slot & 1]
        for slot in owing[:2]:
            suggested(slot + 1, int(key))
        match.state.phase, match.state.owing = TARGET, (1 << int(match.state.n_units)) - 1
        for slot in owing[:2]:
            suggested(slot + 1, int(key))
    golden(f"tps_{map_}_{teams}_bot", "\n".join(chosen) + "\n")


def test_orders_for_several_counts_are_lawful_too():
    """TPS-5.9: with `sv_movebatch` orders for the next counts are given at once."""
    match = Match("de_depot", sv_movebatch="4").calling().play()
    assert match.state.phase == COUNT
    choice = match.suggested(1)
    assert choice.verb == verbs.PLOT and choice.n == 4
    before = match.state.units[0].x, match.state.units[0].y
    match.play(1)
    assert (match.state.units[0].x, match.state.units[0].y) != before


def test_the_same_key_gives_the_same_choice():
    match = Match("de_depot").put(1, 20, 22, "ak47").put(3, 30, 22, "m4a1").calling()
    assert match.suggested(1, 5).tobytes() == match.suggested(1, 5).tobytes()


# Buying


def test_rich_units_buy_a_long_weapon_and_armour():
    match = Match("de_depot", buying=(1, 2, 3, 4), mp_startmoney="60")
    for unit in match.state.units[:4]:
        assert unit.primary.gear and unit.vest.gear


def test_the_poor_save_for_the_next_round_but_not_before_the_last():
    """TPS-21.10: before half-time cash is of no use."""
    assert Match("de_depot", buying=(1,), mp_startmoney="4").state.units[0].cash == 4
    assert Match("de_depot", buying=(1,), mp_startmoney="4", mp_maxrounds="1").state.units[0].cash < 2


def test_some_ct_carry_a_kit():
    match = Match("de_depot", "3v3", buying=(4, 5, 6), mp_startmoney="60")
    assert [bool(unit.special.gear) for unit in match.state.units[3:6]] == [True, True, False]


@pytest.mark.parametrize("map_", ["de_depot", "cs_clinic"])
def test_what_it_buys_is_what_it_bought(map_, golden):
    """For little and much cash, with and without armour, for every seat, by many keys."""
    match = Match(map_, "2v2", buying=None)
    names, chosen = GAME.names(match.setting, match.states), []
    for cash in range(0, 80, 4):
        for seat in range(1, 5):
            unit, key = match.state.units[seat - 1], cash * 10 + seat
            unit.cash, unit.vest.gear, unit.vest.mark = cash, 0, 0
            if cash % 8:
                unit.vest.gear, unit.vest.mark = match.gear("vest") + 1, seat % 2
            line = notation(decode(match.suggested(seat, key), GAME.verbs, names))
            chosen.append(f"{names.unit(seat - 1)}, cash {cash}, vest {unit.vest.mark}: {line}")
    golden(f"tps_{map_}_bot_buys", "\n".join(chosen) + "\n")


# Calling


@pytest.mark.skipif(JIT, reason="a compiled rule keeps the errand it was compiled with")
@pytest.mark.parametrize(("weapon", "near", "stance"), [(PRIMARY, 20, 1), (KNIFE_SLOT, 20, 0), (PRIMARY, 2, 0)])
def test_far_from_any_enemy_a_unit_crouches_where_it_wants_to_be(monkeypatch, weapon, near, stance):
    """With a weapon, not with a knife, which it holds to run with."""
    match = Match("de_depot", "1v1").put(1, 4, 15, "ak47").put(2, 46, 5).calling()
    errand = Goal(*at(4, 20), steps(near), 1.0, 0.0, -1, 1.0)
    monkeypatch.setattr("fireteam.games.tps.tactics.calls.goal_of", lambda state, tables, i: errand)
    assert stance_for(match.state, match.table, 0, weapon, np.uint64(1)) == stance


def test_with_nobody_near_a_unit_runs_with_its_knife():
    """TPS-9.2: moving on all ten counts gives one more."""
    assert Match("de_harbour", "3v3").calling().suggested(1).n == KNIFE_SLOT


def test_the_carrier_plants_in_a_site():
    match = Match("de_depot").put(1, 31, 26, "ak47").put(3, 45, 5).put(4, 45, 4).calling()
    choice = match.suggested(1)
    assert choice.verb == verbs.CALL and choice.y == PLANT and choice.target == match.table.bomb
    match.turn(1)
    assert match.state.bomb.status == ARMED


def test_before_enemies_who_will_fire_the_carrier_fights_first():
    """TPS-19.18: a hit would interrupt it. What they will call is reckoned to be what they carry."""
    match = Match("de_depot").put(1, 31, 26, "ak47").put(3, 29, 27, "m4a1").put(4, 32.5, 24, "m4a1").calling()
    choice = match.suggested(1)
    assert (choice.n, choice.y) == (PRIMARY, 0)


def test_a_ct_at_the_bomb_defuses_with_its_kit():
    match = Match("de_depot").put(1, 4, 15).put(2, 3, 5).put(3, 31, 25, "m4a1", special="kit").put(4, 45, 5)
    match.arm(31, 26).calling()
    choice = match.suggested(3)
    assert choice.y == DEFUSE and choice.target == match.gear("kit")
    match.turn(3)
    assert match.state.bomb.status != ARMED


@pytest.mark.parametrize(("x", "y", "held"), [(26, 29, "smoke"), (46, 5, "frag")])
def test_smoke_is_for_who_is_about_to_defuse(x, y, held):
    """Of three CT two go to the bomb; the third has its frag at hand."""
    match = Match("de_depot", "1v3").put(1, 36, 21).put(2, 28, 29).put(3, 29, 29)
    match.put(4, x, y, "m4a1", grenades=["smoke", "frag"]).arm(31, 26)
    if held == "smoke":
        match.put(2, 46, 5).put(3, 46, 7)
    assert match.calling().suggested(4).target == match.gear(held)


def test_an_empty_weapon_is_reloaded_where_no_enemy_is_near_and_laid_aside_where_one_is():
    match = Match("de_depot").put(1, 4, 15, "ak47").put(3, 45, 15).put(4, 45, 5).calling()
    match.state.units[0].primary.mark = 1
    assert match.suggested(1).y == RELOAD
    match.put(1, 24, 28, "ak47").put(3, 32, 28)
    match.state.units[0].primary.mark = 1
    choice = match.suggested(1)
    assert (choice.n, choice.y) == (SIDEARM, 0)


def test_a_sniper_who_sees_an_enemy_looks_through_its_scope():
    """TPS-17.2: without it the weapon loses two dice."""
    match = Match("de_depot").put(1, 2, 25, "awp").put(2, 2, 5).put(3, 7, 28).put(4, 45, 5).calling()
    choice = match.suggested(1)
    assert choice.n == PRIMARY and choice.x >= 2


# Moving


def test_the_carrier_brings_the_bomb_to_a_site_and_plants_it():
    match = Match("de_depot", "1v1").put(1, 22, 26).put(2, 46, 1).calling()
    for _ in range(3):
        if match.state.bomb.status != ARMED:
            match.turn(1)
    assert match.state.bomb.status == ARMED
    assert any(is_in(match.table.sites[k], match.state.bomb.x, match.state.bomb.y) for k in range(2))


def bomb_by_lot(match, key):
    """The bomb is carried, ticks somewhere for any number of turns, or lies somewhere."""
    lot = 100 + keyed_draw(key, 98, int(match.table.routes.n)) - 1
    place = keyed_draw(key, lot, int(match.table.routes.n)) - 1
    x, y = int(match.table.routes.xs[place]), int(match.table.routes.ys[place])
    match.state.bomb.status = match.state.n_ground = 0
    match.state.turn = 1 + int(key) // 3 % 4
    if int(key) % 3 == 1:
        match.state.bomb.status, match.state.bomb.x, match.state.bomb.y, match.state.bomb.turn = ARMED, x, y, 1
    elif int(key) % 3 == 2:
        match.state.n_ground = 1
        match.state.ground[0].gear, match.state.ground[0].x, match.state.ground[0].y = match.table.bomb + 1, x, y
        for unit in match.state.units[: match.state.n_units]:
            unit.special.gear = 0


def hostages_by_lot(match, key):
    """Hostages are led by CT, wait, or are rescued."""
    for h, hostage in enumerate(match.state.hostages[: match.table.n_hostages]):
        hostage.status, hostage.leader = RESCUED if int(key) % 5 == 4 else PLACED, 0
        if hostage.status == PLACED and int(key) % 2 and keyed_draw(key, 90 + h, 4) < 4:
            hostage.leader = int(match.state.n_units) - keyed_draw(key, 95 + h, 3) + 1


def by_lots(match, by_lot):
    """Twelve positions at the calls of a turn, each with its key."""
    for key in map(np.uint64, range(12)):
        anywhere(match, key)
        by_lot(match, key)
        match.calling()
        yield key


MODES = pytest.mark.parametrize(("map_", "by_lot"), [("de_depot", bomb_by_lot), ("cs_clinic", hostages_by_lot)])


@MODES
def test_what_units_are_up_to_is_what_they_were_up_to(map_, by_lot, golden):
    """Wherever they are: where to, how near, and how much it is worth to get there."""
    match, found = Match(map_, "3v3"), []
    for key in by_lots(match, by_lot):
        for slot in range(6):
            errand = goal_of(match.state, match.table, slot)
            goal = f"{decimal_text(errand.x)},{decimal_text(errand.y)} within {decimal_text(errand.near)}"
            worth = f"pull {errand.pull:.4f} flee {errand.flee:.4f} caution {errand.caution:.4f} site {errand.site}"
            found.append(f"{int(key)} U{slot + 1}: {goal} {worth}")
    golden(f"tps_{map_}_errands", "\n".join(found) + "\n")


@pytest.mark.heavy
@MODES
def test_what_units_call_is_what_they_called(map_, by_lot, golden):
    match, found = Match(map_, "3v3"), []
    for key in by_lots(match, by_lot):
        names, seat = GAME.names(match.setting, match.states), 1 + int(key) * 5 % 6
        called = notation(decode(match.suggested(seat, int(key)), GAME.verbs, names))
        found.append(f"{int(key)} U{seat}: {called}")
    golden(f"tps_{map_}_bot_calls", "\n".join(found) + "\n")


@pytest.mark.skipif(JIT, reason="a compiled rule keeps the errand it was compiled with")
@pytest.mark.parametrize(("near", "site", "stays"), [(5, -1, True), (3, -1, False), (5, 0, False)])
def test_who_is_near_enough_to_its_goal_stays_there(monkeypatch, near, site, stays):
    """Far from any enemy; in a site it goes on to where the bomb can be planted."""
    match = Match("de_depot", "1v1").put(1, 4, 15).put(2, 46, 5).calling()
    errand = Goal(*at(4, 19), steps(near), 1.0, 0.0, site, 1.0)
    monkeypatch.setattr("fireteam.games.tps.tactics.movement.goal_of", lambda state, tables, i: errand)
    assert destination(match.state, match.table, 0, np.uint64(1)) == (at(4, 15) if stays else at(4, 19))


def test_a_place_beside_a_team_mate_is_worth_less():
    """TPS-12.9: a shot that goes astray meets who stands about the target."""
    match = Match("de_depot", "2v1").put(1, 4, 15).put(3, 46, 5).calling()
    errand = Goal(*at(4, 15), 0, 1.0, 0.0, -1, 1.0)
    alone, beside = (
        value_at(match.put(2, *place).state, match.table, 0, errand, *at(4, 15), 0) for place in ((4, 18), (4, 16.5))
    )
    assert beside < alone


def test_who_is_in_the_site_and_sees_nobody_stays_there():
    match = Match("de_depot", "1v1").put(1, 28.5, 26).put(2, 46, 8).calling()
    assert destination(match.state, match.table, 0, np.uint64(1)) == at(28.5, 26)


def test_team_mates_nearer_to_an_enemy_draw_its_fire():
    match = Match("de_depot", "2v1").put(1, 16.5, 22).put(3, 25, 22, "m4a1").calling()
    match.state.units[2].weapon = PRIMARY
    feared = [expected_loss(match.put(2, *place).state, match.table, 0) for place in ((20, 24), (2, 2))]
    assert 0 < feared[0] < feared[1]


def test_a_dropped_bomb_is_picked_up():
    """TPS-10.6: by a count in contact."""
    match = Match("de_depot").put(1, 20, 26).put(2, 20, 22).put(3, 45, 3).put(4, 45, 2).out(1)
    match.state.n_ground = 1
    match.state.ground[0].gear, match.state.ground[0].x, match.state.ground[0].y = match.table.bomb + 1, *at(20, 23.02)
    match.calling().play()
    assert match.suggested(2).verb == verbs.PICKUP


def test_a_kit_left_over_is_dropped_for_the_bomb():
    """TPS-10.7, TPS-21.11: who has changed sides may still carry one."""
    match = Match("de_depot").put(1, 20, 26).put(2, 20, 22, special="kit").put(3, 45, 3).put(4, 45, 2).out(1)
    match.state.n_ground = 1
    match.state.ground[0].gear, match.state.ground[0].x, match.state.ground[0].y = match.table.bomb + 1, *at(20, 23.02)
    choice = match.calling().play().suggested(2)
    assert (choice.verb, choice.n) == (verbs.DROP, match.gear("kit"))


@pytest.mark.parametrize(
    ("weapon", "lying", "mark", "enemy", "fetched"),
    [
        ("", "ak47", 0, (46, 5), True),
        ("mp5", "ak47", 0, (46, 5), False),
        ("", "ak47", 1, (46, 5), False),
        ("", "deagle", 0, (46, 5), False),
        ("", "ak47", 0, (12, 17), False),
    ],
)
def test_a_loaded_long_weapon_that_lies_near_is_fetched_by_who_has_none(weapon, lying, mark, enemy, fetched):
    """While no enemy is near; a hit would cost more than the weapon is worth."""
    match = Match("de_depot", "2v1").put(1, 3, 26).put(2, 4, 15, weapon).put(3, *enemy)
    match.state.n_ground = 1
    thing = match.state.ground[0]
    thing.gear, thing.mark, thing.x, thing.y = match.gear(lying) + 1, mark, *at(4, 12)
    match.calling()
    errand = goal_of(match.state, match.table, 1)
    assert ((errand.x, errand.y, errand.near) == (*at(4, 12), 0)) == fetched


@pytest.mark.parametrize("carrier", [0, 1])
def test_who_carries_the_bomb_goes_into_the_site_and_the_others_stay_about_it(carrier):
    match = Match("de_depot").put(1, 30, 25).put(2, 32, 26).put(3, 45, 5).put(4, 45, 3)
    for i in range(2):
        match.state.units[i].special.gear = match.table.bomb + 1 if i == carrier else 0
    match.calling()
    assert [goal_of(match.state, match.table, i).site >= 0 for i in (carrier, 1 - carrier)] == [True, False]


def at(x, y):
    """A point in steps."""
    return steps(x), steps(y)


def test_ct_run_to_a_bomb_that_they_can_still_defuse():
    match = Match("de_depot", "1v1").put(1, 4, 15).put(2, 44, 22).arm(31, 26).calling()
    match.turn(2)
    unit = match.state.units[1]
    assert abs(unit.x - steps(31)) + abs(unit.y - steps(26)) < steps(10)


def test_who_can_do_nothing_gets_away_from_the_bomb():
    """TPS-19.25: units in the bomb's zone are eliminated outright."""
    match = Match("de_depot", "1v1").put(1, 4, 15).put(2, 34, 25).arm(29, 23, turn=1)
    match.state.turn = 6
    match.calling().turn(2)
    assert match.state.units[1].alive


def test_a_ct_fetches_a_hostage_and_brings_it_home():
    """TPS-19.27 to 19.30."""
    match = Match("cs_clinic", "1v1").put(1, 41, 31).put(2, 12, 18).calling()
    match.state.hostages[0].x, match.state.hostages[0].y = at(10, 16)
    match.state.hostages[1].x, match.state.hostages[1].y = at(31, 26)  # the other waits far away
    for _ in range(3):
        if match.state.phase == CALL and match.state.hostages[0].status == PLACED:
            match.turn(2)
    assert match.state.hostages[0].status == RESCUED


def test_who_has_no_hostage_left_to_guard_stays_where_it_is():
    """TPS-20.2: the last one is killed, and the round goes on to the end of its turn."""
    match = Match("cs_clinic", "1v1").put(1, 37, 16).put(2, 3, 16).calling().play()
    for hostage in match.state.hostages:
        hostage.status, hostage.x, hostage.y, hostage.health = KILLED, 0, 0, 0
    assert match.suggested(1).verb == verbs.STAY


def test_a_unit_goes_round_a_token_that_stands_in_its_way():
    match = Match("de_depot", "1v2").put(1, 4, 28).put(2, 40, 20).put(3, 38.5, 20).calling()
    match.arm(30, 20.5).play()
    open_count(match.state, match.table, 5)
    match.state.units[1].moves = 4
    choice = match.suggested(2)
    assert choice.verb == verbs.MOVE and choice.y != 0 and choice.x < 0


@pytest.mark.heavy
def test_two_who_go_round_one_corner_side_by_side_do_not_hold_each_other_up():
    """TPS-9.18: tokens that touch and come nearer to each other stop both."""
    match = Match("de_depot").put(1, 5.194255, 11.733963).put(2, 6.034913, 12.275529).put(3, 46, 15).put(4, 46, 13)
    match.calling().turn(1, 2)
    for unit in match.state.units[:2]:
        assert unit.x > steps(8) or unit.y < steps(8)


# Pointing


def test_of_two_enemies_the_weaker_is_shot_at():
    match = Match("de_depot").put(1, 20, 21, "awp").put(3, 26.5, 22, armour=(1, 1, 3)).put(4, 25, 23, armour=(0, 0, 1))
    match.calling().play()
    match.state.phase, match.state.owing = TARGET, 15
    choice = match.suggested(1)
    assert choice.verb == verbs.FIRE and choice.parts[0, 0] == 3


@pytest.mark.parametrize(
    ("weapon", "armour", "targets"), [("m249", (0, 0, 1), 2), ("m249", (1, 1, 3), 1), ("awp", (0, 0, 1), 1)]
)
def test_with_autofire_two_who_are_weak_are_shot_at_at_once(weapon, armour, targets):
    """TPS-16.1: but not with other weapons, nor who is strong."""
    match = Match("de_depot").put(1, 16.5, 22, weapon).put(2, 3, 3).calling().play()
    match.put(1, 16.5, 22, weapon).put(3, 22, 23, armour=armour).put(4, 22, 21.5, armour=armour)
    match.state.units[0].weapon = PRIMARY
    match.state.phase, match.state.owing = TARGET, 15
    choice = match.suggested(1)
    assert (choice.verb, choice.n) == (verbs.FIRE, targets)


@pytest.mark.parametrize("way", [(9.5, 2), (-11, -2), (13, 3.5), (-3, 12), (3.5, -14.5), (16, -9)])
def test_the_chance_by_which_fire_is_split_is_that_of_the_rules_at_any_distance(way):
    """TPS-3.3, TPS-12.5: whole to-hit pools are asked for; as exactly as the odds that people are shown."""
    x, y = 24 + way[0], 18 + way[1]
    match = Match("de_depot", "1v1").calling().play()
    match.put(1, 24, 18, "m249").put(2, x, y)
    match.state.units[0].weapon = PRIMARY
    match.state.phase, match.state.owing = TARGET, 3
    attack = new_choices(1)
    attack[0].verb, attack[0].n, attack[0].parts[0, 0] = verbs.FIRE, 1, 1
    exact = float(CalledAttack(match.setting, match.states, 0, attack).hit_chances[1])
    assert 0.01 < exact < 1 and whole_pool_chance(match.state, match.table, 0, 1) == pytest.approx(exact)


def test_a_shotgun_keeps_more_dice_for_damage_the_nearer_the_target_is():
    """TPS-15.1."""
    splits = []
    for x in (21.5, 31):
        match = Match("de_depot", "1v1").put(1, 20, 21, "spas12").put(2, x, 21).calling().play()
        match.put(1, 20, 21, "spas12").put(2, x, 21)
        match.state.units[0].weapon = PRIMARY
        match.state.phase, match.state.owing = TARGET, 3
        splits.append(int(match.suggested(1).parts[0, 1]))
    assert splits[0] < splits[1]


def test_a_frag_goes_to_enemies_who_keep_still_together():
    """TPS-19.14: everybody whom it sees is attacked."""
    match = Match("de_depot").put(1, 16.5, 22, grenades=["frag"]).put(2, 3, 3).put(3, 24, 22).put(4, 25, 23)
    match.calling().play()
    match.put(1, 16.5, 22, grenades=["frag"]).put(3, 24, 22).put(4, 25, 23)
    for unit in match.state.units[2:4]:
        unit.crouch = 1
    match.state.units[0].over, match.state.units[0].weapon = match.gear("frag") + 1, SIDEARM
    match.state.phase, match.state.owing = TARGET, 15
    choice = match.suggested(1)
    assert choice.verb == verbs.THROW and choice.x > match.state.units[0].x


def test_no_grenade_goes_to_where_friends_are():
    match = Match("de_depot").put(1, 16.5, 22, grenades=["frag"]).put(2, 24, 22.7).put(3, 24, 21).put(4, 46, 2)
    match.calling().play()
    match.put(1, 16.5, 22, grenades=["frag"]).put(2, 24, 22.7).put(3, 24, 21).put(4, 46, 2)
    match.state.units[1].crouch = 1
    match.state.units[0].over, match.state.units[0].weapon = match.gear("frag") + 1, SIDEARM
    match.state.phase, match.state.owing = TARGET, 15
    assert match.suggested(1).verb != verbs.THROW


@pytest.mark.parametrize(("hostage", "thrown"), [((3, 20), True), ((31, 8.5), False)])
def test_no_frag_goes_to_where_hostages_are(hostage, thrown):
    """TPS-21.4: a hostage killed costs cash and a frag."""
    match = Match("cs_clinic", "1v1").put(1, 32, 9.5).put(2, 25.5, 9.5, grenades=["frag"]).calling().play()
    match.put(1, 32, 9.5).put(2, 25.5, 9.5)
    match.state.units[0].crouch = 1
    match.state.units[1].over, match.state.units[1].weapon = match.gear("frag") + 1, SIDEARM
    match.state.hostages[0].x, match.state.hostages[0].y = at(*hostage)
    match.state.hostages[1].x, match.state.hostages[1].y = at(3, 12)
    match.state.phase, match.state.owing = TARGET, 3
    assert (match.suggested(2).verb == verbs.THROW) == thrown


@pytest.mark.heavy
@pytest.mark.parametrize(("map_", "side"), [("de_depot", "T"), ("cs_clinic", "CT")][: 1 if factor() <= 1 else 2])
def test_the_bot_beats_random_players_who_need_only_wait(map_, side):
    """Orders for ten counts at once (TPS-5.9) make a match short enough to be played where nothing is compiled."""
    options = {"teams": "2v2", "mp_maxrounds": "1", "mp_startmoney": "30", "sv_movebatch": "10"}
    setting = GAME.make_setting(map_, options)
    greedy, random = [BOTS["greedy"]] * 2, [BOTS["random"]] * 2
    report = run(setting, greedy + random if side == "T" else random + greedy, 2, 1)
    assert report.wins["U1" if side == "T" else "U3"].count == 2
    assert report.unfinished == 0
