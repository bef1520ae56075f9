"""The counts of a real table carried out: where tokens stand by what was typed, by the rules, and by rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..core.choices import Verb, notation
from ..core.errors import Forbidden, Refused
from ..core.game import refusal
from ..core.scene import Spot
from ..core.spots import near
from ..match.walking import NEAR, Aim, Walk, apart, arrivals, stands
from .course import answered

if TYPE_CHECKING:
    from .real_table import RealTable

REASON = "as it stands on the table"


def arrive(table: RealTable) -> None:
    """What was typed is tried on a copy; what cannot be is asked about; then the counts are carried out.

    Raises:
        Refused: what somebody did on the way is not allowed.
        Forbidden: it comes too late for the counts.
    """
    match, aloud = table.match, table.aloud
    assert aloud is not None
    gone = arrivals(match.setting, aloud, match.state, table.aims, table.other)
    if questioned(table, gone):
        carry_out(table, gone)


def questioned(table: RealTable, gone: Walk) -> bool:
    """Ask about who stands where the rules do not let it come; whether that is settled for all, or typed anew."""
    setting, aloud = table.match.setting, table.aloud
    assert aloud is not None
    for slot, left in gone.left.items():
        name, aim, at = setting.slot_name(slot), left[0], stands(setting, gone.states, slot)
        if isinstance(aim, Verb):
            raise Forbidden(f"{name} has no count left to {notation(aim)}")
        if at is None or table.ruled.get(slot) == aim:
            continue
        far = aloud.distance(setting, table.match.state, slot, *aim)
        table.paper.prose(
            f"{name} cannot have come to {near(aim)}: {far}. By the rules it stands at {near(at)}.", hang="  "
        )
        ways = {"y": f"{near(aim)} is ruled"} if setting.referee >= 0 else {}
        ways["n"] = f"its token goes to {near(at)}"
        said = table.read(f"{', '.join(f'{key}: {way}' for key, way in ways.items())}; or type anew> ").strip()
        if said.lower() not in ways:
            table.obey(said)
            return False
        if said.lower() == "y":
            table.ruled[slot] = aim
        else:
            table.aims[slot] = [*table.aims[slot][: -len(left)], at]
    return True


def carry_out(table: RealTable, gone: Walk) -> None:
    """The counts happen as they were tried; rulings come before the last one, on which who is ruled stays."""
    match, aims, ruled = table.match, table.aims, {slot: table.ruled[slot] for slot in gone.left if slot in table.ruled}
    before = {token.unit: token.at for token in table.course.scene(table.course.onlooker).tokens}
    for k, chosen in enumerate(gone.rounds):
        last = k == len(gone.rounds) - 1
        for slot, spot in ruled.items() if last else ():
            rule_so(table, slot, spot)
        for slot in match.owing():
            value = chosen.get(slot)
            if value is None or (last and slot in ruled) or refusal(match.setting, match.state, slot, value):
                value = table.other(match.state, slot)
            table.choose(slot, value)
    table.tell()
    compare(table, aims, before)


def rule_so(table: RealTable, slot: int, spot: Spot) -> None:
    """The referee lets a token stand where it stands on the table."""
    course, setting, aloud = table.course, table.match.setting, table.aloud
    assert aloud is not None
    value = aloud.place(setting, table.match.state, slot, *spot)
    try:
        by = table.match.seat(course.referee)
        answered(course.acting(by, value, setting.referee, REASON), table.face_of)
    except Refused as refused:
        table.paper.prose(f"It cannot be ruled so: {refused}.", style="yellow", hang="  ")


def compare(table: RealTable, aims: Mapping[int, Sequence[Aim]], before: Mapping[str, Spot]) -> None:
    """Tokens that stand elsewhere than was typed, and those of bots, are to be put right on the table."""
    scene = table.course.scene(table.course.onlooker)
    for token in scene.tokens:
        places = [aim for aim in aims.get(token.slot, ()) if not isinstance(aim, Verb)]
        if (places and apart(token.at, places[-1]) > NEAR) or (
            token.slot in table.away and token.at != before.get(token.unit)
        ):
            table.paper.put((f"Put {token.unit} at {near(token.at)}.", "yellow"))
