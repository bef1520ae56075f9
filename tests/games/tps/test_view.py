"""What a face draws and asks: the table, how the match stands, prompts, labels and exact odds."""

from __future__ import annotations

from fractions import Fraction
from math import dist
from typing import Any

import pytest
from shapely import LineString, Point

from fireteam.core.errors import UnknownName
from fireteam.core.protocol.choices import parse
from fireteam.core.protocol.events import LoggedEvent, words_of
from fireteam.core.protocol.scene import Decision, Option, Token
from fireteam.core.slot_choices import encode_choice, refusal_of
from fireteam.core.space.headings import HEADINGS
from fireteam.core.space.units import steps
from fireteam.games.tps.decision import DECISION
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.game import GAME
from fireteam.games.tps.sight_view import sight
from fireteam.sim.solve import answer
from tests.games.tps.matches import Position, play_at_random, start_match, unit
from tests.games.tps.positions import price


def decision(at: Position, slot: int = 0, **more: bool) -> Decision:
    return GAME.decision(*at, slot, **more)


def option(at: Position, notation: str, slot: int = 0) -> Option:
    """A choice as it is offered, if it is lawful; the whole menu with odds takes its time where rules run plain."""
    value = parse(notation, GAME.verbs)
    assert refusal_of(*at, slot, value) is None
    return DECISION.explain_option(*at, slot, value)


def odds(at: Position, notation: str, slot: int = 0) -> dict[str, str]:
    return {one.of: one.exact for one in option(at, notation, slot).odds}


def token(at: Position, name: str) -> Token:
    scene = GAME.scene(*at)
    return next(one for one in (*scene.tokens, *scene.waiting) if one.unit == name)


def rows(at: Position) -> dict[str, str]:
    return {row.label: row.text for row in GAME.scene(*at).standing}


# The table


@pytest.mark.parametrize("map", ["de_depot", "cs_clinic", "de_harbour"])
def test_all_that_a_map_has_is_drawn(map: str) -> None:
    setting = GAME.make_setting(map)
    laid, ground = setting.content.map, GAME.scene(setting, setting.opening).ground
    assert ground is not None and (ground.width, ground.height) == laid.size
    kinds = [area.kind for area in ground.areas]
    for kind, there in (("zone", laid.zones), ("block", laid.blocks), ("low", laid.low), ("site", laid.sites)):
        assert kinds.count(kind) == len(there)
    assert kinds.count("rescue") == len(laid.rescue)
    stretches = [barrier.kind for barrier in ground.barriers]
    assert (stretches.count("wall"), stretches.count("window")) == (len(laid.walls), len(laid.windows))
    first = next(area for area in ground.areas if area.kind == "zone")
    assert first.name == laid.zones[0].id and len(first.points) == 4


def test_before_the_first_round_nobody_is_said_to_be_eliminated() -> None:
    setting = GAME.make_setting("de_depot", {"teams": "2v1"})
    scene = GAME.scene(setting, setting.opening)
    assert [token.notes for token in scene.waiting] == [("8 cash",)] * 3 and scene.tokens == ()
    assert rows((setting, setting.opening))["T"] == "0 rounds won, 2 units, cash U1 8, U2 8"


@pytest.mark.clause("TPS-2.9", "TPS-1.18", "TPS-2.8")
def test_all_tokens_boards_and_cash_are_public() -> None:
    at = start_match(
        "count",
        unit("T", 20, 21, "mp5 glock18 vest flash frag", over="flash", crouch=1, frags=2, deaths=1),
        unit("CT", 25, 21, "awp usp kit", scope=1, action=3, progress=1),
        unit("CT", 40, 5, "m4a1 helmet", weapon=3),
    )
    at[1][0].units[1].primary.mark = 1
    one = token(at, "U1")
    assert (one.x, one.y, one.slot, one.side, one.letters, one.title) == (20.0, 21.0, 0, 0, "U1", "terrorist")
    assert one.notes == (
        "vest 1, health 3",
        "Flashbang over MP5",
        "8 cash",
        "carries Glock 18, Frag grenade",
        "crouching",
        "frags 2, deaths 1",
    )
    assert token(at, "U2").notes == (
        "health 3",
        "AWP (out of ammo)",
        "8 cash",
        "carries USP, Defuse kit",
        "scope in use",
        "to defuse",
        "1 turn of work done",
    )
    assert token(at, "U3").notes == ("helmet 1, health 3", "Knife", "8 cash", "carries M4A1")
    for name in ("alive", "health", "x", "y", "weapon", "called"):
        at[1][0].units[2][name] = 0
    assert "eliminated" in token(at, "U3").notes and GAME.scene(*at).waiting[0].unit == "U3"


@pytest.mark.clause("TPS-2.9", "TPS-21.3")
def test_cash_is_what_is_held_not_what_the_round_will_pay() -> None:
    for phase in ("buy", "count"):
        at = start_match(phase, unit("T", 20, 21, "glock18", cash=12), unit("CT", 25, 21, "usp"))
        at[1][0].units[0].earned = 5
        assert "12 cash" in token(at, "U1").notes
        assert rows(at)["T"].endswith("cash U1 12")
    at = start_match("buy", unit("T", 20, 21, "glock18", cash=12), unit("CT", 25, 21, "usp"))
    at[1][0].units[0].earned = 5
    assert "with 12 cash" in decision(at).prompt


@pytest.mark.clause("TPS-1.19", "TPS-2.9", "TPS-19.24", "TPS-20.4")
def test_how_the_match_stands_is_told_in_rows() -> None:
    at = start_match("count", unit("T", 20, 21, "mp5 bomb"), unit("CT", 25, 21, "usp", weapon=2))
    assert rows(at) == {
        "round": "1 of 6, turn 1 of 12, count 1 of 10; then CT win unless the bomb is armed",
        "T": "0 rounds won, 1 of 1 living, cash U1 8",
        "CT": "0 rounds won, 1 of 1 living, cash U2 8",
        "bomb": "carried by U1",
    }
    state = at[1][0]
    state.units[0].special.gear = 0
    state.bomb.status, state.bomb.x, state.bomb.y, state.bomb.turn, state.turn = 1, 30_004_000, 25_000_000, 6, 8
    state.score[0], state.swapped, state.smoke[0] = 1, 1, 9
    assert rows(at) == {
        "round": "1 of 6, turn 8 of 12, count 1 of 10",
        "T": "0 rounds won, 1 of 1 living, cash U1 8",
        "CT": "1 round won, 1 of 1 living, cash U2 8",
        "bomb": "armed at 30,25, explodes in 3 turns (step 10 of turn 11)",
        "smoke": "sw yard to the end of turn 9",
    }
    hostages = start_match("call", unit("T", 20, 8), unit("CT", 3, 16), map="cs_clinic")
    assert rows(hostages)["hostages"] == "0 of 2 rescued, CT need 1"


def test_what_lies_about_flies_smokes_and_ticks_is_marked() -> None:
    at = start_match("call", unit("T", 20, 21, "mp5"), unit("CT", 25, 21, "usp"))
    state = at[1][0]
    names = GAME.names(*at)
    state.n_ground, state.n_flights, state.smoke[2] = 2, 1, 5
    for k, (id, mark) in enumerate((("ak47", 1), ("vest", 1))):
        lying = state.ground[k]
        lying.gear, lying.mark, lying.x, lying.y = names.find_thing("gear", id) + 1, mark, 5_500_000, 6_000_000
    flight = state.flights[0]
    flight.gear, flight.thrower, flight.turn, flight.x = names.find_thing("gear", "smoke") + 1, 1, 1, 1_000_000
    state.bomb.status, state.bomb.x, state.bomb.turn = 1, 30_000_000, 1
    ground = GAME.scene(*at).ground
    assert ground is not None
    assert [(mark.title, mark.x, mark.notes) for mark in ground.marks] == [
        ("AK-47", 5.5, ("out of ammo",)),
        ("Vest", 5.5, ()),
        ("Smoke grenade", 1.0, ("thrown by U2", "goes off in step 1 of turn 2")),
        ("Bomb, armed", 30.0, ("explodes in step 10 of turn 6",)),
    ]
    assert [(one.name, one.notes) for one in ground.areas if one.kind == "smoke"] == [
        ("smoke in s_gate", ("to the end of turn 5",))
    ]


def test_hostages_are_tokens_of_nobody() -> None:
    at = start_match("call", unit("T", 20, 8), unit("CT", 11, 10), map="cs_clinic")
    hostage = at[1][0].hostages[1]
    hostage.status, hostage.x, hostage.y, hostage.health, hostage.leader = 1, 10_000_000, 10_000_000, 2, 2
    shown = token(at, "H2")
    assert (shown.slot, shown.team, shown.title, shown.notes) == (-1, 2, "hostage", ("health 2", "follows U2"))
    assert "leads H2" in token(at, "U2").notes


# What is asked


@pytest.mark.clause("TPS-7.1", "TPS-7.6", "TPS-26.1")
def test_buying_comes_with_everything_for_sale_and_what_is_too_dear() -> None:
    at = start_match("buy", unit("T", 20, 21, "glock18", cash=12), unit("CT", 25, 21, "usp"))
    asked = decision(at)
    assert asked.prompt.startswith("U1 (T): buy for round 1 with 12 cash, or nothing. In hand: Glock 18.")
    things = {thing.name: thing.notes for thing in asked.things}
    assert things["mp5"] == (
        "MP5",
        f"{price('mp5')} cash",
        "step 4 (submachine guns)",
        "1W+3D to hit, 1W+3D damage",
        "autofire",
    )
    assert things["awp"][-1] == "too dear now" and things["vest"] == ("Vest", "9 cash", "+1D Defense")
    assert not {"usp", "m4a1", "kit", "bomb", "knife"} & set(things)
    assert option(at, "buy sawnoff,frag").label == f"Sawn-off, Frag grenade: {price('sawnoff', 'frag')} cash"


@pytest.mark.clause("TPS-7.5", "TPS-7.6")
def test_what_a_list_of_purchases_leaves_out_is_told_before_it_is_handed_in() -> None:
    at = start_match("buy", unit("T", 20, 21, "glock18", cash=12), unit("CT", 25, 21, "usp"))
    cost = price("sawnoff")
    assert option(at, "buy awp,sawnoff").label == f"AWP, Sawn-off: {cost} cash; no AWP: it is too dear"
    said = f"Sawn-off, Glock 18 laid down, Vest: {cost} cash; no Vest: it is too dear"
    assert option(at, "buy sawnoff,drop:glock18,vest").label == said
    assert at[1][0].units[0].cash == 12


@pytest.mark.clause("TPS-11.8", "TPS-19.2")
def test_a_choice_off_the_menu_is_offered_with_the_odds_of_the_rules() -> None:
    at = start_match(
        "target", unit("T", 17, 21, "usp frag", over="frag", weapon=2), unit("CT", 25, 21, "usp", weapon=2)
    )
    line = "throw 25.123,20.5 2 3"
    assert line not in {one.notation for one in decision(at, odds=False).options}
    offered = GAME.explain_option(*at, 0, parse(line, GAME.verbs))
    assert offered == option(at, line) and offered.odds


@pytest.mark.clause("TPS-8.2", "TPS-9.10", "TPS-12.1", "TPS-12.6", "TPS-17.2", "TPS-17.3")
def test_a_call_is_told_with_its_step_its_counts_and_its_dice() -> None:
    at = start_match("call", unit("T", 20, 21, "awp glock18 flash"), unit("CT", 25, 21, "usp"))
    labels = {one.notation: one.label for one in decision(at).options}
    assert labels["call primary"] == "AWP: acts in step 6 (rifles), moves on counts 4 to 10, -2D without its scope"
    assert labels["call primary scoped_crouching flash"] == (
        "AWP, with its scope, crouching, Flashbang over it: acts in step 8 (rifles with a scope in use),"
        " moves on counts 4, 6, 8, 10, +1D scope, +1D crouching, +1D if it keeps still"
    )
    assert labels["call knife crouching"] == "Knife, crouching: acts in step 2 (knives), moves on counts 2, 4, 6, 8, 10"
    assert "primary: AWP, acts in step 6, moves on counts 4 to 10. sidearm: Glock 18, acts" in decision(at).prompt
    assert "so does its scope (+1D), and it acts in step 8" in decision(at).prompt


@pytest.mark.clause("TPS-17.1", "TPS-26.1")
@pytest.mark.parametrize(("gear", "told"), [("awp", True), ("mp5", False), ("m4a1", False), ("", False)])
def test_only_who_carries_a_scope_is_told_what_it_does(gear: str, told: bool) -> None:
    at = start_match("call", unit("CT", 20, 21, f"{gear} usp"), unit("T", 25, 21, "glock18"))
    assert ("so does its scope" in decision(at, 0, odds=False).prompt) == told


@pytest.mark.clause("TPS-9.11", "TPS-9.6", "TPS-9.9", "TPS-9.20")
def test_a_step_is_told_with_where_it_leads_and_the_counts_that_are_left() -> None:
    at = start_match("count", unit("T", 6, 15, "m249 glock18", crouch=1), unit("CT", 25, 21, "usp", weapon=2))
    at[1][0].count = 4
    assert decision(at).prompt == (
        "U1 (T): count 4 of 10: one order. You act on counts 4, 6, 8, 10"
        " (footprints 3, even counts only: crouching or scope in use)."
    )
    east = option(at, "move 1,0")
    assert (east.label, east.point, east.unit) == ("to 6.5,15, where it is stopped", "6.5,15", "U1")
    assert option(at, "move -1,0").label == "to 5,15"
    assert option(at, "drop m249").label == "M249 where you stand"
    near = start_match("count", unit("T", 20, 21, "mp5"), unit("CT", 21.5, 21, "usp", weapon=2))
    assert option(near, "move 1,0").label == "to 21,21; 20.5,21 if nobody makes way"


@pytest.mark.clause("TPS-11.8", "TPS-11.9")
def test_distances_and_odds_are_shown_before_the_call_only_where_measuring_is_allowed() -> None:
    units = (unit("T", 17, 21, "mp5 flash", over="flash"), unit("CT", 25, 21, "spas12"))
    at = start_match("target", *units)
    assert option(at, "fire U2").odds == () and "TPS-11.9" in decision(at, odds=False).prompt
    assert option(at, "throw 18,21 2 0 U2").odds == option(at, "throw 18,21 2 0 -").odds != ()
    assert option(at, "fire U1:3", slot=1).odds != () and "8 MU away" in sight(*at, "U2", 17, 21).says
    assert "TPS-11.9" not in decision(at, 1, odds=False).prompt
    shown = start_match("target", *units, sv_premeasure="1")
    assert option(shown, "fire U2").odds != () and "8 MU away" in sight(*shown, "U1", 25, 21).says


@pytest.mark.clause("TPS-11.9")
def test_a_ruler_is_for_tables_that_show_all_distances() -> None:
    units = (unit("T", 17, 21, "mp5"), unit("CT", 25, 21, "spas12"))
    hidden, shown = start_match("target", *units), start_match("target", *units, sv_premeasure="1")
    assert "TPS-11.9" in GAME.scene(*hidden).ground.unmeasured and GAME.scene(*shown).ground.unmeasured == ""


@pytest.mark.clause("TPS-11.8", "TPS-11.9", "TPS-19.1")
@pytest.mark.parametrize(
    ("gear", "held", "told"),
    [
        ("mp5", {}, False),
        ("mp5 flash", {}, False),
        ("mp5 flash", {"over": "flash"}, True),
        ("mp5 frag", {"over": "frag"}, True),
        ("mp5 kit", {"over": "kit"}, False),
        ("spas12", {}, True),
        ("usp", {"weapon": 3}, False),
        ("usp smoke", {"weapon": 3, "over": "smoke"}, True),
    ],
)
def test_distances_are_told_to_who_splits_dice_or_throws_and_not_to_who_stabs(
    gear: str, held: dict[str, Any], told: bool
) -> None:
    """To any point, of a unit or not; in the counts too, once the weapon is called."""
    for phase in ("count", "target"):
        at = start_match(phase, unit("CT", 20, 21, gear, **held), unit("T", 25, 21, "glock18"))
        assert ["MU away" in sight(*at, "U1", x, 21).says for x in (25, 23)] == [told, told]
        assert ("TPS-11.8" in decision(at, odds=False).prompt) == (phase == "target" and "over" in held and told)


@pytest.mark.clause("TPS-11.9", "TPS-18.1")
def test_the_odds_of_a_stab_are_told_and_no_distance_with_them() -> None:
    at = start_match("target", unit("T", 20, 21, "glock18", weapon=3), unit("CT", 21.2, 21, "usp"))
    assert "U2 is eliminated" in odds(at, "fire U2") and "TPS-11.9" not in decision(at, odds=False).prompt
    assert "MU away" not in sight(*at, "U1", 21.2, 21).says


@pytest.mark.clause("TPS-29.1", "TPS-12.9", "TPS-13.5", "TPS-13.7")
def test_the_odds_of_an_attack_are_those_of_the_rules() -> None:
    at = start_match("target", unit("T", 17, 21, "mp5"), unit("CT", 25, 21, "usp", weapon=2), sv_premeasure="1")
    found = odds(at, "fire U2")
    shot = answer(GAME, GAME.odds_questions, "shot", {"weapon": "mp5", "distance": 8})
    assert found["hits U2"] == shot["hits the target"]["exact"] == "1261/1296"
    assert found["U2 is eliminated"] == shot["eliminated"]["exact"] == "1012695406801/20296318500864"
    assert found["out of ammo"] == "1261/46656" == found["headshot on U2"]
    assert found["U2 loses dice (1.00 on average)"] == shot["at least one hit"]["exact"]
    two = start_match(
        "target",
        unit("T", 17, 21, "mp5"),
        unit("T", 25, 24, "glock18", weapon=2),
        unit("CT", 25, 21, "usp", weapon=2),
        sv_premeasure="1",
    )
    stray = odds(two, "fire U3")
    assert Fraction(stray["goes astray and hits U2"]) > 0
    total = Fraction(stray["hits U3"]) + Fraction(stray["goes astray and hits U2"])
    assert total <= 1 and Fraction(stray["out of ammo"]) == total / 36


@pytest.mark.clause("TPS-12.6", "TPS-17.3")
def test_odds_name_the_modifiers_that_make_them() -> None:
    at = start_match(
        "target",
        unit("T", 17, 21, "awp", scope=1, crouch=1),
        unit("CT", 25, 21, "usp", weapon=2),
        sv_premeasure="1",
    )
    hit = next(one for one in option(at, "fire U2").odds if one.of == "hits U2")
    assert [(why.label, why.amount) for why in hit.modifiers] == [("scope in use", 1), ("crouching", 1), ("steady", 1)]


@pytest.mark.clause("TPS-19.1", "TPS-19.9", "TPS-29.2")
def test_a_throw_is_told_with_where_it_falls_and_whom_it_catches() -> None:
    at = start_match("target", unit("T", 12, 21, "mp5 flash", over="flash"), unit("CT", 20, 24, "usp", weapon=2))
    found = odds(at, "throw 13,21 2")
    assert found["catches U2 in the flash"] == found["falls in n gate"]
    assert sum(Fraction(p) for of, p in found.items() if of.startswith("falls")) <= 1
    assert Fraction(found["falls in n gate"]) > Fraction(1, 2)
    falls = [Fraction(chance) for of, chance in found.items() if of.startswith("falls in")]
    assert 2 <= len(falls) <= 3 and falls == sorted(falls, reverse=True)
    throws = [one for one in decision(at, odds=False).options if one.verb == "throw"]
    assert len(throws) == 3 * HEADINGS * 2 and throws[0].point == "13,21"  # alone, and with an attack
    assert throws[0].label == "Flashbang towards 13,21 with 1W"


@pytest.mark.clause("TPS-11.10", "TPS-8.14")
def test_who_reloads_or_has_an_empty_weapon_is_told_so() -> None:
    at = start_match("target", unit("T", 17, 21, "mp5", action=1), unit("CT", 25, 21, "usp", weapon=2))
    assert decision(at).prompt == "U1 (T): you are reloading: neither attack nor throw."
    at[1][0].units[0].action, at[1][0].units[0].primary.mark = 0, 1
    assert decision(at).prompt.endswith("It must be reloaded before it fires.") and decision(at).count == 1


@pytest.mark.clause("TPS-11.6", "TPS-11.11", "TPS-8.7")
@pytest.mark.parametrize(
    ("gear", "held", "away", "asked"),
    [
        ("usp", {"weapon": 2}, (25, 21), "point at a target or hold (the odds of a shot are hidden);"),
        (
            "usp smoke",
            {"weapon": 2, "over": "smoke"},
            (25, 21),
            "point at a target, throw or hold (the odds of a shot are hidden);",
        ),
        ("usp", {"weapon": 2}, (46, 15), "nobody can be attacked from here, so hold;"),
        ("usp smoke", {"weapon": 2, "over": "smoke"}, (46, 15), "nobody can be attacked from here, so throw or hold;"),
        ("usp", {"weapon": 3}, (25, 21), "nobody can be attacked from here, so hold;"),
    ],
)
def test_the_question_for_targets_names_what_can_be_done(
    gear: str, held: dict[str, Any], away: tuple[int, int], asked: str
) -> None:
    at = start_match("target", unit("T", 17, 21, gear, **held), unit("CT", *away, "usp", weapon=2))
    said = decision(at, odds=False).prompt
    assert said.startswith(f"U1 (T): {asked}")
    assert ("Its odds are hidden" in said) == ("target" in asked)


def test_the_question_for_targets_follows_whoever_comes_into_sight() -> None:
    """Also where what was asked before is kept."""
    at = start_match("target", unit("T", 17, 21, "usp", weapon=2), unit("CT", 46, 15, "usp", weapon=2))
    asked = []
    for x in (46, 25, 46):
        at[1][0].units[1].x, at[1][0].units[1].y = steps(x), steps(21 if x == 25 else 15)
        asked.append(DECISION.menu_runs(*at, 0, 10).heading.prompt.removeprefix("U1 (T): ").partition(";")[0])
    hidden, seen = (
        "nobody can be attacked from here, so hold",
        "point at a target or hold (the odds of a shot are hidden)",
    )
    assert asked == [hidden, seen, hidden]


def test_choices_that_name_one_thing_at_most_have_plain_words() -> None:
    at = start_match("target", unit("T", 17, 21, "mp5"), unit("CT", 25, 21, "usp", weapon=2))
    assert option(at, "hold").label == "neither attack nor throw"


@pytest.mark.clause("TPS-21.12", "TPS-5.2")
def test_between_rounds_the_admin_is_asked() -> None:
    setting = GAME.make_setting("de_depot", {"teams": "2v2", "sv_admin": "1", "mp_roundturns": "1", "mp_halftime": "0"})
    states = next(states for states, _ in play_at_random(setting, 3, 40) if states[0].phase == 8)
    asked = decision((setting, states), setting.referee)
    assert asked.prompt == "admin: let the next round begin, or first switch one player to the other side."
    assert [one.label for one in asked.options][:2] == ["on to the next round", "U1 to the other side"]


# Sight


@pytest.mark.clause("TPS-3.16", "TPS-3.18", "TPS-3.21")
@pytest.mark.parametrize(
    ("a", "b", "clear", "says"),
    [
        ((12.5, 15), (19, 15), 3, "seen, 3 of 3 lines are clear"),
        ((19, 15), (12.5, 15), 3, "seen, in half cover, 3 of 3 lines are clear"),
        ((24, 24), (15.4, 19.4), 1, "seen, in half cover, 1 of 3 lines are clear"),
        ((17, 5.2), (25, 5.2), 2, "seen, 2 of 3 lines are clear"),
        ((8, 15), (31, 15), 0, "not seen, 0 of 3 lines are clear"),
        ((14, 12), (19, 12), 0, "not seen, 0 of 3 lines are clear"),
    ],
)
def test_the_lines_of_sight_are_those_of_the_rulebook(
    a: tuple[float, float], b: tuple[float, float], clear: int, says: str
) -> None:
    at = start_match("call", unit("T", *a, "mp5"), unit("CT", 45, 28, "usp"))
    found = sight(*at, "U1", *b)
    assert found.says.startswith(f"{a[0]:g},{a[1]:g} to {b[0]:g},{b[1]:g}: {says}") and found.clear == (clear > 0)
    for centre, ends in ((a, [ray.start for ray in found.rays]), (b, [ray.end for ray in found.rays])):
        assert [dist(centre, end) for end in ends] == pytest.approx([0.45, 0, 0.45])
    assert sum(ray.blocked is None for ray in found.rays) == clear
    assert bool(found.by) == (clear < 3)
    for ray in found.rays:
        if ray.blocked is not None:
            assert Point(ray.blocked).distance(LineString([ray.start, ray.end])) < 1e-9
            walls = [LineString([(wall.x1, wall.y1), (wall.x2, wall.y2)]) for wall in found.by]
            assert min(Point(ray.blocked).distance(wall) for wall in walls) < 1e-9


@pytest.mark.clause("TPS-3.19")
@pytest.mark.parametrize("point", [(25, 22), (24, 22)])
@pytest.mark.parametrize(("x", "y", "left"), [(22, 22, 0), (19, 22.9, 2)])
def test_by_an_option_tokens_stand_in_the_way_of_a_look_too(
    point: tuple[float, float], x: float, y: float, left: int
) -> None:
    """At a unit, and at a point where nobody stands."""
    units = (unit("T", 18, 22, "mp5"), unit("CT", 25, 22, "usp"), unit("CT", x, y, "usp"))
    for option, clear in (("0", 3), ("1", left)):
        found = sight(*start_match("call", *units, sv_tokensblock=option), "U1", *point)
        assert found.clear == (clear > 0) and f"{clear} of 3 lines are clear" in found.says


def test_a_line_from_nobody_on_the_table_is_told_who_there_is() -> None:
    at = start_match("call", unit("T", 4, 15, "mp5"), unit("CT", 45, 28, "usp"))
    with pytest.raises(UnknownName, match="no unit on the table named 'U9'; there is U1, U2"):
        sight(*at, "U9", 4, 15)


@pytest.mark.clause("TPS-3.24")
def test_smoke_between_is_told_and_named() -> None:
    at = start_match("call", unit("T", 15, 22, "mp5"), unit("CT", 28, 22, "usp"))
    at[1][0].smoke[12] = 8  # n_gate
    found = sight(*at, "U1", 28, 22)
    assert not found.clear and "smoke is in the way" in found.says and "TPS-3.24" in found.says
    assert [one.name for one in found.by if not hasattr(one, "x1")] == ["smoke in n_gate"]


@pytest.mark.clause("TPS-3.25")
@pytest.mark.parametrize(("x", "smoke", "told"), [(20, 8, True), (20, 0, False), (28, 0, False)])
def test_of_two_in_one_smoke_it_is_told(x: float, smoke: int, told: bool) -> None:
    at = start_match("call", unit("T", 17, 22, "mp5"), unit("CT", 45, 28, "usp"))
    at[1][0].smoke[12] = smoke  # n_gate
    found = sight(*at, "U1", x, 22)
    assert found.clear and ("both in one smoke" in found.says) == told


# The log


def test_every_event_of_a_match_reads_as_a_sentence() -> None:
    setting = GAME.make_setting("cs_clinic", {"teams": "2v2", "mp_maxrounds": "2", "mp_startmoney": "40"})
    told = [one for _, news in play_at_random(setting, 2, 260) for one in news]
    assert len({type(one.event) for one in told}) > 20
    for one in told:
        said = one.sentence()
        assert said and "{" not in said and "None" not in said and "  " not in said, said
        assert not any(word == "-" for word in said.split()), said
    assert {type(one.event) for one in told} <= set(KINDS)


@pytest.mark.clause("TPS-8.5", "TPS-7.6", "TPS-24.1")
def test_events_say_what_is_there_and_leave_out_what_is_not() -> None:
    setting = GAME.make_setting("de_depot", {"teams": "2v2"})
    by_name = {kind.__name__: kind for kind in KINDS}
    said = {
        by_name["Called"]("U1", "mp5", "standing", "-", "none"): "U1 calls MP5",
        by_name["Called"](
            "U1", "awp", "scoped", "smoke", "none"
        ): "U1 calls AWP with Smoke grenade over it, with its scope",
        by_name["Called"]("U1", "mp5", "crouching", "-", "reload"): "U1 calls MP5, crouching, to reload",
        by_name["NotBought"]("U1", "awp", "E_CASH"): "U1 does not get AWP: it is too dear",
        by_name["Counted"](10, "count"): "count 10",
        by_name["Counted"](11, "bonus count"): "bonus count 11",
        by_name["Hurt"]("U1", 1, "vest 1, health 3"): "U1 loses 1 of its dice: vest 1, health 3 left",
        by_name["Hurt"]("U1", 2, "none"): "U1 loses 2 of its dice: none left",
        by_name["RoundEnded"](
            2, "CT", "elimination", 0, 2, 0, 1
        ): "round 2: CT win, everybody on the other side is out; rounds won: T 0, CT 2",
        by_name["Eliminated"]("U1", "-"): "U1 is eliminated",
        by_name["Eliminated"]("U1", "U2"): "U1 is eliminated by U2",
        by_name["Saved"]("H1", "-"): "H1 is rescued",
        by_name["Ruled"]("cash", "U2", 7): "the Admin rules: cash of U2 is 7",
        by_name["Ruled"]("bomb", "-", 2): "the Admin rules: turns until the bomb explodes is 2",
    }
    names = GAME.names(setting, setting.opening)
    assert [LoggedEvent(event, (), (), words_of(event, names)).sentence() for event in said] == list(said.values())


def test_a_choice_in_words_is_the_choice_of_its_notation() -> None:
    at = start_match("target", unit("T", 17, 21, "spas12 frag", over="frag"), unit("CT", 25, 21, "usp", weapon=2))
    for one in decision(at, odds=False).options:
        value = parse(one.notation, GAME.verbs)
        assert encode_choice(*at, value)[0].verb and one.label and one.clause.startswith("TPS-")


@pytest.mark.clause("TPS-9.22", "TPS-11.10")
def test_who_plants_is_told_to_stand_still_and_not_to_attack() -> None:
    planter = unit("T", 30, 25, "glock18 bomb", over="bomb", action=2, weapon=2)
    assert "does not plant (TPS-9.22)" in decision(start_match("count", planter, unit("CT", 25, 21, "usp"))).prompt
    asked = decision(start_match("target", planter, unit("CT", 25, 21, "usp")), odds=False).prompt
    assert "Whoever attacks does not plant (TPS-11.10)" in asked


@pytest.mark.clause("TPS-9.2")
def test_the_bonus_count_is_called_so() -> None:
    at = start_match("count", unit("T", 30, 25, "glock18"), unit("CT", 25, 21, "usp"))
    at[1][0].count = 11
    assert "bonus count 11;" in rows(at)["round"]
