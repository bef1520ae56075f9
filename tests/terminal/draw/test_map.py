"""A free table drawn in characters: what stands where, readable without colour, nothing hidden without a word."""

from __future__ import annotations

import io

import pytest

from fireteam.core.protocol.scene import Area, Barrier, Ground, Mark, Ray, Scene, Token, Trail
from fireteam.core.protocol.scene_query import is_inside, parts_at
from fireteam.terminal.console import Console, text_of
from fireteam.terminal.draw.board import roster_lines, table_lines
from fireteam.terminal.draw.glyphs import Circle, Overlay
from fireteam.terminal.draw.labels import place_labels
from fireteam.terminal.draw.map import Map
from fireteam.terminal.draw.rasterize import Viewport, area_cells, trace_cells
from tests.terminal.depot import corners, depot, ground, unit


def map_text(scene: Scene, width: int = 60, overlay: Overlay | None = None, **more) -> list[str]:
    return [text_of(line).rstrip() for line in table_lines(scene, width, overlay=overlay, **more)]


def small(*tokens: Token, marks=(), areas=(), barriers=(), width: float = 12, height: float = 8, trails=()) -> Scene:
    laid = Ground(width, height, tuple(barriers), tuple(areas), tuple(marks), tuple(trails))
    return Scene("A yard", int(width), int(height), (), (), tuple(tokens), ground=laid)


def rows(scene: Scene, overlay: Overlay | None = None, scale: float = 2) -> list[str]:
    """The map alone, at a scale, without its rulers."""
    picture = Map(scene, overlay)
    assert scene.ground
    window = Viewport(0, 0, scale, int(scene.ground.width * scale) + 1, int(scene.ground.height * scale / 2) + 1)
    lines = ["".join(sign.letter for sign in row)[picture.ruler_width :] for row in picture.rows(window)]
    return lines[:-1]


# What stands where


def test_walls_windows_and_low_cover_are_told_apart_without_colour():
    scene = small(
        barriers=[Barrier("wall", 2, 2, 2, 6), Barrier("wall", 2, 6, 5, 6), Barrier("window", 5, 6, 8, 6)],
        areas=[Area("", "low", corners("7,2,9,3")), Area("", "block", corners("3.5,2,5,4"))],
    )
    assert rows(scene) == [
        "┌───────────────────────┐",
        "│                       │",
        "│   ┏━━━━━━══════       │",
        "│   ┃                   │",
        "│   ┃  ████             │",
        "│   ┃  ████   ▒▒▒▒▒     │",
        "│   ┃  ████   ▒▒▒▒▒     │",
        "│                       │",
        "└───────────────────────┘",
    ]


def test_units_stand_at_their_places_capitals_and_small_letters_telling_the_sides():
    scene = small(unit(1, 0, 2, 6), unit(2, 1, 10, 2.4))
    lines = rows(scene)
    assert lines[2][4:6] == "U1" and lines[6][20:22] == "u2"
    assert [text.split()[:3] for text in map(text_of, roster_lines(scene))] == [
        ["U1", "attacker", "2,6"],
        ["u2", "defender", "10,2.4"],
    ]


def test_zones_have_dashed_borders_and_names_and_sites_their_letters():
    zones = [Area("west", "zone", corners("0,0,6,8")), Area("east_side", "zone", corners("6,0,12,8"))]
    lines = rows(small(areas=[*zones, Area("A", "site", corners("7,1,11,5"), "A")]))
    assert lines[1] == "│ west      ┆ east side │" and lines[5].count("A") == 1
    assert lines[3] == "│           ┆ ········· │" == lines[7]


def test_smoke_fills_its_zone_and_leaves_letters_readable():
    zone = Area("west", "zone", corners("0,0,6,8"))
    scene = small(unit(1, 0, 2, 4), areas=[zone, Area("west", "smoke", zone.points, notes=("until turn 5",))])
    lines = rows(scene)
    assert lines[1] == "│░west░░░░░░┆           │" and lines[4] == "│░░░U1░░░░░░┆           │"
    assert "░ smoke in west, until turn 5" in " ".join(map_text(scene, 80))


def test_the_rulers_say_where_things_are():
    lines = map_text(depot(), 80)
    ruler = next(line for line in lines if line.startswith("   0 "))
    assert ruler.split() == [str(k) for k in range(0, 50, 5)]
    assert lines[0].startswith("30 ┌") and "15 │  U1" in "\n".join(lines)


def test_the_cursor_is_on_both_rulers_and_no_number_is_cut_by_it():
    picture = Map(depot())
    for x in (33, 28.5, 0, 48, 44.9):
        lines = list(picture.rows(Viewport(0, 0, 0.7, 35, 12), (x, 24)))
        ruler = "".join(sign.letter for sign in lines[-1]).split()
        assert f"{x:g}" in ruler and set(ruler) - {f"{x:g}"} <= {"0", "10", "20", "30", "40"}
        lit = "".join(sign.letter for row in lines[:-1] for sign in row if sign.role == "lit")
        assert lit.strip() == "24"


# Crowds


def test_no_unit_hides_another_and_whose_letters_were_moved_is_told():
    crowd = [unit(k, k % 2, 5 + k % 3, 4 + k // 3 * 0.9) for k in range(1, 9)]
    for width in (40, 60, 80, 120):
        text = "\n".join(map_text(small(*crowd, width=30, height=20), width))
        for token in crowd:
            letters = token.letters.upper() if token.side == 0 else token.letters.lower()
            assert text.count(letters) >= 1 or f"{letters} at" in text
        picture = Map(small(*crowd, width=30, height=20))
        picture.draw(width)
        for _, label in picture.labels:
            assert not label.is_moved or any(line.startswith(f"{label.text} ") for line in picture.hidden_notes())


def test_what_lies_under_a_unit_is_drawn_beside_it_and_told():
    scene = small(unit(1, 0, 6, 4), marks=[Mark("w", 6, 4, "rifle"), Mark("b", 1, 1, "bomb")])
    line = rows(scene)[4]
    assert "U1" in line and "w" in line
    assert "w is at 6,4" in " ".join(map_text(scene, 40)) and "b bomb 1,1" in " ".join(map_text(scene, 40))


def test_letters_keep_off_walls_where_they_can_and_stay_on_the_paper():
    assert [label.start for label in place_labels([("U1", (0, 0)), ("U2", (0, 0))], (9, 3))] == [(0, 0), (3, 0)]
    assert place_labels([("U1", (4, 1))], (9, 3), avoid={(5, 1)})[0].start == (3, 1)
    assert [label.start is None for label in place_labels([("U1", (0, 0))] * 3, (4, 1))] == [False, False, True]


# What lies over it


def test_reach_sight_a_way_and_a_target_are_signs_of_their_own():
    scene = small(unit(1, 0, 3, 4), unit(2, 1, 10, 4), barriers=[Barrier("wall", 8, 1, 8, 7)])
    over = Overlay(
        selection=(3, 4),
        targets=frozenset({(10, 4)}),
        circles=(Circle((3, 4), 1),),
        rays=(Ray((3, 4), (10, 4), (8, 4)),),
        trails=(Trail("U1", ((3, 3), (3, 1)), True),),
    )
    lines = rows(scene, over)
    assert lines[3][5:8] == " + " and lines[4] == "│   +▸U1••••••••X  ×u2  │"
    assert [line[6] for line in lines[5:8]] == ["∙", "∙", "∙"]


def test_a_threat_is_a_digit_where_it_threatens():
    assert rows(small(), Overlay(threats={(3, 4): 0.67, (9, 4): 1.0}))[4] == "│     6           9     │"


# Room


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_the_whole_table_fits_into_any_width(width):
    lines = map_text(depot(), width)
    assert max(map(len, lines)) <= width
    assert not any("beyond" in line for line in lines) or width == 40


def test_of_a_table_too_wide_a_part_is_drawn_and_who_is_beyond_is_told():
    scene = small(unit(1, 0, 2, 2), unit(2, 1, 290, 150), width=300, height=160)
    text = "\n".join(map_text(scene, 80))
    assert "U1 at 2,2 is beyond" in text and "u2 at 290,150 is beyond" in text
    near = "\n".join(map_text(scene, 80, centre=(290, 150)))
    assert "U1 at 2,2 is beyond" in near and "u2 at" not in near


def test_the_standing_stands_beside_a_map_that_leaves_room():
    lines = map_text(depot(), 120)
    assert any(line.endswith("round: 3 of 30") for line in lines[:4]) and len(lines) < 32
    assert not any("round" in line for line in map_text(depot(), 80)[:27])


def test_the_legend_lists_what_is_there_and_nothing_else():
    assert Map(small(unit(1, 0, 2, 2))).legend() == ["U attacker"]
    legend = Map(depot()).legend()
    assert {"━┃"} <= {sign.split()[0][::1] for sign in legend if "wall" in sign} and "A site A" in legend
    assert "g grenade 44,16.2" in legend and "u defender" in legend


def test_a_stream_without_these_signs_gets_plainer_ones():
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    paper = Console(stream, 80)
    for line in table_lines(depot(), 80, overlay=Overlay(targets=frozenset({(46.0, 15.0)}), selection=(2.0, 15.0))):
        paper.write(*line)
    stream.flush()
    text = stream.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert "?" not in text and ">U1" in text and "xu5" in text and "+-------" in text and "~~~%%~~" in text


# Geometry of the drawing


def test_a_point_is_in_the_first_zone_that_holds_it_borders_included():
    laid = ground()
    assert parts_at(laid, (30, 25)) == ["site a", "site A"] and parts_at(laid, (16, 5)) == ["s lane"]
    assert parts_at(laid, (29.5, 24.2)) == ["site a", "site A", "low cover"]
    assert is_inside(((0, 0), (4, 0), (0, 4)), (1, 1)) and not is_inside(((0, 0), (4, 0), (0, 4)), (3, 3))


def test_a_line_goes_from_square_to_square_without_a_gap():
    for end in [(7, 3), (-4, 9), (0, -5), (6, 6), (-3, 0)]:
        path = list(trace_cells((0, 0), end))
        assert path[0] == (0, 0) and path[-1] == end and len(path) == len(set(path))
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in zip(path, path[1:], strict=False))


def test_an_area_smaller_than_a_square_is_seen():
    assert area_cells(corners("3.1,3.1,3.2,3.2"), Viewport(0, 0, 1, 10, 5))
