"""From the campaign into a fight and back (FS3-21.6): who goes with which wounds, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import field

from ....content.entry import Entry
from ....content.sheet_text import sheet_text
from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Change, Command
from ..content import Content, Place, places_of
from ..entries import Count, KeptWound, Leave
from ..options import PC_OPTIONS
from ..state import DRAWN, NO_WINNER, PILOT_ROLE, SEVERITIES
from ..tables import COMBATANTS
from ..tables_build import Sheet, carried_by, sheets_of
from .calendar import pass_time
from .files import person_faults
from .given import Given, need_pc
from .healing import News, Ward, change_of, find_bearer, with_bearer, wound_text
from .state import (
    Campaign,
    Craft,
    FightRecord,
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


class Aftermath(Entry, frozen=True, kw_only=True):
    """What a fight made of somebody, or of a vehicle: wounds that it brought and that are otherwise now, those it got,
    the numbers of those that are gone, what its luck changed by, and its ammunition."""

    changed: tuple[WoundRecord, ...] = ()
    new: tuple[WoundRecord, ...] = ()
    gone: tuple[Count, ...] = ()
    luck: int = 0
    rounds: dict[str, Count] = field(default_factory=dict)
    spare_clips: dict[str, Count] = field(default_factory=dict)


class RecordFight(Command, frozen=True):
    """A fight is over: wounds, luck, ammunition and damage of vehicles go to the campaign; knockouts end (FS3-21.6).

    Of a mock fight only the luck that it cost (FS3-6.11, FS3-6.11a). `match` finds its replay.
    """

    has_form = False

    scenario: str
    start: int
    seconds: int
    people: dict[str, Aftermath] = field(default_factory=dict)
    vehicles: dict[str, Aftermath] = field(default_factory=dict)
    outcome: str = ""
    mock: bool = False
    match: str = ""


# Into a fight


def fight(campaign: Campaign, scenario: str, who: Sequence[str]) -> Mapping[str, str]:
    """Scenario and options of a match with characters of the campaign, in the seats of its player characters.

    Each brings its wounds, luck and gear; a pilot those of a vehicle of the campaign, of the seat's type (FS3-21.6).

    Raises:
        UnknownName: no such scenario.
        IllegalChoice: somebody is unknown, dead, an NPC, named twice, or one too many.
    """
    content = content_of(campaign)
    entry = content.scenario(scenario)
    places = places_of(entry)
    seats = [seat for seat in zip(places, sheets_of(content, entry), strict=False) if seat[1].is_pc]
    most = min(len(seats), len(PC_OPTIONS))
    if not 1 <= len(who) <= most:
        reason = f"{len(who)} characters go into {entry.name}; it has seats for 1 to {most}"
        raise IllegalChoice("E-STATE", "FS3-6.8", reason)
    if twice := next((id for id in who if who.count(id) > 1), None):
        raise IllegalChoice("E-IN-COMBAT", "FS3-6.2", f"{twice} is named twice")
    options, taken = {"scenario": scenario}, set[str]()
    for option, id, (place, sheet) in zip(PC_OPTIONS, who, seats, strict=False):
        person = find_person(campaign, id)
        if person.kind == "npc":
            raise IllegalChoice("E-TARGET", "FS3-1.4", f"{person.name} is an NPC; the seats are those of PCs")
        craft = craft_for(campaign, place, sheet, taken)
        taken |= {craft.id} if craft else set()
        options[option] = sheet_text(changed(character_of(need_pc(person)), **brought(campaign, person, craft)))
    return options


def craft_for(campaign: Campaign, place: Place, sheet: Sheet, taken: set[str]) -> Craft | None:
    """The vehicle of the campaign that the pilot of a seat flies: one of the seat's type, by its name if it can be."""
    if sheet.role != PILOT_ROLE:
        return None
    name = (place.craft or f"{place.name}s").lower()
    fit = [each for each in campaign.craft.values() if each.type == sheet.vehicle and each.id not in taken]
    named = [each for each in fit if name in (each.id, each.name.lower())]
    return next(iter((*named, *fit)), None)


def brought(campaign: Campaign, person: Person, craft: Craft | None) -> dict[str, Any]:
    """The wounds that somebody brings along, with how old they are, and what its leave says (FS3-1.10, FS3-7.43).

    Everybody at the table may read it: notes stay at home.
    """
    own = tuple(filter(is_open, person.wounds))
    damage = tuple(filter(is_open, craft.wounds)) if craft else ()
    leave = Leave(
        campaign=campaign.name,
        clock=campaign.clock,
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


# And back


class Fighter(NamedTuple):
    """Somebody of the campaign in a fight: its seat, its sheet, and its leave."""

    seat: int
    sheet: Sheet
    leave: Leave


def after(campaign: Campaign, setting: Any, states: Any) -> tuple[Command, ...]:
    """The command that carries a fight's end into the campaign; none where nobody of it took part, or a mock fight cost
    no luck (FS3-21.6, FS3-6.11)."""
    state, fighters = states[0], list(fighters_of(campaign, setting, states))
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
    start, seconds = fighters[0].leave.clock, int(state.clock)
    return (RecordFight(title, start, seconds, people, vehicles, outcome_of(state), is_mock),)


def fighters_of(campaign: Campaign, setting: Any, states: Any) -> Iterator[Fighter]:
    """Those of the campaign who are in a fight, or have left it."""
    content = setting.content
    for seat, unit in enumerate(content.units[: content.n_units]):
        sheet = content.sheets[seat]
        who = content.files.characters.get(sheet.character)
        if not unit or who is None or who.leave is None or who.leave.campaign != campaign.name:
            continue
        one = states[0].combatants[seat]
        if who.id in campaign.people and one.status and int(one.being) == seat:
            yield Fighter(seat, sheet, who.leave)


def aftermath_of(one: Fighter, setting: Any, state: Any) -> Aftermath:
    """What a fight made of somebody; in a vehicle the ammunition is the vehicle's (FS3-21.6)."""
    now, before = state.combatants[one.seat], setting.opening[0].combatants[one.seat]
    content: Content = setting.content.files
    ids, rounds, clips = list(content.weapons), {}, {}
    own = () if one.sheet.vehicle else carried_by(content, one.sheet)
    for n in range(int(now.n_weapons)):
        id = ids[int(now.weapons[n])]
        if id not in own:
            continue
        if content.weapons[id].ammunition:
            rounds[id] = int(now.rounds[n])
        if now.clips[n] >= 0:
            clips[id] = int(now.clips[n])
    harm = harm_of(one.seat + 1, one.leave.wounds, one.leave.clock, setting, state)
    return Aftermath(**harm, luck=int(now.luck) - int(before.luck), rounds=rounds, spare_clips=clips)


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
            old.append(record_of(now, number, start, content))
    old_places = [k for k in places if state.wounds[k].turn == 0]
    mine = [k for k in range(int(state.n_wounds)) if state.wounds[k].victim == victim and k not in old_places]
    new = [record_of(state.wounds[k], n, start, content) for n, k in enumerate(mine, 1) if not state.wounds[k].is_mock]
    return {"changed": tuple(old), "new": tuple(new), "gone": tuple(gone)}


def record_of(row: Any, number: int, start: int, content: Content) -> WoundRecord:
    """A wound of a fight as the campaign keeps it (FS3-12.4)."""
    weapon = list(content.weapons)[int(row.weapon) - 1] if row.weapon else SHRAPNEL
    return WoundRecord(
        number=number,
        location=list(content.location_names)[int(row.location)],
        weapon=weapon,
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


def record_fight(campaign: Campaign, command: RecordFight, given: Given) -> Change:
    """The end of a fight goes to the campaign, and its clock to the campaign's (FS3-21.6, FS3-1.10)."""
    if not 0 <= command.start <= campaign.clock or command.seconds < 0:
        reason = f"the fight begins at second {command.start} and takes {command.seconds}"
        raise IllegalChoice("E-STATE", "FS3-1.9", f"{reason}; the calendar is at {campaign.clock}")
    news = []
    for id, found in (*command.people.items(), *command.vehicles.items()):
        bearer = find_bearer(campaign, id)
        if (id in command.vehicles) != isinstance(bearer, Craft):
            raise IllegalChoice("E-TARGET", "FS3-21.6", f"{bearer.name} stands among the wrong ones")
        now = after_fight(bearer, Aftermath(luck=found.luck) if command.mock else found, given.content)
        campaign = with_bearer(campaign, now)
        news.append(news_of_harm(bearer, found, given.content))
    if command.mock:
        return change_of(campaign, news)
    until = command.start + command.seconds
    record = FightRecord(
        number=len(campaign.fights) + 1,
        scenario=command.scenario,
        match=command.match,
        at=command.start,
        until=until,
        people=tuple(command.people),
        outcome=command.outcome,
    )
    campaign = changed(campaign, fights=(*campaign.fights, record))
    campaign, passed = pass_time(campaign, until, Ward(given.seed, given.content))
    return change_of(campaign, (News(f"{command.scenario}: {command.outcome}", False), *news, *passed))


def after_fight(bearer: Person | Craft, found: Aftermath, content: Content) -> Any:
    """Somebody or a vehicle as a fight leaves it.

    Raises:
        IllegalChoice: with wounds or ammunition that cannot be.
    """
    next_number = 1 + max((each.number for each in bearer.wounds), default=0)
    otherwise = {each.number: each for each in found.changed}
    old = [merged(each, otherwise.get(each.number)) for each in bearer.wounds if each.number not in found.gone]
    new = [changed(each, number=next_number + n) for n, each in enumerate(found.new)]
    wounds = (*old, *new)
    if isinstance(bearer, Craft):
        return changed(bearer, wounds=wounds)
    rounds = {**bearer.rounds, **found.rounds}
    rounds = {id: left for id, left in rounds.items() if left != content.weapons[id].ammunition}
    luck = max((bearer.luck or 0) + found.luck, 0) if found.luck else bearer.luck
    clips = {**bearer.spare_clips, **found.spare_clips}
    person = changed(bearer, wounds=wounds, luck=luck, rounds=rounds, spare_clips=clips)
    wrong = next((each for each in person_faults(person, content) if each.code.startswith("E-")), None)
    if wrong is not None:
        raise IllegalChoice(wrong.code, "FS3-21.6", f"{person.name}: {wrong.reason}")
    return person


def merged(before: WoundRecord, now: WoundRecord | None) -> WoundRecord:
    """A wound that was brought along, as it is after the fight: when and with what it was inflicted stays."""
    if now is None:
        return before
    return changed(now, initial=before.initial, weapon=before.weapon, at=before.at, notes=before.notes)  # type: ignore[no-any-return]


def news_of_harm(bearer: Person | Craft, found: Aftermath, content: Content) -> News:
    """What somebody brings home."""
    news = [wound_text(each, content) for each in found.new]
    news += [f"luck {found.luck:+d}"] if found.luck else []
    is_private = isinstance(bearer, Craft) or bearer.kind == "npc"
    return News(f"{bearer.name}: {', '.join(news) or 'unhurt'}", is_private)


HANDLERS = {RecordFight: record_fight}
