"""Hit location charts: the rulebook's own, what the check says of others, and the designer's steps."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fireteam.cli import run
from fireteam.games.fs3.chart_maker import draft_row, read_row
from fireteam.games.fs3.chart_odds import exact_chance, row_chances

from .packs import codes, content, load_pack, own_findings, table_rows, write_pack


def row(text: str) -> list[str]:
    """The 15 codes of a row."""
    return text.split()


SKIFF: dict[str, Any] = {
    "id": "skiff",
    "name": "Skiff",
    "class": "Vehicle",
    "locations": {"CP": "Cockpit", "BD": "Body", "EN": "Engine"},
    "default": "BD",
    "critical": ["CP"],
    "vital": ["BD", "EN"],
    "crew": ["CP"],
    "concussion": "BD",
    "rows": {
        "CP": row("-- -- -- BD EN BD EN BD BD EN CP CP CP CP CP"),
        "BD": row("CP EN EN EN EN EN CP EN EN CP BD BD BD BD BD"),
        "EN": row("-- -- BD BD BD BD CP BD BD CP EN EN EN EN EN"),
    },
}


def chart(**fields: Any) -> dict[str, Any]:
    rows = fields.pop("rows", {})
    return {**SKIFF, "rows": {**SKIFF["rows"], **{code: row(text) for code, text in rows.items()}}, **fields}


def codes_of(folder: Path, **fields: Any) -> list[str]:
    return codes(folder, charts=[chart(**fields)])


@pytest.mark.clause("FS3-9.6", "FS3-9.7", "FS3-9.9", "FS3-9.5")
def test_the_humanoid_chart_is_that_of_the_rulebook() -> None:
    soldier = content().charts["soldier"]
    printed = {row[0]: tuple(row[1:]) for row in table_rows("Aim", "**FS3-9.6**")}
    assert soldier.rows == printed and all(len(row) == 15 for row in printed.values())
    assert (soldier.default, soldier.concussion) == ("CH", "HD")
    assert set(soldier.critical) == {"HD", "NK"} and set(soldier.vital) == {"CH", "AB"}


@pytest.mark.clause("FS3-C.5", "FS3-C.6", "FS3-9.8")
def test_vehicle_charts_are_those_of_the_rulebook() -> None:
    rows = table_rows("Chart", "**FS3-C.6**")
    assert {row[0] for row in rows} == {id for id, each in content().charts.items() if each.klass == "Vehicle"} - {
        "sample_fighter"
    }
    for id, aim, *entries in rows:
        assert content().charts[id].rows[aim.rstrip("*")] == tuple(entries)
    for id, crew in {"interceptor": "CP", "robot_fighter": "CP", "robot_gunship": "CP", "aa_battery": ""}.items():
        assert " ".join(content().charts[id].crew) == crew
    assert content().charts["command_shuttle"].crew == ("CP", "CB")
    assert content().charts["interceptor"].critical == ("CP", "CT")
    assert content().charts["aa_battery"].critical == ("WP",)
    assert {content().charts[row[0]].default for row in rows} == {"BD"}


@pytest.mark.clause("FS3-C.7", "FS3-9.14", "FS3-9.15")
def test_the_source_s_own_row_has_the_bullseye_last() -> None:
    sample = content().charts["sample_fighter"]
    assert sample.partial and list(sample.rows) == ["BD"] and sample.crew == ("CP",)
    assert exact_chance(sample.rows["BD"], "BD") == Fraction(29, 64)


@pytest.mark.clause("FS3-C.8", "FS3-9.18")
def test_two_rows_of_this_pack_are_easier_than_their_default_row() -> None:
    told = [(problem.code, problem.path) for problem in own_findings() if "CHART" in problem.code]
    assert told == [("W-CHART-EASY", "[3].rows.CP"), ("W-CHART-EASY", "[4].rows.CP")]


@pytest.mark.clause("FS3-9.19", "FS3-24.11")
def test_rows_that_are_no_rows_are_errors(tmp_path: Path) -> None:
    assert codes_of(tmp_path) == []
    assert codes_of(tmp_path, rows={"CP": "-- BD EN"}) == ["E-CHART-LEN"]
    assert codes_of(tmp_path, rows={"CP": "-- -- -- BD XX BD EN BD BD EN CP CP CP CP CP"}) == ["E-CHART-LOC"]
    assert codes_of(tmp_path, locations={**SKIFF["locations"], "TL": "Tail"}) == ["E-CHART-ROW"]
    assert codes_of(tmp_path, locations={**SKIFF["locations"], "TL": "Tail"}, partial=True) == []
    assert "E-CHART-ROW" in codes(tmp_path, charts=[{**SKIFF, "rows": {}, "locations": {}}])


@pytest.mark.clause("FS3-9.19", "FS3-9.11", "FS3-9.12", "FS3-9.13", "FS3-9.10")
@pytest.mark.parametrize("field", ["default", "concussion", "crew", "critical", "vital"])
def test_locations_that_the_chart_has_not_are_errors(tmp_path: Path, field: str) -> None:
    assert codes_of(tmp_path, **{field: "TL" if field in ("default", "concussion") else ["TL"]}) == ["E-CHART-REF"]


@pytest.mark.clause("FS3-9.16")
def test_the_default_row_is_never_missed(tmp_path: Path) -> None:
    assert codes_of(tmp_path, rows={"BD": "CP -- EN EN EN EN CP EN EN CP BD BD BD BD BD"}) == ["E-CHART-DEFAULT-MISS"]


@pytest.mark.clause("FS3-9.17")
def test_a_default_location_is_fairly_easy_to_hit(tmp_path: Path) -> None:
    assert "W-CHART-SMALL" in codes_of(tmp_path, rows={"BD": "CP EN EN EN EN EN CP EN EN CP EN EN BD BD BD"})


@pytest.mark.clause("FS3-9.18")
def test_small_areas_can_be_missed_and_are_harder_to_hit(tmp_path: Path) -> None:
    assert codes_of(tmp_path, rows={"CP": "EN EN EN BD EN BD EN BD BD EN CP CP CP CP CP"}) == ["W-CHART-NO-MISS"]
    assert codes_of(tmp_path, rows={"CP": "-- -- -- BD EN BD EN BD BD CP CP CP CP CP CP"}) == ["W-CHART-EASY"]


@pytest.mark.clause("FS3-9.20")
def test_odd_rows_are_told(tmp_path: Path) -> None:
    assert codes_of(tmp_path, rows={"CP": "-- -- -- BD EN BD EN BD BD EN -- CP CP CP CP"}) == ["W-CHART-RED-MISS"]
    assert codes_of(tmp_path, rows={"CP": "CP CP CP BD -- BD EN BD BD EN BD BD BD BD BD"}) == ["W-CHART-AIM"]
    tail = {"locations": {**SKIFF["locations"], "TL": "Tail"}, "partial": True}
    assert codes_of(tmp_path, rows={"BD": "TL EN EN EN EN EN CP EN EN CP BD BD BD BD BD"}, **tail) == ["W-CHART-DEAD"]


@pytest.mark.clause("FS3-9.21")
def test_the_chances_of_columns_and_rows_are_exact() -> None:
    columns = [f"C{column}" for column in range(1, 16)]
    level, ahead = row_chances(columns, 0), row_chances(columns, 5)
    assert "C1" not in level and (level["C2"], level["C3"]) == (Fraction(1, 64), Fraction(2, 64))
    assert sum(ahead.values()) == 1 and ahead["C15"] == Fraction(28, 64)  # totals of 10 to 16
    soldier = content().charts["soldier"]
    assert row_chances(soldier.rows["CH"], 0)["CH"] == Fraction(21, 64)
    assert row_chances(soldier.rows["HD"], 0)["--"] == Fraction(3, 32)
    assert row_chances(soldier.rows["HD"], 5)["HD"] == Fraction(27, 32)


@pytest.mark.clause("FS3-9.21", "FS3-9.2", "FS3-9.3")
def test_the_designer_counts_what_two_dice_read_in_a_row() -> None:
    """Against all faces of two d8, read off the row by hand."""
    faces = [a + b for a in range(1, 9) for b in range(1, 9)]
    for chart in content().charts.values():
        for entries in chart.rows.values():
            for difference in range(6):
                read = [entries[min(max(total + difference, 1), 15) - 1] for total in faces]
                assert row_chances(entries, difference) == {each: Fraction(read.count(each), 64) for each in read}


@pytest.mark.clause("FS3-9.22")
def test_a_row_is_drafted_from_neighbours() -> None:
    fields = {"locations": dict.fromkeys(("CP", "BD", "EN", "TL"), ""), "default": "BD"}
    assert draft_row("CP", ["BD", "EN"], fields) == [
        "--",
        "--",
        "TL",
        "TL",
        "TL",
        "BD",
        "EN",
        "BD",
        "EN",
        "BD",
        "CP",
        "CP",
        "CP",
        "CP",
        "CP",
    ]
    assert draft_row("BD", ["EN", "CP", "|", "TL"], fields) == [
        "TL",
        "TL",
        "TL",
        "TL",
        "TL",
        "EN",
        "CP",
        "EN",
        "CP",
        "EN",
        "BD",
        "BD",
        "BD",
        "BD",
        "BD",
    ]
    assert read_row("CP", "BD XX", fields)[1].startswith("XX is none of")


@pytest.mark.clause("FS3-9.10", "FS3-9.11", "FS3-9.12", "FS3-9.13", "FS3-9.14", "FS3-9.21", "FS3-9.22")
def test_a_chart_is_made_from_options_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = ["--locations", "CP Cockpit, BD Body, EN Engine", "--default", "BD", "--critical", "CP", "--vital", "BD,EN"]
    rows = ["--row", "CP=BD EN", "--row", "BD=EN CP", "--row", "EN=BD | CP"]
    pack = write_pack(tmp_path)
    words = ["fs3", "chart", "new", "Skiff", *steps, "--crew", "CP", "--concussion", "BD", *rows, "--into", str(pack)]
    assert run(words) == 0
    assert "difference 5" in capsys.readouterr().err
    made = load_pack(tmp_path).charts["skiff"]
    assert made.crew == ("CP",) and "--" not in made.rows["BD"]
    assert made.rows["CP"][10:] == ("CP",) * 5 and made.rows["CP"][:2] == ("--", "--")


@pytest.mark.clause("FS3-9.10", "FS3-9.14")
def test_each_step_is_asked_until_its_answer_will_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = ["Skiff", "CP Cockpit, BD Body", "TL", "BD", "CP", "BD", "", "", "BD", "XX", "CP"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    assert run(["fs3", "chart", "new"]) == 0
    told = capsys.readouterr()
    assert "TL is none of CP, BD (FS3-9.11)" in told.err and "XX is none of" in told.err
    assert "BD: [CP, CP, CP, CP, CP, CP, CP, CP, CP, CP, BD, BD, BD, BD, BD]" in told.out


@pytest.mark.clause("FS3-9.19", "FS3-9.21")
def test_charts_are_checked_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fs3", "chart", "check", "command_shuttle"]) == 0
    assert "W-CHART-EASY" in capsys.readouterr().out
    assert run(["fs3", "chart", "show", "soldier"]) == 0
    assert "CH 32.8%" in capsys.readouterr().out
