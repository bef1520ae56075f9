"""Kinds of fields that only FS3 has: lengths in metres, the victims of an explosion, and what the desk names.

The desk names who joins, whether or not there is a sheet of that name, combatants and vehicles alike, teams, and pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BadNotation
from ...core.protocol.field_kinds import ChoiceRecord, Kind, Names, PartPlace, Place, Unit, number_at, put_number
from ...core.protocol.list_kinds import ListKind, Units
from .tables import BEINGS, COMBATANTS, NIL_DAMAGE, TEAMS

ZONES = ("immediate", "near")  # FS3-15.3c
STOPPED, BYPASSED = -1, -2  # what an event says of cover or armour in place of what it takes off


def metres_text(centimetres: int) -> str:
    """A length in metres with at most two decimals, `12.5` (FS3-20.1)."""
    text = f"{abs(centimetres) // 100}.{abs(centimetres) % 100:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if centimetres < 0 else text


class Metres(Kind):
    """A length, kept in centimetres (FS3-20.1)."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The length with its unit: `12.5 m`."""
        return f"{metres_text(row[0])} m"


class Signed(Kind):
    """A Roll Result or a modifier, with its sign: `+2`."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The number with its sign; 0 has none."""
        return f"{row[0]:+d}" if row[0] else "0"


class LayerText(Kind):
    """What cover or armour did to a hit: nothing, stopped it, was bypassed, or took so much off its damage."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """Empty for nothing; else `stops it`, `bypassed`, or a number with its sign."""
        return {0: "", STOPPED: "stops it", BYPASSED: "bypassed"}.get(row[0], f"-{row[0]}")


class DamageText(Kind):
    """A damage total where there is a wound: any number, 0 as NIL_DAMAGE; nothing where there is none."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The total; empty for none."""
        return "0" if row[0] == NIL_DAMAGE else str(row[0] or "")


class VictimName(Kind):
    """Who or what is hurt: a combatant plus one, or COMBATANTS, a vehicle, and one."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The name of the combatant or of the vehicle."""
        return names.unit(row[0] - 1) if row[0] <= COMBATANTS else names.thing("vehicle", row[0] - COMBATANTS - 1)

    def title(self, value: str, names: Names) -> str:
        """As it is called on the board."""
        return names.thing_title("vehicle", names.unit_title(value))


class Victims(Units):
    """Who is how near to the blast: `anna:immediate,ben:near`. An entry is the unit, plus COMBATANTS if near."""

    form = "victims"

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The unit's number with its zone.

        Raises:
            BadNotation: neither immediate nor near.
        """
        name, _, zone = value.partition(":")
        if zone not in ZONES:
            raise BadNotation(
                f"{value!r} does not say how near; write {name or 'anna'}:immediate or {name or 'anna'}:near"
            )
        number = names.find_unit(name)
        return (number if number < 0 else number + COMBATANTS * ZONES.index(zone),)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The unit with its zone."""
        zone, number = divmod(numbers[0], COMBATANTS) if numbers[0] >= 0 else (0, numbers[0])
        return f"{names.unit(number)}:{ZONES[zone]}" if zone < len(ZONES) else "?"

    def title(self, value: Sequence[str], names: Names) -> list[str]:
        """The units as they are called on the board, with their zones."""
        return [f"{names.unit_title(one.partition(':')[0])}, {one.partition(':')[2]}" for one in value]


LETTERS = "-abcdefghijklmnopqrstuvwxyz0123456789_"  # of a name that no sheet has; the first ends it
PACKED = 5  # letters in one number of a choice
LONGEST = 2 * PACKED


def pack_name(text: str) -> tuple[int, int]:
    """The letters of a name as two numbers.

    Raises:
        BadNotation: it is too long, or has other letters.
    """
    if not 0 < len(text) <= LONGEST or any(letter not in LETTERS[1:] for letter in text):
        raise BadNotation(f"{text!r} is no name; write up to {LONGEST} small letters, digits or _")
    filled = text.ljust(LONGEST, LETTERS[0])
    first, second = (
        sum(LETTERS.index(letter) * len(LETTERS) ** k for k, letter in enumerate(filled[at : at + PACKED]))
        for at in (0, PACKED)
    )
    return first, second


def unpack_name(first: int, second: int) -> str:
    """The name that two numbers keep; empty for none."""
    digits = [number // len(LETTERS) ** k % len(LETTERS) for number in (first, second) for k in range(PACKED)]
    return "".join(LETTERS[digit] for digit in digits).rstrip(LETTERS[0])


class Joiner(Kind):
    """Who joins: a sheet or a force by name in `n`, or the letters of a name that neither has, in two cells of parts.

    Forces count on after the last place for a sheet.
    """

    form = "text"
    place: Place = "n"
    letters = (PartPlace(0, 0), PartPlace(0, 1))

    def places(self) -> dict[str, Place]:
        """The sheet, and the letters of the name."""
        return {"being": self.place, "first": self.letters[0], "second": self.letters[1]}

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The sheet or the force of that name, or -1 and the letters."""
        value = value.lower()
        being = names.find_thing("being", value)
        if being < 0 and (force := names.find_thing("force", value)) >= 0:
            being = BEINGS + force
        put_number(choice, self.place, max(being, -1))
        for place, number in zip(self.letters, pack_name(value) if being < 0 else (0, 0), strict=True):
            put_number(choice, place, number)

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The name."""
        being = number_at(choice, self.place)
        if being >= BEINGS:
            return names.thing("force", being - BEINGS)
        if being >= 0:
            return names.thing("being", being)
        return unpack_name(*(number_at(choice, place) for place in self.letters)) or "-"


class Body(Unit):
    """A combatant or a vehicle: vehicles count on after the last combatant."""

    form = "unit"

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """Its number; -1 if nothing has that name."""
        put_number(choice, self.place, find_body(value, names))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """Its name."""
        return body_name(number_at(choice, self.place), names)

    def show(self, row: Sequence[int], names: Names) -> str:
        """Its name."""
        return body_name(row[0], names)

    def title(self, value: str, names: Names) -> str:
        """What people call it."""
        found = names.unit_title(value)
        return found if found != value else names.thing_title("vehicle", value)


def find_body(text: str, names: Names) -> int:
    """The number of a combatant or a vehicle; -1 if nothing has that name."""
    if (unit := names.find_unit(text)) >= 0:
        return unit
    vehicle = names.find_thing("vehicle", text)
    return COMBATANTS + vehicle if vehicle >= 0 else -1


def body_name(number: int, names: Names) -> str:
    """The name of a combatant or a vehicle."""
    return names.unit(number) if number < COMBATANTS else names.thing("vehicle", number - COMBATANTS)


class TeamList(Kind):
    """Some teams by their numbers, `2,3`, kept as bits, team 1 first."""

    form = "text"

    def __init__(self, place: Place = "n") -> None:
        self.place = place

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """A bit for each team."""
        put_number(choice, self.place, sum(1 << (team - 1) for team in _teams(value)))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The teams."""
        return ",".join(str(team + 1) for team in range(TEAMS) if number_at(choice, self.place) >> team & 1) or "-"

    def show(self, row: Sequence[int], names: Names) -> str:
        """The teams."""
        return ", ".join(str(team + 1) for team in range(TEAMS) if row[0] >> team & 1) or "nobody"

    def value(self, word: str) -> str:
        """The teams in order, each once."""
        return ",".join(map(str, sorted(_teams(word)))) or "-"


def _teams(text: str) -> set[int]:
    """The numbers in a list of teams.

    Raises:
        BadNotation: one is no team's number (FS3-6.6).
    """
    words = [] if text == "-" else text.split(",")
    wrong = next((word for word in words if not (word.isdecimal() and 1 <= int(word) <= TEAMS)), None)
    if wrong is not None:
        raise BadNotation(f"{wrong!r} is no team; teams have numbers from 1 to {TEAMS}, write 2 or 2,3")
    return {int(word) for word in words}


class Pairs(ListKind):
    """Who is to aim at whom: `anna:ben,cora:dan`."""

    form = "list"
    columns = ("unit", "target")

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """Who, and at whom.

        Raises:
            BadNotation: it is no pair.
        """
        unit, colon, target = value.partition(":")
        if not colon:
            raise BadNotation(f"{value!r} is no pair; write {value or 'anna'}:ben")
        return names.find_unit(unit), names.find_unit(target)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The pair in notation."""
        return f"{names.unit(numbers[0])}:{names.unit(numbers[1])}"
