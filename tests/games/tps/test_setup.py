"""From a map to a match: who takes part, on which side, with which options, and the tables that rules read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.errors import IllegalChoice, UnknownName
from fireteam.core.game import Setting
from fireteam.core.space.terrain import STEPS, zone_of
from fireteam.games.tps import setup, tables
from fireteam.games.tps.content import load
from fireteam.games.tps.entries import dice_of
from fireteam.games.tps.state import SETTING_UP
from fireteam.games.tps.tables import ANY, CLASSES, CT, SIDES, T
from tests.games.tps.content_packs import MAPS, write_pack
from tests.games.tps.test_content_maps import RESCUE, YARD, alter


def play(scenario: str = "de_depot", options: Mapping[str, Any] | None = None, *packs: Path) -> Setting:
    return setup.setting(None, scenario, options, [str(each) for each in packs])  # type: ignore[arg-type]


def refusal_line(options: Mapping[str, Any], scenario: str = "de_depot", *packs: Path) -> str:
    with pytest.raises(IllegalChoice) as error:
        play(scenario, options, *packs)
    return str(error.value)


@pytest.mark.clause("TPS-27.1", "TPS-5.2")
def test_every_map_is_a_scenario_with_a_title(tmp_path: Path) -> None:
    titles = {"de_depot": "Depot", "cs_clinic": "Clinic", "de_harbour": "Harbour"}
    assert setup.scenarios() == titles
    assert setup.scenarios([str(write_pack(tmp_path, maps=YARD))]) == {**titles, "yard": "Yard"}
    with pytest.raises(UnknownName, match="no map named 'depot'; did you mean de_depot"):
        play("depot")


# Who takes part


@pytest.mark.clause("TPS-1.3", "TPS-1.6", "TPS-2.1", "TPS-5.10", "TPS-21.3")
@pytest.mark.parametrize(
    ("scenario", "teams", "sizes"),
    [
        ("de_depot", None, (5, 5)),
        ("cs_clinic", None, (5, 5)),
        ("de_harbour", None, (5, 5)),
        ("de_depot", "1v1", (1, 1)),
        ("cs_clinic", "3v2", (3, 2)),
        ("de_depot", "2v4", (2, 4)),
        ("de_harbour", "6v6", (6, 6)),
    ],
)
def test_units_are_seated_with_the_terrorists_first(scenario: str, teams: str | None, sizes: tuple[int, int]) -> None:
    at = play(scenario, {"teams": teams} if teams else {})
    state, table, n = at.opening[0], at.tables[0], sum(sizes)
    assert at.slots == tuple(f"U{k}" for k in range(1, n + 1)) and at.referee == -1 and at.players == at.slots
    assert at.groups == {"t": at.slots[: sizes[0]], "ct": at.slots[sizes[0] :]}
    assert state.n_units == table.n_units == n and state.phase == SETTING_UP and state.admin == 0
    assert state.units["side"].tolist() == table.sides_of.tolist() == [0] * sizes[0] + [1] * sizes[1] + [0] * (12 - n)
    assert state.units["cash"].tolist() == [8] * n + [0] * (12 - n)
    assert not state.units["alive"].any() and state.round_number == 0


@pytest.mark.clause("TPS-5.10", "TPS-5.11", "TPS-1.6", "TPS-28.1")
@pytest.mark.parametrize(
    ("teams", "says"),
    [
        ("5", r"teams is 5; write the units of T and of CT, like 5v5 \(E_VALUE, TPS-25.2\)"),
        ("4v", "teams is 4v; write the units"),
        ("-1v3", "teams is -1v3; write the units"),
        (
            "0v3",
            r"the sides would be 0 against 3; each side needs a unit, .* by 2 \(mp_limitteams\) \(E_BALANCE, TPS-5.10",
        ),
        ("1v4", r"the sides would be 1 against 4; .*E_BALANCE"),
        ("7v6", r"7 units of T on de_depot, which has 6 spawn points for them \(E_BALANCE, TPS-5.11\)"),
        ("6v7", r"7 units of CT on de_depot, which has 6 spawn points for them"),
        ("6v5", r"teams is 6v5; de_depot is for 2 to 10 units \(E_VALUE, TPS-1.6\)"),
        ("999v999", "999 units of T on de_depot"),
    ],
)
def test_sides_that_may_not_play_each_other_are_refused(teams: str, says: str) -> None:
    assert re.match(says, refusal_line({"teams": teams}))


@pytest.mark.clause("TPS-5.10")
def test_how_much_sides_may_differ_is_an_option() -> None:
    assert "E_BALANCE" in refusal_line({"teams": "2v1", "mp_limitteams": "0"})
    assert len(play(options={"teams": "5v2", "mp_limitteams": "3"}).slots) == 7


@pytest.mark.clause("TPS-1.6", "TPS-5.10")
@pytest.mark.parametrize(
    ("players", "sizes"), [([2, 2], (1, 1)), ([2, 3], (1, 1)), ([3, 3], (2, 1)), ([2, 12], (5, 5)), ([11, 12], (6, 5))]
)
def test_without_a_word_of_it_there_are_five_a_side_or_what_the_map_allows(
    tmp_path: Path, players: list[int], sizes: tuple[int, int]
) -> None:
    spawns = {"T": [[2, 1 + n] for n in range(1, 8)], "CT": [[18, 1 + n] for n in range(1, 8)]}
    spaced = {side: [[x, round(y * 1.1, 1)] for x, y in spots] for side, spots in spawns.items()}
    at = play("yard", {}, write_pack(tmp_path, maps=alter(YARD, players=players, spawns=spaced)))
    assert tuple(len(at.groups[side]) for side in ("t", "ct")) == sizes


@pytest.mark.clause("TPS-24.5", "TPS-1.8", "TPS-1.9")
def test_a_person_who_is_admin_has_a_slot_of_its_own() -> None:
    at = play(options={"teams": "2v2", "sv_admin": "1"})
    assert at.slots == ("U1", "U2", "U3", "U4", "admin") and at.referee == 4 and at.players == at.slots[:4]
    assert at.opening[0].admin == 5 and at.opening[0].n_units == 4 and at.tables[0].options.sv_admin == 1
    assert "admin" not in {name for group in at.groups.values() for name in group}


@pytest.mark.clause("TPS-1.7")
def test_a_player_may_have_several_units_of_one_side() -> None:
    players = [
        play(options={"teams": "5v3", "sv_units_per_player": n}).tables[0].player_of[:8].tolist() for n in (1, 2, 6)
    ]
    assert players == [list(range(8)), [0, 0, 1, 1, 2, 3, 3, 4], [0, 0, 0, 0, 0, 1, 1, 1]]


# Options


NUMBERS = {
    "mp_maxrounds": 7,
    "mp_halftime": 0,
    "mp_roundturns": 3,
    "mp_startmoney": 9,
    "mp_maxmoney": 50,
    "mp_freepistol": 0,
    "mp_keepkit": 0,
    "mp_grounditems": 1,
    "mp_limitteams": 1,
    "mp_friendlyfire": 0,
    "mp_teamattack": 1,
    "mp_ffradius": 6,
    "mp_grenadeslots": 4,
    "mp_movecounts": 12,
    "mp_knifebonus": 2,
    "mp_smoketurns": 4,
    "mp_flashdice": 3,
    "mp_planttime": 2,
    "mp_defusetime": 3,
    "mp_defusetimekit": 2,
    "mp_c4timer": 6,
    "mp_hostages": 3,
    "mp_hostagequota": 2,
    "sv_units_per_player": 2,
    "sv_tokenstock": 1,
    "sv_buyseconds": 30,
    "sv_callseconds": 10,
    "sv_countseconds": 2.5,
    "sv_targetseconds": 4,
    "sv_movebatch": 10,
    "sv_chatlock": 0,
    "sv_premeasure": 1,
    "sv_tokensblock": 1,
    "sv_admin": 1,
}
WORDS = {
    "mp_bombassign": ("first", tables.FIRST),
    "sv_wildone": ("add", tables.ADD),
    "sv_headshot": ("helmet_only", tables.HELMET_ONLY),
    "sv_ffempty": ("miss", tables.MISS),
    "sv_interrupt": ("attacked", tables.ON_ATTACK),
}


@pytest.mark.clause("TPS-25.1", "TPS-25.2", "TPS-1.16", "TPS-5.5", "TPS-20.2")
def test_every_option_reaches_the_tables_by_its_name() -> None:
    assert {*NUMBERS, *WORDS} == {*load().options(), "mp_roundturns"}
    said = {name: str(value) for name, value in NUMBERS.items()} | {name: word for name, (word, _) in WORDS.items()}
    at = play("cs_clinic", said)
    assert at.options == said
    assert at.content.options == NUMBERS | {name: word for name, (word, _) in WORDS.items()}
    expected = NUMBERS | {name: number for name, (_, number) in WORDS.items()}
    row = at.tables[0].options
    assert {name: int(row[name]) for name in row.dtype.names} == {name: expected[name] for name in row.dtype.names}
    assert set(expected) - set(row.dtype.names) == {
        f"sv_{phase}seconds" for phase in ("buy", "call", "count", "target")
    }


@pytest.mark.clause("TPS-25.2", "TPS-25.4", "TPS-24.6")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"mp_maxrounds": "31"}, r"mp_maxrounds is 31; it must be a whole number from 1 to 30 \(E_VALUE, TPS-25.4\)"),
        ({"mp_maxrounds": "six"}, "mp_maxrounds is six; it must be a whole number from 1 to 30"),
        ({"mp_maxrounds": "1.5"}, "mp_maxrounds is 1.5; it must be a whole number"),
        ({"mp_maxrounds": ""}, "mp_maxrounds is ; it must be a whole number"),
        ({"mp_halftime": "yes"}, "mp_halftime is yes; it must be a whole number from 0 to 1"),
        ({"mp_bombassign": "last"}, "mp_bombassign is last; it must be one of random, first"),
        ({"sv_countseconds": "1.55"}, "sv_countseconds is 1.55; it must be a number of seconds in tenths"),
        ({"sv_countseconds": "601"}, "sv_countseconds is 601; it must be a number from 0 to 600"),
        ({"mp_startmoney": "100"}, r"mp_startmoney is 100, and mp_maxmoney only 99 \(E_VALUE, TPS-21.3\)"),
        ({"mp_hostagequota": "3"}, "mp_hostagequota is 3; it must be at most 2, mp_hostages"),
        ({"sv_seed": "7"}, "sv_seed is not among the options of a map: the seed of the dice is given with --seed"),
    ],
)
def test_a_value_out_of_range_is_refused_with_a_sentence(options: Mapping[str, str], says: str) -> None:
    assert re.match(says, refusal_line(options))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"mp_maxronds": "3"}, "no option named 'mp_maxronds'; did you mean mp_maxrounds?"),
        ({"config": "liev"}, "no configuration named 'liev'; did you mean live?"),
        ({"clan_t": "counter_terrorists"}, "no clan of side T named 'counter_terrorists'; did you mean terrorists?"),
    ],
)
def test_a_name_that_nothing_answers_to_is_told_with_a_suggestion(options: Mapping[str, str], says: str) -> None:
    with pytest.raises(UnknownName) as error:
        play(options=options)
    assert str(error.value) == says


@pytest.mark.clause("TPS-5.5", "TPS-25.1")
def test_what_is_said_goes_over_a_named_configuration_and_that_over_the_defaults() -> None:
    options = play(options={"config": "live", "sv_callseconds": "9"}).content.options
    assert (options["sv_buyseconds"], options["sv_callseconds"], options["sv_countseconds"]) == (60, 9, 1.5)
    assert options["mp_maxrounds"] == 6


@pytest.mark.clause("TPS-6.11", "TPS-6.8", "TPS-20.4")
def test_hostages_are_as_many_as_the_option_says_and_the_map_has(tmp_path: Path) -> None:
    placed = [play("cs_clinic", options).tables[0] for options in ({}, {"mp_hostages": "3"}, {"mp_hostages": "1"})]
    assert [int(table.n_hostages) for table in placed] == [2, 3, 1]
    assert [int(table.options.mp_hostagequota) for table in placed] == [1, 2, 1]
    assert placed[1].hostages.tolist() == [
        *([int(x * STEPS), int(y * STEPS)] for x, y in MAPS["cs_clinic"]["hostages"][:3]),
        [0, 0],
    ]
    folder = write_pack(tmp_path, maps=alter(RESCUE, hostages=[[16, 5]]))
    assert play("yard", {}, folder).tables[0].n_hostages == 1
    said = refusal_line({"mp_hostages": "2"}, "yard", folder)
    assert said == "mp_hostages is 2; yard has places for 1 (E_VALUE, TPS-6.11)"
    assert play("de_depot").tables[0].n_hostages == 0


# Tables


@pytest.mark.clause("TPS-26.1", "TPS-26.5", "TPS-2.6")
def test_the_catalogue_is_numbered_in_its_order() -> None:
    at = play()
    table, catalogue = at.tables[0], load().catalogue
    assert at.content.gear == tuple(catalogue) and table.n_gear == len(catalogue)
    for n, gear in enumerate(catalogue.values()):
        row = table.gear[n]
        assert (CLASSES[row.kind], bool(row.sold), row.price) == (gear.kind, gear.price is not None, gear.price or 0)
        assert row.side == (ANY if gear.side == "any" else SIDES.index(gear.side))
        assert (row.hit_wild, row.hit_plain) == dice_of(gear.to_hit)
        assert (row.harm_wild, row.harm_plain) == dice_of(gear.damage)
        assert (row.split, row.footprints, row.defence) == (gear.split or 0, gear.footprints, gear.defence)
        assert (row.scope, row.auto, row.sniper) == (gear.scope, gear.auto, gear.sniper)
        assert row.effect == {"flash": 1, "smoke": 2, "frag": 3, None: 0}[gear.effect]
    assert (at.content.gear[table.knife], at.content.gear[table.bomb]) == ("knife", "bomb")
    assert table.gear[table.knife].reach == 1_500_000
    assert [at.content.gear[table.sides[side].pistol - 1] for side in (T, CT)] == ["glock18", "usp"]


@pytest.mark.clause("TPS-3.1", "TPS-3.14", "TPS-3.26", "TPS-19.5", "TPS-20.2")
@pytest.mark.parametrize("scenario", MAPS)
def test_the_places_of_a_map_stand_in_the_order_of_its_file_in_steps(scenario: str) -> None:
    at, printed = play(scenario), MAPS[scenario]
    table = at.tables[0]
    assert (table.field.width, table.field.height) == tuple(side * STEPS for side in printed["size"])
    for side, name in enumerate(SIDES):
        mine = table.sides[side]
        assert mine.spawns[: mine.n_spawns].tolist() == [[x * STEPS, y * STEPS] for x, y in printed["spawns"][name]]
    assert list(at.content.sites) == list(printed.get("sites", ())) and table.n_sites == len(at.content.sites)
    assert list(at.content.rescues) == list(printed.get("rescue", ())) and table.n_rescues == len(at.content.rescues)
    assert list(at.content.zones) == [zone["id"] for zone in printed["zones"]]
    for places, shapes in ((table.sites, printed.get("sites", {})), (table.rescues, printed.get("rescue", {}))):
        for place, (x0, y0, x1, y1) in zip(places, shapes.values(), strict=False):
            box = [place.least_x, place.least_y, place.most_x, place.most_y]
            assert box == [round(value * STEPS) for value in (x0, y0, x1, y1)]
    for n, (x, y) in enumerate(printed["walls"][k][:2] for k in range(3)):
        assert (table.field.edges[n].x, table.field.edges[n].y) == (x, y)
    assert table.options.mp_roundturns == printed["round_turns"] and tables.MODES[table.mode] == printed["mode"]


@pytest.mark.clause("TPS-3.12")
def test_every_spawn_point_lies_in_the_zone_that_says_so() -> None:
    at = play()
    for side, zone in ((T, "t_base"), (CT, "ct_base")):
        spots = at.tables[0].sides[side].spawns[:6]
        assert {at.content.zones[zone_of(at.tables[0].field, int(x), int(y))] for x, y in spots} == {zone}


def test_equal_words_make_equal_tables() -> None:
    one, two = play(options={"teams": "3v3"}), play(options={"teams": "3v3"})
    assert one.tables.tobytes() == two.tables.tobytes() and one.opening.tobytes() == two.opening.tobytes()
