"""The piece maker: what a piece costs as it grows, what is wrong with it and by which clause, and its YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...content.pack_writer import NewEntry
from ...content.problems import Problem, Problems
from ...content.read import WORDS, parse_document
from .check.sheets import CLAUSES, check_piece, piece_checker
from .content import Content
from .describe import ABILITY_TEXTS, LABELS
from .entries import STANDARD, STATISTICS
from .kinds import PIECES
from .tables import ABILITIES

Fields = dict[str, Any]
ORDER = ("id", "name", "code", *STATISTICS, "ability", "count")
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")
COUNT = 2  # of a piece on a side, unless said otherwise


class Verdict(NamedTuple):
    """What the checks say of a piece: a sentence, its clause, whether it forbids the piece, and the field it is about.

    The field is empty for what is about the whole piece, and None for a value that no file can hold.
    """

    text: str
    clause: str
    forbids: bool
    field: str | None

    def __str__(self) -> str:
        return f"{self.text} (rules {self.clause})"


def id_of(name: str) -> str:
    """An id made from a name."""
    ident = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return ident if ident[:1].isalpha() else f"piece_{ident}".strip("_")


def letter_code(name: str, content: Content, id: str) -> str:
    """Two letters of a name that no other piece of the standard sheet has."""
    taken = {piece.code for piece in content.sheet().pieces if piece.id != id}
    letters = [letter for letter in name.upper() if "A" <= letter <= "Z"] or ["P"]
    pairs = [letters[0] + each for each in (*letters[1:], *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
    return next((pair for pair in pairs if pair not in taken), "")


def yaml_of(fields: Fields) -> str:
    """A piece as an item of a list."""
    values = {field: fields[field] for field in ORDER if field in fields}
    return f"- {{{', '.join(f'{field}: {scalar(value)}' for field, value in values.items())}}}"


def scalar(value: Any) -> str:
    """A value as YAML; text in quotes unless it is plain."""
    if isinstance(value, list):
        return f"[{', '.join(map(scalar, value))}]"
    plain = isinstance(value, str) and PLAIN.fullmatch(value) and value == value.strip() and value not in WORDS
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


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
    return [verdict_of(problem) for problem in problems]


def verdict_of(problem: Problem) -> Verdict:
    """A problem of a piece, with its clause instead of its place."""
    text = problem.message.partition(": ")[2] or problem.message
    hint = f"; {problem.hint}" if problem.hint else ""
    field = problem.path.partition(".")[2].partition("[")[0] if problem.path else None
    return Verdict(f"{text}{hint}", CLAUSES.get(problem.code, "TTT-12.2"), problem.severity == "error", field)


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


class Maker:
    """Makes a piece in questions and answers. `read` shows a prompt and gives a line; `tell` shows a line."""

    def __init__(self, content: Content, read: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self.content, self.read, self.tell = content, read, tell
        self.fields: Fields = {}
        self.questions: dict[str, Callable[[str], Any]] = {
            "name": self._name,
            "code": self._code,
            **dict.fromkeys(STATISTICS, self._number),
            "ability": self._ability,
            "count": self._number,
        }

    def make(self, given: Mapping[str, Any]) -> Fields:
        """Ask for all that is not given, then for changes, until the piece is one that may be used."""
        numbers = self.content.constants
        least, most = numbers.points - numbers.tolerance, numbers.points + numbers.tolerance
        self.tell(
            f"A piece has {numbers.points} points: each of Move, Range, TH and TBH costs what it is, a special ability "
            f"{numbers.ability_points} (rules TTT-4.2). {least} to {most} are allowed, with a warning (rules TTT-4.3)."
        )
        self.fields = dict(given)
        for field in self.questions:
            if field not in given:
                self._ask(field)
        self.fields.setdefault("id", id_of(self.fields["name"]))
        while True:
            said = verdicts(self.fields, self.content)
            for verdict in said:
                self.tell(f"  {verdict}")
            bad = any(verdict.forbids for verdict in said)
            word = self.read(f"Change what? {', '.join((*self.questions, 'id'))}{'' if bad else ' (Enter: nothing)'}: ")
            field = next((each for each in (*self.questions, "id") if each == word.strip().lower()), "")
            if field:
                self._ask(field)
            elif not bad and not word.strip():
                return self.fields
            elif bad and not word.strip():
                self.tell("  it cannot be used like this: change something, or leave with Ctrl-D")

    def _ask(self, field: str) -> None:
        """Ask for a field until the answer is one that no check refuses for itself."""
        while True:
            value = self.questions.get(field, self._id)(field)
            if value is None and field != "ability":
                self.tell("  it cannot be left out")
                continue
            fields = {**self.fields, field: value}
            own = [each for each in verdicts(fields, self.content) if each.forbids and each.field in (field, None)]
            if not own:
                break
            for verdict in own:
                self.tell(f"  {verdict}")
        self.fields = fields
        if field in (*STATISTICS, "ability"):
            self.tell(f"  {bill(self.fields, self.content)}")

    def _name(self, field: str) -> str | None:
        return self.read("Name: ").strip() or None

    def _id(self, field: str) -> str | None:
        return self.read(f"Id [{id_of(self.fields['name'])}]: ").strip() or id_of(self.fields["name"])

    def _code(self, field: str) -> str | None:
        offer = letter_code(self.fields["name"], self.content, id_of(self.fields["name"]))
        return self.read(f"Letters on the board, one or two [{offer}]: ").strip() or offer or None

    def _number(self, field: str) -> int | str | None:
        low, high = getattr(self.content.constants.limits, field)
        counts = field == "count"
        what = (
            f"How many of it a side owns, {low} to {high} [{COUNT}]" if counts else f"{LABELS[field]}, {low} to {high}"
        )
        word = self.read(f"{what}: ").strip()
        if not word:
            return COUNT if counts else None
        return int(word) if word.isdecimal() and word.isascii() and len(word) < 10 else word

    def _ability(self, field: str) -> str | list[str] | None:
        most = self.content.sheet().max_abilities
        for ability in ABILITIES:
            self.tell(f"  {ability:<12} {ABILITY_TEXTS[ability]}")
        words = self.read(f"Ability, {self.content.constants.ability_points} points (Enter: none): ")
        named = words.replace(",", " ").split()
        return None if not named else named[0] if len(named) == 1 and most == 1 else named
