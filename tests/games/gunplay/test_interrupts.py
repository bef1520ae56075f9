"""A match left at any decision inside an interrupt, read from its file and gone on with, ends as if never left."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from fireteam import bots
from fireteam.core.protocol.choices import decode, notation
from fireteam.games.gunplay import choices as verbs
from fireteam.games.gunplay.game import GAME
from fireteam.games.gunplay.rules.overwatch import count_markable
from fireteam.games.gunplay.state import FLINCH, PHASES
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.journal import secret_path
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import resume, save
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games.gunplay.packs import OPEN, load_pack
from tests.heavy.settings import heavy, many

INTERRUPTS = ("ow_declare", "ow_mark", "react", "resume")
SEEDS = (5, *range(6, 6 + many(0, 1)))  # in the first, everything is interrupted
SEATS = (Seat("a", 1, "random"), Seat("b", 2, "random"))
TIMID = [
    {"id": "1", "name": "One", "traits": ["Timid"], "weapons": ["smg_light"], "pos": [6, 6]},
    {"id": "2", "name": "Two", "traits": ["Timid"], "weapons": ["carbine_light"], "pos": [6, 12]},
    {"id": "3", "name": "Three", "traits": ["Leader"], "weapons": ["pistol_medium"], "pos": [3, 9]},
]


class Stop(NamedTuple):
    """A decision inside an interrupt: how many choices came before, what is asked, and the file as it is then."""

    number: int
    asked: str
    path: Path


class Played(NamedTuple):
    """A whole match: every choice with its seat, its stops, and how it ended."""

    lines: list[tuple[str, str]]
    stops: list[Stop]
    match: Match


def band(side: str, mirror: float) -> dict[str, Any]:
    own = [{**each, "id": side + each["id"], "pos": [abs(mirror - each["pos"][0]), each["pos"][1]]} for each in TIMID]
    return {"id": f"timid_{side.lower()}", "name": f"Timid {side}", "characters": own}


def new_match(folder: Path, seed: int) -> Match:
    """Three against three, four turns, close enough to be seen on every way."""
    scenario = {
        **OPEN,
        "size": [18, 18],
        "turns": 4,
        "zones": {"A": [0, 0, 6, 18], "B": [12, 0, 18, 18]},
        "terrain": {"low": [[8.5, 5, 9.5, 7], [8.5, 11, 9.5, 13]], "tall": [[8, 8.5, 10, 9.5]]},
        "bands": {"A": "timid_a", "B": "timid_b"},
    }
    load_pack(folder, bands=[band("A", 0), band("B", 18)], scenarios=scenario)
    setting = GAME.make_setting("mine", {"config": "full"}, (folder,))
    match = Match(setting, SEATS, secret_of_seed(seed))
    save(match, folder / "whole.match", (str(folder),))
    return match


def next_line(match: Match, slot: int) -> str:
    """A choice at random; half of the characters go on Overwatch and ask, and movers want to be asked as well."""
    view = match.view(SEATS[slot].name)
    record = bots.find_bot("random").choose(match.setting, view, slot, match.key_for_bot(slot))
    value = decode(record[0], GAME.verbs, GAME.names(match.setting, view))
    if isinstance(value, verbs.OverwatchDeclare):
        value = verbs.OverwatchDeclare(min(1 + slot, int(count_markable(match.state[0], slot))))
    elif isinstance(value, verbs.OverwatchMark):
        value = verbs.OverwatchMark(value.char)
    elif isinstance(value, (verbs.Move, verbs.Run)):
        value = msgspec.structs.replace(value, on_interrupt="ask")
    return notation(value)


def play(folder: Path, seed: int) -> Played:
    """A match to its end, with a copy of its file at every decision inside an interrupt."""
    match = new_match(folder, seed)
    lines, stops = list[tuple[str, str]](), list[Stop]()
    while not match.is_over:
        slot = match.slots_to_act()[0]
        here = match.state[0]
        if PHASES[here.phase] in INTERRUPTS:
            copy = folder / f"{len(lines)}.match"
            shutil.copy(match.file, copy)
            shutil.copy(secret_path(match.file), secret_path(copy))
            flinches = "flinch " if here.doing.verb == FLINCH else ""
            stops.append(Stop(len(lines), flinches + PHASES[here.phase], copy))
        lines.append((SEATS[slot].name, next_line(match, slot)))
        match.act(*lines[-1])
    return Played(lines, stops, match)


def some_of_each(stops: list[Stop]) -> list[Stop]:
    """Of the decisions of each kind, the first and the last."""
    kinds = {stop.asked: [each for each in stops if each.asked == stop.asked] for stop in stops}
    return [stop for kind in kinds.values() for stop in {kind[0].number: kind[0], kind[-1].number: kind[-1]}.values()]


@pytest.mark.clause("GUN-22.8", "GUN-13.21", "GUN-13.24")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_left_at_any_interrupt_and_loaded_ends_alike(tmp_path: Path, seed: int) -> None:
    played = play(tmp_path, seed)
    assert {*INTERRUPTS, "flinch react"} <= {stop.asked for stop in played.stops} or seed != SEEDS[0]
    for stop in played.stops if heavy() else some_of_each(played.stops):
        match = resume(read_match_file(stop.path), (str(tmp_path),))
        for line in played.lines[stop.number :]:
            match.act(*line)
        assert match.state.tobytes() == played.match.state.tobytes(), stop
        assert list(match.records) == list(played.match.records), stop
        match.leave()
