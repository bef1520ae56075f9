"""Boards from Tiled: TMX and JSON, tiles by property or class; whatever cannot be a board is told with its square."""

from __future__ import annotations

import base64
import gzip
import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fireteam.content.problems import BadContent
from fireteam.content.tiled import Drawing, import_map
from fireteam.games.ttt.content import load

TILES = ["plain", "woods", "woods+rocky", "#", "bridge", "bunker_1", "woods, rocky, swamp"]
ROWS = [[1, 2, 3], [0, 4, 5], [6, 7, 0]]
"""Each number is a tile of TILES, from 1; 0 is empty."""


def import_board(path: Path) -> Drawing:
    """The board of a Tiled map, by the content of the base pack."""
    content = load()
    return import_map(path, content.board_set.palette, content.constants.board.size)


def tileset(first: int = 1, tiles: list[str] = TILES) -> dict[str, Any]:
    described = [
        {"id": n, "properties": [{"name": "terrain", "type": "string", "value": tile}]} for n, tile in enumerate(tiles)
    ]
    size = {"tilewidth": 16, "tileheight": 16, "spacing": 0, "margin": 0, "columns": 4, "tilecount": len(tiles)}
    return {"name": "ground", "firstgid": first, "image": "x.png", "imagewidth": 64, "imageheight": 32, **size} | {
        "tiles": described
    }


def layer(rows: list[list[int]], name: str = "floor", **more: Any) -> dict[str, Any]:
    flat = [tile for row in rows for tile in row]
    size = {"x": 0, "y": 0, "width": len(rows[0]), "height": len(rows)}
    return {"type": "tilelayer", "id": 1, "name": name, "data": flat, "opacity": 1, "visible": True, **size, **more}


def tiled(*layers: dict[str, Any], **more: Any) -> dict[str, Any]:
    first = layers[0] if layers else layer(ROWS)
    head = {"type": "map", "version": "1.10", "tiledversion": "1.11.0", "orientation": "orthogonal", "infinite": False}
    size = {"width": first.get("width", 3), "height": first.get("height", 3), "tilewidth": 16, "tileheight": 16}
    ids = {"nextlayerid": 9, "nextobjectid": 1, "renderorder": "right-down"}
    return {**head, **size, **ids, "tilesets": [tileset()], "layers": list(layers), **more}


def tmx(rows: list[list[int]], tiles: str = "", head: str = "", data: str = "", encoding: str = "csv") -> str:
    named = "".join(
        f'<tile id="{n}"><properties><property name="terrain" value="{tile}"/></properties></tile>'
        for n, tile in enumerate(TILES)
    )
    csv = ",\n".join(",".join(map(str, row)) for row in rows)
    size = f'width="{len(rows[0])}" height="{len(rows)}"'
    head = head or f'orientation="orthogonal" renderorder="right-down" {size} infinite="0"'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.11.0" {head} tilewidth="16" tileheight="16" nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" name="ground" tilewidth="16" tileheight="16" tilecount="8" columns="4">
  <image source="x.png" width="64" height="32"/>{tiles or named}</tileset>
 <layer id="1" name="floor" {size}><data encoding="{encoding}">{data or csv}</data></layer>
</map>"""


def imported(folder: Path, value: Any, name: str = "map") -> Drawing:
    text = value if isinstance(value, str) else json.dumps(value)
    path = folder / f"{name}{'.tmx' if text.startswith('<') else '.tmj'}"
    path.write_text(text, encoding="utf-8")
    return import_board(path)


def refused(folder: Path, value: Any) -> list[str]:
    with pytest.raises(BadContent) as error:
        imported(folder, value)
    return [f"{problem.message}; {problem.hint}" for problem in error.value.problems]


BOARD = Drawing([".wA", ".#=", "1a."], {"a": ["woods", "rocky", "swamp"]})


def test_tiles_become_letters_in_both_formats(tmp_path: Path) -> None:
    assert imported(tmp_path, tmx(ROWS)) == BOARD
    assert imported(tmp_path, tiled(layer(ROWS))) == BOARD


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_layers_may_be_packed(tmp_path: Path, compression: str) -> None:
    raw = b"".join(struct.pack("<I", tile | 0x80000000) for row in ROWS for tile in row)  # flipped, which means nothing
    data = base64.b64encode({"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}[compression](raw)).decode()
    packed = layer(ROWS, encoding="base64", compression=compression) | {"data": data}
    assert imported(tmp_path, tiled(packed)) == BOARD
    encoding = f'base64" compression="{compression}' if compression else "base64"
    assert imported(tmp_path, tmx(ROWS, data=data, encoding=encoding)) == BOARD


def test_visible_layers_and_groups_are_laid_over_one_another(tmp_path: Path) -> None:
    over = layer([[0, 0, 4], [2, 0, 0], [0, 0, 0]], "over")
    hidden = layer([[4] * 3] * 3, "hidden", visible=False)
    group = {
        "type": "group",
        "id": 5,
        "name": "g",
        "opacity": 1,
        "visible": True,
        "x": 0,
        "y": 0,
        "layers": [over, hidden],
    }
    objects = {"type": "objectgroup", "id": 7, "name": "o", "opacity": 1, "visible": True, "x": 0, "y": 0}
    map = tiled(layer(ROWS), group, objects | {"objects": [], "draworder": "topdown"})
    assert imported(tmp_path, map).rows == [".w#", "w#=", "1a."]


def test_a_tile_may_say_what_it_is_by_its_class(tmp_path: Path) -> None:
    for word in ("type", "class"):
        tiles = "".join(f'<tile id="{n}" {word}="{tile}"/>' for n, tile in enumerate(TILES))
        assert imported(tmp_path, tmx(ROWS, tiles=tiles)) == BOARD


def test_a_tileset_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    outside = {key: value for key, value in tileset().items() if key != "firstgid"}
    (tmp_path / "ground.tsj").write_text(json.dumps({**outside, "type": "tileset"}))
    map = tiled(layer(ROWS), tilesets=[{"firstgid": 1, "source": "ground.tsj"}])
    assert imported(tmp_path, map) == BOARD


@pytest.mark.parametrize(
    ("map", "says"),
    [
        (tiled(layer(ROWS), orientation="hexagonal", hexsidelength=8), "is a map of hexagonal tiles"),
        (tiled(layer(ROWS), infinite=True), "is an infinite map; take the tick from Infinite"),
        (tiled(layer([[1] * 41] * 3)), "board is 41 by 3; 3 to 40 are allowed"),
        (tiled(layer([[1] * 2] * 2)), "board is 2 by 2; 3 to 40 are allowed"),
        (tiled(layer(ROWS), layer([[1] * 3] * 2, "low")), "layer 'low' is not 3 by 3 tiles"),
        (tiled(), "has no visible layer of tiles"),
        (tiled(layer([[1, 0, 0]] * 3), tilesets=[]), "layer 'floor', a3: no tileset has tile 1"),
        (tiled(layer([[99, 1, 1]] * 3)), "layer 'floor', a3: tile 98 of tileset 'ground' has no terrain; give it"),
        (
            tiled(layer([[1, 1, 1], [1, 1, 1], [1, 1, 3]]), tilesets=[tileset(tiles=["plain", "w", "wods"])]),
            "layer 'floor', c1: tile 2 of tileset 'ground': no terrain named wods; did you mean 'woods'?",
        ),
        ("[]", "is no map that can be read"),
        ("{}", "is no map that can be read"),
        ("", "is no map that can be read"),
        ("<map>", "is no map that can be read"),
        ("<map/>", "is no map that can be read"),
        (tmx(ROWS, data="1,2,three"), "is no map that can be read"),
        ("[" * 100_000, "is no map that can be read"),
        (" " * 300_000, "is too large for a map"),
    ],
)
def test_what_cannot_be_a_board_is_told_in_a_sentence(tmp_path: Path, map: Any, says: str) -> None:
    (line,) = refused(tmp_path, map)
    assert says in line and "\n" not in line


def test_files_beside_a_map_are_looked_at_before_they_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tsx")
    for source, says in (
        ("pipe.tsx", "is no file"),
        ("/dev/zero", "is no file"),
        ("gone.tsx", "cannot be read: No such file or directory"),
    ):
        (line,) = refused(tmp_path, tiled(layer(ROWS), tilesets=[{"firstgid": 1, "source": source}]))
        assert says in line
        map = tmx(ROWS).replace("<layer", f'<tileset firstgid="50" source="{source}"/><layer')
        (line,) = refused(tmp_path, map)
        assert says in line


def test_every_kind_of_tile_that_means_nothing_is_told_once(tmp_path: Path) -> None:
    map = tiled(layer([[1, 2, 3]] * 3), tilesets=[tileset(tiles=["", "lava", "w"])])
    assert len(refused(tmp_path, map)) == 2


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_spoilt_map_is_refused_or_sound_and_never_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([tmx(ROWS), json.dumps(tiled(layer(ROWS)))]))
    at = data.draw(st.integers(0, len(whole)))
    much = data.draw(st.integers(0, 12))
    junk = data.draw(st.text('<>"/=&{}[]:,0123456789abc-.\n\x00é', max_size=8))
    path = tmp_path / f"map.{data.draw(st.sampled_from(['tmx', 'tmj']))}"
    path.write_text(whole[:at] + junk + whole[at + much :], encoding="utf-8")
    try:
        drawn = import_board(path)
    except BadContent as error:
        assert error.problems
    else:
        assert len({len(row) for row in drawn.rows}) == 1


@pytest.mark.parametrize("tile", [1.0, "1", True, None, -1, [1]])
def test_what_is_no_number_of_a_tile_is_told_with_its_square(tmp_path: Path, tile: Any) -> None:
    (tmp_path / "a.tmj").write_text(json.dumps(tiled(layer([[1, 1, 1], [1, tile, 1], [1, 1, 1]]))))
    with pytest.raises(BadContent, match=r"layer 'floor', b2: .* is no number of a tile"):
        import_board(tmp_path / "a.tmj")


@pytest.mark.parametrize(
    "tilesets", [[{**tileset(), "firstgid": "1"}], [{**tileset(), "name": 7, "tiles": [{"id": "x"}]}]]
)
def test_values_of_other_types_are_no_traceback(tmp_path: Path, tilesets: list[dict[str, Any]]) -> None:
    (tmp_path / "a.tmj").write_text(json.dumps(tiled(layer(ROWS), tilesets=tilesets)))
    with pytest.raises(BadContent):
        import_board(tmp_path / "a.tmj")


def test_a_layer_or_group_that_is_moved_off_the_squares_is_refused(tmp_path: Path) -> None:
    moved = {"offsetx": 16, "offsety": 0}
    group = {"type": "group", "id": 2, "name": "all", "opacity": 1, "visible": True, "x": 0, "y": 0}
    for drawn, said in (
        (tiled(layer(ROWS, **moved)), "layer 'floor' is moved by 16, 0 pixels"),
        (tiled({**group, **moved, "layers": [layer(ROWS)]}, width=3, height=3), "group 'all' is moved by 16, 0 pixels"),
    ):
        (tmp_path / "a.tmj").write_text(json.dumps(drawn))
        with pytest.raises(BadContent, match=said):
            import_board(tmp_path / "a.tmj")


def test_what_is_wholly_transparent_is_not_seen(tmp_path: Path) -> None:
    walls = layer([[4, 4, 4]] * 3, name="old walls", opacity=0)
    (tmp_path / "a.tmj").write_text(json.dumps(tiled(layer(ROWS), walls)))
    both = import_board(tmp_path / "a.tmj")
    (tmp_path / "a.tmj").write_text(json.dumps(tiled(layer(ROWS))))
    assert both == import_board(tmp_path / "a.tmj")
