"""What rules read and write of choices by name, generated from the declarations of verbs.

Of a verb `Call` with a weapon and a stance: its number CALL; `read_call(choice)`, a tuple with `.weapon` and `.stance`;
`write_call(choice, weapon, stance)`; and `offer_call(cursor, weapon, stance)` for menus. A place `to` counts as `to_x`
and `to_y`. Of a list `targets`, whose length is `choice.n`: `targets_at(choice, k)`, an entry as a number or a tuple by
the columns of its kind, and `add_to_targets(choice, target, ...)`. They are functions, for all verbs share one record.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

from ..engine.compiled import compiled
from ..engine.generated import run_source
from .choices import Verb, clear, kinds
from .field_kinds import classes_in, snake_case
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
    choice.n += 1
'''


def verb_kinds(module: str) -> tuple[type[Verb], ...]:
    """Return the verbs that a module declares, in the order in which they stand there: their numbers, from 1."""
    return classes_in((module,), Verb)


def verb_functions(module: str, verbs: Sequence[type[Verb]]) -> dict[str, Any]:
    """Return the numbers of verbs and what reads, writes and offers their choices.

    Args:
        module: the name of the module that will have them.
        verbs: the verbs, in the order of their numbers.

    Raises:
        TypeError: two verbs have lists of one name whose entries differ.
    """
    source, lists = f'"""Generated from the verbs of {module}."""\n', dict[str, str]()
    for number, verb in enumerate(verbs, 1):
        source += _verb_source(number, verb)
        for field, kind in kinds(verb).items():
            list_source = _list_source(field, kind) if isinstance(kind, ListKind) else ""
            if list_source and lists.setdefault(field, list_source) != list_source:
                raise TypeError(f"{verb.__qualname__} of {module} has other {field} than a verb before it")
    names = {"compiled": compiled, "clear": clear, "current": current, "offer": offer, "namedtuple": namedtuple}
    return run_source(module, source + "".join(lists.values()), **names)


def _verb_source(number: int, verb: type[Verb]) -> str:
    """The functions of one verb."""
    name, places = snake_case(verb.__name__), _places(verb)
    source = VERB.format(
        NAME=name.upper(),
        name=name,
        number=number,
        parameters="".join(f", {field}" for field in places),
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


def _places(verb: type[Verb]) -> dict[str, str]:
    """A name for each number of a verb, with the field of the record that keeps it."""
    return {
        field if len(kind.places()) == 1 else f"{field}_{place}": place
        for field, kind in kinds(verb).items()
        for place in kind.places()
    }


def _list_source(name: str, kind: ListKind) -> str:
    """The functions of a list: entries of one number stand so many to a row, else each has its row."""
    columns, per_row = kind.columns, kind.per_row
    if per_row > 1:
        added, read = ([f"choice.parts[{at} // {per_row}, {at} % {per_row}]"] for at in ("choice.n", "k"))
    else:
        added, read = ([f"choice.parts[{at}, {j}]" for j in range(len(columns))] for at in ("choice.n", "k"))
    make, entry = "", ", ".join(read)
    if len(columns) > 1:
        type_name = f"{name.title().replace('_', '')}Entry"
        make, entry = f'{type_name} = namedtuple("{type_name}", {columns})\n\n', f"{type_name}({entry})"
    assignments = "\n    ".join(f"{cell} = {column}" for cell, column in zip(added, columns, strict=True))
    return LIST.format(make=make, name=name, entry=entry, columns=", ".join(columns), assignments=assignments)
