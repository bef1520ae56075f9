"""Entries told in lines, with pictures: for those who write content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...content.entry import Entry
from ...content.phrases import form_text, phrases_of
from ...content.square_board import SquareBoard
from ...content.square_files import board_lines
from .content import Content, piece_points
from .entries import Constants, Force, Mission, Piece, Sheet, Terrain

ABILITY_TEXTS: dict[str, str] = {
    "command": "may stay put to let others move",
    "burst": "fires more than once a turn",
    "frenzy": "attacks again after eliminating",
    "blast": "also hits what stands beside its target",
    "indirect": "needs no line of sight",
    "medic": "may save pieces near it",
    "spotter": "helps others hit what it sees",
    "flame": "ignores cover",
    "clear_path": "no terrain slows it or those beside it",
    "low_profile": "can only be hit from near",
}
"""What an ability is, in short (TTT-4.11 to TTT-4.26)."""
LABELS = {"move": "Move", "range": "Range", "th": "TH", "tbh": "TBH"}


def terrain_lines(terrain: Terrain, _: Content) -> list[str]:
    """What a terrain does."""
    return [f"{terrain.name}, drawn {terrain.letter}: {', '.join(phrases_of(terrain, 'letter')) or 'nothing'}"]


def piece_lines(piece: Piece, content: Content) -> list[str]:
    """A piece with the sum of its points."""
    return [
        f"{piece.name} ({piece.code}), {piece.count} of it on a side",
        f"{sum_of(piece, content.constants)} = {piece_points(piece, content.constants)} points",
    ]


def sum_of(piece: Piece, constants: Constants) -> str:
    """What each part of a piece costs (TTT-4.2)."""
    parts = [f"{label} {getattr(piece, field)}" for field, label in LABELS.items()]
    return " + ".join([*parts, *(f"{ability} {constants.ability_points}" for ability in piece.abilities)])


def sheet_lines(sheet: Sheet, content: Content) -> list[str]:
    """The pieces of a sheet, a line each."""
    lines = [f"{sheet.name}: {len(sheet.pieces)} types, {sum(sheet.counts.values())} pieces"]
    for piece in sheet.pieces:
        numbers = " ".join(f"{label} {getattr(piece, field)}" for field, label in LABELS.items())
        total = f"{piece_points(piece, content.constants)} points"
        abilities = " ".join(piece.abilities)
        lines.append(f"  {piece.code:<2} {piece.id:<16} {numbers:<29} {total:<9} x{piece.count} {abilities}".rstrip())
    return lines


def mission_lines(mission: Mission, content: Content) -> list[str]:
    """A mission: its map, what each side has, where it begins and what it wants, and how long it lasts."""
    tiles = ", ".join(f"{tile.board}{f' turned {tile.rot}' if tile.rot else ''}" for tile in mission.layout)
    lines = [f"{mission.name}, on {tiles}", *board_lines(content.map_of(mission), content.legend.wall)]
    for n, side in enumerate(mission.sides, 1):
        aim = side.objective
        wants = [str(getattr(aim, field)) for field in aim.forms[aim.type].required]
        lines.append(f"side {n}: {force_text(side.force)}")
        lines += [
            f"  {'the rest' if type == '*' else type} placed on {form_text(zone)}" for type, zone in side.place.items()
        ]
        lines.append(f"  wants {' '.join([aim.type, *wants])}")
    return [*lines, f"{mission.round_limit} rounds, then {mission.limit_result}"]


def force_text(force: Force) -> str:
    """A force in words."""
    if force.fixed is not None:
        return numbers_text(force.fixed)
    if force.all:
        return "every piece of the sheet"
    plus = f" besides {numbers_text(force.plus)}" if force.plus else ""
    most = f", at most {numbers_text(force.max)}" if force.max else ""
    return f"any {force.pick} pieces{plus}{most}"


def numbers_text(numbers: Mapping[str, int]) -> str:
    """{recon: 2, guard: 1} as `2 recon, 1 guard`."""
    return ", ".join(f"{number} {type}" for type, number in numbers.items())


LINES: Mapping[type[Entry], Callable[[Any, Content], list[str]]] = {
    Terrain: terrain_lines,
    Sheet: sheet_lines,
    Piece: piece_lines,
    SquareBoard: lambda board, content: board_lines(content.board_set.map(board.id), content.legend.wall),
    Mission: mission_lines,
}
"""How each class of entries is told."""
