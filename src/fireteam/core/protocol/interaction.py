"""How a person makes a choice with a verb: from the list, by pointing, or by putting it together.

Worked out once for every face, from the verbs' declarations and the menu; faces draw it and go by it. What a tap
attempts follows from the verbs and which of them are owed; the page has the same in `attempts.ts`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from ..engine.record import Array
from ..space.units import STEPS, read_point
from .choices import Verb, defaults, kinds, name_of, parse, unnamed_fields
from .field_kinds import Kind, PartPlace, Place
from .list_kinds import ListKind
from .scene import Decision, Interaction, Option, VerbUse

POINTED = ("vector", "point", "path")  # what pointing at a place of a free table gives
TARGETS = ("target", "split")  # what pointing at a unit gives, if an attack is meant
MAX_LISTED = 9  # options of a verb for one unit that are listed one by one


class RunUse(NamedTuple):
    """Options of a verb: how many of each unit are listed one by one, and how far the farthest step leads."""

    verb: str
    listed: tuple[tuple[str, int], ...]
    reach: float


def use_of(verb: type[Verb], options: Sequence[Option]) -> RunUse:
    """What matters of options of a verb for how they are chosen."""
    if (plain := plain_use(verb)) is not None:
        return plain
    listed: Counter[str] = Counter()
    if _may_be_built(verb):
        listed.update(option.unit for option in options if not (option.target or option.point))
    return RunUse(name_of(verb), tuple(listed.items()), _reach(verb, options))


@cache
def plain_use(verb: type[Verb]) -> RunUse | None:
    """The same where it is so for any options of a verb, as none is listed and no step leads anywhere; else None."""
    return None if _may_be_built(verb) or _vector_field(verb) else RunUse(name_of(verb), (), 0.0)


def uses_of(menu: Array, verbs: Sequence[type[Verb]]) -> Iterator[RunUse]:
    """What matters of the options of each verb on a menu, by records of its choices.

    Options name what the fields of their choices do; vectors are not among those.
    """
    numbers = menu["verb"]
    for number in dict.fromkeys(numbers.tolist()):
        verb = verbs[number - 1]
        listed: Counter[str] = Counter()
        if _may_be_built(verb):
            listed.update(map(str, _bare_units(menu[numbers == number], verb)))
        yield RunUse(name_of(verb), tuple(listed.items()), 0.0)


def _bare_units(choices: Array, verb: type[Verb]) -> Sequence[int]:
    """The number of the unit of each choice that names neither target nor point; 0 where the verb names no unit."""
    fields = {kind.form: kind for kind in kinds(verb).values()}
    if "target" in fields or "point" in fields:
        return ()
    if isinstance(path := fields.get("path"), ListKind):
        choices = choices[_column(choices, path.count) == 0]
    places = fields["unit"].places().values() if "unit" in fields else ()
    return next((_column(choices, place).tolist() for place in places), [0] * len(choices))


def _column(choices: Array, place: Place) -> Array:
    """The number at a place of each choice."""
    return choices["parts"][:, place.row, place.column] if isinstance(place, PartPlace) else choices[place]


def interaction_of(decision: Decision, is_free: bool, verbs: Sequence[type[Verb]]) -> Interaction:
    """How the choices of a Decision are made in a game of these verbs; `is_free`: on a free table."""
    by_name = {name_of(verb): verb for verb in verbs}
    options: dict[str, list[Option]] = {verb: [] for verb in decision.verbs}
    for option in decision.options:
        options.setdefault(option.verb, []).append(option)
    uses = [use_of(by_name[verb], found) for verb, found in options.items()]
    return interaction_by(uses, decision.count <= len(decision.options), is_free, verbs)


def interaction_by(uses: Iterable[RunUse], is_whole: bool, is_free: bool, verbs: Sequence[type[Verb]]) -> Interaction:
    """How choices are made of which so many are listed; `is_whole`: they are all that there are."""
    by_name = _by_name(tuple(verbs))
    listed: dict[str, dict[str, int]] = {}
    reach: dict[str, float] = {}
    for verb, counts, far in uses:
        of = listed.get(verb)
        if of is None:
            of, reach[verb] = listed.setdefault(verb, {}), far
        elif far > reach[verb]:
            reach[verb] = far
        for unit, count in counts:
            of[unit] = of.get(unit, 0) + count
    found = tuple(
        _use(by_name[verb], is_whole, is_free, max(of.values(), default=0) > MAX_LISTED, reach[verb])
        for verb, of in listed.items()
    )
    return Interaction(found)


@lru_cache(64)
def _by_name(verbs: tuple[type[Verb], ...]) -> dict[str, type[Verb]]:
    return {name_of(verb): verb for verb in verbs}


@lru_cache(1_000)
def _use(verb: type[Verb], is_whole: bool, is_free: bool, is_long: bool, reach: float) -> VerbUse:
    shown = [kinds(verb)[field] for field in unnamed_fields(verb)]
    forms = [kind.form for kind in shown]
    is_pointed = is_free and points(verb)
    is_built = not is_pointed and _is_built(verb, forms, is_whole, is_free, is_long)
    gathers_things = "things" in forms
    lists = any(isinstance(kind, ListKind) for kind in shown)
    has_more = is_free and not is_pointed and (lists or any(form in ("point", "number") for form in forms))
    has_more = has_more and not (is_whole and forms == ["number"])
    return VerbUse(
        verb=name_of(verb),
        is_pointed=is_pointed,
        is_routed=is_pointed and "path" in forms,
        takes_path=is_free and any(_is_free_path(kind, field, verb) for field, kind in kinds(verb).items()),
        is_built=is_built,
        is_buildable=is_built or has_more or len(shown) < len(kinds(verb)),
        gathers_things=gathers_things,
        lists_targets=(is_built or gathers_things) and "point" not in forms,
        reach=reach or None,
    )


def points(verb: type[Verb]) -> bool:
    """Whether a unit and a place, a way or a path are all that a verb needs."""
    needed = [kind.form for kind, default in zip(kinds(verb).values(), defaults(verb), strict=True) if _must(default)]
    return any(form in POINTED for form in needed) and all(form in ("unit", *POINTED) for form in needed)


def _is_free_path(kind: Kind, field: str, verb: type[Verb]) -> bool:
    return kind.form == "path" and field not in unnamed_fields(verb)


def _must(default: object) -> bool:
    return default is msgspec.NODEFAULT


def _is_built(verb: type[Verb], forms: Sequence[str], is_whole: bool, is_free: bool, is_long: bool) -> bool:
    """Whether choices are put together: lists, and menus too long to be listed."""
    if not forms:
        return False
    if is_free and "point" in forms:
        return True
    if not is_whole or any(form in ("target", "point") for form in forms):
        return not is_whole
    return is_long and _may_be_built(verb)


@cache
def _may_be_built(verb: type[Verb]) -> bool:
    """Whether a verb has a list, or several words, to be put together where there are many."""
    shown = [kinds(verb)[field] for field in unnamed_fields(verb)]
    words = len(shown) > 1 and all(kind.form in ("word", "thing") for kind in shown)
    return words or any(isinstance(kind, ListKind) for kind in shown)


def _reach(verb: type[Verb], options: Iterable[Option]) -> float:
    field = _vector_field(verb)
    if not field:
        return 0.0
    ways = (read_point(getattr(parse(option.notation, (verb,)), field)) for option in options)
    return max((math.hypot(*way) / STEPS for way in ways if way), default=0.0)


@cache
def _vector_field(verb: type[Verb]) -> str:
    return next((field for field, kind in kinds(verb).items() if kind.form == "vector"), "")


def attempts(verbs: Sequence[type[Verb]], owed: Container[str], is_at_unit: bool) -> tuple[tuple[type[Verb], ...], ...]:
    """Return the verbs that somebody may mean who taps a place, or a unit, in groups.

    The first group with a whole choice counts: one in which the unit taken up and what is tapped fill the fields that
    the verb needs. Verbs that are `owed` now come first; then all, those that come late in a turn before those of
    setting up. At a unit, those with a target come before.
    """
    known = tuple(verb for verb in verbs if not verb.free)
    now = tuple(verb for verb in known if name_of(verb) in owed)
    at_place = (now, known[::-1])
    return (*map(_with_target, (now, known)), *at_place) if is_at_unit else at_place


def _with_target(verbs: Iterable[type[Verb]]) -> tuple[type[Verb], ...]:
    """Return those verbs of which a field that needs no name takes targets."""
    return tuple(verb for verb in verbs if any(kinds(verb)[field].form in TARGETS for field in unnamed_fields(verb)))
