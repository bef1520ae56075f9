"""Pieces, squad sheets and the formula (TTT-4, TTT-12.2 to 12.4)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from fireteam.content import library
from fireteam.content.problems import BadContent
from fireteam.games.ttt import content as ttt
from fireteam.games.ttt.content import load, piece_points
from fireteam.games.ttt.tables import ABILITIES
from tests.games.ttt.content_packs import at, loaded, problems, told

RULES = (Path(ttt.__file__).parent / "RULES.md").read_text(encoding="utf-8")
SHEET, BOARDS, MISSIONS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", RULES, re.S))


def sheet(*pieces: str, head: str = "") -> str:
    """A squad sheet."""
    return f"id: mine\nname: Mine\n{head}pieces:\n" + "".join(f"  - {piece}\n" for piece in pieces)


def scout(**changed: object) -> str:
    """A sound piece of 9 points with some fields changed; `...` takes a field away."""
    fields = {"id": "scout", "name": "Scout", "code": "SC", "move": 4, "range": 2, "th": 0, "tbh": 3}
    fields |= {"ability": None, "count": 2} | changed
    return json.dumps({field: value for field, value in fields.items() if value is not ...})


OTHERS = [scout(id=f"other_{letter}", code=letter) for letter in "abc"]


@pytest.mark.clause("TTT-4.1", "TTT-4.8", "TTT-4.9", "TTT-4.10")
def test_the_standard_sheet_is_that_of_the_rulebook() -> None:
    table = re.findall(r"^\| `(\w+)` \| ([\w -]+?)(?: \(named in seed\))? \| (\w\w) \|(.*)\|$", RULES, re.M)
    rows = []
    for id, name, code, rest in table:
        cells = [cell.strip() for cell in rest.split("|")]
        ability = cells[4].strip("`")
        rows.append([id, name, code, *map(int, cells[:4]), None if ability == "-" else ability, int(cells[7])])
    assert len(rows) == 16
    mine = [[p.id, p.name, p.code, p.move, p.range, p.th, p.tbh, p.ability, p.count] for p in load().sheet().pieces]
    assert mine == rows == [list(piece.values()) for piece in SHEET["pieces"]]
    assert sum(load().sheet().counts.values()) == 23


@pytest.mark.clause("TTT-4.2", "TTT-4.3", "TTT-4.10")
def test_the_points_of_every_type_are_those_of_the_rulebook() -> None:
    table = dict(re.findall(r"^\| `(\w+)` .* = (\d+) \| ", RULES, re.M))
    mine = {piece.id: str(piece_points(piece, load().constants)) for piece in load().sheet().pieces}
    assert mine == table and len(table) == 16
    assert {id for id, total in mine.items() if total != "9"} == {"berserker", "m_gunner", "flamethrower"}


@pytest.mark.clause("TTT-EX-27", "TTT-4.2")
def test_each_point_costs_one_and_each_ability_three() -> None:
    content = load()
    gunner = content.sheet()["m_gunner"]
    assert piece_points(gunner, content.constants) == 1 + 3 + 1 + 3 + 3
    assert piece_points(replace(gunner, move=3), content.constants) == 3 + 3 + 1 + 3 + 3
    assert piece_points(replace(gunner, ability=("burst", "medic")), content.constants) == 8 + 3 + 3
    assert piece_points(replace(gunner, ability=None), content.constants) == 8


@pytest.mark.clause("TTT-EX-27", "TTT-4.3", "TTT-12.4")
def test_eleven_points_warn_and_fourteen_are_refused(tmp_path: Path) -> None:
    text = sheet(scout(move=3, range=4, th=1), *OTHERS)
    assert told(tmp_path, pieces=text) == [f"{at(text, '{')}: W_P_POINTS scout: 11 points instead of 9"]
    text = sheet(scout(move=3, range=4, th=1, ability="medic"), *OTHERS)
    assert told(tmp_path, pieces=text) == [f"{at(text, '{')}: E_P_POINTS scout: 14 points; 7 to 11 are allowed"]


@pytest.mark.clause("TTT-4.3", "TTT-12.4")
@pytest.mark.parametrize(
    ("move", "code"), [(1, "E_P_POINTS"), (2, "W_P_POINTS"), (3, "W_P_POINTS"), (4, ""), (6, "W_P_POINTS")]
)
def test_seven_to_eleven_points_are_allowed(tmp_path: Path, move: int, code: str) -> None:
    lines = told(tmp_path, pieces=sheet(scout(move=move), *OTHERS))
    assert [line.split()[1] for line in lines] == ([code] if code else [])


@pytest.mark.clause("TTT-4.5", "TTT-12.4")
def test_more_than_a_quarter_of_odd_types_warns(tmp_path: Path) -> None:
    odd = [scout(id="d", code="d", move=5), scout(id="e", code="e", move=3)]
    text = sheet(*OTHERS, *odd)
    lines = told(tmp_path, pieces=text)
    assert lines[0] == f"{at(text, '- {')}: W_P_ODD 2 of 5 types differ from 9 points"
    assert len(lines) == 3
    assert not any("W_P_ODD" in line for line in told(tmp_path, pieces=sheet(*OTHERS, odd[0])))


@pytest.mark.clause("TTT-4.5")
def test_the_standard_sheet_has_three_odd_types_and_no_other_warning() -> None:
    assert [(warning.code, warning.message) for warning in library.load("ttt").warnings] == [
        ("W_P_POINTS", "berserker: 11 points instead of 9"),
        ("W_P_POINTS", "m_gunner: 11 points instead of 9"),
        ("W_P_POINTS", "flamethrower: 10 points instead of 9"),
    ]


@pytest.mark.clause("TTT-12.2", "TTT-12.4")
def test_a_missing_and_an_unknown_field_are_named(tmp_path: Path) -> None:
    text = sheet(scout(th=..., to_hit=1), *OTHERS)
    assert told(tmp_path, pieces=text) == [
        f"{at(text, '{')}: E_P_FIELD scout: field th is missing",
        f"{at(text, chr(34) + 'to_hit')}: E_P_FIELD scout: field to_hit is not known; "
        "there is id, name, code, move, range, th, tbh, ability, count",
    ]
    text = sheet(scout(rnage=2), *OTHERS)
    assert told(tmp_path, pieces=text) == [
        f"{at(text, chr(34) + 'rnage')}: E_P_FIELD scout: field rnage is not known; did you mean 'range'?"
    ]


@pytest.mark.clause("TTT-12.4")
@pytest.mark.parametrize("id", ["Scout", "2nd", "a-b", "", 7, "other_a"])
def test_a_bad_or_repeated_id_is_refused(tmp_path: Path, id: object) -> None:
    text = sheet(*OTHERS, scout(id=id, code="SC"))
    who = id if isinstance(id, str) and id else "piece 4"
    (line,) = told(tmp_path, pieces=text)
    place = f"7:{len('  - {') + len(chr(34) * 2 + 'id: ') + 1}"
    assert line == f"{place}: E_P_ID {who}: bad or repeated id; use a-z, 0-9 and _, a letter first"


@pytest.mark.clause("TTT-12.4")
@pytest.mark.parametrize("code", ["ABC", "", "A1", 5, "a"])
def test_a_bad_or_repeated_code_is_refused(tmp_path: Path, code: object) -> None:
    (line,) = told(tmp_path, pieces=sheet(*OTHERS, scout(code=code)))
    assert f": E_P_CODE scout: bad or repeated code {code}; use 1 or 2 letters" in line


@pytest.mark.clause("TTT-4.6", "TTT-12.4")
@pytest.mark.parametrize("value", [1.5, "2", True, None, [2]])
def test_a_statistic_is_a_whole_number(tmp_path: Path, value: object) -> None:
    text = sheet(scout(move=value), *OTHERS)
    place = at(text, json.dumps(value) + ', "range"')
    assert told(tmp_path, pieces=text) == [f"{place}: E_P_TYPE scout: move must be a whole number"]


@pytest.mark.clause("TTT-4.6", "TTT-12.4")
@pytest.mark.parametrize(
    ("stat", "low", "high"), [("move", 1, 6), ("range", 0, 8), ("th", 0, 4), ("tbh", 1, 6), ("count", 0, 9)]
)
def test_a_statistic_has_its_limits(tmp_path: Path, stat: str, low: int, high: int) -> None:
    for value in (low, high):
        assert not any("E_P_LIMIT" in line for line in told(tmp_path, pieces=sheet(scout(**{stat: value}), *OTHERS)))
    for value in (low - 1, high + 1):
        lines = told(tmp_path, pieces=sheet(scout(**{stat: value}), *OTHERS))
        assert any(line.endswith(f"E_P_LIMIT scout: {stat} {value} is outside {low}-{high}") for line in lines)


@pytest.mark.clause("TTT-12.3", "TTT-12.4")
def test_an_unknown_ability_is_refused_with_a_suggestion(tmp_path: Path) -> None:
    text = sheet(scout(move=1, ability="spoter"), *OTHERS)
    assert told(tmp_path, pieces=text) == [
        f"{at(text, chr(34) + 'spoter')}: E_P_ABILITY scout: no ability named spoter; did you mean 'spotter'?"
    ]
    assert told(tmp_path, pieces=sheet(scout(move=1, ability=3), *OTHERS))[0].split()[1] == "E_P_ABILITY"


@pytest.mark.clause("TTT-12.3")
@pytest.mark.parametrize("ability", ABILITIES)
def test_each_of_the_ten_abilities_is_known(tmp_path: Path, ability: str) -> None:
    mine = loaded(tmp_path, pieces=sheet(scout(move=1, ability=ability), *OTHERS)).sheet("mine")
    assert mine["scout"].abilities == (ability,)
    assert ability in RULES.split("TTT-12.3", 1)[1].split("\n")[0] and len(ABILITIES) == 10


@pytest.mark.clause("TTT-4.4", "TTT-12.2", "TTT-12.4", "TTT-12.10")
def test_a_piece_has_one_ability_unless_the_sheet_allows_more(tmp_path: Path) -> None:
    two = scout(move=1, range=1, th=0, tbh=1, ability=["burst", "frenzy"])
    text = sheet(two, *OTHERS)
    assert told(tmp_path, pieces=text) == [f"{at(text, '[')}: E_P_ABILITIES scout: 2 abilities, at most 1"]
    mine = loaded(tmp_path, pieces=sheet(two, *OTHERS, head="max_abilities: 2\n")).sheet("mine")
    assert mine["scout"].abilities == ("burst", "frenzy") and piece_points(mine["scout"], load().constants) == 9


@pytest.mark.clause("TTT-4.4", "TTT-12.10")
@pytest.mark.parametrize("most", [0, 4, "two"])
def test_a_sheet_allows_one_to_three_abilities(tmp_path: Path, most: object) -> None:
    text = sheet(*OTHERS, head=f"max_abilities: {most}\n")
    reason = "must be a whole number" if most == "two" else f"{most} is outside 1-3"
    assert told(tmp_path, pieces=text) == [f"3:16: E_M_LIMIT max_abilities: {reason}"]


@pytest.mark.clause("TTT-12.4")
def test_an_ability_is_named_once(tmp_path: Path) -> None:
    text = sheet(scout(move=1, range=1, tbh=1, ability=["burst", "burst"]), *OTHERS, head="max_abilities: 2\n")
    (line,) = told(tmp_path, pieces=text)
    assert "E_P_ABILITY scout: ability burst is named twice" in line


@pytest.mark.clause("TTT-12.4")
def test_a_sheet_holds_at_most_32_types(tmp_path: Path) -> None:
    many = [scout(id=f"t_{n}", code=chr(97 + n // 6) + chr(97 + n % 6)) for n in range(33)]
    text = sheet(*many)
    assert told(tmp_path, pieces=text) == [f"{at(text, '- {')}: E_P_LIMIT pieces: types 33 is outside 1-32"]
    assert len(loaded(tmp_path, pieces=sheet(*many[:32])).sheet("mine").pieces) == 32


@pytest.mark.clause("TTT-12.4")
def test_all_problems_of_a_file_come_together_each_with_its_path(tmp_path: Path) -> None:
    text = sheet(scout(move=0, code="?"), scout(id="b", code="B", ability="fly"), scout(id="b", code="B", range="far"))
    found = problems(tmp_path, pieces=text)
    assert [(problem.line, problem.code, problem.path) for problem in found] == [
        (4, "W_P_ODD", "pieces"),
        (4, "E_P_POINTS", "pieces[0]"),
        (4, "E_P_CODE", "pieces[0].code"),
        (4, "E_P_LIMIT", "pieces[0].move"),
        (5, "E_P_POINTS", "pieces[1]"),
        (5, "E_P_ABILITY", "pieces[1].ability"),
        (6, "E_P_ID", "pieces[2].id"),
        (6, "E_P_CODE", "pieces[2].code"),
        (6, "E_P_TYPE", "pieces[2].range"),
    ]
    with pytest.raises(BadContent) as refused:
        load(tmp_path)
    lines = str(refused.value).split("\n")
    assert [line.split(": ")[1].split()[0] for line in lines if "W_P_POINTS" not in line][0] == "W_P_ODD"
    assert all(re.match(r".*pieces\.yaml:\d+:\d+: [EW]_P_[A-Z]+ ", line) for line in lines)


@pytest.mark.clause("TTT-4.7", "TTT-12.1")
def test_a_pack_adds_pieces_to_a_sheet_and_replaces_those_of_the_same_id(tmp_path: Path) -> None:
    text = f"add_to: standard\npieces:\n  - {scout()}\n  - {scout(id='sniper', name='Sniper', code='SN')}\n"
    assert told(tmp_path, pieces=text) == []
    sheet = loaded(tmp_path, pieces=text).sheet()
    assert len(sheet.pieces) == 17 and sheet.types[-1] == "scout" and sheet.types.index("sniper") == 7
    assert (sheet["sniper"].move, sheet["rifleman"].move) == (4, 2)


@pytest.mark.clause("TTT-12.4")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "add_to: standrd\npieces: []",
            "1:9: E_P_FIELD no squad sheet named standrd; did you mean 'standard'?",
        ),
        ("add_to: standard\npieces: 5", "2:9: E_C_TYPE pieces must be a list with at least one piece"),
        ("add_to: standard\npieces:", "2:8: E_C_TYPE pieces must be a list with at least one piece"),
        ("add_to: standard\npieces: [1]", "2:10: E_P_FIELD pieces[0] must be a mapping of fields to values"),
        ("add_to: standard\npieces: []\nname: X", "3:1: E_P_FIELD field name is not known; there is add_to, pieces"),
        (
            f"add_to: standard\npieces: [{scout(code='RF')}]",
            "E_P_CODE scout: bad or repeated code RF; use 1 or 2 letters",
        ),
        (f"add_to: standard\npieces: [{scout()}, {scout()}]", "E_P_ID scout: bad or repeated id"),
    ],
)
def test_pieces_that_cannot_be_added_are_told_where_they_stand(tmp_path: Path, text: str, says: str) -> None:
    assert any(says in line for line in told(tmp_path, pieces=text))


@pytest.mark.clause("TTT-4.7")
def test_a_later_pack_replaces_the_sheet_of_the_same_id(tmp_path: Path) -> None:
    text = sheet(*(json.dumps({**piece, "count": 2}) for piece in SHEET["pieces"])).replace("id: mine", "id: standard")
    mine = loaded(tmp_path, pieces=text)
    assert set(mine.sheet().counts.values()) == {2}
    assert mine != load()
