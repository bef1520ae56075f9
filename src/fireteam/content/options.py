"""Options of a match, each declared once: as a field of the record that compiled rules read, with all there is to say.

    class Options:
        mp_maxrounds: int = whole(1, 30, "rounds of a match (TPS-22.1)")
        sv_ffempty: int = words("keep", "miss", meaning="a stray shot that nobody is near to (TPS-12.12)")

From this follow the entry that content files fill (`option_entry`), the list that a host chooses from (`option_specs`),
what somebody typed (`read_options`), and the numbers of the record (`fill_options`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.inspect import FloatType, IntType, type_info

from ..core.errors import IllegalChoice, UnknownName
from ..core.game import OptionSpec
from .entry import Entry
from .read import NUMBER, WHOLE
from .type_text import hints_of, strip_annotations, value_fault

SWITCH = (0, 1)
IN_TENTHS = "in tenths"  # the note of a number that has one decimal at most


class Declaration(NamedTuple):
    """What an option may be: the type of its value in a content file."""

    type: Any


def whole(low: int, high: int, meaning: str) -> Any:
    """A whole number between two bounds."""
    return Declaration(Annotated[int, Meta(ge=low, le=high, description=meaning)])


def tenths(high: int, meaning: str) -> Any:
    """A number of seconds, in tenths."""
    return Declaration(Annotated[float, Meta(ge=0, le=high, description=meaning), IN_TENTHS])


def switch(meaning: str) -> Any:
    """Yes or no: 1 or 0."""
    return whole(*SWITCH, meaning)


def words(*values: str, meaning: str) -> Any:
    """One of a few words, which the record keeps as its number among them."""
    return Declaration(Annotated[Literal[values], Meta(description=meaning)])


def option_entry(name: str, *classes: type, complete: bool = False) -> Any:
    """The entry class of a content file that may give any of the options of some classes.

    What it does not give stays unset, or with `complete` is the first word of the option. Fields of the classes that
    declare nothing but their type must be given. The first class lends its docstring, and its `sentence` and
    `field_word` if it has them.
    """
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for cls in classes:
        for option, hint in get_type_hints(cls, include_extras=True).items():
            declared = getattr(cls, option, None)
            if not isinstance(declared, Declaration):
                fields.append((option, hint))
            elif complete:
                fields.append((option, declared.type, get_args(strip_annotations(declared.type))[0]))
            else:
                fields.append((option, declared.type | UnsetType, UNSET))
    lent = {name: getattr(classes[0], name, getattr(Entry, name)) for name in ("__doc__", "sentence", "field_word")}
    module = sys._getframe(1).f_globals["__name__"]  # where the class will be found, as by `namedtuple`
    return msgspec.defstruct(name, fields, bases=(Entry,), module=module, namespace=lent, frozen=True, kw_only=True)


def option_specs(entry: type, defaults: Mapping[str, Any]) -> Iterable[OptionSpec]:
    """What each option of an entry class is for, its default, and what else it may be."""
    for name, hint in hints_of(entry).items():
        kind, meaning = strip_annotations(hint), _meaning(hint)
        if get_origin(kind) is Literal:
            yield OptionSpec(name, meaning, str(defaults[name]), get_args(kind))
            continue
        low, high = option_bounds(hint)
        choices = ("0", "1") if (low, high) == SWITCH else ()
        bounds = (None, None) if choices else (low, high)
        yield OptionSpec(name, meaning, str(defaults[name]), choices, *bounds)


def option_bounds(hint: Any) -> tuple[float | None, float | None]:
    """From where to where the number of an option may lie."""
    info: Any = type_info(hint)
    types = (getattr(one, "type", one) for one in getattr(info, "types", (info,)))  # with a description, it is wrapped
    number = next(one for one in types if isinstance(one, IntType | FloatType))
    return number.ge, number.le


def _notes(hint: Any) -> list[Any]:
    """What the annotation of an option notes."""
    return [note for one in (hint, *get_args(hint)) for note in getattr(one, "__metadata__", ())]


def _meaning(hint: Any) -> str:
    """What an option is for."""
    return next((note.description or "" for note in _notes(hint) if isinstance(note, Meta)), "")


def option_fault(entry: type, name: str, value: Any) -> str:
    """What an option must be, if it is not that: of its type, in its range, in tenths."""
    hint = hints_of(entry)[name]
    if wrong := value_fault(value, hint):
        return wrong
    has_more = IN_TENTHS in _notes(hint) and Decimal(repr(value)).scaleb(1) % 1
    return "a number of seconds in tenths, like 1.5" if has_more else ""


def read_options(
    entry: type, options: Mapping[str, Any], others: Iterable[str] = (), clause: str = ""
) -> dict[str, Any]:
    """The values of the options that are said, which may be text; those of a game beyond the entry are `others`.

    Raises:
        UnknownName: no such option; or a wrong word, where no clause forbids it.
        IllegalChoice: a value that it cannot have (E_VALUE, by the clause).
    """
    known, values = hints_of(entry), {}
    for name, raw in options.items():
        if name not in known and name not in others:
            raise UnknownName("option", name, (*known, *others))
        if name in known:
            values[name] = value = read_value(raw)
            wrong = option_fault(entry, name, value)
            if wrong and not clause:
                raise UnknownName(f"value of option {name}", str(raw), get_args(strip_annotations(known[name])))
            if wrong:
                raise IllegalChoice("E_VALUE", clause, f"{name} is {raw}; it must be {wrong}")
    return values


def read_value(raw: Any) -> Any:
    """The value of an option that may be text."""
    if not isinstance(raw, str):
        return raw
    return int(raw) if WHOLE.fullmatch(raw) else float(raw) if NUMBER.fullmatch(raw) else raw


def fill_options(record: Any, entry: type, values: Mapping[str, Any]) -> None:
    """Write options into their record, as many of them as it has: of a word, its place among the words."""
    for name in record.dtype.names:
        kind = strip_annotations(hints_of(entry)[name])
        record[name] = get_args(kind).index(values[name]) if get_origin(kind) is Literal else int(values[name])
