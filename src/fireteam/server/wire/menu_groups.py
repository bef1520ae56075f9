"""Menus in groups of options that are written alike, and back: one word of each is what differs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

import msgspec

from ...core.identity_cache import IdentityCache
from ...core.menu_runs import MINE, AlikeOptions, MenuRun, with_unit
from ...core.protocol.choices import Verb
from ...core.protocol.scene import Option
from ...core.space.units import point_texts
from ...match.decision import AskedMenu
from .menus import run_messages
from .messages import DecisionMessage, Menu, OptionMessage
from .place_column import write_places

BLANK = "{}"
PLACEHOLDER = re.compile(r"\{(\w*)\}")
POINT, OPEN, VALUE = "point", "open", "value"
ENDS = ",:;.)"
"""What may stand behind a word of a text."""

Column: TypeAlias = str | tuple[str | None, tuple[tuple[str | None, tuple[int, ...]], ...]] | None
"""A text for each option of a group: none, one for all, or one for most and others with the numbers of their options.

In a text `{}` stands for the word in which options differ, `{1}`, `{2}` and so on for words of the notation, `{point}`
for the option's point, `{open}` for a brace, and `{value}` for what stands behind `=` in the word in which they differ.
"""


class Group(NamedTuple):
    """Options of one menu that are written alike: `{}` in `form` stands for each word of `words` in turn.

    Without it, `form` is the only option. The other fields are those of OptionMessage, the most frequent first; the
    points may stand as they are told, in JSON.
    """

    form: str
    words: str = ""
    label: Column = None
    unit: Column = None
    point: Column | msgspec.Raw = None
    clause: Column = None
    target: Column = None


class GroupedMenu(msgspec.Struct, frozen=True):
    """A decision as a menu without its options, and these in groups."""

    menu: Menu
    groups: tuple[Group, ...]


MINE_FORM = MINE.replace("{", f"{{{OPEN}}}")
"""What is written of the unit of whoever decides, before it is known."""
GROUPS: IdentityCache[tuple[Group, ...]] = IdentityCache(20_000)
"""The groups of neighbours on a menu."""


def menu_of(decision: DecisionMessage, clauses: Mapping[str, str]) -> GroupedMenu:
    """Return a decision with its options in groups. `clauses` are those that the game declares, by verb."""
    verbs = tuple(dict.fromkeys(map(verb_of, decision.options)))
    menu = Menu(
        decision.prompt,
        None if decision.count == len(decision.options) else decision.count,
        None if decision.verbs == verbs else decision.verbs,
        decision.things,
        {verb: clause for verb, clause in decision.clauses.items() if clauses.get(verb) != clause},
        decision.presets,
        decision.legend,
        decision.interaction,
    )
    groups: list[Group] = []
    for run in _runs(decision.options):
        groups += GROUPS.get(run, None, lambda run=run: tuple(_groups(run)))  # type: ignore[misc]
    return GroupedMenu(menu, tuple(groups))


HEADINGS: IdentityCache[Menu] = IdentityCache(5_000)


def menu_in_runs(asked: AskedMenu, verbs: tuple[type[Verb], ...]) -> GroupedMenu:
    """Return a menu that comes in runs, in groups. `verbs` are all verbs of the game."""
    menu = asked.menu
    groups = tuple(chain.from_iterable([run.of_it(_run_groups, verbs) for run in menu.runs]))
    count = None if menu.size == menu.length else menu.size
    heading = menu.heading

    def make() -> Menu:
        return Menu(heading.prompt, count, None, heading.things, {}, heading.presets, heading.legend, asked.interaction)

    return GroupedMenu(HEADINGS.get((heading, asked.interaction), count, make), groups)


def _run_groups(run: MenuRun, verbs: tuple[type[Verb], ...]) -> tuple[Group, ...]:
    if run.alike is None:
        found: list[Group] = []
        for part in [tuple(part) for _, part in groupby(run.forms, attrgetter("verb"))]:  # no group has two verbs
            found += GROUPS.get(part, run.unit, partial(_groups_of_verb, part, run.unit, verbs))
        return tuple(found)
    alike = run.alike
    most, others = alike.labels
    if alike.target:  # the words before it say who, and maybe what is done
        others = tuple([(_label_form(text, alike.form), of) for text, of in others])
        most = _label_form(most, alike.form)
    label = (most, others) if others else most
    return (Group(alike.form, " ".join(alike.words), label, alike.unit, _place_column(alike)),)


def _groups_of_verb(options: tuple[Option, ...], unit: str, verbs: tuple[type[Verb], ...]) -> tuple[Group, ...]:
    """Return neighbours in groups, with a unit where `MINE` stands for it."""
    if not unit:
        return tuple(_groups(run_messages(options, verbs)))
    groups = GROUPS.get(options, "", partial(_groups_of_verb, options, "", verbs))
    if all([_may_have_unit(group, unit) for group in groups]):
        return tuple([group if group.unit is None else group._replace(unit=unit) for group in groups])
    return tuple(_groups(run_messages(with_unit(options, unit), verbs)))


@lru_cache(2_000)
def _label_form(label: str, form: str) -> str:
    """Return a label of options that are alike with places for those words of its notation that are the same in all."""
    return str(_text_form(label, form.split(" "), 0, f"{{{POINT}}}"))


def _may_have_unit(group: Group, unit: str) -> bool:
    """Whether all options of a group have a unit if any has, and nothing else that they say is written like it."""
    form, words, _, column, point, _, _ = group
    if column is None:
        return True
    return column == MINE_FORM and unit.isidentifier() and unit not in f"{form} {words} {point!r}"


def _place_column(alike: AlikeOptions) -> Column | msgspec.Raw:
    """Return the places of options that are alike."""
    name, parts, _ = alike.words[0].partition("=")
    if parts and [*map((name + parts).__add__, point_texts(alike.places))] == [*alike.words]:
        return f"{{{VALUE}}}"
    return write_places(alike.places)


def decision_of_menu(slot: int, grouped: GroupedMenu, clauses: Mapping[str, str]) -> DecisionMessage:
    """Return the decision of which a menu was made."""
    options = tuple(one for group in grouped.groups for one in _options(group))
    return decision_with(slot, grouped.menu, options, clauses)


def decision_with(
    slot: int, menu: Menu, options: tuple[OptionMessage, ...], clauses: Mapping[str, str]
) -> DecisionMessage:
    """Return the decision of a menu and its options."""
    verbs = tuple(dict.fromkeys(map(verb_of, options)))
    return DecisionMessage(
        slot,
        menu.prompt,
        len(options) if menu.count is None else menu.count,
        options,
        verbs if menu.verbs is None else menu.verbs,
        menu.things,
        {verb: menu.clauses.get(verb, clauses.get(verb, "")) for verb in verbs},
        (),
        menu.presets,
        menu.legend,
        menu.interaction,
    )


def verb_of(option: OptionMessage) -> str:
    """Return the verb of an option: the first word of its notation."""
    return option.notation.split(" ", 1)[0]


# From options to groups


def _runs(options: Sequence[OptionMessage]) -> Iterator[tuple[OptionMessage, ...]]:
    """Return the options in runs of neighbours with the same verb and, before others, the same first word.

    No group goes beyond a run, so that runs which stood on a menu before need not be grouped again.
    """
    begin, before = 0, ""
    for k, option in enumerate(options):
        words = option.notation.split(" ", 2)
        same = words[0] if len(words) < 3 else words[0] + " " + words[1]
        if same != before:
            if k:
                yield tuple(options[begin:k])
            begin, before = k, same
    if options:
        yield tuple(options[begin:])


def _groups(options: Sequence[OptionMessage]) -> Iterator[Group]:
    """Return the options in groups: of neighbours in one group a single word differs, always the same one."""
    run: list[OptionMessage] = []
    lines: list[list[str]] = []
    place = 0
    for option in options:
        words = option.notation.split(" ")
        if run and len(words) == len(lines[0]) > 1 and words[0] == lines[0][0]:
            differs = [k for k, (one, other) in enumerate(zip(words, lines[0], strict=True)) if one != other]
            if len(differs) == 1 and (len(run) == 1 or differs[0] == place):
                place = differs[0]
                run.append(option)
                lines.append(words)
                continue
        if run:
            yield _group(run, lines, place)
        run, lines, place = [option], [words], len(words) - 1
    if run:
        yield _group(run, lines, place)


LONE: IdentityCache[Group] = IdentityCache(20_000)
"""The groups of options that stand alone."""


def _group(run: Sequence[OptionMessage], lines: Sequence[Sequence[str]], place: int) -> Group:
    """Return options of which one word differs, or one, as a group."""
    if len(run) == 1:
        return LONE.get((run[0],), None, partial(_new_group, run, lines, len(lines[0]) - 1))
    return _new_group(run, lines, place)


def _new_group(run: Sequence[OptionMessage], lines: Sequence[Sequence[str]], place: int) -> Group:
    first = lines[0]
    form = " ".join((*first[:place], BLANK, *first[place + 1 :])) if place else first[0]
    points = [one.point for one in run]
    label, clause, unit, target = (
        _column([getattr(one, name) for one in run], lines, place, points)
        for name in ("label", "clause", "unit", "target")
    )
    ends = " ".join(line[place] for line in lines) if place else ""
    return Group(form, ends, label, unit, _point_column(points, [line[place] for line in lines]), clause, target)


def _point_column(points: Sequence[str | None], words: Sequence[str]) -> Column:
    """Return the points of options that differ in these words."""
    if "=" in words[0] and all([word.partition("=")[2] == at for word, at in zip(words, points, strict=True)]):
        return f"{{{VALUE}}}"
    return _column(points)


def _column(
    texts: Sequence[str | None],
    lines: Sequence[Sequence[str]] = (),
    place: int = 0,
    points: Sequence[str | None] = (),
) -> Column:
    """Return texts of options as one for all or most of them, and others."""
    if len(texts) == 1:
        return _text_form(texts[0], lines[0] if lines else (), place, points[0] if points else None)
    if not any([text is not None for text in texts]):
        return None
    forms: list[str | None] = []
    for k, text in enumerate(texts):
        of, point = lines[k] if lines else (), points[k] if points else None
        last = forms[-1] if forms else None
        is_alike = last is not None and bool(lines) and _fill(last, of[place] if place else "", of, point) == text
        forms.append(last if is_alike else _text_form(text, of, place, point))
    base = Counter(forms).most_common(1)[0][0]
    others: dict[str | None, list[int]] = {}
    for k, form in enumerate(forms):
        if form != base:
            others.setdefault(form, []).append(k)
    if not others and base is not None:
        return base
    return base, tuple((form, tuple(numbers)) for form, numbers in others.items())


def _text_form(text: str | None, words: Sequence[str], place: int, point: str | None) -> str | None:
    """Return a text with places for the words of its option."""
    if text is None:
        return None
    found = []
    for word in text.split(" "):
        bare = word.rstrip(ENDS)
        if bare and bare == point:
            form = f"{{{POINT}}}"
        elif bare and bare in words:
            number = place if place and bare == words[place] else words.index(bare)
            form = BLANK if place and number == place else f"{{{number}}}"
        else:
            form, bare = word.replace("{", f"{{{OPEN}}}"), word
        found.append(form + word[len(bare) :])
    return " ".join(found)


# From groups to options


def _options(group: Group) -> Iterator[OptionMessage]:
    form = group.form.split(" ")
    points = _read_column(group.point) if isinstance(group.point, msgspec.Raw) else group.point
    for k, word in enumerate(group.words.split(" ") if BLANK in form else ("",)):
        words = [word if one == BLANK else one for one in form]
        point = _text(points, k, word, words, None)
        label, clause, unit, target = (
            _text(column, k, word, words, point) for column in (group.label, group.clause, group.unit, group.target)
        )
        yield OptionMessage(" ".join(words), label, clause, unit, target, point)


def _text(column: Column, k: int, word: str, words: Sequence[str], point: str | None) -> str | None:
    """Return the text of option k."""
    if isinstance(column, tuple):
        column = next((form for form, numbers in column[1] if k in numbers), column[0])
    return None if column is None else _fill(column, word, words, point)


def _read_column(cell: msgspec.Raw) -> Column:
    """Return a column that stands as it is told."""
    read = msgspec.json.decode(cell)
    return read if isinstance(read, str) else (read[0], tuple([(text, tuple(of)) for text, *of in read[1:]]))


def _fill(form: str, word: str, words: Sequence[str], point: str | None) -> str:
    """Return the text of a form: `word` is the one in which options differ, `words` are all of the notation."""
    found = ""
    for literal, name in _parts(form):
        found += literal
        if name == BLANK:
            found += word
        elif name == OPEN:
            found += "{"
        elif name == VALUE:
            found += word.partition("=")[2]
        elif name == POINT:
            found += point or ""
        elif name:
            found += words[int(name)]
    return found


@lru_cache(10_000)
def _parts(form: str) -> tuple[tuple[str, str], ...]:
    """Return a form as literal texts, each with the name of the place that follows it; the last has none."""
    pieces = PLACEHOLDER.split(form)
    names = (*(name or BLANK for name in pieces[1::2]), "")
    return tuple(zip(pieces[::2], names, strict=True))
