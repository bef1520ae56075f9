"""What the Storyteller's acts can name (FS3-22.5): sheets, weapons, armour, types of vehicles, abilities, forces."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.calls import verify_at
from ...core.decision import Moment
from ...core.protocol.choices import notation
from ...core.protocol.refusals import OK
from ...core.protocol.scene import Preset, Thing
from ...core.slot_choices import refusal_of
from .choices.storyteller import Join
from .entries import Force
from .gear_text import weapon_notes
from .state import LOBBY
from .tables import CLASSES
from .tables_build import member_sheet

GROUPS = {
    "being": "People and types",
    "weapon": "Weapons",
    "armour": "Armour",
    "vehicle_type": "Types of vehicles",
    "ability": "Abilities",
}


def desk_things(moment: Moment) -> Iterator[Thing]:
    """Everything of these sorts, with what it is and does."""
    for sort, group in GROUPS.items():
        for k, name in enumerate(moment.names.ids[sort]):
            title = str(moment.names.thing_title(sort, name))
            yield Thing(name, "", title, (), tuple(about(moment, sort, k)), group, sort)


def about(moment: Moment, sort: str, k: int) -> Iterator[str]:
    """What a thing is and does."""
    tables = moment.tables
    if sort == "weapon":
        yield from weapon_notes(tables, k)
    elif sort == "armour":
        one = tables.armours[k]
        yield f"{CLASSES[one.klass].lower()}, Protection {int(one.protection)}"
    elif sort == "vehicle_type":
        kind = tables.types[k]
        yield f"toughness {int(kind.toughness)}, dodge {int(kind.dodge):+d}, {kind.speed / 100:g} m a turn"
    elif sort == "being":
        being = tables.beings[k]
        yield "player character" if being.is_pc else f"NPC, rating {int(being.rating)}"


def forces(moment: Moment) -> tuple[Preset, ...]:
    """The forces of the packs, for the Storyteller to let join at once; in a fight those that can (FS3-22.2a)."""
    if moment.slot != moment.setting.referee:
        return ()
    found = (force_preset(moment, force) for force in moment.setting.content.files.forces.values())
    return tuple(one for one in found if moment.state.phase == LOBBY or not one.against)


def force_preset(moment: Moment, force: Force) -> Preset:
    """A force: who is in it, and why it cannot join just now."""
    joins = Join(force.id)
    choice = moment.cached(("join", force.id), lambda: moment.encode(joins))
    is_lawful = verify_at(moment.states, 0, moment.setting.tables, moment.slot, choice, 0)[0] == OK
    refused = None if is_lawful else refusal_of(moment.setting, moment.states, moment.slot, joins)
    reason = refused.sentence if refused else ""

    def make() -> Preset:
        members = members_text(moment, force)
        return Preset(force.id, force.name, force.about, notation(joins), members, reason)

    return moment.cached(("force", force.id, reason), make)


def members_text(moment: Moment, force: Force) -> str:
    """`3 Guard, 1 Gunner: team 2`."""
    sheets = ((member.count, member_sheet(moment.setting.content.files, member).title) for member in force.members)
    team = f": team {force.team}" if force.team else ""
    return ", ".join(f"{count} {title}" for count, title in sheets) + team
