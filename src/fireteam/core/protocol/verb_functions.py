"""What rules read and write of choices by name, generated from the declarations of verbs.

Of a verb `Call` with a weapon and a stance: its number CALL; `read_call(choice)`, a tuple with `.weapon` and `.stance`;
`write_call(choice, weapon, stance)`; and `offer_call(cursor, weapon, stance)` for menus. A place `to` counts as `to_x`
and `to_y`. At the end, what a field has by default may be left out where its number follows from the declaration.
Of a list `targets`: `targets_count(choice)`; `targets_at(choice, k)`, an entry as a number or a tuple by the columns of
its kind; and `add_to_targets(choice, target, ...)`. They are functions, for all verbs share one record. And of all:
`is_of_form(choice)`, whether its words, numbers and lengths of lists are such as notation can say; units, things and
places are for the rules to judge.

A verb from which another of its module derives is a base: it has fields for others and is no verb itself.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import NODEFAULT

from ..engine.compiled import compiled
from ..engine.generated import run_source
from .choices import MAX_NUMBER, Verb, clear, defaults, kinds
from .field_kinds import COLUMNS, PARTS, Number, PartPlace, Place, Region, Word, classes_in, snake_case
from .list_kinds import ListKind
from .menu import current, offer

VERB = '''
{NAME} = {number}


@compiled
def write_{name}(choice{parameters}):
    """Write it: {doc}"""
    clear(choice)
    choice.verb = {number}{assignments}


@compiled
def offer_{name}(cursor{parameters}):
    """Offer it, True if it is to be written: {doc}"""
    if offer(cursor):
        choice = current(cursor)
        choice.verb = {number}{indented}
        return True
    return False
'''

READER = '''
{Name}Values = namedtuple("{Name}Values", {fields})


@compiled
def read_{name}(choice):
    """Return what is chosen: {doc}"""
    return {Name}Values({values})
'''

FORM = '''
@compiled
def is_of_form(choice):
    """Return whether it is a verb whose words, numbers and lengths of lists are within their bounds."""
    {tests}
    return False
'''

BOUNDS = '''
@compiled
def is_within_{number}(choice):
    """Return whether the numbers of verb {number}, and of others with the same bounds, are within them."""
    return bool({within})
'''

LIST = '''
{make}
@compiled
def {name}_at(choice, k):
    """Return entry k."""
    return {entry}


@compiled
def add_to_{name}(choice, {columns}):
    """Add an entry at the end."""
    {assignments}
    {count} += 1


@compiled
def {name}_count(choice):
    """Return how many entries there are."""
    return {count}
'''


def verb_kinds(module: str) -> tuple[type[Verb], ...]:
    """Return the verbs that a module declares, in the order in which they stand there: their numbers, from 1.

    A class from which another of them derives is a base, and left out.
    """
    found = classes_in((module,), Verb)
    return tuple(verb for verb in found if not any(issubclass(other, verb) for other in found if other is not verb))


def verb_functions(module: str, verbs: Sequence[type[Verb]]) -> dict[str, Any]:
    """Return the numbers of verbs and what reads, writes and offers their choices.

    Args:
        module: the name of the module that will have them.
        verbs: the verbs, in the order of their numbers.

    Raises:
        TypeError: two verbs have lists of one name whose entries differ, or two fields of a verb one place.
    """
    source, lists = f'"""Generated from the verbs of {module}."""\n', dict[str, str]()
    for number, verb in enumerate(verbs, 1):
        _check_places(verb)
        source += _verb_source(number, verb)
        for field, kind in kinds(verb).items():
            list_source = _list_source(field, kind) if isinstance(kind, ListKind) else ""
            if list_source and lists.setdefault(field, list_source) != list_source:
                raise TypeError(f"{verb.__qualname__} of {module} has other {field} than a verb before it")
    source += "".join(lists.values()) + _form_source(verbs)
    names: dict[str, Any] = {"compiled": compiled, "clear": clear, "current": current, "offer": offer}
    return run_source(module, source, namedtuple=namedtuple, **names)


def _verb_source(number: int, verb: type[Verb]) -> str:
    """The functions of one verb."""
    name, places = snake_case(verb.__name__), _places(verb)
    source = VERB.format(
        NAME=name.upper(),
        name=name,
        number=number,
        parameters="".join(f", {parameter}" for parameter in _parameters(verb)),
        doc=(verb.__doc__ or "").partition("\n")[0],
        assignments="".join(f"\n    choice.{place} = {field}" for field, place in places.items()),
        indented="".join(f"\n        choice.{place} = {field}" for field, place in places.items()),
    )
    if places:
        source += READER.format(
            Name=verb.__name__,
            name=name,
            fields=list(places),
            doc=(verb.__doc__ or "").partition("\n")[0],
            values=", ".join(f"choice.{place}" for place in places.values()),
        )
    return source


def _places(verb: type[Verb]) -> dict[str, Place]:
    """A name for each number of a verb, with the place of the record that keeps it."""
    return {
        f"{field}_{name}" if name else field: place
        for field, kind in kinds(verb).items()
        for name, place in kind.places().items()
    }


def _parameters(verb: type[Verb]) -> list[str]:
    """The parameters of what writes a verb: those at the end whose numbers by default are known may be left out."""
    found: list[str] = []
    for (field, kind), default in reversed(list(zip(kinds(verb).items(), defaults(verb), strict=True))):
        names = [f"{field}_{name}" if name else field for name in kind.places()]
        numbers = () if default is NODEFAULT else kind.known_numbers(default)
        if names and numbers and all("=" in parameter for parameter in found):
            names = [f"{name}={number}" for name, number in zip(names, numbers, strict=True)]
        found = names + found
    return found


def _check_places(verb: type[Verb]) -> None:
    """See to it that no two fields of a verb have one place.

    Raises:
        TypeError: two have, or a place is outside the record.
    """
    owners: dict[str, str] = {}
    for field, kind in kinds(verb).items():
        places: list[Place] = list(kind.places().values())
        if isinstance(kind, ListKind):
            places = [kind.count, *(place for k in range(kind.most) for place in kind.cells(k))]
        for place in places:
            if isinstance(place, PartPlace) and not (0 <= place.row < PARTS and 0 <= place.column < COLUMNS):
                raise TypeError(f"{verb.__qualname__}.{field} stands at {place}, outside a choice")
            if (owner := owners.setdefault(str(place), field)) != field:
                raise TypeError(f"{verb.__qualname__}: {owner} and {field} both stand at {place}")


def _form_source(verbs: Sequence[type[Verb]]) -> str:
    """The function that judges the form of a choice, and one for all verbs of the same bounds, without a branch.

    Small functions without branches compile many times faster than one of all these comparisons.
    """
    source, tests, known = "", [], dict[str, int]()
    for number, verb in enumerate(verbs, 1):
        bounds = [f"(choice.{place} >= {low}) & (choice.{place} <= {high})" for place, low, high in _bounds(verb)]
        within = " & ".join(bounds) or "True"
        if within not in known:
            known[within] = number
            source += BOUNDS.format(number=number, within=within)
        tests.append(f"if choice.verb == {number}:\n        return is_within_{known[within]}(choice)")
    return source + FORM.format(tests="\n    ".join(tests))


def _bounds(verb: type[Verb]) -> Iterator[tuple[Place, int, int]]:
    """The places of a verb whose numbers have bounds of their own, with the least and the greatest."""
    for kind in kinds(verb).values():
        if isinstance(kind, Word):
            yield kind.place, 0, len(kind.words) - 1
        elif isinstance(kind, Number):
            yield kind.place, kind.low, min(kind.high, MAX_NUMBER)
        elif isinstance(kind, Region):
            yield kind.cells["given"], 0, 1
        elif isinstance(kind, ListKind):
            yield kind.count, 0, kind.most


def _list_source(name: str, kind: ListKind) -> str:
    """The functions of a list: entries of one number stand so many to a row, else each has its row."""
    columns, per_row = kind.columns, kind.per_row
    row = f"{kind.row} + " if kind.row else ""
    count = f"choice.{kind.count}"
    if per_row > 1:
        added, read = ([f"choice.parts[{row}{at} // {per_row}, {at} % {per_row}]"] for at in (count, "k"))
    else:
        added, read = ([f"choice.parts[{row}{at}, {j}]" for j in range(len(columns))] for at in (count, "k"))
    make, entry = "", ", ".join(read)
    if len(columns) > 1:
        type_name = f"{name.title().replace('_', '')}Entry"
        make, entry = f'{type_name} = namedtuple("{type_name}", {columns})\n\n', f"{type_name}({entry})"
    assignments = "\n    ".join(f"{cell} = {column}" for cell, column in zip(added, columns, strict=True))
    return LIST.format(
        make=make, name=name, entry=entry, columns=", ".join(columns), assignments=assignments, count=count
    )
