"""The piece maker: what a piece costs as it grows, what is wrong with it and by which clause, and its YAML."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ...content.entry_maker import EntryMaker, Fields, Verdict
from ...content.new_entries import id_from, item_text
from ...content.pack_writer import NewEntry
from ...content.problems import Problems
from ...content.read import parse_document
from .check.sheets import CLAUSES, check_piece, piece_checker
from .content import Content
from .describe import ABILITY_TEXTS, LABELS
from .entries import PIECES, STANDARD, STATISTICS
from .tables import ABILITIES

ORDER = ("id", "name", "code", *STATISTICS, "ability", "count")
COUNT = 2  # of a piece on a side, unless said otherwise


def id_of(name: str) -> str:
    """An id made from a name."""
    return id_from(name, "piece")


def letter_code(name: str, content: Content, id: str) -> str:
    """Two letters of a name that no other piece of the standard sheet has."""
    taken = {piece.code for piece in content.sheet().pieces if piece.id != id}
    letters = [letter for letter in name.upper() if "A" <= letter <= "Z"] or ["P"]
    pairs = [letters[0] + each for each in (*letters[1:], *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
    return next((pair for pair in pairs if pair not in taken), "")


def yaml_of(fields: Fields) -> str:
    """A piece as an item of a list."""
    return item_text({field: fields[field] for field in ORDER if field in fields})


def item_of(fields: Fields) -> NewEntry:
    """A piece as an entry for a pack."""
    return NewEntry(PIECES, str(fields["id"]), yaml_of(fields), {"add_to": STANDARD}, "pieces")


def verdicts(fields: Fields, content: Content) -> list[Verdict]:
    """Everything the checks say of a piece beside those of the standard sheet; one of its own id it replaces."""
    others = [piece for piece in content.sheet().pieces if piece.id != fields.get("id")]
    problems = Problems()
    document = parse_document(yaml_of(fields).encode(errors="replace"), "piece", problems)
    if document is not None:
        checker = piece_checker(content, problems, others)
        check_piece(document.root[0], checker, content.sheet().max_abilities, content.constants)
    return [Verdict.of(problem, CLAUSES.get(problem.code, "TTT-12.2")) for problem in problems]


def abilities_of(fields: Fields) -> list[str]:
    """The abilities of an unfinished piece."""
    ability = fields.get("ability")
    return [ability] if isinstance(ability, str) else list(ability or ())


def bill(fields: Fields, content: Content) -> str:
    """What each part costs so far, and what is left of the points (TTT-4.2)."""
    each = content.constants.ability_points
    costs = {LABELS[stat]: int(fields[stat]) for stat in STATISTICS if stat in fields}
    costs |= dict.fromkeys(abilities_of(fields), each)
    total, points = sum(costs.values()), content.constants.points
    left = points - total
    rest = f"{left} left" if left > 0 else f"{-left} too many" if left else "just right"
    return (
        f"{' + '.join(f'{part} {cost}' for part, cost in costs.items()) or 'nothing yet'} = {total} of {points}: {rest}"
    )


def make_piece(content: Content, read: Callable[[str], str], tell: Callable[[str], None], given: Fields) -> Fields:
    """A piece made in questions and answers. `read` shows a prompt and gives a line; `tell` shows a line."""
    numbers = content.constants
    least, most = numbers.points - numbers.tolerance, numbers.points + numbers.tolerance
    tell(
        f"A piece has {numbers.points} points: each of Move, Range, TH and TBH costs what it is, a special ability "
        f"{numbers.ability_points} (rules TTT-4.2). {least} to {most} are allowed, with a warning (rules TTT-4.3)."
    )

    def show_bill(field: str, fields: Fields) -> None:
        if field in (*STATISTICS, "ability"):
            tell(f"  {bill(fields, content)}")

    return EntryMaker(
        Questions(content, read, tell).by_field(),
        judge=lambda fields: verdicts(fields, content),
        read=read,
        tell=tell,
        react=show_bill,
        optional=("ability",),
        derived={"id": lambda fields: id_of(fields["name"])},
    ).make(given)


class Questions(NamedTuple):
    """What is asked for the fields of a piece; None for an answer that was left out."""

    content: Content
    read: Callable[[str], str]
    tell: Callable[[str], None]

    def by_field(self) -> dict[str, Callable[[Fields], Any]]:
        """The questions in their order."""
        return {
            "name": lambda fields: self.read("Name: ").strip() or None,
            "code": self.code,
            **{stat: partial(self.number, stat, LABELS[stat]) for stat in STATISTICS},
            "ability": self.ability,
            "count": self.pieces,
            "id": self.id,
        }

    def id(self, fields: Fields) -> str:
        """What missions call it."""
        offer = id_of(fields["name"])
        return self.read(f"Id [{offer}]: ").strip() or offer

    def code(self, fields: Fields) -> str | None:
        """Its letters on the board."""
        offer = letter_code(fields["name"], self.content, id_of(fields["name"]))
        return self.read(f"Letters on the board, one or two [{offer}]: ").strip() or offer or None

    def number(self, field: str, label: str, fields: Fields, more: str = "") -> int | str | None:
        """A number within its limits."""
        low, high = getattr(self.content.constants.limits, field)
        word = self.read(f"{label}, {low} to {high}{more}: ").strip()
        return int(word) if word.isdecimal() and word.isascii() and len(word) < 10 else word or None

    def pieces(self, fields: Fields) -> int | str:
        """How many of it a side owns."""
        number = self.number("count", "How many of it a side owns", fields, f" [{COUNT}]")
        return COUNT if number is None else number

    def ability(self, fields: Fields) -> str | list[str] | None:
        """Its special abilities."""
        most = self.content.sheet().max_abilities
        for ability in ABILITIES:
            self.tell(f"  {ability:<12} {ABILITY_TEXTS[ability]}")
        words = self.read(f"Ability, {self.content.constants.ability_points} points (Enter: none): ")
        named = words.replace(",", " ").split()
        return None if not named else named[0] if len(named) == 1 and most == 1 else named
