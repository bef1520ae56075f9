"""Boards from Tiled (mapeditor.org): TMX and JSON maps, each tile saying by its `terrain` or class what it is."""

from __future__ import annotations

import contextlib
import io
import json
import string
import xml.etree.ElementTree as etree
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytiled_parser
from pytiled_parser import LayerGroup, TiledMap, TileLayer
from pytiled_parser.tileset import Tile

from ..core.space.squares import square_name
from .problems import BadContent, Place, Problems, did_you_mean
from .read import read_bytes
from .square_map import OPEN_GROUND, Palette

MAX_BYTES = 256 * 1024  # of a file: a map of 60 by 60 squares has about 20,000
ROTATION_BITS = 0x1FFFFFFF  # the bits of a tile's number that do not say how it is flipped
WALLS = ("wall", "impassable", "building", "boulder")


class Drawing(NamedTuple):
    """A board that was imported: its rows, north first, and the legend of its own that they need."""

    rows: list[str]
    legend: dict[str, list[str]]


def import_map(path: Path, palette: Palette, size: tuple[int, int]) -> Drawing:
    """The board that a Tiled map shows; `size` are the fewest and most squares of a side.

    Raises:
        BadContent: it is no such map, or one that cannot be a board: every reason, with layer and square.
    """
    problems = Problems()
    place = Place(str(path), 1, 1, "")
    for file in (path, *_tilesets(path, problems)):
        data = read_bytes(file, problems)
        if data is not None and len(data) > MAX_BYTES:
            problems.add("E_C_FILE", Place(str(file), 1, 1, ""), "is too large for a map of at most 60 by 60 squares")
    map = None if len(problems) else _parse(path, place, problems)
    if map is not None:
        _check_shape(map, place, size, problems)
    if map is None or len(problems):
        raise BadContent(problems)
    try:
        drawn = _letters(_grounds(map, place, palette, problems), map, place, palette, problems)
    except (AttributeError, KeyError, TypeError, ValueError) as error:  # the library checks no types
        problems.add("E_C_SYNTAX", place, f"holds what Tiled does not write ({error})", "save it in Tiled anew")
    if len(problems):
        raise BadContent(problems)
    return drawn


def _tilesets(path: Path, problems: Problems) -> list[Path]:
    """The files beside a map that it would read: looked at before anything is opened."""
    data = read_bytes(path, problems) or b""
    named: list[Any]
    try:
        if data.lstrip()[:1] == b"<":
            root = etree.fromstring(data)
            named = [each.get("source") for each in root.iter("tileset")] + [
                each.get("template") for each in root.iter()
            ]
        else:
            named = [each.get("source") for each in json.loads(data).get("tilesets", [])]
    except (ValueError, AttributeError, TypeError, RecursionError, etree.ParseError):
        return []  # the reader itself will say what is wrong
    return [path.parent / name for name in named if isinstance(name, str)]


def _parse(path: Path, place: Place, problems: Problems) -> TiledMap | None:
    """The map as the library reads it. Whatever it stumbles over is the file's fault."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return pytiled_parser.parse_map(path)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".split("\n")[0]
        problems.add("E_C_SYNTAX", place, f"is no map that can be read ({reason})", "save it in Tiled as .tmx or .tmj")
    return None


def _check_shape(map: TiledMap, place: Place, size: tuple[int, int], problems: Problems) -> None:
    """Squares in rows and columns, as many as a board may have."""
    if map.orientation != "orthogonal":
        problems.add("E_B_SIZE", place, f"is a map of {map.orientation} tiles", "boards have squares: use orthogonal")
    if map.infinite:
        problems.add("E_B_SIZE", place, "is an infinite map", "take the tick from Infinite in its map properties")
    low, high = size
    width, height = map.map_size
    if not all(isinstance(side, int) and low <= side <= high for side in (width, height)):
        problems.add("E_B_SIZE", place, f"board is {width} by {height}; {low} to {high} are allowed")


def size_of(map: TiledMap) -> tuple[int, int]:
    """Columns and rows of a map."""
    return int(map.map_size[0]), int(map.map_size[1])


def _layers(layers: Any, place: Place, problems: Problems) -> Iterator[TileLayer]:
    """The layers of tiles that are seen, those in groups too, from the lowest up. None may be moved off the squares."""
    for layer in layers or ():
        if not layer.visible or layer.opacity <= 0 or not isinstance(layer, (LayerGroup, TileLayer)):
            continue
        x, y = layer.offset
        if x or y:
            what = "group" if isinstance(layer, LayerGroup) else "layer"
            message = f"{what} '{layer.name}' is moved by {x:g}, {y:g} pixels"
            problems.add("E_B_ROWS", place, message, "set its offset to 0, 0 and move its tiles instead")
        if isinstance(layer, LayerGroup):
            yield from _layers(layer.layers, place, problems)
        else:
            yield layer


def _grounds(map: TiledMap, place: Place, palette: Palette, problems: Problems) -> dict[tuple[int, int], set[str]]:
    """What every square holds, all layers together; column and row count from the north-west."""
    width, height = size_of(map)
    found: dict[tuple[int, int], set[str]] = {(x, y): set() for y in range(height) for x in range(width)}
    reasons: set[str] = set()
    layers = list(_layers(map.layers, place, problems))
    if not layers:
        problems.add("E_B_ROWS", place, "has no visible layer of tiles")
    for layer in layers:
        rows = layer.data or []
        if len(rows) != height or any(len(row) != width for row in rows):
            problems.add("E_B_ROWS", place, f"layer '{layer.name}' is not {width} by {height} tiles")
            continue
        for y, row in enumerate(rows):
            for x, number in enumerate(row):
                reason, hint = _add(map, number, found[x, y], palette)
                if reason and reason not in reasons:
                    reasons.add(reason)
                    at = square_name((x, height - 1 - y))
                    problems.add("E_B_CHAR", place, f"layer '{layer.name}', {at}: {reason}", hint)
    return found


def _add(map: TiledMap, written: Any, ground: set[str], palette: Palette) -> tuple[str, str]:
    """Add what a tile means to a square's ground; what is wrong with it, and what to do."""
    if type(written) is not int or written < 0:
        return f"{written!r} is no number of a tile", "tiles are whole numbers: save the map in Tiled anew"
    number = written & ROTATION_BITS
    if not number:
        return "", ""
    first = max((each for each in map.tilesets if each <= number), default=0)
    if not first:
        return f"no tileset has tile {number}", ""
    tileset = map.tilesets[first]
    tile = (tileset.tiles or {}).get(number - first)
    terrain = _terrain_of(tile)
    who = f"tile {number - first} of tileset '{tileset.name}'"
    if not terrain:
        return f"{who} has no terrain", "give it a property terrain, like woods, or a class"
    known = {**dict.fromkeys(WALLS, palette.legend.wall), OPEN_GROUND: "", "open": ""}
    known |= {id: id for id in palette.terrains} | {zone: zone for zone in palette.legend.zones.values()}
    known |= {letter: letter for letter in palette.legend.characters} | {OPEN_GROUND: ""}
    for word in terrain.replace("+", " ").replace(",", " ").split():
        if word not in known:
            return f"{who}: no terrain named {word}", did_you_mean(word, known)
        ground.update(_match_terrain(known[word], palette))
    return "", ""


def _terrain_of(tile: Tile | None) -> str:
    """What a tile says that it is."""
    if tile is None:
        return ""
    named = (tile.properties or {}).get("terrain") or tile.class_ or getattr(tile, "type", "")
    return named.strip() if isinstance(named, str) else ""


def _match_terrain(word: str, palette: Palette) -> list[str]:
    """The terrains, the wall or the zone that a word or a letter means."""
    legend = palette.legend
    if word in legend.terrain:
        return list(legend.terrain[word])
    return [legend.zones.get(word, word)] if word else []


def _letters(
    grounds: dict[tuple[int, int], set[str]], map: TiledMap, place: Place, palette: Palette, problems: Problems
) -> Drawing:
    """The drawing: a wall hides what is under it, a zone's square holds nothing else, and overlaps have letters."""
    legend = palette.legend
    own: dict[str, list[str]] = {}
    marks = {zone: mark for mark, zone in legend.zones.items()}
    letters = {palette.overlap(ids): letter for letter, ids in reversed(legend.terrain.items())}
    spare = (letter for letter in string.ascii_letters if letter not in legend.characters)
    width, height = size_of(map)
    rows = []
    for y in range(height):
        row = ""
        for x in range(width):
            ground = grounds[x, y]
            zone = next((mark for zone, mark in marks.items() if zone in ground), "")
            terrains = palette.overlap(ground)
            if legend.wall not in ground and not zone and terrains not in letters:
                letters[terrains] = next(spare, "")
                own[letters[terrains]] = list(terrains)
            row += legend.wall if legend.wall in ground else zone or letters[terrains]
        rows.append(row)
    if "" in own:
        problems.add("E_B_LEGEND", place, f"more different overlaps than letters; {len(own)} need one of their own")
    return Drawing(rows, own)
