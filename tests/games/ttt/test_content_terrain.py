"""Terrain and the standard legend (TTT-3.1, 3.2, 3.20 to 3.22, 11.1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fireteam.core.errors import UnknownName
from fireteam.games.ttt import tables
from fireteam.games.ttt.content import load
from fireteam.games.ttt.entries import Constants, Objective
from fireteam.games.ttt.library import HERE, LIBRARY
from tests.games.ttt.content_packs import at, loaded, pack, told

RULES = (HERE / "RULES.md").read_text(encoding="utf-8")


@pytest.mark.clause("TTT-3.1")
def test_the_five_terrains_are_those_of_the_rulebook() -> None:
    table = re.findall(r"^\| (\w+) \| (none|\+\d) \| (none|half|-\d) \| (yes|no) \| (yes|no) \|$", RULES, re.M)
    assert len(table) == 5
    for id, bonus, move, attack, cover in table:
        terrain = load().terrain[id]
        assert terrain.tbh_bonus == int(bonus.replace("none", "0"))
        assert (terrain.move, terrain.half) == (int(re.sub(r"[a-z]+", "0", move)), move == "half")
        assert (terrain.attack, terrain.cover) == (attack == "yes", cover == "yes")


@pytest.mark.clause("TTT-3.2", "TTT-3.3")
def test_woods_and_rocky_give_cover() -> None:
    assert {id for id, terrain in load().terrain.items() if terrain.cover} == {"woods", "rocky"}


@pytest.mark.clause("TTT-3.6", "TTT-3.20", "TTT-3.21", "TTT-3.22", "TTT-11.1", "TTT-12.6")
def test_every_character_means_what_the_legend_says() -> None:
    map = load().board_set.palette.draw([".wrs~=#", "12ABCDE", "F......"])
    terrains = {map.letter(square): "+".join(map.terrain(square)) for square in map}
    assert terrains == {
        ".": "", "w": "woods", "r": "rocky", "s": "swamp", "~": "river", "=": "", "#": "", "1": "", "2": "",
        "A": "woods+rocky", "B": "woods+swamp", "C": "woods+river", "D": "rocky+swamp", "E": "rocky+river",
        "F": "swamp+river",
    }  # fmt: skip
    assert {map.letter(square) for square in map.walls} == {"#"}
    assert {name: sorted(squares) for name, squares in map.zones.items()} == {
        "bridge": [(5, 2)],
        "bunker_1": [(0, 1)],
        "bunker_2": [(1, 1)],
    }
    for letter, names in re.findall(r"`([A-F])` (\w+\+\w+)", RULES.split("TTT-11.1` [default] Legend")[1]):
        assert terrains[letter] == names


@pytest.mark.clause("TTT-3.1", "TTT-12.5")
def test_a_pack_may_bring_terrain_for_its_own_boards(tmp_path: Path) -> None:
    content = loaded(
        tmp_path,
        terrain="- {id: mud, name: Mud, letter: m, move: -3}",
        boards="""
- id: bog
  name: Bog
  sample: true
  legend: {m: [mud], M: [mud, woods], X: ["#"], p: [plain, woods]}
  rows: |
    mM.
    .X.
    .p.
""",
    )
    map = content.board_set.draw(content.boards["bog"])
    assert map.rows() == ("mM.", ".#.", ".w.")
    assert map.terrain((1, 2)) == ("woods", "mud") and map.walls == {(1, 1)}


@pytest.mark.clause("TTT-12.6")
def test_terrain_that_is_none_is_refused(tmp_path: Path) -> None:
    text = "- {id: mud, name: Mud, letter: mm, move: 1, tbh_bonus: x, half: 1, speed: 2}\n- {id: Sand, letter: '.'}\n"
    assert told(tmp_path, terrain=text) == [
        f"{at(text, 'mm')}: E_C_TYPE letter must be one character",
        f"{at(text, '1, tbh')}: E_C_TYPE move must be a whole number from -6 to 0",
        f"{at(text, 'x, half')}: E_C_TYPE tbh_bonus must be a whole number from 0 to 6",
        f"{at(text, '1, speed')}: E_C_TYPE half must be true or false",
        f"{at(text, 'speed')}: E_C_FIELD field speed is not known; "
        "there is id, name, letter, tbh_bonus, move, half, attack",
        f"{at(text, 'Sand')}: E_C_ID bad id 'Sand'; use a-z, 0-9 and _, a letter first",
    ]


@pytest.mark.clause("TTT-12.3", "TTT-12.6")
def test_the_numbers_and_the_standard_legend_are_fixed(tmp_path: Path) -> None:
    lines = told(tmp_path, constants="die: 8", terrain="legend: {}\nterrain: []")
    assert lines == [
        "1:1: E_C_PACK the numbers of the game are fixed (TTT-12.3); remove it",
        "1:1: E_C_PACK the standard legend is fixed (TTT-12.6); give a board a legend of its own",
    ]


@pytest.mark.clause("TTT-12.3")
def test_every_number_names_its_clause() -> None:
    lines = (LIBRARY.base / "constants.yaml").read_text(encoding="utf-8").splitlines()
    bare = [line for line in lines if re.search(r": .*\d", line) and not re.search(r"TTT-|[EW]_[BM]_", line)]
    assert [line.split(":")[0] for line in bare] == [f"  {stat}" for stat in ("move", "range", "th", "tbh", "count")]
    assert set(Constants.__struct_fields__) <= {line.split(":")[0] for line in lines}


@pytest.mark.clause("TTT-12.4")
def test_the_capacities_of_content_are_those_of_the_tables() -> None:
    assert load().constants.board.map_size == tables.MAP
    assert load().constants.limits.move[1] == tables.REACH
    assert tuple(Objective.forms) == tables.OBJECTIVES


@pytest.mark.clause("TTT-12.4")
def test_packs_hold_at_most_24_terrains(tmp_path: Path) -> None:
    many = "".join(f"- {{id: t_{n}, name: T, letter: x}}\n" for n in range(20))
    (line,) = told(tmp_path, terrain=many)
    assert line == "20:3: E_C_PACK is terrain number 25; 24 are allowed"
    assert len(loaded(pack(tmp_path), terrain=many.rpartition("- ")[0]).terrain) == 24


def test_what_is_not_there_is_named_with_what_is() -> None:
    with pytest.raises(UnknownName, match="no mission named 'hold_the_hil'; did you mean hold_the_hill"):
        load().mission("hold_the_hil")
