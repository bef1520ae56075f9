"""From the campaign into a fight, and what it made of those who went (FS3-21.6); `homecoming.py` carries that in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ....content.sheet_text import is_sheet, sheet_text
from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Command, Fight
from ..content import Content, Place, places_of
from ..entries import Character, KeptWound, Leave
from ..options import PC_OPTIONS
from ..state import DRAWN, NO_WINNER, PILOT_ROLE, SEVERITIES
from ..tables import COMBATANTS
from ..tables_build import Sheet, carried_by, sheets_of
from .given import need_pc
from .healing import to_heal
from .homecoming import Aftermath, Ammunition, RecordFight, WoundChange
from .state import (
    Campaign,
    Craft,
    Person,
    WoundRecord,
    changed,
    character_of,
    content_of,
    find_person,
    is_open,
    wound_entry,
)

SHRAPNEL = "shrapnel"
UNNAMED = Fight()


# Into a fight


def fight(
    campaign: Campaign, scenario: str, who: Sequence[str], id: str = "", running: Sequence[Mapping[str, str]] = ()
) -> Mapping[str, str]:
    """Scenario and options of a match with characters of the campaign `id`, in the seats of its player characters.

    Each brings its wounds, luck and gear; a pilot those of a vehicle of the campaign, of the seat's type (FS3-21.6).
    `running` are the options of the campaign's matches under way.

    Raises:
        UnknownName: no such scenario.
        IllegalChoice: somebody is unknown, dead, an NPC, named twice, in another fight, or one too many.
    """
    content = content_of(campaign)
    seats, most = seats_of(campaign, scenario), room_for(campaign, scenario)
    if not 1 <= len(who) <= most:
        name = content.scenario(scenario).name
        room = f"has seats for 1 to {most}" if most else "has no seats for characters; choose another"
        raise IllegalChoice("E-STATE", "FS3-6.8", f"{len(who)} characters go into {name}; it {room}")
    if twice := next((id for id in who if who.count(id) > 1), None):
        raise IllegalChoice("E-IN-COMBAT", "FS3-6.2", f"{twice} is named twice")
    busy = members_of(running)
    if away := next((find_person(campaign, each).name for each in who if each in busy), None):
        raise IllegalChoice("E-IN-COMBAT", "FS3-6.2", f"{away} is in a fight that is not over")
    options, taken = {"scenario": scenario}, busy
    for option, each, (place, sheet) in zip(PC_OPTIONS, who, seats, strict=False):
        person = find_person(campaign, each)
        if person.kind == "npc":
            raise IllegalChoice("E-TARGET", "FS3-1.4", f"{person.name} is an NPC; the seats are those of PCs")
        craft = craft_for(campaign, place, sheet, taken)
        taken |= {craft.id} if craft else set()
        fighter = fighter_of(need_pc(person), content)
        options[option] = sheet_text(changed(fighter, **brought(campaign, person, craft, id)))
    return options


def fighter_of(person: Person, content: Content) -> Character:
    """A character with what a fight reads of its sheet: all else is the player's, and stays at home (FS3-21.6b)."""
    background = {name: rating for name, rating in person.background.items() if name in content.ability_names}
    return changed(  # type: ignore[no-any-return]
        character_of(person),
        background=background,
        ruling={name: by for name, by in person.ruling.items() if name in background},
        languages={},
        quirks=(),
        concept="",
        profession="",
        xp=0,
    )


def members_of(running: Iterable[Mapping[str, str]]) -> set[str]:
    """The ids of people and vehicles of a campaign in matches with these options (FS3-6.2)."""
    found = set[str]()
    for options in running:
        for text in filter(is_sheet, filter(None, map(options.get, PC_OPTIONS))):
            sheet = msgspec.json.decode(text)
            if leave := sheet.get("leave"):  # who has none is a guest
                found |= {sheet["id"], leave.get("craft", "")}
    return found - {""}


def seats_of(campaign: Campaign, scenario: str) -> list[tuple[Place, Sheet]]:
    """The seats of a scenario that are player characters', in their order."""
    content = content_of(campaign)
    entry = content.scenario(scenario)
    return [seat for seat in zip(places_of(entry), sheets_of(content, entry), strict=False) if seat[1].is_pc]


def room_for(campaign: Campaign, scenario: str) -> int:
    """How many characters of a campaign a scenario has seats for."""
    return min(len(seats_of(campaign, scenario)), len(PC_OPTIONS))


def craft_for(campaign: Campaign, place: Place, sheet: Sheet, taken: set[str]) -> Craft | None:
    """The vehicle of the campaign that the pilot of a seat flies: one of the seat's type, by its name if it can be."""
    if sheet.role != PILOT_ROLE:
        return None
    name = (place.craft or f"{place.name}s").lower()
    fit = [each for each in campaign.craft.values() if each.type == sheet.vehicle and each.id not in taken]
    named = [each for each in fit if name in (each.id, each.name.lower())]
    return next(iter((*named, *fit)), None)


def brought(campaign: Campaign, person: Person, craft: Craft | None, id: str) -> dict[str, Any]:
    """The wounds that somebody brings along, with how old they are, and what its leave says (FS3-1.10, FS3-7.43).

    Everybody at the table may read it: notes stay at home.
    """
    own = tuple(filter(is_open, person.wounds))
    damage = tuple(filter(is_open, craft.wounds)) if craft else ()
    leave = Leave(
        campaign=id,
        clock=campaign.clock,
        fights=len(campaign.fights),
        wounds=tuple(each.number for each in own),
        craft=craft.id if craft else "",
        craft_type=craft.type if craft else None,
        craft_wounds=aged(campaign, damage),
        craft_numbers=tuple(each.number for each in damage),
    )
    return {"wounds": aged(campaign, own), "leave": leave, "notes": ""}


def aged(campaign: Campaign, wounds: Iterable[WoundRecord]) -> tuple[KeptWound, ...]:
    """Wounds as they are brought along, with the seconds that have passed since, without notes."""
    return tuple(changed(wound_entry(each), age_s=max(campaign.clock - each.at, 0), notes="") for each in wounds)


# What comes of it


class Fighter(NamedTuple):
    """Somebody of the campaign in a fight: its seat, its sheet, and its leave."""

    seat: int
    sheet: Sheet
    leave: Leave


def after(campaign: Campaign, setting: Any, states: Any, fight: Fight = UNNAMED) -> tuple[Command, ...]:
    """The command that carries a fight's end into the campaign; none where nobody of it took part, or a mock fight cost
    no luck (FS3-21.6, FS3-6.11)."""
    state, fighters = states[0], list(fighters_of(campaign, setting, states, fight.campaign))
    if not fighters:
        return ()
    people, vehicles, is_mock = {}, {}, bool(setting.tables[0].mock)
    for one in fighters:
        found = aftermath_of(one, setting, state)
        people[one.sheet.character] = Aftermath(luck=found.luck) if is_mock else found
        vehicle = int(setting.opening[0].combatants[one.seat].vehicle)
        if one.leave.craft in campaign.craft and vehicle and one.sheet.role == PILOT_ROLE and not is_mock:
            harm = harm_of(COMBATANTS + vehicle, one.leave.craft_numbers, one.leave.clock, setting, state)
            vehicles[one.leave.craft] = Aftermath(**harm)
    if is_mock:
        people = {id: each for id, each in people.items() if each.luck}
        if not people:
            return ()
    title = setting.content.scenario.name
    leave = fighters[0].leave
    command = RecordFight(
        scenario=title,
        start=leave.clock,
        seconds=int(state.clock),
        people=people,
        vehicles=vehicles,
        outcome=outcome_of(state),
        mock=is_mock,
        match=fight.match,
        dice=fight.dice,
        fights=leave.fights,
    )
    return (command,)


def fighters_of(campaign: Campaign, setting: Any, states: Any, id: str) -> Iterator[Fighter]:
    """Those of the campaign `id` who are in a fight, or have left it."""
    content = setting.content
    for seat, unit in enumerate(content.units[: content.n_units]):
        sheet = content.sheets[seat]
        who = content.files.characters.get(sheet.character)
        if not unit or who is None or who.leave is None or who.leave.campaign != id:
            continue
        one = states[0].combatants[seat]
        if who.id in campaign.people and one.status and int(one.being) == seat:
            yield Fighter(seat, sheet, who.leave)


def aftermath_of(one: Fighter, setting: Any, state: Any) -> Aftermath:
    """What a fight made of somebody; in a vehicle the ammunition is the vehicle's (FS3-21.6)."""
    now, before = state.combatants[one.seat], setting.opening[0].combatants[one.seat]
    content: Content = setting.content.files
    ids, own = list(content.weapons), () if one.sheet.vehicle else carried_by(content, one.sheet)
    loads = [{ids[int(row.weapons[n])]: n for n in range(int(row.n_weapons))} for row in (before, now)]
    ammunition = {}
    for id in own:
        if id in loads[0] and id in loads[1]:
            old, new = (each[id] for each in loads)
            rounds = int(now.rounds[new]) - int(before.rounds[old]) if content.weapons[id].ammunition else 0
            counted = before.clips[old] >= 0 and now.clips[new] >= 0
            clips = int(now.clips[new]) - int(before.clips[old]) if counted else 0
            if rounds or clips:
                ammunition[id] = Ammunition(rounds=rounds, clips=clips)
    harm = harm_of(one.seat + 1, one.leave.wounds, one.leave.clock, setting, state)
    return Aftermath(**harm, luck=int(now.luck) - int(before.luck), ammunition=ammunition)


def harm_of(victim: int, numbers: Sequence[int], start: int, setting: Any, state: Any) -> dict[str, Any]:
    """What became of wounds that were brought along, by their numbers, and new ones (FS3-21.6, FS3-12.4)."""
    opening, content = setting.opening[0], setting.content.files
    places = [k for k in range(int(opening.n_wounds)) if opening.wounds[k].victim == victim]
    old, gone = [], []
    for number, k in zip(numbers, places, strict=False):
        was, now = opening.wounds[k], state.wounds[k]
        if now.victim != victim or now.turn > 0:
            gone.append(number)
        elif now.tobytes() != was.tobytes():
            old.append(change_of_wound(was, now, number, victim > COMBATANTS, content))
    old_places = [k for k in places if state.wounds[k].turn == 0]
    mine = [k for k in range(int(state.n_wounds)) if state.wounds[k].victim == victim and k not in old_places]
    new = [record_of(state.wounds[k], n, start, content) for n, k in enumerate(mine, 1) if not state.wounds[k].is_mock]
    return {"changed": tuple(old), "new": tuple(new), "gone": tuple(gone)}


def change_of_wound(was: Any, now: Any, number: int, is_vehicle: bool, content: Content) -> WoundChange:
    """What a fight made of a wound that was brought along (FS3-7.41, FS3-22.17)."""
    is_stun, codes = bool(now.stun), list(content.location_names)
    before, after = (to_heal(int(row.severity), int(row.points), is_vehicle or is_stun) for row in (was, now))
    return WoundChange(
        number=number,
        tenths=before - after,
        treated=bool(now.is_treated) if now.is_treated != was.is_treated else None,
        has_healed=bool(now.has_healed),
        damage=("stun" if is_stun else "physical") if now.stun != was.stun else None,
        location=codes[int(now.location)] if now.location != was.location else "",
    )


def record_of(row: Any, number: int, start: int, content: Content) -> WoundRecord:
    """A wound of a fight as the campaign keeps it (FS3-12.4)."""
    weapons = (SHRAPNEL, *content.weapons, "")
    return WoundRecord(
        number=number,
        location=list(content.location_names)[int(row.location)],
        weapon=weapons[int(row.weapon)],
        damage="stun" if row.stun else "physical",
        initial=SEVERITIES[int(row.initial)],  # type: ignore[arg-type]
        severity=SEVERITIES[int(row.severity)],  # type: ignore[arg-type]
        tenths=int(row.points),
        treated=bool(row.is_treated),
        has_healed=bool(row.has_healed),
        at=max(start + int(row.second), 0),
    )


def outcome_of(state: Any) -> str:
    """How a fight ended, in words."""
    winner = int(state.winner)
    who = "nobody wins" if winner == NO_WINNER else "a draw" if winner == DRAWN else f"team {winner} wins"
    return f"{who} after {int(state.turn)} turns"
