"""`fireteam fs3 roll`: ability rolls, simple and opposed, with every option of section 2 (FS3-22.28)."""

from __future__ import annotations

import secrets
from typing import Annotated

from cyclopts import CycloptsError, Parameter

from ....content.library import find_entry, load
from ....content.new_entries import Packs
from ....core.dice import keyed_draw
from ..ability_rolls import (
    DIFFICULTIES,
    RELATIONS,
    RollRecord,
    RollRequest,
    make_roll,
    opposed_text,
    read_request,
    roll_lines,
    roll_tables,
)
from ..content import GAME_ID, Content
from ..rules.rolls import D100

Word = Annotated[str, Parameter(negative="")]
MOST = 12  # a rating (FS3-1.7)
LUCK = ("no", "+50", "-50", "reroll")


class Die:
    """Faces in order: those that are given first, then drawn from the key."""

    def __init__(self, given: list[int], key: int) -> None:
        self.given, self.key, self.count = list(given), key, 0

    def __call__(self) -> int:
        """The next face."""
        if self.given:
            return self.given.pop(0)
        self.count += 1
        return int(keyed_draw(self.key, self.count, D100))


def roll(
    what: str,
    *,
    rating: int | None = None,
    attribute: int | None = None,
    ruling: Word = "",
    who: Word = "",
    relation: Word = RELATIONS[0],
    difficulty: Word = DIFFICULTIES[0],
    unhurried: bool = False,
    wounds: int = 0,
    luck: Annotated[str, Parameter(negative="", allow_leading_hyphen=True)] = LUCK[0],
    against: Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)] = None,
    common: bool = False,
    natural_one: bool = False,
    die: Annotated[list[int] | None, Parameter(negative="", consume_multiple=False)] = None,
    seed: int | None = None,
    pack: Packs = None,
) -> int:
    """Roll an ability, for yourself or against others, with everything that section 2 of the rulebook knows.

    Example: fireteam fs3 roll Firearms+20 --rating 5 --attribute 7. Opposed: fireteam fs3 roll Stealth --rating 6
    --against Alertness+10=4. A character of the content: fireteam fs3 roll "First Aid" --who sample_marine.

    Parameters
    ----------
    what
        The ability with a modifier behind it: Firearms+20.
    rating
        Its rating, 0 to 12; of a character it is known.
    attribute
        The rating of the ruling attribute: adds twice what it is above 5 (FS3-2.7); without it nothing is added.
    ruling
        With --who, another attribute that rules this roll (FS3-2.6).
    who
        A character of the content, whose sheet gives rating and attribute.
    relation
        related, loose (-30), or untrained (rating 0) (FS3-2.2).
    difficulty
        routine, easy (+30) or hard (-30) (FS3-2.3).
    unhurried
        There is time enough: +20 (FS3-2.3).
    wounds
        What wounds take from the roll (FS3-2.18).
    luck
        A luck point before the roll, +50 or -50, or after it: reroll (FS3-17.1 to FS3-17.3).
    against
        Another side of an opposed roll: ABILITY+MODIFIER=RATING, or =RATING/ATTRIBUTE; may be given several times.
    common
        The others roll an attribute as common knowledge: +20 for the skill (FS3-2.16).
    natural_one
        A die of 1 counts as a modified 1 (FS3-2.19).
    die
        The face that a real die shows; may be given several times, in order.
    seed
        Roll the same again.
    pack
        A folder of content.
    """
    for name, value, known in (
        ("relation", relation, RELATIONS),
        ("difficulty", difficulty, DIFFICULTIES),
        ("luck", luck, LUCK),
    ):
        if value not in known:
            raise CycloptsError(msg=f"--{name} is {value}; it must be one of {', '.join(known)}")
    content: Content = load(GAME_ID, pack or ()).content
    name, modifier = read_request(what)
    name, found, ruler = sheet_rating(content, name, who, ruling) if who else (name, rating, attribute or 0)
    if found is None:
        raise CycloptsError(msg=f"--rating of {name} is not given; it is 0 to {MOST}")
    first = RollRequest(
        name, check_rating(found), check_rating(ruler), modifier, relation, difficulty, unhurried, common, wounds
    )
    first = first._replace(luck=int(luck) if luck in LUCK[1:3] else 0, reroll=luck == LUCK[3])
    draw = Die([check_face(face) for face in die or ()], secrets.randbits(63) if seed is None else seed)
    tables = roll_tables(natural_one)
    sides: list[RollRecord] = []
    for asked in (first, *map(read_side, against or ())):
        rolls = make_roll(tables, asked, draw)
        print(*roll_lines(rolls), sep="\n")
        sides.append(rolls[-1])
    if against:
        print(opposed_text(sides))
    return 0


def sheet_rating(content: Content, name: str, who: str, ruling: str) -> tuple[str, int, int]:
    """An ability of a character, with its rating and that of the attribute that rules it, 0 for none (FS3-2.4)."""
    character = find_entry("character", who, content.characters)
    title = f"{character.name}: {name}"
    if character.rating is not None:
        return title, character.rating, 0
    attributes = content.abilities.attributes
    known = {*content.listed, *character.background}
    ability = next((each for each in known if each.lower() == name.lower()), name)
    ruler = next((each for each in attributes if each.lower() == ruling.lower()), "")
    if ruling and not ruler:
        raise CycloptsError(msg=f"--ruling is {ruling}; it must be one of {', '.join(attributes)}")
    if not ruler and (number := content.ruling(ability, character.ruling)):
        ruler = tuple(attributes)[number - 1]
    ratings = {**character.ratings, **character.background}
    return title, ratings.get(ability, 0), ratings.get(ruler, 0)


def read_side(text: str) -> RollRequest:
    """Another side of an opposed roll."""
    left, equals, right = text.rpartition("=")
    rating, _, attribute = right.partition("/")
    if not equals or not rating.isdecimal() or not (attribute or "0").isdecimal():
        raise CycloptsError(
            msg=f"--against {text!r}: write ABILITY+MODIFIER=RATING, like Alertness+10=4 or Alertness=4/6"
        )
    name, modifier = read_request(left)
    return RollRequest(name, check_rating(int(rating)), check_rating(int(attribute or 0)), modifier)


def check_rating(rating: int) -> int:
    """A rating, if it is one (FS3-1.7)."""
    if not 0 <= rating <= MOST:
        raise CycloptsError(msg=f"{rating} is no rating; ratings are 0 to {MOST}")
    return rating


def check_face(face: int) -> int:
    """A face of the die, 00 as 100 (FS3-2.1)."""
    if not 0 <= face <= D100:
        raise CycloptsError(msg=f"{face} is no face of the die; it shows 1 to {D100}, 00 for {D100}")
    return face or D100
