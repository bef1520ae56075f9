"""Combatants that players write for one match: what they cost, and which limits of the game they keep (section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ...content import library
from ...content.sheet import EntrySheet, MatchNote
from ...content.sheet_reader import SheetReader
from ...content.sheet_text import is_sheet, sheet_text
from ...content.value_checks import Fault, Terms
from ...core.errors import IllegalChoice
from ...core.protocol.sheets import SheetCost, SheetMatch
from .check.people import character_faults
from .content import GAME_ID, Content, names
from .entries import Being, Character, Chargen
from .kinds import CHARACTERS
from .options import PC_OPTIONS, USUAL
from .scenario_entries import Scenario
from .tables_build import Sheet, character_sheet

SKILLS = ("ratings", "background", "languages")
KIND_WORDS: dict[str | int, str] = {
    "pc": "a player character: ratings in attributes and skills, luck (FS3-1.4)",
    "npc": "an NPC: one rating for every roll (FS3-1.5)",
}
SEVERITY_WORDS: dict[str | int, str] = {
    "Light": "-5 to every roll (FS3-12.3)",
    "Moderate": "-20 to every roll (FS3-12.3)",
    "Serious": "-50 to every roll (FS3-12.3)",
    "Critical": "-80 to every roll (FS3-12.3)",
}


def character_terms(content: Content) -> Terms:
    """What a character is checked by besides its types: names, and what does not go together."""
    return Terms(names=names(content), faults={Character: lambda who: character_faults(who, content)})


READER = SheetReader(Character, "E-CG-RANGE", "FS3-D.3", character_terms)
"""How a character is read that a player wrote for a match."""


def shown_options(options: Mapping[str, str]) -> dict[str, str]:
    """The options of a match as everybody at a table may read them: how much luck a character of a campaign has is its
    player's (FS3-21.6b)."""
    return {name: without_luck(value) if name in PC_OPTIONS else value for name, value in options.items()}


def without_luck(text: str) -> str:
    """A sheet from a campaign without its luck; any other value as it is."""
    if not is_sheet(text):
        return text
    sheet = msgspec.json.decode(text)
    if "leave" not in sheet or "luck" not in sheet:
        return text
    return msgspec.json.encode({name: value for name, value in sheet.items() if name != "luck"}).decode()


def costs_of(who: Being, content: Content) -> Iterator[SheetCost]:
    """One ability point for each point of a rating, whatever its kind; an NPC costs nothing (FS3-4.1)."""
    if who.kind == "pc":
        for field in SKILLS:
            for name, rating in getattr(who, field).items():
                if rating:
                    yield SheetCost((field, name), name, int(rating), "FS3-4.1")


def limit_faults(who: Being, content: Content) -> Iterator[Fault]:
    """The limits of character creation that a sheet breaks, all of them at once, each with what it found (FS3-4.13)."""
    limits = content.chargen
    attributes = sum(who.ratings.get(name, 0) for name in content.abilities.attributes)
    skills = sum(who.ratings.get(name, 0) for name in content.abilities.action)
    every = [rating for field in SKILLS for rating in getattr(who, field).values()]
    background = sum(rating >= 1 for rating in who.background.values())
    high = high_ratings(who, limits)
    yield from over(sum(every), limits.ability_points, "ability points", "FS3-4.11", "E-CG-POINTS", ("ratings",))
    yield from over(
        high, limits.max_high, f"ratings of {limits.high_rating} or more", "FS3-4.5", "E-CG-HIGH", ("ratings",)
    )
    yield from over(skills, limits.max_action_points, "points in action skills", "FS3-4.7", "E-CG-ACTION", ("ratings",))
    yield from over(
        attributes, limits.max_attribute_points, "points in attributes", "FS3-4.8", "E-CG-ATTR", ("ratings",)
    )
    if background < limits.min_background:
        reason = f"{background} background skills; there are to be {limits.min_background} at least (FS3-4.6)"
        yield Fault(("background",), reason, code="E-CG-BACKGROUND")
    if not limits.min_quirks <= len(who.quirks) <= limits.max_quirks:
        reason = f"{len(who.quirks)} quirks; there are to be {limits.min_quirks} to {limits.max_quirks} (FS3-4.9)"
        yield Fault(("quirks",), reason, code="E-CG-QUIRKS")
    if limits.native_language_min > max(who.languages.values(), default=0):
        reason = f"no language at {limits.native_language_min} or more (FS3-4.12)"
        yield Fault(("languages",), reason, code="E-CG-LANGUAGE")


def high_ratings(who: Being, limits: Chargen) -> int:
    """How many abilities of every kind are rated high (FS3-4.5)."""
    return sum(rating >= limits.high_rating for field in SKILLS for rating in getattr(who, field).values())


def over(found: int, most: int, what: str, clause: str, code: str, path: tuple[str | int, ...]) -> Iterator[Fault]:
    """What is more than a limit allows."""
    if found > most:
        yield Fault(path, f"{found} {what}; {most} are the most ({clause})", code=code)


def advice(who: Being) -> Iterator[Fault]:
    """What may be meant so, and is pointed out (FS3-4.14, FS3-4.15)."""
    for name, rating in who.background.items():
        if 4 <= rating <= 6:
            reason = f"{name} at {rating} is a profession rather than a hobby (FS3-4.14)"
            yield Fault(("background", name), reason, code="I-CG-HOBBY")
    every = {name: rating for field in SKILLS for name, rating in getattr(who, field).items()}
    if who.profession and every.get(who.profession, 0) < 7:
        reason = f"{who.profession}, the profession, is at {every.get(who.profession, 0)}; 7 to 9 is fair (FS3-4.15)"
        yield Fault(("profession",), reason, code="I-CG-PROFESSION")


def notes_of(content: Content, match: SheetMatch, who: Character) -> Iterator[MatchNote]:
    """What is to be told of a sound character: broken limits forbid it, advice does not; an NPC is no character's."""
    if who.kind == "pc":
        if who.leave is None:
            yield from map(MatchNote, limit_faults(who, content))
        yield from (MatchNote(fault, False) for fault in advice(who))
    elif match.option in PC_OPTIONS:
        yield MatchNote(Fault(("kind",), "an NPC cannot be a player's character (FS3-1.4)", code="E-CG-RANGE"))


SHEET = EntrySheet(
    kind=CHARACTERS,
    title="Combatant",
    options=PC_OPTIONS,
    empty={"id": "my_character", "name": "My character", "kind": "pc", "ratings": {}},
    library=lambda: library.find_library(GAME_ID),
    reader=READER,
    costs={Character: costs_of},
    limit=lambda content, match: content.chargen.ability_points,
    option_of=lambda who: next(iter(PC_OPTIONS)),
    notes=notes_of,
    adapt=lambda content, match, value: value,
    words=lambda content: {"kind": KIND_WORDS, "severity": SEVERITY_WORDS},
)
"""The form that makes and edits a combatant."""


def read_character(content: Content, option: str, value: str) -> Character:
    """The character that an option names, or that a player wrote.

    Raises:
        UnknownName: there is no character of that id.
        IllegalChoice: it is not sound, breaks a limit, or is an NPC.
    """
    if not is_sheet(value):
        found: Character = library.find_entry("character", value, content.characters)
        return found
    who: Character = READER.read(value, content)
    for note in notes_of(content, SheetMatch(option), who):
        if note.forbids:
            reason, _, clause = note.fault.reason.rpartition(" (")
            raise IllegalChoice(note.fault.code, clause.rstrip(")"), f"{who.name}: {reason}")
    return who


def seat_characters(
    content: Content, scenario: Scenario, sheets: Sequence[Sheet], n_places: int, options: Mapping[str, Any]
) -> tuple[Content, tuple[Sheet, ...], dict[int, str], dict[str, str]]:
    """The characters that players bring, in the seats of the scenario's: content and sheets with them, what those in
    the seats are called, and the options as a match keeps them. Role and vehicle stay the scenario's.

    Raises:
        UnknownName: there is no character of an id.
        IllegalChoice: a character that cannot be, one that is there twice (E-IN-COMBAT), or no seat for it.
    """
    match_sheets, called, pc_values = list(sheets), dict[int, str](), dict[str, str]()
    pcs = [k for k, sheet in enumerate(sheets[:n_places]) if sheet.is_pc]
    for n, option in enumerate(PC_OPTIONS):
        value = str(options.get(option) or USUAL)
        if value == USUAL:
            continue
        if n >= len(pcs):
            reason = f"{option} has no seat: {scenario.name} has {len(pcs)} player characters"
            raise IllegalChoice("E-CFG-REF", "FS3-6.8", reason)
        who, k = read_character(content, option, value), pcs[n]
        if who.id in [sheet.character for sheet in match_sheets[:n_places]]:
            raise IllegalChoice("E-IN-COMBAT", "FS3-6.2", f"{who.name} is in this fight already")
        own = character_sheet(content, who)
        gear = match_sheets[k].gear if match_sheets[k].vehicle else own.gear
        match_sheets[k] = own._replace(gear=gear, role=match_sheets[k].role, vehicle=match_sheets[k].vehicle)
        content = msgspec.structs.replace(content, characters={**content.characters, who.id: who})
        called[k] = who.name
        pc_values[option] = sheet_text(who) if is_sheet(value) else value
    here = {match_sheets[k].character for k in called}
    rest = [sheet for sheet in match_sheets[n_places:] if sheet.character not in here]
    return content, (*match_sheets[:n_places], *rest), called, pc_values
